import * as v from 'valibot';
import { anything, list, numericId, scalar } from './leaves';

/** v2-highlights.md, "Export highlight". Only `id` is mandatory; unknown fields are kept. */
export const exportHighlightSchema = v.looseObject({
  id: numericId,
  is_deleted: scalar,
  text: scalar,
  location: scalar,
  location_type: scalar,
  note: scalar,
  color: scalar,
  highlighted_at: scalar,
  created_at: scalar,
  updated_at: scalar,
  external_id: scalar,
  url: scalar,
  tags: anything,
  is_favorite: scalar,
  is_discard: scalar,
  /** The specification's neutral word; the live service says `readwise_url`. */
  service_url: scalar,
  readwise_url: scalar,
});

/** v2-highlights.md, "Export book object". Its highlights are validated one by one. */
export const exportBookSchema = v.looseObject({
  user_book_id: numericId,
  is_deleted: scalar,
  title: scalar,
  readable_title: scalar,
  author: scalar,
  source: scalar,
  cover_image_url: scalar,
  unique_url: scalar,
  book_tags: anything,
  category: scalar,
  document_note: scalar,
  summary: scalar,
  service_url: scalar,
  readwise_url: scalar,
  source_url: scalar,
  external_id: scalar,
  asin: scalar,
  highlights: list,
});

export type ExportHighlight = v.InferOutput<typeof exportHighlightSchema>;
export type ExportBook = v.InferOutput<typeof exportBookSchema>;
