import type { BookRecord, HighlightRecord, TagRecord } from './records';
import type { ResolvedOptions } from './server-options';

/** The shapes of v2-highlights.md, as they go over the wire. */

export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

export function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}

function bookPage(id: number): string {
  return `https://readwise.io/bookreview/${id}`;
}

export function showTag(tag: TagRecord): object {
  return { id: tag.id, name: tag.name };
}

/** Ids of tags that are not kept but made up from other fields. */
const COLOR_TAG_ID = 7_000_001;
const DISCARD_TAG_ID = 7_000_002;

function tagsWithColor(highlight: HighlightRecord, options: ResolvedOptions): object[] {
  const tags = highlight.tags.map(showTag);
  return options.colorTags === 'sent' && highlight.color !== ''
    ? [...tags, { id: COLOR_TAG_ID, name: highlight.color }]
    : tags;
}

/** "Highlight (list/detail/update response)"; here a discarded one is known by a tag only. */
export function showHighlight(highlight: HighlightRecord, options: ResolvedOptions): object {
  const tags = tagsWithColor(highlight, options);
  return {
    id: highlight.id,
    text: highlight.text,
    note: highlight.note,
    location: highlight.location,
    location_type: highlight.locationType,
    highlighted_at: isoTimeOrNull(highlight.highlightedAt),
    url: highlight.url,
    color: highlight.color,
    updated: isoTime(highlight.updatedAt),
    book_id: highlight.bookId,
    tags: highlight.discarded ? [...tags, { id: DISCARD_TAG_ID, name: 'discard' }] : tags,
  };
}

/** What the CREATE result and the list show alike of a book. */
function showBookSummary(book: BookRecord, highlights: readonly HighlightRecord[]): object {
  return {
    id: book.id,
    title: book.title,
    author: book.author,
    category: book.category,
    source: book.source,
    num_highlights: highlights.length,
    last_highlight_at: isoTimeOrNull(lastHighlightAt(highlights)),
    updated: isoTime(book.updatedAt),
    cover_image_url: book.coverImageUrl,
    highlights_url: bookPage(book.id),
    source_url: book.sourceUrl,
  };
}

/** "Book (list/detail response)". `highlights`: the live ones. */
export function showBook(book: BookRecord, highlights: readonly HighlightRecord[]): object {
  return {
    ...showBookSummary(book, highlights),
    asin: book.asin,
    tags: book.tags.map(showTag),
    document_note: book.documentNote ?? '',
  };
}

/** "Highlight CREATE result item". `highlights`: the live ones. */
export function showCreateResult(
  book: BookRecord,
  highlights: readonly HighlightRecord[],
  modified: readonly number[],
): object {
  return { ...showBookSummary(book, highlights), modified_highlights: modified };
}

export function lastHighlightAt(highlights: readonly HighlightRecord[]): number | null {
  return highlights.reduce<number | null>(
    (last, { highlightedAt }) =>
      highlightedAt === null ? last : Math.max(last ?? highlightedAt, highlightedAt),
    null,
  );
}

/** "Export book object". */
export function showExportBook(
  book: BookRecord,
  highlights: readonly HighlightRecord[],
  options: ResolvedOptions,
): object {
  return {
    user_book_id: book.id,
    is_deleted: book.deletedAt !== null,
    title: book.title,
    author: book.author,
    readable_title: book.title,
    source: book.source,
    cover_image_url: book.coverImageUrl,
    unique_url: book.uniqueUrl ?? '',
    book_tags: book.tags.map(showTag),
    category: book.category,
    document_note: book.documentNote,
    summary: book.summary,
    [options.linkField]: bookPage(book.id),
    source_url: book.sourceUrl,
    external_id: book.externalId,
    asin: book.asin,
    highlights: highlights.map((highlight) => showExportHighlight(highlight, options)),
  };
}

function showExportHighlight(highlight: HighlightRecord, options: ResolvedOptions): object {
  return {
    id: highlight.id,
    is_deleted: highlight.deletedAt !== null,
    text: highlight.text,
    location: highlight.location,
    location_type: highlight.locationType,
    note: highlight.note,
    color: highlight.color,
    highlighted_at: isoTimeOrNull(highlight.highlightedAt),
    created_at: isoTime(highlight.createdAt),
    updated_at: isoTime(highlight.exportedAt),
    external_id: highlight.externalId,
    end_location: highlight.endLocation,
    url: highlight.url,
    book_id: highlight.bookId,
    tags: tagsWithColor(highlight, options),
    is_favorite: highlight.favorite,
    is_discard: highlight.discarded,
    [options.linkField]: `https://readwise.io/open/${highlight.id}`,
  };
}
