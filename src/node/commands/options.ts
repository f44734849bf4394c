import { InvalidArgumentError, Option } from 'commander';

/** An empty value usually comes from an unset variable of a script, and would mean the current folder. */
export function notEmpty(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return value;
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}

export function calendarDay(value: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : NaN;
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  if (!isDay) throw new InvalidArgumentError('It must be a date such as 2026-01-31.');
  return value;
}

/** For an option that may be given more than once. */
const collected = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  notEmpty(value),
];

export interface TagRename {
  readonly from: string;
  readonly to: string;
}

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

const textOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(notEmpty);

/** The options of every command, so that a script can give all of them the same. */
export const COMMON = [
  textOption('--state <dir>', 'folder for the sync state, outside the vault'),
  new Option('--json', 'print one JSON object'),
  textOption('--settings <file>', 'settings as JSON (default: those of the plugin in the vault)'),
  textOption('--base-url <url>', 'address of the service, instead of the one in the settings'),
  textOption(
    '--token-file <file>',
    'file with the token, readable only by you (chmod 600); - reads standard input',
  ),
];

export const vaultOption = (): Option => textOption('--vault <dir>', 'the folder of notes');

export const VAULT = [vaultOption().makeOptionMandatory(), ...COMMON];

export const DRY_RUN = [new Option('--dry-run', 'show what would be done; write no notes')];
export const DIFF = [
  new Option('--diff', 'with --dry-run: print how the text of each note would change').conflicts('json'),
];
export const SYNC = [
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

export const DRY_SEND = [new Option('--dry-run', 'show what would be sent; store and send nothing')];

const TAGS = new Option('--tags <names>', 'the tags, with commas between them').argParser(commaSeparated);
const ABOUT = [
  new Option('--title <text>', 'title'),
  new Option('--author <text>', 'author'),
  new Option('--summary <text>', 'summary'),
  new Option('--published-date <date>', 'when it was published, such as 2026-01-31'),
  new Option('--image-url <url>', 'address of the cover'),
];

export const HIGHLIGHT = [
  textOption('--text <text>', 'the passage; without it, JSON is read from standard input'),
  textOption('--title <text>', 'title of the book, article or podcast'),
  textOption('--author <text>', 'its author'),
  textOption('--source-url <url>', 'its address'),
  textOption('--image-url <url>', 'address of its cover'),
  textOption('--category <category>', 'books, articles, tweets or podcasts'),
  textOption('--note <text>', 'your note'),
  TAGS,
  new Option('--location <n>', 'the place of the passage').argParser(wholeNumber),
  textOption('--highlight-url <url>', 'address of the highlight; sent again, it changes that highlight'),
];

export const EDIT = [
  new Option('--note <text>', 'note of a highlight'),
  new Option('--text <text>', 'text of a highlight; the original is not kept'),
  new Option('--color <color>', 'yellow, blue, pink, orange, green or purple'),
  new Option('--url <url>', 'address of a highlight'),
  ...ABOUT,
  new Option('--category <category>', 'category of a document'),
  new Option('--location <location>', 'new, later, archive or feed; of a highlight, its place'),
  TAGS,
  new Option('--add-tag <name>', 'add a tag; may be repeated').argParser(collected),
  new Option('--remove-tag <name>', 'remove a tag; may be repeated').argParser(collected),
  new Option('--rename-tag <old=new>', 'rename a tag; may be repeated').argParser(collectedRenames),
  new Option('--yes', 'allow to empty what is filled'),
];

export const SAVE = [
  ...ABOUT,
  TAGS,
  textOption('--location <location>', 'new, later, archive or feed'),
  textOption('--note <text>', 'your note'),
  textOption('--html <file>', 'file with the page as HTML, which the service takes instead of loading it'),
];

const settle = (flags: string, description: string): Option =>
  new Option(flags, `${description}; may be repeated`).argParser(collected);

export const SEND = [
  settle('--mine <change>', 'settle a conflict: send your values'),
  settle('--theirs <change>', 'settle a conflict: keep the values of Readwise'),
  settle('--discard <change>', 'give a change up'),
  settle('--retry <change>', 'send a change now, also one that was refused'),
  new Option('--yes', 'send more than 20 changes made by hand'),
];

export const DELETE = [new Option('--yes', 'confirm it')];
