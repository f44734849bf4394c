import * as z from 'zod/mini';
import { instantSchema } from '../query';

/** The bodies of v2-highlights.md, with the limits its tables name. */

const LONGEST_TEXT = 8191;
const LONGEST_TITLE = 511;
const LONGEST_AUTHOR = 1024;
const LONGEST_ADDRESS = 2047;
const LONGEST_HIGHLIGHT_ADDRESS = 4095;

const locationType = z.enum(['page', 'location', 'none', 'order', 'offset', 'time_offset']);
const color = z.enum(['yellow', 'blue', 'pink', 'orange', 'green', 'purple']);

const text = z.string().check(z.minLength(1, 'may not be blank'), z.maxLength(LONGEST_TEXT));
const upTo = (longest: number) => z.string().check(z.maxLength(longest));

/** One item of Highlight CREATE. */
export const newHighlightSchema = z
  .object({
    text,
    title: z.nullish(upTo(LONGEST_TITLE)),
    author: z.nullish(upTo(LONGEST_AUTHOR)),
    image_url: z.nullish(upTo(LONGEST_ADDRESS)),
    source_url: z.nullish(upTo(LONGEST_ADDRESS)),
    source_type: z.nullish(
      z.string().check(z.minLength(3), z.maxLength(64), z.regex(/^\S+$/, 'may not contain spaces')),
    ),
    category: z.nullish(z.enum(['books', 'articles', 'tweets', 'podcasts'])),
    note: z.nullish(upTo(LONGEST_TEXT)),
    location: z.nullish(z.int()),
    location_type: z.nullish(locationType),
    highlighted_at: z.nullish(instantSchema),
    highlight_url: z.nullish(upTo(LONGEST_HIGHLIGHT_ADDRESS)),
  })
  .check(
    z.refine((item) => (item.location_type ?? 'order') === 'order' || (item.location ?? null) !== null, {
      path: ['location'],
      error: 'must be given when location_type is not "order"',
    }),
  );

export type NewHighlightBody = z.infer<typeof newHighlightSchema>;

export const createSchema = z.object({
  highlights: z.array(newHighlightSchema).check(z.minLength(1, 'needs at least one highlight')),
});

/** Highlight UPDATE; the specification lists `location` as a string. */
export const highlightUpdateSchema = z
  .object({
    text: z.optional(text),
    note: z.optional(upTo(LONGEST_TEXT)),
    location: z.optional(
      z.union([
        z.int(),
        z.pipe(z.string().check(z.regex(/^\d+$/, 'must be a whole number')), z.transform(Number)),
      ]),
    ),
    url: z.optional(upTo(LONGEST_HIGHLIGHT_ADDRESS)),
    color: z.optional(color),
  })
  .check(
    z.refine(
      (change) => Object.keys(change).length > 0,
      'needs one or more of text, note, location, url, color',
    ),
  );

export function tagSchema(longestName: number): z.ZodMiniType<{ name: string }> {
  return z.object({
    name: z.string().check(z.trim(), z.minLength(1, 'may not be blank'), z.maxLength(longestName)),
  });
}
