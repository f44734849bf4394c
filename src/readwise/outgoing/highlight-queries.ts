import * as z from 'zod/mini';
import { isoDate, numericIdText } from './rules';

const BOOK_CATEGORIES = ['books', 'articles', 'tweets', 'podcasts', 'supplementals'] as const;

/** v2-highlights.md, "Highlight EXPORT": the query without its cursor. */
export const exportQuerySchema = z.strictObject({
  updatedAfter: z.optional(isoDate),
  ids: z.optional(z.readonly(z.array(numericIdText).check(z.minLength(1), z.maxLength(100)))),
  includeDeleted: z.optional(z.boolean()),
});

const paging = { pageSize: z.optional(z.int().check(z.gte(1), z.lte(1000))) };

/** v2-highlights.md, "Highlights LIST": the query without its page. */
export const highlightFilterSchema = z.strictObject({
  ...paging,
  bookId: z.optional(numericIdText),
  updatedBefore: z.optional(isoDate),
  updatedAfter: z.optional(isoDate),
  highlightedBefore: z.optional(isoDate),
  highlightedAfter: z.optional(isoDate),
});

/** v2-highlights.md, "Books LIST": the query without its page. */
export const bookFilterSchema = z.strictObject({
  ...paging,
  category: z.optional(z.enum(BOOK_CATEGORIES)),
  source: z.optional(z.string()),
  updatedBefore: z.optional(isoDate),
  updatedAfter: z.optional(isoDate),
  lastHighlightBefore: z.optional(isoDate),
  lastHighlightAfter: z.optional(isoDate),
});

/** v2-highlights.md, "Highlight Tags LIST" and "Book Tags LIST": the query without its page. */
export const tagFilterSchema = z.strictObject(paging);

export type ExportQuery = Readonly<z.infer<typeof exportQuerySchema>>;
export type HighlightFilter = Readonly<z.infer<typeof highlightFilterSchema>>;
export type BookFilter = Readonly<z.infer<typeof bookFilterSchema>>;
export type TagFilter = Readonly<z.infer<typeof tagFilterSchema>>;
