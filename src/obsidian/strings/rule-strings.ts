import { number, plural } from '../../messages/english';
import { capitalized } from '../../messages/messages';
import { EDIT_HIGHLIGHT } from './writing-highlight-strings';
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

const COLORS: Readonly<Record<string, string>> = EDIT_HIGHLIGHT.colors;

/** What Kindle gives in the place of a passage where a book may not be copied further. */
export const KINDLE_LIMIT = 'You have reached the clipping limit';

const FAVORITES = 'favorites';

const nounOf = (part: string, at: number): string =>
  part === FAVORITES ? part : `${at === 0 ? 'highlights' : 'those'} ${part}`;

/** A choice of highlights in words: "only favorites and those with a note, none tagged private". */
export const CHOICE_SENTENCE = {
  all: 'all highlights',
  /** Favorites are named by themselves; of the others, the first one says what they all are. */
  only: (parts: Texts): string => `only ${joined(parts.map(nounOf), 'and')}`,
  favorites: FAVORITES,
  withNote: 'with a note',
  tags: (tags: Texts): string => `tagged ${anyOf(tags)}`,
  colors: (colors: Texts): string => `in ${anyOf(colors.map((each) => COLORS[each]?.toLowerCase() ?? each))}`,
  noTag: (tags: Texts): string => `none tagged ${anyOf(tags)}`,
  noText: (tests: Texts): string => `none with ${quotedAny(tests)}`,
  noLimit: 'no limit messages of Kindle',
};

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
    highlights: (choice: string): string => `have ${choice}`,
    highlightNotes: 'have highlight notes',
    noHighlightNotes: 'have no highlight notes',
    nothing: 'stay as they are',
  },
  whole: (when: Texts, then: Texts): string =>
    `${when.length === 0 ? 'All items' : `Items ${when.join(', ')}`} ${joined(then, 'and')}.`,
  off: 'Off.',
};

const SEPARATE = 'Separate several with commas.';
const TEXT_TEST =
  'Matches any part of it. With * or ?, a pattern for the whole text. Put each on a line of its own.';

const OR = 'Or what another “Only” allows.';

/** Names of a rule's conditions, by key. */
export const RULE_CONDITIONS = {
  kinds: 'Types',
  categories: 'Detailed types',
  locations: 'Locations in Reader',
  tags: 'Tags',
  title: 'Title',
  author: 'Author',
  site: 'Site',
  sources: 'Sources',
  highlights: 'Number of highlights',
  favorites: 'Favorites',
  age: 'Age',
};

/** Names and descriptions of a rule's fields, by key. */
export const RULE_FIELDS = {
  name: { name: 'Name' },
  'when.kinds': { name: 'Types' },
  'when.categories': { name: 'Detailed types' },
  'when.locations': { name: 'Locations in Reader' },
  'when.sources': { name: 'Sources', desc: `For example kindle, reader, snipd. ${SEPARATE}` },
  'when.tags.any': { name: 'Any of these tags', desc: SEPARATE },
  'when.tags.all': { name: 'All of these tags', desc: SEPARATE },
  'when.tags.none': { name: 'None of these tags', desc: SEPARATE },
  'when.author': { name: 'Author', desc: TEXT_TEST },
  'when.title': { name: 'Title', desc: TEXT_TEST },
  'when.site': { name: 'Site', desc: TEXT_TEST },
  'when.highlights.min': { name: 'Highlights, at least' },
  'when.highlights.max': { name: 'Highlights, at most' },
  'when.favorites': { name: 'Favorites' },
  'when.age.olderThanDays': { name: 'Older than, in days' },
  'when.age.newerThanDays': { name: 'Newer than, in days' },
  'when.age.of': { name: 'Age since it was' },
  'then.leaveOut': { name: 'Leave it out', desc: 'It gets no note.' },
  'then.folder': { name: 'Folder of the note', desc: 'A template. If empty, the one under Names is used.' },
  'then.fileName': { name: 'Name of the note', desc: 'A template. If empty, the one under Names is used.' },
  'then.template': { name: 'Style' },
  'then.fullText': { name: 'Full text' },
  'then.notePerHighlight': { name: 'Highlight notes' },
  'then.highlights.any.favorites': { name: 'Only favorites' },
  'then.highlights.any.withNote': { name: 'Only highlights with a note', desc: OR },
  'then.highlights.any.tags': { name: 'Only highlights with these tags', desc: `${OR} ${SEPARATE}` },
  'then.highlights.any.colors': { name: 'Only highlights of these colors', desc: OR },
  'then.highlights.none.tags': { name: 'No highlights with these tags', desc: SEPARATE },
  'then.highlights.none.texts': { name: 'No highlights with these words', desc: TEXT_TEST },
};

export const RULE_CHOICES = {
  favorites: {
    '': 'Does not matter',
    yes: 'At least one highlight is a favorite',
    no: 'No highlight is a favorite',
  },
  age: { '': 'saved in Reader', published: 'published', lastHighlighted: 'last highlighted' },
  template: { '': 'Same as for its type' },
  fullText: {
    '': 'As in the settings',
    off: 'None',
    note: 'At the end of the note',
    file: 'In a separate file',
  },
  notePerHighlight: { '': 'As in the settings', yes: 'Yes', no: 'No' },
};

/** The settings' own choice of highlights. */
export const HIGHLIGHT_CHOICE = {
  title: 'Highlights in notes',
  choose: 'Choose…',
  explanation:
    'Empty fields leave nothing out. Items without any are no longer synced, except documents when “All saved” is chosen.',
  /** The choice in words, and what is in notes once that is counted. */
  row: (choice: string, { hasRules, count = '' }: { readonly hasRules: boolean; readonly count?: string }) =>
    `${capitalized(choice)}${hasRules ? ', except where a rule chooses' : ''}${count}.`,
  share: (chosen: number, all: number): string =>
    chosen === all ? ` (${number(all)})` : ` (${number(chosen)} of ${number(all)})`,
  counted: (chosen: number, all: number): string => `${number(chosen)} of ${plural(all, 'highlight')}.`,
};

/** In the form of a rule that chooses highlights. */
export const OWN_CHOICE =
  'This choice of highlights replaces that of the settings, the switch for Kindle’s messages too.';
