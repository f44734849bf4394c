import * as v from 'valibot';
import { anything, numericId, scalar } from './leaves';

/** v2-highlights.md, "Highlight (list/detail/update response)". */
export const listedHighlightSchema = v.looseObject({
  id: numericId,
  text: scalar,
  note: scalar,
  location: scalar,
  location_type: scalar,
  highlighted_at: scalar,
  url: scalar,
  color: scalar,
  updated: scalar,
  book_id: numericId,
  tags: anything,
});

/** v2-highlights.md, "Book (list/detail response)". */
export const listedBookSchema = v.looseObject({
  id: numericId,
  title: scalar,
  author: scalar,
  category: scalar,
  source: scalar,
  num_highlights: scalar,
  last_highlight_at: scalar,
  updated: scalar,
  cover_image_url: scalar,
  highlights_url: scalar,
  source_url: scalar,
  asin: scalar,
  tags: anything,
  document_note: scalar,
});

/** v2-highlights.md, "Tag". */
export const tagSchema = v.looseObject({ id: numericId, name: scalar });

export type WireListedHighlight = v.InferOutput<typeof listedHighlightSchema>;
export type WireListedBook = v.InferOutput<typeof listedBookSchema>;
export type WireTag = v.InferOutput<typeof tagSchema>;
