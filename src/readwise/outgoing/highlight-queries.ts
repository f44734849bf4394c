import * as v from 'valibot';
import { isoDate, listOf, numericIdText, oneOf, wholeNumber } from './rules';

const BOOK_CATEGORIES = ['books', 'articles', 'tweets', 'podcasts', 'supplementals'] as const;

/** v2-highlights.md, "Highlight EXPORT": the query without its cursor. */
export const exportQuerySchema = v.strictObject({
  updatedAfter: v.optional(isoDate),
  ids: v.optional(listOf(numericIdText, { least: 1, most: 100 })),
  includeDeleted: v.optional(v.boolean()),
});

const paging = { pageSize: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(1000))) };

/** v2-highlights.md, "Highlights LIST": the query without its page. */
export const highlightFilterSchema = v.strictObject({
  ...paging,
  bookId: v.optional(numericIdText),
  updatedBefore: v.optional(isoDate),
  updatedAfter: v.optional(isoDate),
  highlightedBefore: v.optional(isoDate),
  highlightedAfter: v.optional(isoDate),
});

/** v2-highlights.md, "Books LIST": the query without its page. */
export const bookFilterSchema = v.strictObject({
  ...paging,
  category: v.optional(oneOf(BOOK_CATEGORIES)),
  source: v.optional(v.string()),
  updatedBefore: v.optional(isoDate),
  updatedAfter: v.optional(isoDate),
  lastHighlightBefore: v.optional(isoDate),
  lastHighlightAfter: v.optional(isoDate),
});

/** v2-highlights.md, "Highlight Tags LIST" and "Book Tags LIST": the query without its page. */
export const tagFilterSchema = v.strictObject(paging);

export type ExportQuery = Readonly<v.InferOutput<typeof exportQuerySchema>>;
export type HighlightFilter = Readonly<v.InferOutput<typeof highlightFilterSchema>>;
export type BookFilter = Readonly<v.InferOutput<typeof bookFilterSchema>>;
export type TagFilter = Readonly<v.InferOutput<typeof tagFilterSchema>>;
