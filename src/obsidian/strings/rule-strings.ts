import { number, plural } from '../../messages/english';
import { CATEGORY_NAMES, KIND_NAMES, SCOPE_NAMES, templateName } from './settings-strings';

type Texts = readonly string[];

/** As in "a, b or c". */
const joined = (parts: Texts, last: string): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1) ?? ''}`;
const anyOf = (parts: Texts): string => joined(parts, 'or');
const quotedAny = (parts: Texts): string => anyOf(parts.map((part) => `“${part}”`));

const TYPES: Readonly<Record<string, string>> = { ...KIND_NAMES, ...CATEGORY_NAMES };
const LOCATIONS: Readonly<Record<string, string>> = SCOPE_NAMES.documentLocations;
const ofType = (types: Texts): string => `of the type ${anyOf(types.map((type) => TYPES[type] ?? type))}`;
const AGES: Readonly<Record<string, string>> = {
  '': 'saved',
  saved: 'saved',
  published: 'published',
  lastHighlighted: 'last highlighted',
};
const days = (count: number): string => plural(count, 'day');

/** The parts of a rule that is told as a sentence. Each condition follows "Items". */
export const RULE_SENTENCE = {
  when: {
    kinds: ofType,
    categories: ofType,
    locations: (places: Texts): string => `in ${anyOf(places.map((place) => LOCATIONS[place] ?? place))}`,
    anyTag: (tags: Texts): string => `tagged ${anyOf(tags)}`,
    allTags: (tags: Texts): string => `tagged ${joined(tags, 'and')}`,
    noTag: (tags: Texts): string => `not tagged ${anyOf(tags)}`,
    title: (tests: Texts): string => `called ${quotedAny(tests)}`,
    author: (tests: Texts): string => `by ${quotedAny(tests)}`,
    site: (tests: Texts): string => `from the site ${quotedAny(tests)}`,
    sources: (sources: Texts): string => `from ${anyOf(sources)}`,
    atLeast: (count: number): string => `with at least ${plural(count, 'highlight')}`,
    atMost: (count: number): string => `with at most ${plural(count, 'highlight')}`,
    between: (min: number, max: number): string => `with ${number(min)} to ${plural(max, 'highlight')}`,
    favorite: 'with a favorite',
    noFavorite: 'without a favorite',
    older: (count: number, since: string): string => `${AGES[since] ?? since} over ${days(count)} ago`,
    newer: (count: number, since: string): string => `${AGES[since] ?? since} in the last ${days(count)}`,
  },
  then: {
    leaveOut: 'get no note',
    folder: (folder: string): string => `go into the folder “${folder}”`,
    fileName: (name: string): string => `are named “${name}”`,
    template: (choice: string): string => `have the style ${templateName(choice)}`,
    fullText: {
      off: 'have no full text',
      note: 'have their full text at the end',
      file: 'have their full text in its own note',
    },
    highlightNotes: 'have highlight notes',
    noHighlightNotes: 'have no highlight notes',
    nothing: 'stay as they are',
  },
  whole: (when: Texts, then: Texts): string =>
    `${when.length === 0 ? 'All items' : `Items ${when.join(', ')}`} ${joined(then, 'and')}.`,
  off: 'Off.',
};
