import { InvalidArgumentError, Option } from 'commander';

/** An empty value usually comes from an unset variable of a script, and would mean the current folder. */
export function notEmpty(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return value;
}

export function wholeNumber(value: string): number {
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
export const collected = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  notEmpty(value),
];

export interface TagRename {
  readonly from: string;
  readonly to: string;
}

export function collectedRenames(value: string, before: readonly TagRename[] = []): readonly TagRename[] {
  const [from = '', ...rest] = value.split('=');
  const to = rest.join('=');
  if (from.trim() === '' || to.trim() === '')
    throw new InvalidArgumentError('It must be OLD=NEW, such as old-name=new-name.');
  return [...before, { from: from.trim(), to: to.trim() }];
}

/** Names between commas; none for an empty text. */
export const commaSeparated = (value: string): readonly string[] =>
  value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

export const textOption = (flags: string, description: string): Option =>
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
