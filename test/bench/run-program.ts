import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { text } from 'node:stream/consumers';

/**
 * Runs a program of ours in a process of its own, with `task` as its one argument, and reads the JSON it
 * prints.
 */
export async function runProgram<Result>(file: string, task: object): Promise<Result> {
  const child = spawn(process.execPath, [file, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const output = await text(child.stdout);
  await closed;
  if (child.exitCode !== 0) throw new Error(`A measured program ended with code ${String(child.exitCode)}`);
  return JSON.parse(output) as Result;
}
