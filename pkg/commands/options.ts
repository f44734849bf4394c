import { InvalidArgumentError, Option } from 'commander';

/** The options of all commands but those that write at the service; `program.ts` says which has which. */
export interface Options {
  readonly vault: string;
  readonly state?: string;
  readonly json?: boolean;
  readonly settings?: string;
  readonly baseUrl?: string;
  readonly tokenFile?: string;
  readonly dryRun?: boolean;
  readonly diff?: boolean;
  readonly quiet?: boolean;
  readonly full?: boolean;
  readonly maxDelete?: number;
  readonly refuseHeld?: boolean;
  readonly restore?: readonly string[];
  readonly relink?: boolean;
  readonly acceptMissing?: boolean;
  readonly yes?: boolean;
  readonly leaveOthers?: boolean;
}

export interface TagRename {
  readonly from: string;
  readonly to: string;
}

/** An empty value usually comes from an unset variable of a script, and would mean the current folder. */
export function notEmpty(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return value;
}

export function calendarDay(value: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : NaN;
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  if (!isDay) throw new InvalidArgumentError('It must be a date such as 2026-01-31.');
  return value;
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}

/** For an option that may be given more than once. */
const collected = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  notEmpty(value),
];

function collectedRenames(value: string, before: readonly TagRename[] = []): readonly TagRename[] {
  const [from = '', ...rest] = value.split('=');
  const to = rest.join('=');
  if (from.trim() === '' || to.trim() === '')
    throw new InvalidArgumentError('It must be OLD=NEW, such as old-name=new-name.');
  return [...before, { from: from.trim(), to: to.trim() }];
}

/** Names between commas; none for an empty text. */
const commaSeparated = (value: string): readonly string[] =>
  value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** An option without a value, or with any. */
const option = (flags: string, description: string): Option => new Option(flags, description);

const filled = (flags: string, description: string): Option => option(flags, description).argParser(notEmpty);

const repeated = (flags: string, description: string): Option =>
  option(flags, `${description}; may be repeated`).argParser(collected);

/** The options of every command, so that a script can give all of them the same. */
const COMMON = [
  filled('--state <dir>', 'folder for the sync state, outside the vault'),
  option('--json', 'print one JSON object'),
  filled('--settings <file>', 'settings as JSON (default: those of the plugin in the vault)'),
  filled('--base-url <url>', 'address of the service, instead of the one in the settings'),
  filled(
    '--token-file <file>',
    'file with the token, readable only by you (chmod 600); - reads standard input',
  ),
];

const vault = (): Option => filled('--vault <dir>', 'the folder of notes');

/** Commands refuse to run without it. */
export const REQUIRED_VAULT = vault();

export const VAULT = [REQUIRED_VAULT, ...COMMON];
export const CHECK = [vault(), ...COMMON];

export const DRY_RUN = option('--dry-run', 'show what would be done; write no notes');

export const RENDER = [
  ...VAULT,
  DRY_RUN,
  option('--diff', 'with --dry-run: print how the text of each note would change').conflicts('json'),
  option('--quiet', 'for timers: print a dated line when notes changed, and what you must know'),
];

export const SYNC = [
  ...RENDER,
  option('--full', 'fetch everything again'),
  option('--max-delete <n>', 'allow up to N notes to be moved to the trash or archive in this run').argParser(
    wholeNumber,
  ),
  option('--refuse-held', 'keep the notes that are on hold, marked as deleted'),
  option(
    '--restore <id>',
    'restore what you deleted of this item; may be repeated. “undone”: what undo removed; “all”: all notes',
  ).argParser(collected),
  option('--relink', 'switch the vault to the account of this token').conflicts(['dryRun', 'acceptMissing']),
  option('--accept-missing', 'confirm that you deleted the missing notes'),
  option('--leave-others', 'leave notes of another plugin as they are').conflicts([
    'relink',
    'acceptMissing',
  ]),
];

/** The options of the commands that change something at the service. */
const WRITING = [...VAULT, option('--dry-run', 'show what would be sent; store and send nothing')];

const TAGS = option('--tags <names>', 'the tags, with commas between them').argParser(commaSeparated);

const ABOUT = [
  option('--title <text>', 'title'),
  option('--author <text>', 'author'),
  option('--summary <text>', 'summary'),
  option('--published-date <date>', 'when it was published, such as 2026-01-31'),
  option('--image-url <url>', 'address of the cover'),
];

export const HIGHLIGHT = [
  ...WRITING,
  filled('--text <text>', 'the passage; without it, JSON is read from standard input'),
  filled('--title <text>', 'title of the book, article or podcast'),
  filled('--author <text>', 'its author'),
  filled('--source-url <url>', 'its address'),
  filled('--image-url <url>', 'address of its cover'),
  filled('--category <category>', 'books, articles, tweets or podcasts'),
  filled('--note <text>', 'your note'),
  TAGS,
  option('--location <n>', 'the place of the passage').argParser(wholeNumber),
  filled('--highlight-url <url>', 'address of the highlight; sent again, it changes that highlight'),
];

export const EDIT = [
  ...WRITING,
  option('--note <text>', 'note of a highlight'),
  option('--text <text>', 'text of a highlight; the original is not kept'),
  option('--color <color>', 'yellow, blue, pink, orange, green or purple'),
  option('--url <url>', 'address of a highlight'),
  ...ABOUT,
  option('--category <category>', 'category of a document'),
  option('--location <location>', 'new, later, archive or feed; of a highlight, its place'),
  TAGS,
  repeated('--add-tag <name>', 'add a tag'),
  repeated('--remove-tag <name>', 'remove a tag'),
  option('--rename-tag <old=new>', 'rename a tag; may be repeated').argParser(collectedRenames),
  option('--yes', 'allow to empty what is filled'),
];

export const UNDO = [
  ...VAULT,
  DRY_RUN,
  option('--yes', 'confirm that notes go to the trash, or that changes sent since stay in Readwise'),
];

export const UNMARK = [...VAULT, DRY_RUN, option('--yes', 'confirm it')];

export const FORGET = [...VAULT, option('--yes', 'confirm it')];

export const DELETE = [...WRITING, option('--yes', 'confirm it')];

export const SAVE = [
  ...WRITING,
  ...ABOUT,
  TAGS,
  filled('--location <location>', 'new, later, archive or feed'),
  filled('--note <text>', 'your note'),
  filled('--html <file>', 'file with the page as HTML, which the service takes instead of loading it'),
];

export const SEND = [
  ...WRITING,
  repeated('--mine <change>', 'settle a conflict: send your values'),
  repeated('--theirs <change>', 'settle a conflict: keep the values of Readwise'),
  repeated('--discard <change>', 'give a change up'),
  repeated('--retry <change>', 'send a change now, also one that was refused'),
  option('--yes', 'send more than 20 changes made by hand'),
];
