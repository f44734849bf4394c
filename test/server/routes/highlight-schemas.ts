import * as z from 'zod';
import { instantSchema } from '../query';

/** The bodies of v2-highlights.md, with the limits its tables name. */

const LONGEST_TEXT = 8191;
const LONGEST_TITLE = 511;
const LONGEST_AUTHOR = 1024;
const LONGEST_ADDRESS = 2047;
const LONGEST_HIGHLIGHT_ADDRESS = 4095;

const locationType = z.enum(['page', 'location', 'none', 'order', 'offset', 'time_offset']);
const color = z.enum(['yellow', 'blue', 'pink', 'orange', 'green', 'purple']);

/** One item of Highlight CREATE. */
export const newHighlightSchema = z
  .object({
    text: z.string().min(1, 'may not be blank').max(LONGEST_TEXT),
    title: z.string().max(LONGEST_TITLE).nullish(),
    author: z.string().max(LONGEST_AUTHOR).nullish(),
    image_url: z.string().max(LONGEST_ADDRESS).nullish(),
    source_url: z.string().max(LONGEST_ADDRESS).nullish(),
    source_type: z.string().min(3).max(64).regex(/^\S+$/, 'may not contain spaces').nullish(),
    category: z.enum(['books', 'articles', 'tweets', 'podcasts']).nullish(),
    note: z.string().max(LONGEST_TEXT).nullish(),
    location: z.number().int().nullish(),
    location_type: locationType.nullish(),
    highlighted_at: instantSchema.nullish(),
    highlight_url: z.string().max(LONGEST_HIGHLIGHT_ADDRESS).nullish(),
  })
  .refine((item) => (item.location_type ?? 'order') === 'order' || (item.location ?? null) !== null, {
    path: ['location'],
    message: 'must be given when location_type is not "order"',
  });

export type NewHighlightBody = z.infer<typeof newHighlightSchema>;

export const createSchema = z.object({ highlights: z.array(newHighlightSchema).min(1, 'needs at least one highlight') });

/** Highlight UPDATE; the specification lists `location` as a string. */
export const highlightUpdateSchema = z
  .object({
    text: z.string().min(1, 'may not be blank').max(LONGEST_TEXT),
    note: z.string().max(LONGEST_TEXT),
    location: z.union([z.number().int(), z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)]),
    url: z.string().max(LONGEST_HIGHLIGHT_ADDRESS),
    color,
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'needs one or more of text, note, location, url, color');

export function tagSchema(longestName: number): z.ZodType<{ name: string }> {
  return z.object({ name: z.string().trim().min(1, 'may not be blank').max(longestName) });
}
