import * as z from 'zod';
import { characters, isoDate, numericIdText, reportBrokenRule, shaped, someCharacters, wholeNumber } from './rules';

const LOCATION_TYPES = ['page', 'location', 'none', 'order', 'offset', 'time_offset'] as const;
const COLORS = ['yellow', 'blue', 'pink', 'orange', 'green', 'purple'] as const;
const BOOK_CATEGORIES = ['books', 'articles', 'tweets', 'podcasts', 'supplementals'] as const;

const TEXT = 8191;
const ADDRESS = 2047;
const HIGHLIGHT_ADDRESS = 4095;

const newHighlightSchema = z
  .strictObject({
    text: someCharacters(TEXT),
    title: characters(511).optional(),
    author: characters(1024).optional(),
    imageUrl: characters(ADDRESS).optional(),
    sourceUrl: characters(ADDRESS).optional(),
    sourceType: shaped(/^\S{3,64}$/u, 'from 3 to 64 characters with no spaces').optional(),
    category: z.enum(['books', 'articles', 'tweets', 'podcasts']).optional(),
    note: characters(TEXT).optional(),
    location: wholeNumber.optional(),
    locationType: z.enum(LOCATION_TYPES).optional(),
    highlightedAt: isoDate.optional(),
    highlightUrl: characters(HIGHLIGHT_ADDRESS).optional(),
  })
  .superRefine((highlight, context) => {
    const needsLocation = highlight.locationType !== undefined && highlight.locationType !== 'order';
    if (!needsLocation || highlight.location !== undefined) return;
    const problem = `is required when locationType is ${highlight.locationType ?? ''}`;
    reportBrokenRule(context, { path: ['location'], limit: 'required', actual: 'missing', problem });
  });

/** v2-highlights.md, "Highlight CREATE": the body. */
export const newHighlightsSchema = z.strictObject({ highlights: z.array(newHighlightSchema).min(1) });

/** v2-highlights.md, "Highlight UPDATE": the body, one or more of its fields. */
export const highlightChangeSchema = z
  .strictObject({
    text: someCharacters(TEXT).optional(),
    note: characters(TEXT).optional(),
    /** Listed as text by the specification. */
    location: z.string().optional(),
    url: characters(HIGHLIGHT_ADDRESS).optional(),
    color: z.enum(COLORS).optional(),
  })
  .superRefine((change, context) => {
    if (Object.values(change).some((value) => value !== undefined)) return;
    reportBrokenRule(context, { path: [], limit: 1, actual: 0, problem: 'needs at least one field to change' });
  });

/** v2-highlights.md, "Highlight EXPORT": the query without its cursor. */
export const exportQuerySchema = z.strictObject({
  updatedAfter: isoDate.optional(),
  ids: z.array(numericIdText).min(1).max(100).readonly().optional(),
  includeDeleted: z.boolean().optional(),
});

const paging = { pageSize: z.number().int().min(1).max(1000).optional() };

/** v2-highlights.md, "Highlights LIST": the query without its page. */
export const highlightFilterSchema = z.strictObject({
  ...paging,
  bookId: numericIdText.optional(),
  updatedBefore: isoDate.optional(),
  updatedAfter: isoDate.optional(),
  highlightedBefore: isoDate.optional(),
  highlightedAfter: isoDate.optional(),
});

/** v2-highlights.md, "Books LIST": the query without its page. */
export const bookFilterSchema = z.strictObject({
  ...paging,
  category: z.enum(BOOK_CATEGORIES).optional(),
  source: z.string().optional(),
  updatedBefore: isoDate.optional(),
  updatedAfter: isoDate.optional(),
  lastHighlightBefore: isoDate.optional(),
  lastHighlightAfter: isoDate.optional(),
});

/** v2-highlights.md, "Highlight Tags LIST" and "Book Tags LIST": the query without its page. */
export const tagFilterSchema = z.strictObject(paging);

/** v2-highlights.md, "Highlight Tag CREATE" and "UPDATE": the body. */
export const highlightTagSchema = z.strictObject({ name: someCharacters(127) });

/** v2-highlights.md, "Book Tag CREATE" and "UPDATE": the body. */
export const bookTagSchema = z.strictObject({ name: someCharacters(512) });

export type NewHighlight = Readonly<z.infer<typeof newHighlightSchema>>;
export type HighlightChange = Readonly<z.infer<typeof highlightChangeSchema>>;
export type ExportQuery = Readonly<z.infer<typeof exportQuerySchema>>;
export type HighlightFilter = Readonly<z.infer<typeof highlightFilterSchema>>;
export type BookFilter = Readonly<z.infer<typeof bookFilterSchema>>;
export type TagFilter = Readonly<z.infer<typeof tagFilterSchema>>;
