import * as z from 'zod/mini';
import { characters, isoDate, numericId, someCharacters } from './outgoing';

/** What may be sent to v2, as v2-highlights.md has it. */

const TEXT = 8191;
const ADDRESS = 2047;
const HIGHLIGHT_ADDRESS = 4095;

const newHighlightSchema = z
  .strictObject({
    text: someCharacters(TEXT),
    title: z.optional(characters(511)),
    author: z.optional(characters(1024)),
    imageUrl: z.optional(characters(ADDRESS)),
    sourceUrl: z.optional(characters(ADDRESS)),
    sourceType: z.optional(
      z.string().check(z.regex(/^\S{3,64}$/u, 'must be from 3 to 64 characters with no spaces')),
    ),
    category: z.optional(z.enum(['books', 'articles', 'tweets', 'podcasts'])),
    note: z.optional(characters(TEXT)),
    location: z.optional(z.int()),
    locationType: z.optional(z.enum(['page', 'location', 'none', 'order', 'offset', 'time_offset'])),
    highlightedAt: z.optional(isoDate),
    highlightUrl: z.optional(characters(HIGHLIGHT_ADDRESS)),
  })
  .check(
    z.refine(({ locationType = 'order', location }) => locationType === 'order' || location !== undefined, {
      path: ['location'],
      error: 'is required by every locationType but "order"',
    }),
  );

/** "Highlight CREATE": the body. */
export const newHighlightsSchema = z.strictObject({
  highlights: z.readonly(z.array(newHighlightSchema).check(z.minLength(1))),
});

/** "Highlight UPDATE": the body, one or more of its fields. */
export const highlightChangeSchema = z
  .strictObject({
    text: z.optional(someCharacters(TEXT)),
    note: z.optional(characters(TEXT)),
    /** Listed as text by the specification. */
    location: z.optional(z.string()),
    url: z.optional(characters(HIGHLIGHT_ADDRESS)),
    color: z.optional(z.enum(['yellow', 'blue', 'pink', 'orange', 'green', 'purple'])),
  })
  .check(
    z.refine(
      (change) => Object.values(change).some((value) => value !== undefined),
      'needs at least one field to change',
    ),
  );

/** "Highlight Tag CREATE" and "UPDATE": the body. */
export const highlightTagSchema = z.strictObject({ name: someCharacters(127) });

/** "Book Tag CREATE" and "UPDATE": the body. */
export const bookTagSchema = z.strictObject({ name: someCharacters(512) });

/** "Highlight EXPORT": the query without its cursor. */
export const exportQuerySchema = z.strictObject({
  updatedAfter: z.optional(isoDate),
  ids: z.optional(z.readonly(z.array(numericId).check(z.minLength(1), z.maxLength(100)))),
  includeDeleted: z.optional(z.boolean()),
});

const pageSize = z.optional(z.int().check(z.gte(1), z.lte(1000)));

/** "Highlights LIST": the query without its page. */
export const highlightFilterSchema = z.strictObject({
  pageSize,
  bookId: z.optional(numericId),
  updatedBefore: z.optional(isoDate),
  updatedAfter: z.optional(isoDate),
  highlightedBefore: z.optional(isoDate),
  highlightedAfter: z.optional(isoDate),
});

/** "Books LIST": the query without its page. */
export const bookFilterSchema = z.strictObject({
  pageSize,
  category: z.optional(z.enum(['books', 'articles', 'tweets', 'podcasts', 'supplementals'])),
  source: z.optional(z.string()),
  updatedBefore: z.optional(isoDate),
  updatedAfter: z.optional(isoDate),
  lastHighlightBefore: z.optional(isoDate),
  lastHighlightAfter: z.optional(isoDate),
});

/** "Highlight Tags LIST" and "Book Tags LIST": the query without its page. */
export const tagFilterSchema = z.strictObject({ pageSize });

export type NewHighlight = z.infer<typeof newHighlightSchema>;
export type HighlightChange = z.infer<typeof highlightChangeSchema>;
export type ExportQuery = z.infer<typeof exportQuerySchema>;
export type HighlightFilter = z.infer<typeof highlightFilterSchema>;
export type BookFilter = z.infer<typeof bookFilterSchema>;
export type TagFilter = z.infer<typeof tagFilterSchema>;
