import * as z from 'zod/mini';
import type { Book, Highlight } from '../model/model';
import {
  flag,
  list,
  listedTags,
  name,
  number,
  numericId,
  numericIds,
  otherId,
  record,
  tagNames,
  text,
  timestamp,
  toWordId,
  type Wire,
} from './wire-fields';

/**
 * The JSON of v2 and its mapping to the model. Only ids are mandatory. The live service has `readwise_url`
 * instead of `service_url`. Addresses stay as the service sent them.
 */

const highlightFields = {
  id: numericId,
  text,
  note: text,
  location: number,
  location_type: text,
  color: text,
  url: text,
  highlighted_at: timestamp,
  tags: tagNames,
};

const bookFields = {
  title: name,
  author: name,
  category: text,
  source: text,
  cover_image_url: text,
  source_url: text,
  asin: text,
  document_note: text,
};

export const exportedHighlightSchema = record(
  {
    ...highlightFields,
    end_location: number,
    is_deleted: flag,
    created_at: timestamp,
    updated_at: timestamp,
    external_id: otherId,
    is_favorite: flag,
    is_discard: flag,
    service_url: text,
    readwise_url: text,
  },
  (wire): Highlight => {
    const { favorite, ...shared } = sharedOfHighlight(wire);
    // With the shared fields first, V8 would make a slow object of the record, at ten times the cost.
    return {
      endLocation: wire.end_location,
      serviceUrl: wire.readwise_url || wire.service_url,
      createdAt: wire.created_at,
      updatedAt: wire.updated_at,
      favorite: favorite || wire.is_favorite,
      deleted: wire.is_deleted,
      documentHighlightId: wire.external_id ?? idInReaderAddress(wire.url),
      ...shared,
      discarded: shared.discarded || wire.is_discard,
    };
  },
);

/** A book of the export; its highlights are validated one by one. */
export const exportedBookSchema = record(
  {
    user_book_id: numericId,
    ...bookFields,
    readable_title: name,
    is_deleted: flag,
    unique_url: text,
    book_tags: tagNames,
    summary: text,
    service_url: text,
    readwise_url: text,
    external_id: otherId,
    highlights: list,
  },
  (wire): { readonly book: Book; readonly highlights: readonly unknown[] } => ({
    book: {
      id: wire.user_book_id,
      ...sharedOfBook(wire),
      readableTitle: wire.readable_title,
      tags: wire.book_tags,
      summary: wire.summary,
      serviceUrl: wire.readwise_url || wire.service_url,
      uniqueUrl: wire.unique_url,
      documentId:
        wire.external_id ??
        documentInReaderAddress(wire.unique_url) ??
        documentInReaderAddress(wire.source_url),
      deleted: wire.is_deleted,
    },
    highlights: wire.highlights,
  }),
);

/** A highlight of the lists. Without `favorite`, `deleted` and the Reader id, which only the export has. */
export const listedHighlightSchema = record(
  { ...highlightFields, tags: listedTags, updated: timestamp, book_id: numericId },
  ({ tags, ...wire }) => {
    const { favorite: _, ...shared } = sharedOfHighlight({ ...wire, tags: tags.names });
    return { ...shared, tagsWithIds: tags.withIds, bookId: wire.book_id, updatedAt: wire.updated };
  },
);
export type ListedHighlight = Readonly<z.infer<typeof listedHighlightSchema>>;

const listedBookFields = {
  id: numericId,
  ...bookFields,
  tags: listedTags,
  num_highlights: number,
  last_highlight_at: timestamp,
  updated: timestamp,
  highlights_url: text,
};

export const listedBookSchema = record(listedBookFields, toListedBook);
export type ListedBook = Readonly<z.infer<typeof listedBookSchema>>;

/** A book, and which of its highlights the request created or updated. */
export const createdHighlightsSchema = z.array(
  record({ ...listedBookFields, modified_highlights: numericIds }, (wire) => ({
    book: toListedBook(wire),
    modifiedIds: wire.modified_highlights,
  })),
);
export type CreatedHighlights = Readonly<z.infer<typeof createdHighlightsSchema>>;

const reviewedHighlightSchema = record(
  {
    ...highlightFields,
    title: name,
    author: name,
    category: text,
    source_url: text,
    source_type: text,
    highlight_url: text,
    image_url: text,
    api_source: text,
  },
  (wire) => ({
    ...sharedOfHighlight(wire),
    title: wire.title,
    author: wire.author,
    category: wire.category,
    sourceUrl: wire.source_url,
    sourceType: wire.source_type,
    highlightUrl: wire.highlight_url,
    imageUrl: wire.image_url,
    apiSource: wire.api_source,
  }),
);

export const dailyReviewSchema = z.pipe(
  z.object({
    review_id: text,
    review_url: text,
    review_completed: flag,
    highlights: z.nullish(z.array(reviewedHighlightSchema)),
  }),
  z.transform((wire) => ({
    id: wire.review_id,
    url: wire.review_url,
    completed: wire.review_completed,
    highlights: wire.highlights ?? [],
  })),
);
export type DailyReview = Readonly<z.infer<typeof dailyReviewSchema>>;

/** In the lists, and now and then in the export, these tags stand in the place of fields. */
const DISCARD_TAG = 'discard';
const FAVORITE_TAG = 'favorite';

/** The service adds the colour, `discard` and `favorite` as tags, which are removed here. */
function sharedOfHighlight(wire: Wire<typeof highlightFields>) {
  const isOwn = (tag: string): boolean =>
    tag !== DISCARD_TAG && tag !== FAVORITE_TAG && tag.toLowerCase() !== wire.color.toLowerCase();
  return {
    id: wire.id,
    text: wire.text,
    note: wire.note,
    location: wire.location,
    locationType: wire.location_type,
    color: wire.color,
    tags: wire.tags.filter(isOwn),
    url: wire.url,
    highlightedAt: wire.highlighted_at,
    discarded: wire.tags.includes(DISCARD_TAG),
    favorite: wire.tags.includes(FAVORITE_TAG),
  };
}

function sharedOfBook(wire: Wire<typeof bookFields>) {
  return {
    title: wire.title,
    author: wire.author,
    category: wire.category,
    source: wire.source,
    coverUrl: wire.cover_image_url,
    documentNote: wire.document_note,
    sourceUrl: wire.source_url,
    asin: wire.asin,
  };
}

function toListedBook(wire: Wire<typeof listedBookFields>) {
  return {
    bookId: wire.id,
    ...sharedOfBook(wire),
    tags: wire.tags.names,
    tagsWithIds: wire.tags.withIds,
    serviceUrl: wire.highlights_url,
    highlightCount: wire.num_highlights,
    lastHighlightAt: wire.last_highlight_at,
    updatedAt: wire.updated,
  };
}

const READER_ADDRESS = /^https:\/\/read\.readwise\.io\/(?:[^?#]*\/)?([^/?#]+)\/?(?:[?#].*)?$/;

const READER_DOCUMENT =
  /^(?:https:\/\/read\.readwise\.io\/(?:[^?#]*\/)?|private:\/\/)read\/([^/?#]+)\/?(?:[?#].*)?$/;

/** The document that an address of Reader names, also one of a file or letter without an address of its own. */
function documentInReaderAddress(url: string): string | null {
  return toWordId(READER_DOCUMENT.exec(url)?.[1]);
}

/** The document id in a Reader address; null for another address. */
function idInReaderAddress(url: string): string | null {
  return toWordId(READER_ADDRESS.exec(url)?.[1]);
}
