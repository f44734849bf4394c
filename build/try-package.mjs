import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './bundles.mjs';

/**
 * Packs the terminal program, installs it into an empty folder as a person would, and syncs a demo library there.
 */
const folder = mkdtempSync(join(tmpdir(), 'florilegium-package-'));
const run = (program, args, options = {}) =>
  execFileSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });

/** The exit code, of a run that is to end with another than 0. */
function exitCodeOf(program, args, env = {}) {
  try {
    run(program, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
    return 0;
  } catch (error) {
    if (typeof error.status === 'number') return error.status;
    throw error;
  }
}

function mustBe(what, found, wanted) {
  if (found !== wanted) throw new Error(`${what}: ${String(found)}, not ${String(wanted)}.`);
  console.log(`${what}: ${String(found)}`);
}

/** Packs the program, which builds it first, and returns the archive. */
function pack() {
  const printed = run('npm', ['pack', '--silent', '--json', '--pack-destination', folder], { cwd: root });
  const [{ filename, size }] = JSON.parse(printed.slice(printed.indexOf('[')));
  console.log(`${filename}: ${size.toLocaleString('en')} bytes`);
  return join(folder, filename);
}

async function startServer() {
  const server = spawn(process.execPath, ['dist/server.mjs', '--no-limits'], { cwd: root });
  const [line] = await once(server.stdout, 'data');
  return { server, ...JSON.parse(String(line)) };
}

try {
  const archive = pack();
  writeFileSync(join(folder, 'package.json'), '{}');
  run('npm', ['install', '--silent', '--no-fund', '--no-audit', archive]);
  const program = join(folder, 'node_modules/.bin/florilegium');
  const vault = join(folder, 'vault');
  mkdirSync(vault);
  mustBe('florilegium --help', /^ {2}florilegium sync/m.test(run(program, ['--help'])), true);
  mustBe('exit code without a token', exitCodeOf(program, ['check'], { READWISE_TOKEN: '' }), 2);
  const { server, url, token } = await startServer();
  try {
    const places = ['--vault', vault, '--state', join(folder, 'state'), '--json'];
    const env = { ...process.env, READWISE_TOKEN: token };
    const report = JSON.parse(run(program, ['sync', ...places, '--base-url', url], { env }));
    mustBe('outcome of a sync', report.outcome, 'done');
    mustBe('notes of a demo library', report.notes.created > 20, true);
  } finally {
    server.kill();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
