import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../..');
const MINUTES = 600_000;

/**
 * Runs a script in the project's folder and reads what it prints as JSON. The build is made of modules, which
 * these tests cannot load.
 */
export async function runScript<Result>(script: string): Promise<Result> {
  const running = promisify(execFile)(process.execPath, ['--input-type=module'], {
    cwd: ROOT,
    timeout: MINUTES,
    maxBuffer: 2 ** 24,
  });
  // It may be longer than an argument of a command may be.
  running.child.stdin?.end(script);
  const { stdout } = await running;
  return JSON.parse(stdout) as Result;
}
