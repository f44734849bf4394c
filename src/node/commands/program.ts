import { Argument, Command, type Option } from 'commander';
import { version } from '../../../package.json';
import { printMessage } from '../output';
import type { Options } from './inputs';
import {
  calendarDay,
  COMMON,
  DELETE,
  DIFF,
  DRY_RUN,
  DRY_SEND,
  EDIT,
  HIGHLIGHT,
  notEmpty,
  SAVE,
  SEND,
  SYNC,
  VAULT,
  vaultOption,
} from './options';

/** Loads what a command needs, runs it, and returns the exit code. */
type Run = (options: Options, signal: AbortSignal, argument?: string) => Promise<number>;

// Each command is loaded when it is run, so that a program that an hourly timer starts is ready at once.
const syncCommands = () => import('./sync');
const libraryCommands = () => import('./library');
const writingCommands = () => import('./writing');

const TARGET = new Argument(
  '<id>',
  'anchor of a highlight (rw…, rd…), id of a document or book, or path of a note',
).argParser(notEmpty);

interface CommandRow {
  readonly name: string;
  readonly description: string;
  readonly options: readonly Option[];
  readonly argument?: Argument;
  readonly run: Run;
}

const COMMANDS: readonly CommandRow[] = [
  {
    name: 'sync',
    description: 'update the notes',
    options: [...VAULT, ...DRY_RUN, ...DIFF, ...SYNC],
    run: async (options, signal) => (await syncCommands()).sync(options, signal),
  },
  {
    name: 'render',
    description: 'write the notes again from local data, without asking the service',
    options: [...VAULT, ...DRY_RUN, ...DIFF],
    run: async (options, signal) => (await syncCommands()).render(options, signal),
  },
  {
    name: 'undo',
    description: 'undo what the last sync did to the notes',
    options: [...VAULT, ...DRY_RUN],
    run: async (options, signal) => (await syncCommands()).undo(options, signal),
  },
  {
    name: 'check',
    description: 'check the token',
    options: [vaultOption(), ...COMMON],
    run: async (options) => (await libraryCommands()).check(options),
  },
  {
    name: 'status',
    description: 'show the state of syncing on this device',
    options: VAULT,
    run: async (options) => (await libraryCommands()).status(options),
  },
  {
    name: 'adopt',
    description: 'adopt notes of other Readwise plugins (after sync --dry-run, before the first sync)',
    options: [...VAULT, ...DRY_RUN],
    run: async (options, signal) => (await libraryCommands()).adopt(options, signal),
  },
  {
    name: 'check-library',
    description: 'check notes and state for problems',
    options: VAULT,
    run: async (options, signal) => (await libraryCommands()).checkVault(options, signal),
  },
  {
    name: 'unmark',
    description: 'turn all notes into plain markdown, which syncs do not change',
    options: [...VAULT, ...DRY_RUN],
    run: async (options, signal) => (await libraryCommands()).unmark(options, signal),
  },
  {
    name: 'base',
    description: 'create a Base of the library',
    options: VAULT,
    run: async (options, signal) => (await libraryCommands()).daily(options, { view: 'base' }, signal),
  },
  {
    name: 'review',
    description: "write today's daily review into a note",
    options: VAULT,
    run: async (options, signal) => (await libraryCommands()).daily(options, { view: 'review' }, signal),
  },
  {
    name: 'day',
    description: "write the highlights of a day into that day's note",
    options: VAULT,
    argument: new Argument('[date]', 'the day, such as 2026-01-31 (default: today)').argParser(calendarDay),
    run: async (options, signal, day) =>
      (await libraryCommands()).daily(options, { view: 'day', day: day ?? null }, signal),
  },
  {
    name: 'highlight',
    description: 'make a highlight at Readwise, or many with JSON on standard input',
    options: [...VAULT, ...DRY_SEND, ...HIGHLIGHT],
    run: async (options, signal) => (await writingCommands()).highlight(options, signal),
  },
  {
    name: 'edit',
    description: 'change a highlight, document or book at Readwise',
    options: [...VAULT, ...DRY_SEND, ...EDIT],
    argument: TARGET,
    run: async (options, signal, id = '') => (await writingCommands()).edit(id, options, signal),
  },
  {
    name: 'delete',
    description: 'delete a highlight or document at Readwise',
    options: [...VAULT, ...DRY_SEND, ...DELETE],
    argument: TARGET,
    run: async (options, signal, id = '') => (await writingCommands()).deleteTarget(id, options, signal),
  },
  {
    name: 'save',
    description: 'save a page to Reader',
    options: [...VAULT, ...DRY_SEND, ...SAVE],
    argument: new Argument('<url>', 'address of the page').argParser(notEmpty),
    run: async (options, signal, url = '') => (await writingCommands()).save(url, options, signal),
  },
  {
    name: 'send',
    description: 'send what waits, and what you changed by hand in notes',
    options: [...VAULT, ...DRY_SEND, ...SEND],
    run: async (options, signal) => (await import('./sending')).send(options, signal),
  },
];

const MORE_HELP = `
Example:
  florilegium sync --vault ~/Notes

The token comes from --token-file or the environment variable READWISE_TOKEN.

Exit codes: 0 done, 1 some notes failed or a change waits, 2 usage, settings or a change that is refused,
3 notes on hold or a conflict need your decision, 4 token refused, 5 service unreachable or not the
Readwise API, 70 a bug, 130 interrupted.`;

/** Commands set the exit code of the process; a usage error is thrown as `CommanderError`. */
export function createProgram(signal: AbortSignal): Command {
  const program = new Command('florilegium')
    .description('Brings Readwise highlights and Reader documents into a folder of markdown notes.')
    .version(version, '--version')
    .addHelpText('after', MORE_HELP)
    .configureOutput({ writeErr: (message) => printMessage(message.trimEnd()) })
    .exitOverride();
  for (const row of COMMANDS) addCommand(program, row, signal);
  return program;
}

function addCommand(program: Command, row: CommandRow, signal: AbortSignal): void {
  const command = program.command(row.name).description(row.description);
  row.options.forEach((option) => command.addOption(option));
  if (row.argument !== undefined) command.addArgument(row.argument);
  command.action(async () => {
    const options = command.opts<Options>();
    if (options.diff === true && options.dryRun !== true)
      command.error("error: option '--diff' needs --dry-run");
    process.exitCode = await row.run(options, signal, command.args[0]);
  });
}
