import { errorText } from './messages/messages';
import { ProblemError } from './model/problem';
import { CommanderError } from 'commander';
import { StateError, VaultError } from './node/errors';
import { EXIT } from './node/exit-code';
import { CannotStart } from './node/commands/inputs';
import { createProgram } from './node/commands/program';
import { say, surviveClosedOutput } from './node/output';

/** The terminal program: signals, and the exit codes of errors. */
surviveClosedOutput();
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // First, so that the progress bar is gone before the message.
    interrupt.abort();
    say('Stopping; the note being written is finished first. Once more to stop at once.');
  });
}

/** Prints why a command failed, unless it was interrupted. */
function exitCodeOfError(error: unknown): number {
  // Help and version end in one, too; commander has printed the message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usageOrSettings;
  if (interrupt.signal.aborted && error instanceof Error && error.name === 'AbortError')
    return EXIT.interrupted;
  if (error instanceof CannotStart || error instanceof StateError || error instanceof VaultError) {
    say(error.message);
    return EXIT.usageOrSettings;
  }
  if (error instanceof ProblemError) {
    say(errorText(error));
    return EXIT.usageOrSettings;
  }
  say(`Internal error, please report it:\n${error instanceof Error ? error.stack : String(error)}`);
  return EXIT.internalError;
}

try {
  await createProgram(interrupt.signal).parseAsync();
} catch (error) {
  process.exitCode = exitCodeOfError(error);
}
