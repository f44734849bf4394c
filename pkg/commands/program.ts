import { Argument, Command, type Option } from 'commander';
import { version } from '../../package.json';
import { printMessage } from '../output';
import { requireVault } from './inputs';
import {
  calendarDay,
  CHECK,
  DELETE,
  DRY_RUN,
  EDIT,
  FORGET,
  HIGHLIGHT,
  notEmpty,
  RENDER,
  REQUIRED_VAULT,
  SAVE,
  SEND,
  SYNC,
  UNDO,
  UNMARK,
  VAULT,
  type Options,
} from './options';

/** Does what a command is for and returns the exit code. The argument is empty where none is given. */
type Run = (options: Options, signal: AbortSignal, argument: string) => Promise<number>;

interface CommandRow {
  readonly name: string;
  readonly description: string;
  readonly argument?: Argument;
  readonly options: readonly Option[];
  /** Called when the command is run, so that a program that an hourly timer starts is ready at once. */
  readonly load: () => Promise<Run>;
}

const TARGET = 'block id of a highlight (rw…, rd…), document or book id, or path of a note';
const required = (name: string, description: string): Argument =>
  new Argument(name, description).argParser(notEmpty);

const COMMANDS: readonly CommandRow[] = [
  {
    name: 'sync',
    description: 'update the notes',
    options: SYNC,
    load: async () => (await import('./sync')).sync,
  },
  {
    name: 'render',
    description: 'write the notes again from local data, without asking the service',
    options: RENDER,
    load: async () => (await import('./sync')).render,
  },
  {
    name: 'undo',
    description: 'undo what the last sync did to the notes',
    options: UNDO,
    load: async () => (await import('./sync')).undo,
  },
  {
    name: 'check',
    description: 'check the token',
    options: CHECK,
    load: async () => (await import('./library')).check,
  },
  {
    name: 'status',
    description: 'show the state of syncing on this device',
    options: VAULT,
    load: async () => (await import('./library')).status,
  },
  {
    name: 'adopt',
    description: 'move in notes of other Readwise plugins (after sync --dry-run, before the first sync)',
    options: [...VAULT, DRY_RUN],
    load: async () => (await import('./library')).adopt,
  },
  {
    name: 'check-library',
    description: 'check notes and state for problems',
    options: VAULT,
    load: async () => (await import('./library')).checkVault,
  },
  {
    name: 'unmark',
    description: 'make all notes plain markdown, which syncs do not change',
    options: UNMARK,
    load: async () => (await import('./library')).unmark,
  },
  {
    name: 'forget',
    description: 'remove what this device stores for the vault; notes stay',
    options: FORGET,
    load: async () => (await import('./forget')).forget,
  },
  {
    name: 'base',
    description: 'create a Base of the library',
    options: VAULT,
    load: async () => (await import('./library')).base,
  },
  {
    name: 'review',
    description: "write today's daily review into a note",
    options: VAULT,
    load: async () => (await import('./library')).review,
  },
  {
    name: 'day',
    description: "write the highlights of a day into that day's note",
    argument: new Argument('[date]', 'the day, such as 2026-01-31 (default: today)').argParser(calendarDay),
    options: VAULT,
    load: async () => (await import('./library')).day,
  },
  {
    name: 'highlight',
    description: 'make a highlight in Readwise, or many with JSON on standard input',
    options: HIGHLIGHT,
    load: async () => (await import('./writing')).highlight,
  },
  {
    name: 'edit',
    description: 'change a highlight, document or book in Readwise',
    argument: required('<id>', TARGET),
    options: EDIT,
    load: async () => (await import('./writing')).edit,
  },
  {
    name: 'delete',
    description: 'delete a highlight or document in Readwise',
    argument: required('<id>', TARGET),
    options: DELETE,
    load: async () => (await import('./writing')).deleteTarget,
  },
  {
    name: 'save',
    description: 'save a page to Reader',
    argument: required('<url>', 'address of the page'),
    options: SAVE,
    load: async () => (await import('./writing')).save,
  },
  {
    name: 'send',
    description: 'send what waits, and what you changed by hand in notes',
    options: SEND,
    load: async () => (await import('./sending')).send,
  },
];

const MORE_HELP = `
Example:
  florilegium sync --vault ~/Notes

The token comes from --token-file or the environment variable READWISE_TOKEN.

Exit codes:
  0    done
  1    some notes failed, or a change waits
  2    wrong usage or settings, or a change that was refused
  3    notes on hold, or a conflict, need your decision
  4    the token was refused
  5    Readwise cannot be reached
  6    another sync is running
  70   a bug
  130  interrupted`;

/** Commands set the exit code of the process; a usage error is thrown as `CommanderError`. */
export function createProgram(signal: AbortSignal): Command {
  const program = new Command('florilegium')
    .description('Brings Readwise highlights and Reader documents into a folder of markdown notes.')
    .version(version, '--version')
    .addHelpText('after', MORE_HELP)
    // In a narrow terminal, too, lines of the help break between words.
    .configureHelp({ minWidthToWrap: 20 })
    .configureOutput({ writeErr: (message) => printMessage(message.trimEnd()) })
    .exitOverride();
  for (const row of COMMANDS) addCommand(program, row, signal);
  return program;
}

function addCommand(program: Command, row: CommandRow, signal: AbortSignal): void {
  const command = program.command(row.name).description(row.description);
  if (row.argument !== undefined) command.addArgument(row.argument);
  for (const option of row.options) command.addOption(option);
  command.action(async () => {
    const { vault, dryRun, diff } = command.opts<Partial<Options>>();
    if (diff === true && dryRun !== true) command.error("error: option '--diff' needs --dry-run");
    // Not by commander, which would name it before an option that it does not know.
    if (vault === undefined && row.options.includes(REQUIRED_VAULT))
      command.error("error: required option '--vault <dir>' not specified");
    if (vault !== undefined) requireVault(vault);
    const run = await row.load();
    const [argument = ''] = command.args;
    process.exitCode = await run(command.opts<Options>(), signal, argument);
  });
}
