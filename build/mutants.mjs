import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { root } from './bundles.mjs';

/**
 * Puts small bugs (mutants) into the engine, one at a time, and records which files of scenes notice each. Prints
 * the mutants that nobody notices, and the files of scenes that notice nothing that others do not. What was tried
 * before is not tried again, so that a run may be stopped at any time. The tests must be green.
 */
const USAGE =
  'node build/mutants.mjs [--mutants 300] [--seed 1] [--only src/sync/plan] [--scenes test/sync] [--record FILE]';
const CONFIG = 'test/museum/jest.config.cjs';
/** A mutant may loop for ever. */
const LONGEST_MS = 30 * 60_000;

const read = (path) => readFileSync(join(root, path), 'utf8');
const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/** Every mutant of one file: `text` stands in for what is between `start` and `end`. */
function mutantsOf(file) {
  const source = read(file);
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (kind, start, end, text) => {
    const line = tree.getLineAndCharacterOfPosition(start).line + 1;
    const mutated = source.slice(0, start) + text + source.slice(end);
    found.push({ id: hashOf(file + kind + mutated).slice(0, 16), file, line, kind, source, mutated });
  };
  const visit = (node) => {
    const start = node.getStart();
    if (ts.isIfStatement(node)) flip(node.expression);
    if (ts.isConditionalExpression(node)) flip(node.condition);
    if (ts.isBinaryExpression(node)) swap(node.operatorToken);
    if (ts.isExpressionStatement(node) && !node.getText().startsWith('super'))
      add('drop', start, node.end, ';');
    if (returnsNothing(node)) add('return', node.body.getStart() + 1, node.body.getStart() + 1, ' return;');
    ts.forEachChild(node, visit);
  };
  const flip = (node) => add('flip', node.getStart(), node.end, `!(${node.getText()})`);
  const swap = (token) => {
    const other = { '&&': '||', '||': '&&' }[token.getText()];
    if (other !== undefined) add('swap', token.getStart(), token.end, other);
  };
  visit(tree);
  return found;
}

const returnsNothing = (node) =>
  node.body !== undefined &&
  ts.isBlock(node.body) &&
  /^(?:Promise<void>|void)$/.test(node.type?.getText() ?? '');

function jest(words, bug = null) {
  return spawnSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--config', CONFIG, '--maxWorkers=1', ...words],
    {
      cwd: root,
      env: { ...process.env, MUSEUM_BUG: JSON.stringify(bug) },
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      timeout: LONGEST_MS,
      killSignal: 'SIGKILL',
    },
  );
}

/** Files of scenes in these folders that import a file, however far. */
const scenesOf = (file, among) =>
  jest(['--listTests', '--findRelatedTests', file])
    .stdout.split('\n')
    .map((path) => relative(root, path))
    .filter((path) => among.some((folder) => path.startsWith(folder)));

/** The files of scenes that fail with a mutant; null where it never ends. */
function killersOf({ file, source, mutated }, scenes) {
  const run = jest(['--json', '--silent', '--runTestsByPath', ...scenes], {
    file,
    find: source,
    replace: mutated,
  });
  if (run.signal !== null) return null;
  const { testResults } = JSON.parse(run.stdout.slice(run.stdout.indexOf('{"')));
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name));
}

const nameOf = ({ file, line, kind }) => `${file}:${String(line)} ${kind}`;

/** Files that can go together: each mutant of theirs is noticed by one that stays. */
function needless(killers, files) {
  const kills = (file) => killers.filter((those) => those.includes(file));
  const gone = new Set();
  for (const file of files.sort((one, other) => kills(one).length - kills(other).length)) {
    const isKept = (other) => other !== file && !gone.has(other);
    if (kills(file).every((those) => those.some(isKept))) gone.add(file);
  }
  return [...gone];
}

function main() {
  const { values } = parseArgs({
    options: {
      mutants: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: 'src/sync' },
      scenes: { type: 'string', multiple: true, default: ['test/sync', 'test/features'] },
      record: { type: 'string', default: join(tmpdir(), 'florilegium-mutants.json') },
    },
  });
  const rankOf = ({ id }) => hashOf(values.seed + id);
  const chosen = readdirSync(join(root, 'src/sync'), { recursive: true })
    .map((path) => `src/sync/${path.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && file.startsWith(values.only))
    .flatMap(mutantsOf)
    .sort((one, other) => rankOf(one).localeCompare(rankOf(other)))
    .slice(0, Number(values.mutants));
  const record = existsSync(values.record) ? JSON.parse(readFileSync(values.record, 'utf8')) : {};
  const scenes = new Map();
  const tried = [];
  for (const [index, mutant] of chosen.entries()) {
    const { id, file, line, kind } = mutant;
    if (!scenes.has(file)) scenes.set(file, scenesOf(file, values.scenes));
    const key = [id, ...values.scenes].join(' ');
    if (record[key] === undefined) {
      record[key] = { file, line, kind, killers: killersOf(mutant, scenes.get(file)) };
      writeFileSync(values.record, JSON.stringify(record, null, 2));
    }
    const { killers } = record[key];
    if (killers !== null) tried.push({ ...mutant, killers });
    const outcome = killers === null ? 'never ends' : `noticed by ${String(killers.length)}`;
    console.log(`${String(index + 1)}/${String(chosen.length)} ${nameOf(mutant)}: ${outcome}`);
  }
  const survivors = tried.filter(({ killers }) => killers.length === 0);
  const show = (what, lines) => console.log([`\n${what}: ${String(lines.length)}`, ...lines].join('\n  '));
  const files = [...new Set([...scenes.values()].flat())];
  const killers = tried.map((mutant) => mutant.killers);
  show('Noticed by nobody', survivors.map(nameOf));
  show('Files of scenes that notice nothing that others do not', needless(killers, files));
}

if (process.argv.includes('--help')) console.log(USAGE);
else main();
