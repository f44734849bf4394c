import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './bundles.mjs';

/** Packs the terminal program, installs it into an empty folder as a person would, and uses it there. */
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

try {
  const [{ filename, size }] = JSON.parse(
    run('npm', ['pack', '--silent', '--json', '--pack-destination', folder], { cwd: root }),
  );
  console.log(`${filename}: ${size.toLocaleString('en')} bytes`);
  writeFileSync(join(folder, 'package.json'), '{}');
  run('npm', ['install', '--silent', '--no-fund', '--no-audit', join(folder, filename)]);
  const program = join(folder, 'node_modules/.bin/florilegium');
  mkdirSync(join(folder, 'vault'));
  mustBe('florilegium --help', /^ {2}florilegium sync/m.test(run(program, ['--help'])), true);
  mustBe('exit code without a token', exitCodeOf(program, ['check'], { READWISE_TOKEN: '' }), 2);
  const status = JSON.parse(
    run(program, ['status', '--vault', join(folder, 'vault'), '--state', join(folder, 'state'), '--json']),
  );
  mustBe('items of an empty state', status.items, 0);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
