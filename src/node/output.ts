import { EXIT } from './exit-code';
import { errorCode } from './errors';

/** What was asked for goes to standard output, and nothing else does. */
export function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

export const printJson = (value: unknown): void => print([JSON.stringify(value)]);

/**
 * Tells a person something; results alone go to standard output. Control characters are removed: they could
 * move the cursor.
 */
export function say(text: string): void {
  process.stderr.write(`${text.replace(/(?![\n\t])\p{Cc}/gu, ' ')}\n`);
}

/**
 * Keeps the program alive when its output cannot be written: `head` has read enough, or a log's disk is full.
 * Requested output that could not be written is reported, and counts in the exit code.
 */
export function surviveClosedOutput(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error) => {
    const code = errorCode(error);
    if (code === 'EPIPE') return;
    say(`The output could not be written (${code ?? 'unknown'}).`);
    process.once('exit', () => {
      process.exitCode = EXIT.usageOrSettings;
    });
  });
}
