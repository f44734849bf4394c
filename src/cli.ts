import { version } from '../package.json';
import { EXIT } from './platform/node/exit-code';
import { parseArguments, USAGE, type Command } from './platform/node/arguments/parse-arguments';
import { StateError } from './platform/node/state/state-error';
import { VaultError } from './platform/node/vault/vault-error';
import { adopt } from './terminal/adopt-command';
import { CannotStart, say } from './terminal/can-start';
import { check } from './terminal/check-command';
import { checkVault, unmark } from './terminal/keeping-commands';
import { render, sync } from './terminal/note-commands';
import { outliveReaders } from './terminal/outlive-readers';
import { status } from './terminal/status-command';
import { undo } from './terminal/undo-command';
import { view } from './terminal/view-command';

/** The terminal program: which command is run, what a signal does, and the exit code. */
async function run(command: Command, signal: AbortSignal): Promise<number> {
  switch (command.name) {
    case 'help':
      process.stdout.write(USAGE);
      return EXIT.done;
    case 'version':
      process.stdout.write(`${version}\n`);
      return EXIT.done;
    case 'usage-error':
      throw new CannotStart(`${command.problem}. See florilegium --help`);
    case 'sync':
      return sync(command, signal);
    case 'render':
      return render(command, signal);
    case 'adopt':
      return adopt(command, signal);
    case 'undo':
      return undo(command, signal);
    case 'view':
      return view(command, signal);
    case 'check':
      return check(command);
    case 'check-library':
      return checkVault(command, signal);
    case 'unmark':
      return unmark(command, signal);
    case 'status':
      return status(command);
  }
}

outliveReaders();
const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    say('Stopping; the note being written is finished first. Once more to stop at once.');
    interrupt.abort();
  });
}

/** Says why a command did not come to its end, unless a person wanted it so. */
function told(error: unknown): number {
  if (interrupt.signal.aborted && error instanceof Error && error.name === 'AbortError')
    return EXIT.interrupted;
  const isExpected =
    error instanceof CannotStart || error instanceof StateError || error instanceof VaultError;
  say(
    isExpected
      ? error.message
      : `Internal error, please report it:\n${error instanceof Error ? error.stack : String(error)}`,
  );
  return isExpected ? EXIT.usageOrSettings : EXIT.internalError;
}

try {
  process.exitCode = await run(parseArguments(process.argv.slice(2)), interrupt.signal);
} catch (error) {
  process.exitCode = told(error);
}
