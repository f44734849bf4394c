import childProcess, { type ChildProcess } from 'node:child_process';
import { failOnLeaks, lookForToken } from './canary';

/**
 * Looks for tokens in all that a test file prints, and in all that programs print which it starts; fails the
 * file where any were found.
 */
const METHODS = ['log', 'info', 'warn', 'error', 'debug'] as const;
const printed = METHODS.map((method) => [method, console[method].bind(console)] as const);
const { spawn } = childProcess;

function watched(child: ChildProcess): ChildProcess {
  child.stdout?.on('data', (data: unknown) => {
    lookForToken('standard output of a program', String(data));
  });
  child.stderr?.on('data', (data: unknown) => {
    lookForToken('standard error of a program', String(data));
  });
  return child;
}

beforeAll(() => {
  for (const [method, print] of printed) {
    console[method] = (...words: unknown[]) => {
      lookForToken(`console.${method}`, words.map(String).join(' '));
      print(...words);
    };
  }
  childProcess.spawn = ((...given: Parameters<typeof spawn>) => watched(spawn(...given))) as typeof spawn;
});

afterAll(() => {
  childProcess.spawn = spawn;
  failOnLeaks();
});
