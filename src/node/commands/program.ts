import { Command, InvalidArgumentError, Option } from 'commander';
import { version } from '../../../package.json';
import { say } from '../output';
import type { Options } from './inputs';
import { adopt, check, checkVault, daily, status, unmark } from './library-commands';
import { render, sync, undo } from './sync-commands';

/** Does what a command says, and returns the exit code. */
type Run = (options: Options, signal: AbortSignal) => Promise<number>;

/** An empty value is a variable of a script that is not set; an empty path would be the current folder. */
function notEmpty(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It takes a whole number of notes.');
  return Number(value);
}

function calendarDay(value: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : NaN;
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  if (!isDay) throw new InvalidArgumentError('It is no day: write it as 2026-01-31.');
  return value;
}

const collected = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  notEmpty(value),
];

const text = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(notEmpty);

const VAULT = [
  text('--vault <dir>', 'the folder of notes').makeOptionMandatory(),
  text('--state <dir>', 'folder for the state of this device, outside the vault'),
  new Option('--json', 'print one JSON object'),
];
const SETTINGS = [
  text('--settings <file>', 'settings as JSON; else those of the plugin in the vault, else the defaults'),
];
const SERVICE = [
  ...SETTINGS,
  text('--base-url <url>', 'address of the service instead of that in the settings'),
  text('--token-file <file>', 'file with the token, closed to others (chmod 600); - is standard input'),
];
const DRY_RUN = [new Option('--dry-run', 'show what would be done; write no note')];
const DIFF = [
  new Option('--diff', 'with --dry-run: print how the text of each note would change').conflicts('json'),
];
const SYNC = [
  new Option('--full', 'fetch everything again'),
  new Option(
    '--max-delete <n>',
    'allow up to N notes to be moved to the trash or the archive in this run',
  ).argParser(wholeNumber),
  new Option('--refuse-held', 'keep the notes that the last sync held back'),
  new Option(
    '--restore <id>',
    'bring back what you deleted of this item; may be repeated; “all” for all notes',
  ).argParser(collected),
  new Option('--relink', 'let the vault follow the account of this token from now on').conflicts([
    'dryRun',
    'acceptMissing',
  ]),
  new Option('--accept-missing', 'the notes that are missing in the vault were deleted on purpose'),
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
    description: 'bring the notes up to date',
    options: [...VAULT, ...SERVICE, ...DRY_RUN, ...DIFF, ...SYNC],
    run: sync,
  },
  {
    name: 'render',
    description: 'write the notes again from what is known, without asking the service',
    options: [...VAULT, ...SETTINGS, ...DRY_RUN, ...DIFF],
    run: render,
  },
  {
    name: 'undo',
    description: 'take back what the last sync did to the notes',
    options: [...VAULT, ...DRY_RUN],
    run: undo,
  },
  { name: 'check', description: 'is the token good?', options: SERVICE, run: check },
  {
    name: 'status',
    description: 'what this device knows of its own syncing',
    options: VAULT,
    run: status,
  },
  {
    name: 'adopt',
    description:
      'take over the notes of other Readwise plugins (after sync --dry-run, before the first sync)',
    options: [...VAULT, ...SETTINGS, ...DRY_RUN],
    run: adopt,
  },
  {
    name: 'check-library',
    description: 'look for what is not in order in notes and state',
    options: [...VAULT, ...SETTINGS],
    run: checkVault,
  },
  {
    name: 'unmark',
    description: 'turn all notes into plain markdown that no sync changes',
    options: [...VAULT, ...DRY_RUN],
    run: unmark,
  },
  {
    name: 'base',
    description: 'make a Base of the library, once',
    options: [...VAULT, ...SETTINGS],
    run: (options, signal) => daily(options, { view: 'base' }, signal),
  },
  {
    name: 'review',
    description: "put today's daily review into a note",
    options: [...VAULT, ...SERVICE],
    run: (options, signal) => daily(options, { view: 'review' }, signal),
  },
];

const MORE_HELP = `
Example:
  florilegium sync --vault ~/Notes

The token is taken from --token-file, else from the environment variable READWISE_TOKEN.

Exit codes: 0 done, 1 some notes failed, 2 usage or settings, 3 a hold waits for confirmation,
4 token refused, 5 service not reachable or not speaking the API, 70 a bug, 130 interrupted.`;

/**
 * The commands of the terminal program. Each sets the exit code of the process; a usage error is thrown as
 * `CommanderError`.
 */
export function createProgram(signal: AbortSignal): Command {
  const program = new Command('florilegium')
    .description('Brings Readwise highlights and Reader documents into a folder of markdown notes.')
    .version(version, '--version')
    .addHelpText('after', MORE_HELP)
    .configureOutput({ writeErr: (message) => say(message.trimEnd()) })
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
        command.error("error: option '--diff' goes with --dry-run only");
      process.exitCode = await row.run(options, signal);
    });
  }
  add({
    name: 'day',
    description: "put the highlights made on a day into that day's note",
    options: [...VAULT, ...SETTINGS],
  })
    .argument('[date]', 'the day, as 2026-01-31; else today', calendarDay)
    .action(async (day: string | undefined, options: Options) => {
      process.exitCode = await daily(options, { view: 'day', day: day ?? null }, signal);
    });
  return program;
}
