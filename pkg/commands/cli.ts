import { errorText } from '../../src/messages/messages';
import { DamagedStateError } from '../../src/model/errors';
import { ProblemError } from '../../src/model/problem';
import { CommanderError } from 'commander';
import { CannotStart, StateError, VaultError } from '../errors';
import { EXIT } from '../exit-code';
import { advice } from '../text/advice-text';
import { PROGRAM_ENDS } from '../text/refusal-text';
import { createProgram } from './program';
import { printMessage, surviveClosedOutput, stopOnSignals } from '../output';

surviveClosedOutput();
const interrupt = new AbortController();
stopOnSignals(() => interrupt.abort());

/** Errors whose messages say what to do. The state is damaged here only if a new one proved so at once. */
const REFUSALS = [CannotStart, StateError, VaultError, DamagedStateError];

const exitCodeOfRefusal = (error: Error): number =>
  error instanceof StateError && error.kind === 'locked' ? EXIT.otherSync : EXIT.usageOrSettings;

/** Prints the error unless the command was interrupted. */
function exitCodeOfError(error: unknown): number {
  // Also thrown after --help and --version. Commander has printed the message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usageOrSettings;
  if (interrupt.signal.aborted && error instanceof Error && error.name === 'AbortError')
    return EXIT.interrupted;
  if (REFUSALS.some((refusal) => error instanceof refusal) && error instanceof Error) {
    printMessage(error.message);
    return exitCodeOfRefusal(error);
  }
  if (error instanceof ProblemError) {
    const way = error.problem.code === 'vault-incomplete' ? ` ${advice('accept-missing', 0)}` : '';
    printMessage(`${errorText(error)}${way}`);
    return EXIT.usageOrSettings;
  }
  const stack = error instanceof Error ? error.stack : undefined;
  printMessage(PROGRAM_ENDS.bug(stack ?? String(error)));
  return EXIT.internalError;
}

try {
  await createProgram(interrupt.signal).parseAsync();
} catch (error) {
  process.exitCode = exitCodeOfError(error);
}
