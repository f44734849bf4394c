import * as z from 'zod/mini';
import type { Book, Highlight } from '../model/model';
import { flag, list, number, numericId, otherId, tagNames, text, timestamp, toWordId } from './fields';

/**
 * What v2 sends, as v2-highlights.md has it, and what becomes of it. Only ids are mandatory; the field `service_url` of the
 * specification is `readwise_url` at the live service.
 */

/** "Export highlight". */
export const exportHighlightSchema = z.object({
  id: numericId,
  is_deleted: flag,
  text,
  location: number,
  location_type: text,
  note: text,
  color: text,
  highlighted_at: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
  external_id: otherId,
  url: text,
  tags: tagNames,
  is_favorite: flag,
  is_discard: flag,
  service_url: text,
  readwise_url: text,
});

/** "Export book object". Its highlights are validated one by one. */
export const exportBookSchema = z.object({
  user_book_id: numericId,
  is_deleted: flag,
  title: text,
  author: text,
  source: text,
  cover_image_url: text,
  unique_url: text,
  book_tags: tagNames,
  category: text,
  document_note: text,
  summary: text,
  service_url: text,
  readwise_url: text,
  source_url: text,
  external_id: otherId,
  asin: text,
  highlights: list,
});

/** "Highlight (list/detail/update response)". */
export const listedHighlightSchema = z.object({
  id: numericId,
  text,
  note: text,
  location: number,
  location_type: text,
  highlighted_at: timestamp,
  url: text,
  color: text,
  updated: timestamp,
  book_id: numericId,
  tags: tagNames,
});

/** "Book (list/detail response)". */
export const listedBookSchema = z.object({
  id: numericId,
  title: text,
  author: text,
  category: text,
  source: text,
  num_highlights: number,
  last_highlight_at: timestamp,
  updated: timestamp,
  cover_image_url: text,
  highlights_url: text,
  source_url: text,
  asin: text,
  tags: tagNames,
  document_note: text,
});

/** "Highlight CREATE result item". */
export const createdHighlightsSchema = z.array(
  z.extend(listedBookSchema, { modified_highlights: z.nullish(z.array(numericId)) }),
);

/** "Tag". */
export const tagSchema = z.object({ id: numericId, name: text });
export type Tag = Readonly<z.infer<typeof tagSchema>>;

/** "Daily review". A review is known by its highlights: its own id is of no use to anybody. */
export const dailyReviewSchema = z.object({
  review_id: text,
  review_url: text,
  review_completed: flag,
  highlights: z.nullish(
    z.array(
      z.object({
        id: numericId,
        text,
        title: text,
        author: text,
        url: text,
        source_url: text,
        source_type: text,
        category: text,
        location_type: text,
        location: number,
        note: text,
        highlighted_at: timestamp,
        highlight_url: text,
        image_url: text,
        api_source: text,
      }),
    ),
  ),
});

export function toHighlight(wire: z.infer<typeof exportHighlightSchema>): Highlight {
  const { tags, discarded } = splitTags(wire.tags, wire.color);
  return {
    id: wire.id,
    text: wire.text,
    note: wire.note,
    location: wire.location,
    locationType: wire.location_type,
    color: wire.color,
    tags,
    serviceUrl: wire.readwise_url || wire.service_url,
    url: wire.url,
    highlightedAt: wire.highlighted_at,
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
    favorite: wire.is_favorite,
    discarded: discarded || wire.is_discard,
    deleted: wire.is_deleted,
    documentHighlightId: wire.external_id ?? idInReaderAddress(wire.url),
  };
}

export function toBook(wire: z.infer<typeof exportBookSchema>): Book {
  return {
    id: wire.user_book_id,
    title: wire.title,
    author: wire.author,
    category: wire.category,
    source: wire.source,
    coverUrl: largerCover(wire.cover_image_url),
    tags: wire.book_tags,
    documentNote: wire.document_note,
    summary: wire.summary,
    serviceUrl: wire.readwise_url || wire.service_url,
    sourceUrl: wire.source_url,
    uniqueUrl: wire.unique_url,
    asin: wire.asin,
    documentId: wire.external_id,
    deleted: wire.is_deleted,
  };
}

/** It knows its book, and lacks what only the export tells: `favorite`, `deleted` and the highlight in Reader. */
export type ListedHighlight = Readonly<ReturnType<typeof toListedHighlight>>;

export function toListedHighlight(wire: z.infer<typeof listedHighlightSchema>) {
  return {
    id: wire.id,
    bookId: wire.book_id,
    text: wire.text,
    note: wire.note,
    location: wire.location,
    locationType: wire.location_type,
    color: wire.color,
    url: wire.url,
    highlightedAt: wire.highlighted_at,
    updatedAt: wire.updated,
    ...splitTags(wire.tags, wire.color),
  };
}

export type ListedBook = Readonly<ReturnType<typeof toListedBook>>;

export function toListedBook(wire: z.infer<typeof listedBookSchema>) {
  return {
    bookId: wire.id,
    title: wire.title,
    author: wire.author,
    category: wire.category,
    source: wire.source,
    coverUrl: largerCover(wire.cover_image_url),
    tags: wire.tags,
    documentNote: wire.document_note,
    serviceUrl: wire.highlights_url,
    sourceUrl: wire.source_url,
    asin: wire.asin,
    highlightCount: wire.num_highlights,
    lastHighlightAt: wire.last_highlight_at,
    updatedAt: wire.updated,
  };
}

/** `modifiedIds`: highlights that the request created or updated. */
export function toCreatedHighlights(wire: z.infer<typeof createdHighlightsSchema>) {
  return wire.map((book) => ({ book: toListedBook(book), modifiedIds: book.modified_highlights ?? [] }));
}

export function toDailyReview(wire: z.infer<typeof dailyReviewSchema>) {
  return {
    id: wire.review_id,
    url: wire.review_url,
    completed: wire.review_completed,
    highlights: (wire.highlights ?? []).map((highlight) => ({
      id: highlight.id,
      text: highlight.text,
      note: highlight.note,
      title: highlight.title,
      author: highlight.author,
      category: highlight.category,
      url: highlight.url,
      sourceUrl: highlight.source_url,
      sourceType: highlight.source_type,
      highlightUrl: highlight.highlight_url,
      imageUrl: highlight.image_url,
      location: highlight.location,
      locationType: highlight.location_type,
      highlightedAt: highlight.highlighted_at,
      apiSource: highlight.api_source,
    })),
  };
}

/** The lists have no field for it: there a discarded highlight has a tag of this name. */
const DISCARD_TAG = 'discard';

/** The reader's own tags: the service sends the colour and the discarding as tags, too. */
function splitTags(
  names: readonly string[],
  color: string,
): { readonly tags: readonly string[]; readonly discarded: boolean } {
  return {
    tags: names.filter((name) => name !== DISCARD_TAG && name.toLowerCase() !== color.toLowerCase()),
    discarded: names.includes(DISCARD_TAG),
  };
}

const READER_ADDRESS = /^https:\/\/read\.readwise\.io\/(?:[^?#]*\/)?([^/?#]+)\/?(?:[?#].*)?$/;

/** The last part of the path of an address in Reader; null for any other address. */
function idInReaderAddress(url: string): string | null {
  return toWordId(READER_ADDRESS.exec(url)?.[1]);
}

const AMAZON_IMAGE = /^https?:\/\/[^/]*\bamazon\.[^/]*\//i;

/** Amazon's addresses name the picture's size: the service's thumbnails become covers. */
function largerCover(url: string): string {
  return AMAZON_IMAGE.test(url) ? url.replace('SL200', 'SL500').replace('SY160', 'SY500') : url;
}
