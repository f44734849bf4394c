import { isoTime } from './highlight-views';
import type { DocumentRecord } from './records';

/** The shapes of v3-documents.md, as they go over the wire. */

const HOUR = 3_600_000;

/** v3 stamps carry microseconds and an offset. */
function offsetTime(at: number): string {
  return isoTime(at).replace('Z', '000+00:00');
}

function offsetTimeOrNull(at: number | null): string | null {
  return at === null ? null : offsetTime(at);
}

function readerAddress(id: string): string {
  return `https://read.readwise.io/read/${id}`;
}

/** "Create/update result". */
export function showDocumentResult(document: DocumentRecord): object {
  return { id: document.id, url: readerAddress(document.id) };
}

export interface DocumentParts {
  readonly html: boolean;
  /**
   * The address of the raw file holds for an hour from this time (milliseconds since the epoch); null: not
   * asked for.
   */
  readonly rawSourceFrom: number | null;
  readonly stamp: 'updated' | 'saved';
}

/**
 * "Document (list response item)". Highlights and notes carry null where a document has fields of its own.
 */
export function showDocument(document: DocumentRecord, parts: DocumentParts): object {
  return {
    id: document.id,
    url: readerAddress(document.id),
    title: document.title,
    author: document.author,
    source: document.source,
    category: document.category,
    location: document.location,
    tags: document.parentId === null ? showTags(document) : null,
    site_name: document.siteName,
    word_count: document.wordCount,
    reading_time: document.readingTime,
    created_at: offsetTime(document.createdAt),
    updated_at: offsetTime(parts.stamp === 'updated' ? document.updatedAt : document.savedAt),
    published_date: document.publishedDate,
    summary: document.summary,
    image_url: document.imageUrl,
    content: document.content,
    source_url: document.sourceUrl,
    notes: document.notes,
    parent_id: document.parentId,
    reading_progress: document.readingProgress,
    first_opened_at: offsetTimeOrNull(document.firstOpenedAt),
    last_opened_at: offsetTimeOrNull(document.lastOpenedAt),
    saved_at: offsetTime(document.savedAt),
    last_moved_at: offsetTime(document.lastMovedAt),
    ...(parts.html ? { html_content: document.htmlContent } : {}),
    ...(parts.rawSourceFrom === null ? {} : { raw_source_url: rawSource(document, parts.rawSourceFrom) }),
  };
}

function showTags(document: DocumentRecord): object {
  return Object.fromEntries(
    document.tags.map((tag) => [tag.key, { name: tag.name, type: 'manual', created: tag.createdAt }]),
  );
}

/** Only files that were uploaded or imported whole have a raw source. */
function rawSource(document: DocumentRecord, from: number): string {
  const isFile = document.category === 'pdf' || document.category === 'epub';
  return isFile
    ? `https://readwise.io/reader/document_raw_content/${document.id}?expires=${from + HOUR}`
    : '';
}
