const { appendFileSync, readFileSync } = require('node:fs');
const { relative } = require('node:path');
const { TestEnvironment } = require('jest-environment-node');

const LONGEST_MS = 15_000;
const DAY_MS = 86_400_000;
const MOST_CALLS = 300_000;

/**
 * Runs each test as it is, then again with each mutant that the test came by and that no test noticed so far, its
 * hooks included. What a test notices is written to the record at once.
 */
module.exports = class MutantEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { record } = JSON.parse(readFileSync(process.env.MUTANTS, 'utf8'));
    this.record = record;
    this.file = relative(config.projectConfig.rootDir, context.testPath);
    this.noticed = noticedIn(record);
    this.active = null;
    this.calls = 0;
    this.met = new Set();
    this.global.mutant = (id) => this.isActive(id);
  }

  isActive(id) {
    this.met.add(id);
    if (id !== this.active) return false;
    this.calls += 1;
    if (this.calls > MOST_CALLS) throw new Error('A mutant that never ends');
    return true;
  }

  handleTestEvent({ name, test }) {
    if (name !== 'test_start') return;
    this.met.clear();
    const { fn } = test;
    test.timeout = DAY_MS;
    test.fn = () => this.tryMutants(fn, hooksOf(test));
  }

  async tryMutants(fn, { before, after }) {
    await fn();
    const untried = [...this.met].filter((id) => !this.noticed.has(id));
    for (const id of untried) {
      // A mutant may have left behind nothing that could be closed.
      await inOrder(after).catch(() => undefined);
      const isNoticed = await this.isNoticed(id, [...before, fn]);
      if (!isNoticed) continue;
      this.noticed.add(id);
      appendFileSync(this.record, `${JSON.stringify({ id, file: this.file })}\n`);
    }
  }

  /** Whether these steps, with one mutant, do not pass. */
  async isNoticed(id, steps) {
    this.active = id;
    this.calls = 0;
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('A mutant that never ends')), LONGEST_MS);
    });
    try {
      await Promise.race([inOrder(steps), late]);
      return false;
    } catch {
      return true;
    } finally {
      clearTimeout(timer);
      this.active = null;
    }
  }
};

async function inOrder(steps) {
  for (const step of steps) await step();
}

/** What runs before and after a test, as Jest would run it. */
function hooksOf(test) {
  const blocks = [];
  for (let block = test.parent; block !== undefined && block !== null; block = block.parent)
    blocks.push(block);
  const hooks = (block, type) => block.hooks.filter((hook) => hook.type === type).map(({ fn }) => fn);
  return {
    before: [...blocks].reverse().flatMap((block) => hooks(block, 'beforeEach')),
    after: blocks.flatMap((block) => hooks(block, 'afterEach')),
  };
}

function noticedIn(record) {
  const lines = readFileSync(record, 'utf8').split('\n').filter(Boolean);
  return new Set(lines.map((line) => JSON.parse(line).id));
}
