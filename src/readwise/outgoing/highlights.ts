import {
  at,
  fields,
  isoDate,
  listOf,
  oneOf,
  optional,
  refuse,
  shaped,
  text,
  wholeNumber,
  type ValueOf,
} from './rules';
import { characters, someCharacters } from './text-lengths';

const LOCATION_TYPES = ['page', 'location', 'none', 'order', 'offset', 'time_offset'] as const;
const COLORS = ['yellow', 'blue', 'pink', 'orange', 'green', 'purple'] as const;

const TEXT = 8191;
const ADDRESS = 2047;
const HIGHLIGHT_ADDRESS = 4095;

const newHighlightRule = fields(
  {
    text: someCharacters(TEXT),
    title: optional(characters(511)),
    author: optional(characters(1024)),
    imageUrl: optional(characters(ADDRESS)),
    sourceUrl: optional(characters(ADDRESS)),
    sourceType: optional(shaped(/^\S{3,64}$/u, 'from 3 to 64 characters with no spaces')),
    category: optional(oneOf(['books', 'articles', 'tweets', 'podcasts'])),
    note: optional(characters(TEXT)),
    location: optional(wholeNumber()),
    locationType: optional(oneOf(LOCATION_TYPES)),
    highlightedAt: optional(isoDate),
    highlightUrl: optional(characters(HIGHLIGHT_ADDRESS)),
  },
  ({ locationType, location }, place) => {
    if (locationType === undefined || locationType === 'order' || location !== undefined) return;
    refuse(at(place, 'location'), {
      limit: 'required',
      actual: 'missing',
      problem: `is required by the locationType ${JSON.stringify(locationType)}`,
    });
  },
);

/** v2-highlights.md, "Highlight CREATE": the body. */
export const newHighlightsRule = fields({ highlights: listOf(newHighlightRule, { least: 1 }) });

/** v2-highlights.md, "Highlight UPDATE": the body, one or more of its fields. */
export const highlightChangeRule = fields(
  {
    text: optional(someCharacters(TEXT)),
    note: optional(characters(TEXT)),
    /** Listed as text by the specification. */
    location: optional(text),
    url: optional(characters(HIGHLIGHT_ADDRESS)),
    color: optional(oneOf(COLORS)),
  },
  (change, place) => {
    if (Object.values(change).every((value) => value === undefined))
      refuse(place, { limit: 1, actual: 0, problem: 'needs at least one field to change' });
  },
);

/** v2-highlights.md, "Highlight Tag CREATE" and "UPDATE": the body. */
export const highlightTagRule = fields({ name: someCharacters(127) });

/** v2-highlights.md, "Book Tag CREATE" and "UPDATE": the body. */
export const bookTagRule = fields({ name: someCharacters(512) });

export type NewHighlight = ValueOf<typeof newHighlightRule>;
export type HighlightChange = ValueOf<typeof highlightChangeRule>;
