import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import type { MuseumBug } from './bug';
import { BUGS } from './bugs';

jest.setTimeout(900_000);

const ROOT = join(__dirname, '../..');
/** Histories that a property test may need until it meets the bug. */
const HISTORIES = '400';

describe('the museum of bugs', () => {
  it.each(BUGS)('should be caught when $when', (bug) => {
    const { status, output } = testWith(bug);
    expect(output).toMatch(/^Tests: +\d+ failed/m);
    expect(status).toBe(1);
  });

  it('should hold at least 25 bugs, each of its own', () => {
    expect(new Set(BUGS.map(({ file, find, replace }) => [file, find, replace].join('\n'))).size).toBe(
      BUGS.length,
    );
    expect(BUGS.length).toBeGreaterThanOrEqual(25);
  });
});

/** Runs the test that should notice, in a process whose engine has the bug. */
function testWith(bug: MuseumBug): { readonly status: number | null; readonly output: string } {
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const args = [
    jest,
    '--config',
    join(ROOT, 'test/museum/jest.config.cjs'),
    '--runTestsByPath',
    bug.caughtBy,
    '--bail',
    '--ci',
    '--maxWorkers=1',
  ];
  const env = { ...process.env, MUSEUM_BUG: JSON.stringify(bug), PROPERTY_RUNS: HISTORIES };
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
  return { status, output: stderr };
}
