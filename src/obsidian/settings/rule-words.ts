import type { Rule } from '../../model/rule-schema';
import { readTextTest } from '../../model/text-test';
import { list, number, plural } from '../ui/english';
import { CATEGORY_NAMES, KIND_NAMES, SCOPE_NAMES, templateName } from './settings-strings';

type When = Rule['when'];
type Names = Readonly<Record<string, string>>;
type Words = readonly string[] | undefined;

const KINDS = { book: 'books', article: 'articles', tweet: 'tweets', podcast: 'podcasts', video: 'videos' };

const AGES = {
  saved: { older: (days: string) => `older than ${days}`, newer: (days: string) => `newer than ${days}` },
  published: {
    older: (days: string) => `published at least ${days} ago`,
    newer: (days: string) => `published less than ${days} ago`,
  },
  lastHighlighted: {
    older: (days: string) => `last highlighted at least ${days} ago`,
    newer: (days: string) => `last highlighted less than ${days} ago`,
  },
};

const FULL_TEXTS = {
  off: 'no full text',
  note: 'full text in the note',
  file: 'full text in a separate file',
};

/**
 * Says what a rule does in a sentence, such as `Articles tagged work or ai, newer than 30 days → folder Work, template study`.
 * The rule's name is not in it.
 */
export function describeRule({ enabled, when, then }: Rule): string {
  const text = `${subjectOf(when)} → ${list(resultsOf(then))}`;
  const capitalized = text.charAt(0).toUpperCase() + text.slice(1);
  return enabled ? capitalized : `${capitalized} (switched off)`;
}

function subjectOf(when: When): string {
  const kinds = (when.kinds ?? []).map((kind) => KINDS[kind]);
  const subject = kinds.length === 0 ? 'everything' : joined(kinds, 'and');
  const conditions = conditionsOf(when);
  return conditions.length === 0 ? subject : `${subject} ${list(conditions)}`;
}

function conditionsOf(when: When): readonly string[] {
  const conditions: string[] = [];
  const add = (start: string, words: string): void => {
    if (words !== '') conditions.push(`${start} ${words}`);
  };
  add('of category', anyOf(when.categories, { ...KIND_NAMES, ...CATEGORY_NAMES }));
  add('in', anyOf(when.locations, SCOPE_NAMES.documentLocations));
  add('from', anyOf(when.sources));
  add('tagged', anyOf(when.tags?.any));
  add('tagged', joined(filled(when.tags?.all), 'and'));
  add('not tagged', anyOf(when.tags?.none));
  add('with', textTest('author', when.author));
  add('with', textTest('title', when.title));
  add('with', textTest('site', when.site));
  conditions.push(...highlightConditions(when.highlights));
  if (when.favorites !== undefined)
    conditions.push(when.favorites ? 'with a favorite highlight' : 'without a favorite highlight');
  conditions.push(...ageConditions(when.age));
  return conditions;
}

/** Empty for a test that any text passes. A mistaken one cannot be saved. */
function textTest(field: 'author' | 'title' | 'site', text = ''): string {
  const article = field === 'author' ? 'an' : 'a';
  switch (readTextTest(text).kind) {
    case 'anything':
    case 'mistake':
      return '';
    case 'contained':
      return `“${text}” in the ${field}`;
    case 'wildcard':
      return `${article} ${field} like “${text}”`;
    case 'pattern':
      return `${article} ${field} that matches ${text}`;
  }
}

function highlightConditions({ min = 0, max }: NonNullable<When['highlights']> = {}): readonly string[] {
  if (max === 0) return ['without highlights'];
  if (max === undefined) return min === 0 ? [] : [`with at least ${plural(min, 'highlight')}`];
  if (min === 0) return [`with at most ${plural(max, 'highlight')}`];
  if (min === max) return [`with ${plural(max, 'highlight')}`];
  return [`with ${number(min)} to ${plural(max, 'highlight')}`];
}

function ageConditions({
  olderThanDays,
  newerThanDays,
  of = 'saved',
}: NonNullable<When['age']> = {}): readonly string[] {
  const conditions: string[] = [];
  if (olderThanDays !== undefined) conditions.push(AGES[of].older(plural(olderThanDays, 'day')));
  if (newerThanDays !== undefined) conditions.push(AGES[of].newer(plural(newerThanDays, 'day')));
  return conditions;
}

function resultsOf(then: Rule['then']): readonly string[] {
  if (then.leaveOut === true) return ['left out'];
  const { folder = '', fileName = '', template = '' } = then;
  const results: string[] = [];
  if (folder !== '') results.push(`folder ${folder}`);
  if (fileName !== '') results.push(`file name ${fileName}`);
  if (template !== '') results.push(`template ${templateName(template)}`);
  if (then.fullText !== undefined) results.push(FULL_TEXTS[then.fullText]);
  if (then.notePerHighlight !== undefined)
    results.push(then.notePerHighlight ? 'a note for each highlight' : 'one note for all highlights');
  return results.length === 0 ? ['no change'] : results;
}

/** Empty when nothing is listed. `names`: what words of the service are called. */
function anyOf(words: Words, names: Names = {}): string {
  const named = filled(words).map((word) => (Object.hasOwn(names, word) ? (names[word] ?? word) : word));
  return joined(named, 'or');
}

const filled = (words: Words = []): readonly string[] =>
  words.map((word) => word.trim()).filter((word) => word !== '');

/** `a`, `a or b`, `a, b, or c`. */
function joined(words: readonly string[], conjunction: 'and' | 'or'): string {
  if (words.length <= 2) return words.join(` ${conjunction} `);
  return `${list(words.slice(0, -1))}, ${conjunction} ${words.at(-1) ?? ''}`;
}
