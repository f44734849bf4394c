import { distinctWords } from '../../model/text';
import { cleanText } from '../../model/clean-text';
import { inertLine } from '../markdown/plain-text';
import type { PropertyValue } from '../front-matter/front-matter';
import { isEmptyValue, listOf, numberOf, plainText, propertyText } from './values';
import { formatDate } from './dates';

export const PROPERTY_TYPES = ['text', 'list', 'number', 'checkbox', 'date', 'datetime', 'tags'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

const lineOf = (value: unknown): string => inertLine(propertyText(value));

const linesOf = (value: unknown): readonly string[] =>
  listOf(value)
    .map(lineOf)
    .filter((line) => line !== '');

const FALSE_WORDS: ReadonlySet<string> = new Set(['false', 'no', 'off', '0']);

/** A value without declared type: lists, numbers and booleans keep theirs. */
function untyped(value: unknown): PropertyValue | null {
  if (Array.isArray(value)) return linesOf(value);
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' ? numberOf(value) : lineOf(value);
}

function typed(value: unknown, type: PropertyType): PropertyValue | null {
  switch (type) {
    case 'text':
      return lineOf(value);
    case 'list':
      return linesOf(value);
    case 'number':
      return numberOf(value);
    case 'checkbox':
      if (value === null || value === undefined || value === '') return null;
      return !isEmptyValue(value) && !FALSE_WORDS.has(plainText(value).toLowerCase());
    case 'date':
      return formatDate(plainText(value).trim());
    case 'datetime':
      return formatDate(plainText(value).trim(), "yyyy-MM-dd'T'HH:mm:ss");
    case 'tags':
      return obsidianTags(listOf(value).map((tag) => plainText(tag).replace(/<(?=%)/g, '')));
  }
}

/**
 * A value as data for a property, inert for programs that read whole files; null to leave the property out.
 */
export function propertyValue(value: unknown, type: PropertyType | null): PropertyValue | null {
  const data = type === null ? untyped(value) : typed(value, type);
  if (data === null || data === '' || (Array.isArray(data) && data.length === 0)) return null;
  return data;
}

/** Whether anything of a text can be seen. */
export const isVisible = (text: string): boolean =>
  /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

// Signs that set tags apart, such as C, C# and C++. All others that Obsidian forbids separate words.
const SIGN_WORDS: ReadonlyMap<string, string> = new Map([
  ['#', 'sharp'],
  ['+', 'plus'],
  ['&', 'and'],
  ['@', 'at'],
  ['%', 'percent'],
  ['$', 'dollar'],
  ['*', 'star'],
  ['=', 'equals'],
  ['!', 'exclamation'],
  ['?', 'question'],
]);
const SIGN = /[#+&@%$*=!?]/g;
/** That of a hashtag, and of a number as in `PR #12`. */
const LEADING_SHARP = /(^|[\s/])#+/g;
/** As in `.NET`; within a name a dot separates. */
const LEADING_DOT = /(^|\/)\.(?=[\p{L}\p{N}])/gu;

// Characters not allowed in tags: ASCII punctuation except _ - /, general and supplemental punctuation, all
// spaces.
const ILLEGAL = /[\s!-,.:-@[-^`{-~\u2000-\u206f\u2e00-\u2e7f]+/g;

/**
 * A name as a legal Obsidian tag without `#`; `''` if impossible. `machine learning` becomes
 * `machine-learning`, `C#` becomes `C-sharp`, `1984` becomes `y1984`. Depends on nothing but the name.
 */
export function obsidianTag(name: string): string {
  const tag = cleanText(name)
    .trim()
    .replace(LEADING_SHARP, '$1')
    .replace(LEADING_DOT, '$1dot-')
    .replace(SIGN, wordOfSign)
    .replace(ILLEGAL, '-')
    .replace(/-{2,}/g, '-')
    .replace(/\/{2,}/g, '/')
    .replace(/^[-/]+|[-/]+$/g, '');
  if (!isVisible(tag)) return '';
  return /^[\d/]+$/.test(tag) ? `y${tag}` : tag;
}

/** The word, set off by dashes within its level of a nested tag. */
function wordOfSign(sign: string, at: number, name: string): string {
  const before = name[at - 1] === '/' ? '' : '-';
  const after = name[at + 1] === '/' ? '' : '-';
  return `${before}${SIGN_WORDS.get(sign) ?? ''}${after}`;
}

/** Legal tags without duplicates, ignoring case; the first spelling stays. */
export const obsidianTags = (names: readonly string[]): readonly string[] =>
  distinctWords(names.map(obsidianTag));
