import * as v from 'valibot';
import { instantSchema } from '../query';

/** The bodies of v2-highlights.md, with the limits its tables name. */

const LONGEST_TEXT = 8191;
const LONGEST_TITLE = 511;
const LONGEST_AUTHOR = 1024;
const LONGEST_ADDRESS = 2047;
const LONGEST_HIGHLIGHT_ADDRESS = 4095;

const locationType = v.picklist(['page', 'location', 'none', 'order', 'offset', 'time_offset']);
const color = v.picklist(['yellow', 'blue', 'pink', 'orange', 'green', 'purple']);

const text = v.pipe(v.string(), v.minLength(1, 'may not be blank'), v.maxLength(LONGEST_TEXT));
const upTo = (longest: number) => v.pipe(v.string(), v.maxLength(longest));
const wholeNumber = v.pipe(v.number(), v.safeInteger());

/** One item of Highlight CREATE. */
export const newHighlightSchema = v.pipe(
  v.object({
    text,
    title: v.nullish(upTo(LONGEST_TITLE)),
    author: v.nullish(upTo(LONGEST_AUTHOR)),
    image_url: v.nullish(upTo(LONGEST_ADDRESS)),
    source_url: v.nullish(upTo(LONGEST_ADDRESS)),
    source_type: v.nullish(
      v.pipe(v.string(), v.minLength(3), v.maxLength(64), v.regex(/^\S+$/, 'may not contain spaces')),
    ),
    category: v.nullish(v.picklist(['books', 'articles', 'tweets', 'podcasts'])),
    note: v.nullish(upTo(LONGEST_TEXT)),
    location: v.nullish(wholeNumber),
    location_type: v.nullish(locationType),
    highlighted_at: v.nullish(instantSchema),
    highlight_url: v.nullish(upTo(LONGEST_HIGHLIGHT_ADDRESS)),
  }),
  v.forward(
    v.check(
      (item) => (item.location_type ?? 'order') === 'order' || (item.location ?? null) !== null,
      'must be given when location_type is not "order"',
    ),
    ['location'],
  ),
);

export type NewHighlightBody = v.InferOutput<typeof newHighlightSchema>;

export const createSchema = v.object({
  highlights: v.pipe(v.array(newHighlightSchema), v.minLength(1, 'needs at least one highlight')),
});

/** Highlight UPDATE; the specification lists `location` as a string. */
export const highlightUpdateSchema = v.pipe(
  v.object({
    text: v.optional(text),
    note: v.optional(upTo(LONGEST_TEXT)),
    location: v.optional(
      v.union([
        wholeNumber,
        v.pipe(v.string(), v.regex(/^\d+$/, 'must be a whole number'), v.transform(Number)),
      ]),
    ),
    url: v.optional(upTo(LONGEST_HIGHLIGHT_ADDRESS)),
    color: v.optional(color),
  }),
  v.check(
    (change) => Object.keys(change).length > 0,
    'needs one or more of text, note, location, url, color',
  ),
);

export function tagSchema(longestName: number): v.GenericSchema<unknown, { name: string }> {
  return v.object({
    name: v.pipe(v.string(), v.trim(), v.minLength(1, 'may not be blank'), v.maxLength(longestName)),
  });
}
