import { EXIT } from './exit-code';
import { errorCode } from './errors';

/** Prints results. Nothing else goes to standard output. */
export function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

export const printJson = (value: unknown): void => print([JSON.stringify(value)]);

/** Prints a message to standard error. Control characters are removed: they could move the cursor. */
export function printMessage(text: string): void {
  process.stderr.write(`${text.replace(/(?![\n\t])\p{Cc}/gu, ' ')}\n`);
}

/**
 * Keeps the program alive when its output is closed, as by `head`. Any other failure to write results is
 * reported and sets the exit code.
 */
export function surviveClosedOutput(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error) => {
    const code = errorCode(error);
    if (code === 'EPIPE') return;
    printMessage(`The output could not be written (${code ?? 'unknown'}).`);
    process.once('exit', () => {
      process.exitCode = EXIT.usageOrSettings;
    });
  });
}
