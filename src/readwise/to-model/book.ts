import type { Book } from '../../core/library/model';
import type { ListedBook } from '../records';
import type { ExportBook } from '../schema/export';
import type { Scalar } from '../schema/leaves';
import type { WireListedBook } from '../schema/listed';
import { toTimestamp } from './timestamps';
import { firstText, toFlag, toNumber, toTagNames, toText, toWordIdOrNull } from './values';

const AMAZON_IMAGE = /^https?:\/\/[^/]*\bamazon\.[^/]*\//i;

/** Amazon's addresses name the picture's size: the service's thumbnails become covers. */
function toCoverUrl(value: Scalar): string {
  const url = toText(value);
  return AMAZON_IMAGE.test(url) ? url.replace('SL200', 'SL500').replace('SY160', 'SY500') : url;
}

/** v2-highlights.md, "Export book object". */
export function toBook(wire: ExportBook): Book {
  return {
    id: String(wire.user_book_id),
    title: toText(wire.title),
    author: toText(wire.author),
    category: toText(wire.category),
    source: toText(wire.source),
    coverUrl: toCoverUrl(wire.cover_image_url),
    tags: toTagNames(wire.book_tags),
    documentNote: toText(wire.document_note),
    summary: toText(wire.summary),
    serviceUrl: firstText(wire.readwise_url, wire.service_url),
    sourceUrl: toText(wire.source_url),
    uniqueUrl: toText(wire.unique_url),
    asin: toText(wire.asin),
    documentId: toWordIdOrNull(wire.external_id),
    deleted: toFlag(wire.is_deleted),
  };
}

/** v2-highlights.md, "Book (list/detail response)". */
export function toListedBook(wire: WireListedBook): ListedBook {
  return {
    bookId: String(wire.id),
    title: toText(wire.title),
    author: toText(wire.author),
    category: toText(wire.category),
    source: toText(wire.source),
    coverUrl: toCoverUrl(wire.cover_image_url),
    tags: toTagNames(wire.tags),
    documentNote: toText(wire.document_note),
    serviceUrl: toText(wire.highlights_url),
    sourceUrl: toText(wire.source_url),
    asin: toText(wire.asin),
    highlightCount: toNumber(wire.num_highlights),
    lastHighlightAt: toTimestamp(wire.last_highlight_at),
    updatedAt: toTimestamp(wire.updated),
  };
}
