import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TerminalResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TerminalRun {
  readonly child: ChildProcess;
  readonly result: Promise<TerminalResult>;
}

/** Starts the terminal program with these words, and nothing of this process's environment but the path. */
export function startTerminal(
  file: string,
  words: readonly string[],
  {
    environment = {},
    input = '',
  }: { readonly environment?: Readonly<Record<string, string>>; readonly input?: string } = {},
): TerminalRun {
  const child = spawn(process.execPath, [file, ...words], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  // It may end before it has read what it is told.
  child.stdin.on('error', () => undefined).end(input);
  return { child, result: once(child, 'close').then(([code]) => ({ code: code as number | null, ...said })) };
}

/** Every file of a vault with its text, hidden ones included. */
export function filesIn(vault: string): Record<string, string> {
  const files = readdirSync(vault, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(
    paths.map((path): [string, string] => [path.slice(vault.length + 1), readFileSync(path, 'utf8')]),
  );
}
