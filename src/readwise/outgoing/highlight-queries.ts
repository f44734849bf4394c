import {
  fields,
  flag,
  isoDate,
  listOf,
  numericIdText,
  oneOf,
  optional,
  text,
  wholeNumber,
  type ValueOf,
} from './rules';

const BOOK_CATEGORIES = ['books', 'articles', 'tweets', 'podcasts', 'supplementals'] as const;

/** v2-highlights.md, "Highlight EXPORT": the query without its cursor. */
export const exportQueryRule = fields({
  updatedAfter: optional(isoDate),
  ids: optional(listOf(numericIdText, { least: 1, most: 100 })),
  includeDeleted: optional(flag),
});

const paging = { pageSize: optional(wholeNumber({ least: 1, most: 1000 })) };

/** v2-highlights.md, "Highlights LIST": the query without its page. */
export const highlightFilterRule = fields({
  ...paging,
  bookId: optional(numericIdText),
  updatedBefore: optional(isoDate),
  updatedAfter: optional(isoDate),
  highlightedBefore: optional(isoDate),
  highlightedAfter: optional(isoDate),
});

/** v2-highlights.md, "Books LIST": the query without its page. */
export const bookFilterRule = fields({
  ...paging,
  category: optional(oneOf(BOOK_CATEGORIES)),
  source: optional(text),
  updatedBefore: optional(isoDate),
  updatedAfter: optional(isoDate),
  lastHighlightBefore: optional(isoDate),
  lastHighlightAfter: optional(isoDate),
});

/** v2-highlights.md, "Highlight Tags LIST" and "Book Tags LIST": the query without its page. */
export const tagFilterRule = fields(paging);

export type ExportQuery = ValueOf<typeof exportQueryRule>;
export type HighlightFilter = ValueOf<typeof highlightFilterRule>;
export type BookFilter = ValueOf<typeof bookFilterRule>;
export type TagFilter = ValueOf<typeof tagFilterRule>;
