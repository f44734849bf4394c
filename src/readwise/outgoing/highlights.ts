import * as z from 'zod/mini';
import { characters, isoDate, reportBrokenRule, shaped, someCharacters, wholeNumber } from './rules';

const LOCATION_TYPES = ['page', 'location', 'none', 'order', 'offset', 'time_offset'] as const;
const COLORS = ['yellow', 'blue', 'pink', 'orange', 'green', 'purple'] as const;

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
    sourceType: z.optional(shaped(/^\S{3,64}$/u, 'from 3 to 64 characters with no spaces')),
    category: z.optional(z.enum(['books', 'articles', 'tweets', 'podcasts'])),
    note: z.optional(characters(TEXT)),
    location: z.optional(wholeNumber),
    locationType: z.optional(z.enum(LOCATION_TYPES)),
    highlightedAt: z.optional(isoDate),
    highlightUrl: z.optional(characters(HIGHLIGHT_ADDRESS)),
  })
  .check(
    z.superRefine((highlight, context) => {
      const needsLocation = highlight.locationType !== undefined && highlight.locationType !== 'order';
      if (!needsLocation || highlight.location !== undefined) return;
      const problem = `is required when locationType is ${highlight.locationType ?? ''}`;
      reportBrokenRule(context, { path: ['location'], limit: 'required', actual: 'missing', problem });
    }),
  );

/** v2-highlights.md, "Highlight CREATE": the body. */
export const newHighlightsSchema = z.strictObject({ highlights: z.array(newHighlightSchema).check(z.minLength(1)) });

/** v2-highlights.md, "Highlight UPDATE": the body, one or more of its fields. */
export const highlightChangeSchema = z
  .strictObject({
    text: z.optional(someCharacters(TEXT)),
    note: z.optional(characters(TEXT)),
    /** Listed as text by the specification. */
    location: z.optional(z.string()),
    url: z.optional(characters(HIGHLIGHT_ADDRESS)),
    color: z.optional(z.enum(COLORS)),
  })
  .check(
    z.superRefine((change, context) => {
      if (Object.values(change).some((value) => value !== undefined)) return;
      reportBrokenRule(context, { path: [], limit: 1, actual: 0, problem: 'needs at least one field to change' });
    }),
  );

/** v2-highlights.md, "Highlight Tag CREATE" and "UPDATE": the body. */
export const highlightTagSchema = z.strictObject({ name: someCharacters(127) });

/** v2-highlights.md, "Book Tag CREATE" and "UPDATE": the body. */
export const bookTagSchema = z.strictObject({ name: someCharacters(512) });

export type NewHighlight = Readonly<z.infer<typeof newHighlightSchema>>;
export type HighlightChange = Readonly<z.infer<typeof highlightChangeSchema>>;
