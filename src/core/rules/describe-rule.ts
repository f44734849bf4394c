import type { ItemKind } from '../library/model';
import type { Rule } from './rule-schema';
import { readTextTest } from './text-test';

type When = Rule['when'];
type Then = Rule['then'];

const KINDS: Readonly<Record<ItemKind, string>> = { book: 'books', article: 'articles', tweet: 'tweets', podcast: 'podcasts', video: 'videos' };

/** A rule in plain English, as in `Articles tagged work or ai, newer than 30 days → folder Work, template study`. Its name is not in it. */
export function describeRule({ enabled, when, then }: Rule): string {
  return `${describeWhen(when)} → ${describeThen(then)}${enabled ? '' : ' (switched off)'}`;
}

function describeWhen(when: When): string {
  const kinds = when.kinds ?? [];
  const subject = kinds.length === 0 ? 'everything' : listed(kinds.map((kind) => KINDS[kind]), 'and');
  const { categories, locations, sources, tags = {} } = when;
  const parts = [
    words(categories, (list) => `of category ${listed(list, 'or')}`),
    words(locations, (list) => `in ${listed(list, 'or')}`),
    words(sources, (list) => `from ${listed(list, 'or')}`),
    words(tags.any, (list) => `tagged ${listed(list, 'or')}`),
    words(tags.all, (list) => `tagged ${listed(list, 'and')}`),
    words(tags.none, (list) => `not tagged ${listed(list, 'or')}`),
    describeText('author', when.author),
    describeText('title', when.title),
    describeText('site', when.site),
    describeHighlights(when.highlights),
    when.favorites === undefined ? '' : when.favorites ? 'with a favourite highlight' : 'without a favourite highlight',
    ...describeAge(when.age),
  ];
  const said = parts.filter((part) => part !== '').join(', ');
  return capitalized(said === '' ? subject : `${subject} ${said}`);
}

function words(list: readonly string[] | undefined, describe: (list: readonly string[]) => string): string {
  const filled = (list ?? []).map((word) => word.trim()).filter((word) => word !== '');
  return filled.length === 0 ? '' : describe(filled);
}

function listed(list: readonly string[], conjunction: 'and' | 'or'): string {
  const last = list[list.length - 1] ?? '';
  return list.length < 2 ? last : `${list.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

function describeText(of: 'author' | 'title' | 'site', test = ''): string {
  const { kind } = readTextTest(test);
  switch (kind) {
    case 'anything':
      return '';
    case 'contained':
      return `with "${test}" in the ${of}`;
    case 'wildcard':
      return `with ${article(of)} ${of} like "${test}"`;
    case 'pattern':
      return `with ${article(of)} ${of} that matches ${test}`;
    case 'mistake':
      return `with ${article(of)} ${of} that nothing matches`;
  }
}

const article = (noun: string): string => (noun === 'author' ? 'an' : 'a');

function describeHighlights(highlights: When['highlights']): string {
  const { min = 0, max } = highlights ?? {};
  if (max === 0) return 'without highlights';
  if (max === undefined) return min === 0 ? '' : `with at least ${counted(min, 'highlight')}`;
  if (min === 0) return `with at most ${counted(max, 'highlight')}`;
  return min === max ? `with ${counted(min, 'highlight')}` : `with ${min} to ${counted(max, 'highlight')}`;
}

function describeAge({ olderThanDays, newerThanDays, of = 'saved' }: NonNullable<When['age']> = {}): readonly string[] {
  const parts: string[] = [];
  if (olderThanDays !== undefined) parts.push(of === 'saved' ? `older than ${counted(olderThanDays, 'day')}` : `${HAPPENED[of]} at least ${counted(olderThanDays, 'day')} ago`);
  if (newerThanDays !== undefined) parts.push(of === 'saved' ? `newer than ${counted(newerThanDays, 'day')}` : `${HAPPENED[of]} less than ${counted(newerThanDays, 'day')} ago`);
  return parts;
}

const HAPPENED = { published: 'published', lastHighlighted: 'last highlighted' } as const;

function describeThen({ leaveOut, folder = '', fileName = '', template = '', fullText, notePerHighlight }: Then): string {
  if (leaveOut === true) return 'left out';
  const parts = [
    folder === '' ? '' : `folder ${folder}`,
    fileName === '' ? '' : `file name ${fileName}`,
    template === '' ? '' : `template ${template}`,
    fullText === undefined ? '' : FULL_TEXT[fullText],
    notePerHighlight === undefined ? '' : notePerHighlight ? 'a note for each highlight' : 'one note for all highlights',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'as without rules' : parts.join(', ');
}

const FULL_TEXT = { off: 'no full text', note: 'full text in the note', file: 'full text in a file of its own' } as const;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
