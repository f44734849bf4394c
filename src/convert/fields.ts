import { call, highlightField, itemField, literal, type Code, type ValueType } from './code';
import type { DateLanguage } from './date-format';

export type TemplateLanguage = 'jinja' | 'nunjucks' | 'mustache' | 'handlebars';

/** What one of their names is here. */
export interface Field {
  readonly value: Code;
  /** In a condition, where that is another. */
  readonly test?: Code;
  /** What a person should know of it; the name is told with its place then. */
  readonly hint?: string;
}

type Fields = ReadonlyMap<string, Field>;

/** The names of one language's templates. */
export interface Dialect {
  readonly item: Fields;
  readonly highlight: Fields;
  /** Names under which the item and the highlight themselves stand. */
  readonly items: ReadonlySet<string>;
  readonly highlights: ReadonlySet<string>;
  readonly highlightLists: ReadonlySet<string>;
  readonly dates: DateLanguage;
}

const table = (fields: Readonly<Record<string, Code | Field>>): Fields =>
  new Map(Object.entries(fields).map(([name, field]) => [name, 'form' in field ? { value: field } : field]));
const item = (name: string, type?: ValueType): Code => itemField(name, type);
const own = (name: string, type?: ValueType): Code => highlightField(name, type);
const instead = (value: Code, hint: string): Field => ({ value, hint });

const TAGS = item('tags', 'list');
const LAST = item('lastHighlighted', 'date');
const BOOK_ID = call('replace', [
  item('serviceUrl'),
  literal('https://readwise.io/bookreview/'),
  literal(''),
]);
const HIGHLIGHT_ID = call('replace', [own('url'), literal('https://readwise.io/open/'), literal('')]);
const hashtags = (tags: Code): Field => ({
  value: call('hashtags', [tags], { type: 'hashtags' }),
  test: tags,
});
const placeNamed = (type: string, word: string): Code =>
  call('and', [
    call('eq', [own('locationType'), literal(type)]),
    call('join', [call('list', [literal(word), own('location', 'number')]), literal(' ')]),
  ]);
const PLACE = call('or', [
  placeNamed('page', 'Page'),
  placeNamed('location', 'Location'),
  own('time'),
  literal('View Highlight'),
]);
const APPROXIMATE = 'the service does not tell it: when it was last highlighted stands in';
const WHOLE = 'notes are written whole, as if each sync were the first';

const COMMON_ITEM = {
  title: item('title'),
  category: item('category'),
  source: item('source'),
  summary: item('summary', 'passage'),
  document_note: item('documentNote', 'passage'),
  source_url: item('url'),
  num_highlights: item('highlightCount', 'number'),
  asin: item('asin'),
};

const OFFICIAL_ITEM = table({
  ...COMMON_ITEM,
  author: item('author'),
  full_title: item('title'),
  url: item('url'),
  image_url: item('cover'),
  image: item('cover'),
  document_tags: TAGS,
  document_summary: item('summary', 'passage'),
  book_id: BOOK_ID,
  published_date: item('published', 'date'),
  last_highlighted_date: LAST,
  last_synced: instead(
    LAST,
    `“last_synced” is when a sync ran, which no note says: when it was last highlighted stands in.`,
  ),
  date: instead(
    LAST,
    '“date” is when a sync ran, which no note says: when it was last highlighted stands in.',
  ),
  time: instead(
    call('date', [LAST, literal('HH:mm')]),
    '“time” is when a sync ran, which no note says: when it was last highlighted stands in.',
  ),
  is_new_page: instead(literal(true), `“is_new_page” counts as true: ${WHOLE}.`),
  has_new_highlights: instead(literal(false), `“has_new_highlights” counts as false: ${WHOLE}.`),
});

const OFFICIAL_HIGHLIGHT = table({
  highlight_text: own('text', 'passage'),
  highlight_note: own('note', 'passage'),
  highlight_tags: own('tags', 'list'),
  highlight_location: { value: PLACE, test: own('url') },
  highlight_location_url: own('url'),
  highlight_url: own('url'),
  highlight_id: HIGHLIGHT_ID,
  highlight_color: own('color'),
  color: own('color'),
  highlighted_at: own('highlightedAt', 'date'),
  highlight_date: own('highlightedAt', 'date'),
  created_at: own('highlightedAt', 'date'),
  favorite: own('favorite'),
});

const SERVICE_ITEM = {
  ...COMMON_ITEM,
  author: item('authors', 'list'),
  id: BOOK_ID,
  user_book_id: BOOK_ID,
  readable_title: item('title'),
  sanitized_title: item('title'),
  cover_image_url: item('cover'),
  readwise_url: item('serviceUrl'),
  highlights_url: item('serviceUrl'),
  unique_url: call('or', [item('readerUrl'), item('serviceUrl')]),
  created: instead(LAST, `“created”: ${APPROXIMATE}.`),
  updated: instead(LAST, `“updated”: ${APPROXIMATE}.`),
  last_highlight_at: LAST,
};

const SERVICE_HIGHLIGHT = {
  id: HIGHLIGHT_ID,
  text: own('text', 'passage'),
  note: own('note', 'passage'),
  location: own('location', 'number'),
  location_type: own('locationType'),
  location_url: own('url'),
  locationUrl: own('url'),
  readwise_url: own('url'),
  url: own('sourceUrl'),
  color: own('color'),
  is_favorite: own('favorite'),
  highlighted_at: own('highlightedAt', 'date'),
  created_at: own('highlightedAt', 'date'),
  updated_at: instead(
    own('highlightedAt', 'date'),
    '“updated_at”: the service does not tell it: when it was highlighted stands in.',
  ),
};

const MIRROR_ITEM = table({
  ...SERVICE_ITEM,
  authorStr: { value: call('wikilink', [item('authors', 'list')], { type: 'list' }), test: item('author') },
  tags: hashtags(TAGS),
  tags_nohash: TAGS,
});
const MIRROR_HIGHLIGHT = table({ ...SERVICE_HIGHLIGHT, tags: hashtags(own('tags', 'list')) });
const EXPORT_ITEM = table({ ...SERVICE_ITEM, author: item('author'), tags: TAGS, book_tags: TAGS });
const EXPORT_HIGHLIGHT = table({ ...SERVICE_HIGHLIGHT, tags: own('tags', 'list') });

const OMNIVORE_ITEM = table({
  title: item('title'),
  author: item('author'),
  siteName: item('siteName'),
  originalUrl: item('url'),
  omnivoreUrl: call('or', [item('readerUrl'), item('serviceUrl')]),
  labels: TAGS,
  dateSaved: item('saved', 'date'),
  datePublished: item('published', 'date'),
  description: item('summary', 'passage'),
  note: item('documentNote', 'passage'),
  type: item('category'),
  state: item('location'),
  wordsCount: item('wordCount', 'number'),
  readLength: item('readingTime'),
  image: item('cover'),
  updatedAt: instead(LAST, `“updatedAt”: ${APPROXIMATE}.`),
});

const OMNIVORE_HIGHLIGHT = table({
  text: own('text', 'passage'),
  note: own('note', 'passage'),
  highlightUrl: own('url'),
  highlightID: own('anchor'),
  dateHighlighted: own('highlightedAt', 'date'),
  labels: own('tags', 'list'),
  color: own('color'),
  positionAnchorIndex: own('location', 'number'),
});

const SERVICE_NAMES = {
  items: new Set(['doc', 'book', 'document']),
  highlights: new Set(['highlight']),
  highlightLists: new Set(['highlights']),
};

export const DIALECTS: Readonly<Record<TemplateLanguage, Dialect>> = {
  jinja: { item: OFFICIAL_ITEM, highlight: OFFICIAL_HIGHLIGHT, ...SERVICE_NAMES, dates: 'django' },
  nunjucks: { item: MIRROR_ITEM, highlight: MIRROR_HIGHLIGHT, ...SERVICE_NAMES, dates: 'moment' },
  mustache: {
    item: OMNIVORE_ITEM,
    highlight: OMNIVORE_HIGHLIGHT,
    ...SERVICE_NAMES,
    items: new Set(['article']),
    dates: 'luxon',
  },
  handlebars: { item: EXPORT_ITEM, highlight: EXPORT_HIGHLIGHT, ...SERVICE_NAMES, dates: 'moment' },
};
