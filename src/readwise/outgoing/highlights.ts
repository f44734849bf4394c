import * as v from 'valibot';
import { characters, isoDate, listOf, oneOf, ruled, shaped, someCharacters, wholeNumber } from './rules';

const LOCATION_TYPES = ['page', 'location', 'none', 'order', 'offset', 'time_offset'] as const;
const COLORS = ['yellow', 'blue', 'pink', 'orange', 'green', 'purple'] as const;

const TEXT = 8191;
const ADDRESS = 2047;
const HIGHLIGHT_ADDRESS = 4095;

const newHighlightSchema = v.pipe(
  v.strictObject({
    text: someCharacters(TEXT),
    title: v.optional(characters(511)),
    author: v.optional(characters(1024)),
    imageUrl: v.optional(characters(ADDRESS)),
    sourceUrl: v.optional(characters(ADDRESS)),
    sourceType: v.optional(shaped(/^\S{3,64}$/u, 'from 3 to 64 characters with no spaces')),
    category: v.optional(oneOf(['books', 'articles', 'tweets', 'podcasts'])),
    note: v.optional(characters(TEXT)),
    location: v.optional(wholeNumber),
    locationType: v.optional(oneOf(LOCATION_TYPES)),
    highlightedAt: v.optional(isoDate),
    highlightUrl: v.optional(characters(HIGHLIGHT_ADDRESS)),
  }),
  v.forward(
    ruled(({ locationType, location }) => {
      if (locationType === undefined || locationType === 'order' || location !== undefined) return null;
      return { limit: 'required', actual: 'missing', problem: `is required when locationType is ${locationType}` };
    }),
    ['location'],
  ),
);

/** v2-highlights.md, "Highlight CREATE": the body. */
export const newHighlightsSchema = v.strictObject({ highlights: listOf(newHighlightSchema, { least: 1 }) });

/** v2-highlights.md, "Highlight UPDATE": the body, one or more of its fields. */
export const highlightChangeSchema = v.pipe(
  v.strictObject({
    text: v.optional(someCharacters(TEXT)),
    note: v.optional(characters(TEXT)),
    /** Listed as text by the specification. */
    location: v.optional(v.string()),
    url: v.optional(characters(HIGHLIGHT_ADDRESS)),
    color: v.optional(oneOf(COLORS)),
  }),
  ruled((change) => (Object.values(change).some((value) => value !== undefined) ? null : { limit: 1, actual: 0, problem: 'needs at least one field to change' })),
);

/** v2-highlights.md, "Highlight Tag CREATE" and "UPDATE": the body. */
export const highlightTagSchema = v.strictObject({ name: someCharacters(127) });

/** v2-highlights.md, "Book Tag CREATE" and "UPDATE": the body. */
export const bookTagSchema = v.strictObject({ name: someCharacters(512) });

export type NewHighlight = Readonly<v.InferOutput<typeof newHighlightSchema>>;
export type HighlightChange = Readonly<v.InferOutput<typeof highlightChangeSchema>>;
