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
    words('of category', categories),
    words('in', locations),
    words('from', sources),
    words('tagged', tags.any),
    words('tagged', tags.all, 'and'),
    words('not tagged', tags.none),
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

function words(before: string, list: readonly string[] = [], conjunction: 'and' | 'or' = 'or'): string {
  const filled = list.map((word) => word.trim()).filter((word) => word !== '');
  return filled.length === 0 ? '' : `${before} ${listed(filled, conjunction)}`;
}

function listed(list: readonly string[], conjunction: 'and' | 'or'): string {
  const last = list[list.length - 1] ?? '';
  return list.length < 2 ? last : `${list.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

function describeText(of: 'author' | 'title' | 'site', test = ''): string {
  const { kind } = readTextTest(test);
  const one = `with ${of === 'author' ? 'an' : 'a'} ${of}`;
  switch (kind) {
    case 'anything':
      return '';
    case 'contained':
      return `with "${test}" in the ${of}`;
    case 'wildcard':
      return `${one} like "${test}"`;
    case 'pattern':
      return `${one} that matches ${test}`;
    case 'mistake':
      return `${one} that nothing matches`;
  }
}

function describeHighlights(highlights: When['highlights']): string {
  const { min = 0, max } = highlights ?? {};
  if (max === 0) return 'without highlights';
  if (max === undefined) return min === 0 ? '' : `with at least ${counted(min, 'highlight')}`;
  if (min === 0) return `with at most ${counted(max, 'highlight')}`;
  return min === max ? `with ${counted(min, 'highlight')}` : `with ${min} to ${counted(max, 'highlight')}`;
}

function describeAge({ olderThanDays, newerThanDays, of = 'saved' }: NonNullable<When['age']> = {}): readonly string[] {
  const described = (days: number | undefined, age: string, ago: string): string =>
    days === undefined ? '' : of === 'saved' ? `${age} than ${counted(days, 'day')}` : `${HAPPENED[of]} ${ago} ${counted(days, 'day')} ago`;
  return [described(olderThanDays, 'older', 'at least'), described(newerThanDays, 'newer', 'less than')];
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
