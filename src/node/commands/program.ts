import { Command, Option } from 'commander';
import { version } from '../../../package.json';
import { printMessage } from '../output';
import type { Options } from './inputs';
import { calendarDay, collected, COMMON, VAULT, vaultOption, wholeNumber } from './option-parsers';
import { addWritingCommands } from './writing-program';

/** Loads what a command needs, runs it, and returns the exit code. */
type Run = (options: Options, signal: AbortSignal) => Promise<number>;

// Each command is loaded when it is run, so that a program that an hourly timer starts is ready at once.
const syncCommands = () => import('./sync-commands');
const libraryCommands = () => import('./library-commands');

const DRY_RUN = [new Option('--dry-run', 'show what would be done; write no notes')];
const DIFF = [
  new Option('--diff', 'with --dry-run: print how the text of each note would change').conflicts('json'),
];
const SYNC = [
  new Option('--full', 'fetch everything again'),
  new Option(
    '--max-delete <n>',
    'allow up to N notes to be moved to the trash or archive in this run',
  ).argParser(wholeNumber),
  new Option('--refuse-held', 'keep the notes on hold'),
  new Option(
    '--restore <id>',
    'restore what you deleted of this item; may be repeated; “all” for all notes',
  ).argParser(collected),
  new Option('--relink', 'switch the vault to the account of this token').conflicts([
    'dryRun',
    'acceptMissing',
  ]),
  new Option('--accept-missing', 'confirm that you deleted the missing notes'),
];

interface CommandRow {
  readonly name: string;
  readonly description: string;
  readonly options: readonly Option[];
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
  const add = (row: Omit<CommandRow, 'run'>): Command => {
    const command = program.command(row.name).description(row.description);
    row.options.forEach((option) => command.addOption(option));
    return command;
  };
  for (const row of COMMANDS) {
    const command = add(row);
    command.action(async () => {
      const options = command.opts<Options>();
      if (options.diff === true && options.dryRun !== true)
        command.error("error: option '--diff' needs --dry-run");
      process.exitCode = await row.run(options, signal);
    });
  }
  add({
    name: 'day',
    description: "write the highlights of a day into that day's note",
    options: VAULT,
  })
    .argument('[date]', 'the day, such as 2026-01-31 (default: today)', calendarDay)
    .action(async (day: string | undefined, options: Options) => {
      const { daily } = await libraryCommands();
      process.exitCode = await daily(options, { view: 'day', day: day ?? null }, signal);
    });
  addWritingCommands(program, signal);
  return program;
}
