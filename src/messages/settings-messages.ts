import { CHOICE_KEYS } from '../model/highlight-choice';
import { RULE_KEYS } from '../model/rule-schema';
import type { SettingsProblem, UnknownSetting } from '../model/settings';
import type { Found, Limit, ValueMistake } from '../model/setting-shapes';
import { nearest } from '../model/text';
import { didYouMean } from './english';

/** What is wrong with settings and rules, for app and terminal. */

type Plain = Found | 'missing' | 'other';

/** What is said without parameters. */
const PLAIN: Readonly<Record<Plain, string>> = {
  missing: 'is missing',
  other: 'cannot hold this value',
  'newer-version': 'was written by a newer version of Florilegium; update it',
  'server-shape': 'The server address must look like https://readwise.io',
  'server-scheme': 'The server address must start with https:// (http:// is only for this machine itself)',
  'folder-empty': 'The folder needs a name',
  'folder-signs': 'The folder cannot contain \\ : * ? " < > | # ^ [ ]',
  'folder-invisible': 'The folder cannot contain invisible characters',
  'folder-outside': 'The folder is a path inside the vault, like Readwise or Library/Readwise',
  'tag-prefix': 'The tag prefix can only have letters, digits, _ - and /, like readwise/',
  'secret-name': 'The name of a secret has only small letters, digits and dashes',
  'text-or-texts': 'must be text or a list of texts',
  'regular-expression':
    'Regular expressions do not work here. Write words that it contains, or a pattern such as "sto?c*": * stands for any text, ? for one character.',
  'min-over-max': 'min is more than max, so nothing can match',
  'no-age-between': 'newerThanDays must be more than olderThanDays, or nothing can match',
  'only-true': 'must be true, or not be there',
};

/** By the names that zod has for types. */
const TYPES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  string: 'text',
  number: 'a number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** What is found in a value whose key is known to the reader; null for nothing. */
export const foundText = (found: Found | null): string | null => (found === null ? null : PLAIN[found]);

/** What each part of the settings may hold that knows no other keys, by its path. */
const KNOWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  ...RULE_KEYS,
  ...Object.fromEntries(Object.entries(CHOICE_KEYS).map(([key, names]) => [`scope.highlights${key}`, names])),
};

/** What is wrong with a value; it follows the key. */
export function valueMistakeText(mistake: ValueMistake, key: string): string {
  if (isPlain(mistake)) return PLAIN[mistake.code];
  switch (mistake.code) {
    case 'wrong-type':
      return `must be ${TYPES[mistake.wanted] ?? mistake.wanted}`;
    case 'not-a-choice':
      return `must be ${mistake.choices.map((choice) => `"${choice}"`).join(' or ')}`;
    case 'unknown-keys':
      return mistake.keys.map((unknown) => unknownText(unknown, KNOWN_KEYS[key] ?? [])).join(' ');
    case 'unknown-word':
      return unknownText(mistake.word, mistake.known);
    case 'time-zone':
      return `There is no time zone “${mistake.zone}”. Write its name like Europe/Berlin, America/New_York or UTC`;
    case 'whole-number':
    case 'size':
    case 'test-length':
      return limitText(mistake);
  }
}

const isPlain = (mistake: ValueMistake): mistake is { readonly code: Plain } => mistake.code in PLAIN;

function limitText({ code, most }: Limit): string {
  switch (code) {
    case 'whole-number':
      return `must be a whole number from 0 to ${String(most)}`;
    case 'size':
      return `must be a number up to ${String(most)}`;
    case 'test-length':
      return `Use at most ${String(most)} characters.`;
  }
}

function unknownText(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return `"${word}" is not known here.${near === null ? ` It may hold ${known.join(', ')}.` : didYouMean(near)}`;
}

/** With the key; in a rule with its number and name. */
export function settingsProblemText({ key, mistake, rule }: SettingsProblem): string {
  const text = valueMistakeText(mistake, key);
  if (rule === undefined) return `${key === '' ? 'settings' : key}: ${text}`;
  if (rule.index === null) return `rules: The rules: ${text}`;
  const number = `Rule ${String(rule.index + 1)}`;
  const which = rule.name === '' ? number : `${number} "${rule.name}"`;
  return `rules: ${which}: ${key === '' ? text : `${key}: ${text}`}`;
}

export const unknownSettingText = ({ key, near }: UnknownSetting): string =>
  `"${key}" is not known.${didYouMean(near)}`;
