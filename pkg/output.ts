import { EXIT } from './exit-code';
import { errorCode } from './errors';
import { PROGRAM_ENDS } from './text/refusal-text';

/** Prints results. Nothing else goes to standard output. */
export function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

export const printJson = (value: unknown): void => print([JSON.stringify(value)]);

/** Prints a result as JSON if the options ask for that, else as text. */
export function printResult(
  options: { readonly json?: boolean },
  { value, lines }: { readonly value: unknown; readonly lines: readonly string[] },
): void {
  if (options.json === true) printJson(value);
  else print(lines);
}

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
    printMessage(PROGRAM_ENDS.noOutput(code ?? 'unknown'));
    process.once('exit', () => {
      process.exitCode = EXIT.usageOrSettings;
    });
  });
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * The first Ctrl-C (or SIGTERM) calls `stop`, so that the work ends after the current note. The second one ends
 * the process at once.
 */
export function stopOnSignals(stop: () => void): void {
  let isStopping = false;
  const onSignal = (signal: string): void => {
    if (isStopping) {
      leaveToSystem();
      process.kill(process.pid, signal);
      return;
    }
    isStopping = true;
    // First, so that the progress bar is removed before the message.
    stop();
    printMessage(PROGRAM_ENDS.stopping);
    // From then on the system ends the process, however busy it is. Not now: a second signal that has come
    // while it was busy waits to be handled here, and would be lost.
    setImmediate(leaveToSystem);
  };
  const leaveToSystem = (): void => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
}
