import { Command } from 'commander';
import { version } from '../../../package.json';
import { say } from './can-start';
import { addLibraryCommands } from './library-commands';
import { addSyncCommands } from './sync-commands';
import { addViewCommands } from './view-commands';

const MORE_HELP = `
Example:
  florilegium sync --vault ~/Notes

The token is taken from --token-file, else from the environment variable READWISE_TOKEN.

Exit codes: 0 done, 1 some notes failed, 2 usage or settings, 3 a hold waits for confirmation,
4 token refused, 5 service not reachable or not speaking the API, 70 a bug, 130 interrupted.`;

/** The commands of the terminal program. Each sets the exit code of the process; a usage error is thrown as `CommanderError`. */
export function createProgram(signal: AbortSignal): Command {
  const program = new Command('florilegium')
    .description('Brings Readwise highlights and Reader documents into a folder of markdown notes.')
    .version(version, '--version')
    .addHelpText('after', MORE_HELP)
    .configureOutput({ writeErr: (message) => say(message.trimEnd()) })
    .exitOverride();
  addSyncCommands(program, signal);
  addLibraryCommands(program, signal);
  addViewCommands(program, signal);
  return program;
}
