import { InvalidArgumentError, Option } from 'commander';
import {
  EDIT_OPTIONS,
  HIGHLIGHT_OPTIONS,
  MUST,
  OPTIONS,
  SAVE_OPTIONS,
  SEND_OPTIONS,
  SYNC_OPTIONS,
  UNDO_OPTIONS,
  WRITING_OPTIONS,
} from '../text/help-text';

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
  if (value.trim() === '') throw new InvalidArgumentError(MUST.notBeEmpty);
  return value;
}

export function calendarDay(value: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : NaN;
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  if (!isDay) throw new InvalidArgumentError(MUST.beDay);
  return value;
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError(MUST.beWholeNumber);
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
  if (from.trim() === '' || to.trim() === '') throw new InvalidArgumentError(MUST.beRename);
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
  option(flags, OPTIONS.repeated(description)).argParser(collected);

/** The options of every command, so that a script can give all of them the same. */
const COMMON = [
  filled('--state <dir>', OPTIONS.state),
  option('--json', OPTIONS.json),
  filled('--settings <file>', OPTIONS.settings),
  filled('--base-url <url>', OPTIONS.baseUrl),
  filled('--token-file <file>', OPTIONS.tokenFile),
];

const vault = (): Option => filled('--vault <dir>', OPTIONS.vault);

/** Commands refuse to run without it. */
export const REQUIRED_VAULT = vault();

export const VAULT = [REQUIRED_VAULT, ...COMMON];
export const CHECK = [vault(), ...COMMON];

export const DRY_RUN = option('--dry-run', OPTIONS.dryRun);

export const RENDER = [
  ...VAULT,
  DRY_RUN,
  option('--diff', SYNC_OPTIONS.diff).conflicts('json'),
  option('--quiet', SYNC_OPTIONS.quiet),
];

export const SYNC = [
  ...RENDER,
  option('--full', SYNC_OPTIONS.full),
  option('--max-delete <n>', SYNC_OPTIONS.maxDelete).argParser(wholeNumber),
  option('--refuse-held', SYNC_OPTIONS.refuseHeld),
  option('--restore <id>', SYNC_OPTIONS.restore).argParser(collected),
  option('--relink', SYNC_OPTIONS.relink).conflicts(['dryRun', 'acceptMissing']),
  option('--accept-missing', SYNC_OPTIONS.acceptMissing),
  option('--leave-others', SYNC_OPTIONS.leaveOthers).conflicts(['relink', 'acceptMissing']),
];

/** The options of the commands that change something at the service. */
const WRITING = [...VAULT, option('--dry-run', WRITING_OPTIONS.dryRun)];

const TAGS = option('--tags <names>', WRITING_OPTIONS.tags).argParser(commaSeparated);

const ABOUT = [
  option('--title <text>', WRITING_OPTIONS.title),
  option('--author <text>', WRITING_OPTIONS.author),
  option('--summary <text>', WRITING_OPTIONS.summary),
  option('--published-date <date>', WRITING_OPTIONS.publishedDate),
  option('--image-url <url>', WRITING_OPTIONS.imageUrl),
];

export const HIGHLIGHT = [
  ...WRITING,
  filled('--text <text>', HIGHLIGHT_OPTIONS.text),
  filled('--title <text>', HIGHLIGHT_OPTIONS.title),
  filled('--author <text>', HIGHLIGHT_OPTIONS.author),
  filled('--source-url <url>', HIGHLIGHT_OPTIONS.sourceUrl),
  filled('--image-url <url>', HIGHLIGHT_OPTIONS.imageUrl),
  filled('--category <category>', HIGHLIGHT_OPTIONS.category),
  filled('--note <text>', HIGHLIGHT_OPTIONS.note),
  TAGS,
  option('--location <n>', HIGHLIGHT_OPTIONS.location).argParser(wholeNumber),
  filled('--highlight-url <url>', HIGHLIGHT_OPTIONS.highlightUrl),
];

export const EDIT = [
  ...WRITING,
  option('--note <text>', EDIT_OPTIONS.note),
  option('--text <text>', EDIT_OPTIONS.text),
  option('--color <color>', EDIT_OPTIONS.color),
  option('--url <url>', EDIT_OPTIONS.url),
  ...ABOUT,
  option('--category <category>', EDIT_OPTIONS.category),
  option('--location <location>', EDIT_OPTIONS.location),
  TAGS,
  repeated('--add-tag <name>', EDIT_OPTIONS.addTag),
  repeated('--remove-tag <name>', EDIT_OPTIONS.removeTag),
  option('--rename-tag <old=new>', EDIT_OPTIONS.renameTag).argParser(collectedRenames),
  option('--yes', EDIT_OPTIONS.yes),
];

export const UNDO = [...VAULT, DRY_RUN, option('--yes', UNDO_OPTIONS.yes)];

export const UNMARK = [...VAULT, DRY_RUN, option('--yes', OPTIONS.yes)];

export const FORGET = [...VAULT, option('--yes', OPTIONS.yes)];

export const DELETE = [...WRITING, option('--yes', OPTIONS.yes)];

export const SAVE = [
  ...WRITING,
  ...ABOUT,
  TAGS,
  filled('--location <location>', SAVE_OPTIONS.location),
  filled('--note <text>', SAVE_OPTIONS.note),
  filled('--html <file>', SAVE_OPTIONS.html),
];

export const SEND = [
  ...WRITING,
  repeated('--mine <change>', SEND_OPTIONS.mine),
  repeated('--theirs <change>', SEND_OPTIONS.theirs),
  repeated('--discard <change>', SEND_OPTIONS.discard),
  repeated('--retry <change>', SEND_OPTIONS.retry),
  option('--yes', SEND_OPTIONS.yes),
];
