import type { Document, DocumentHighlight, DocumentNote } from '../../core/library/model';
import type { WireDocument } from '../schema/document';
import { plainTextOfHtml } from './plain-text-of-html';
import { toPublicationDate, toTimestamp } from './timestamps';
import { toNumber, toTagNames, toText } from './values';

/** What a v3 record is: with no parent a document; with one a note (category `note`) or a highlight (every other). */
export type DocumentRecord =
  | { readonly kind: 'document'; readonly record: Document }
  | { readonly kind: 'highlight'; readonly record: DocumentHighlight }
  | { readonly kind: 'note'; readonly record: DocumentNote };

/** v3-documents.md, "Document (list response item)". */
export function toDocumentRecord(wire: WireDocument): DocumentRecord {
  const parentId = toText(wire.parent_id);
  if (parentId === '') return { kind: 'document', record: toDocument(wire) };
  if (wire.category === 'note') return { kind: 'note', record: toDocumentNote(wire, parentId) };
  return { kind: 'highlight', record: toDocumentHighlight(wire, parentId) };
}

/** The passage or note itself: `content`, else the prose of `html_content`, else `title`. */
function passageOf(wire: WireDocument): string {
  const content = toText(wire.content);
  if (content.trim() !== '') return content;
  return plainTextOfHtml(toText(wire.html_content)) || toText(wire.title);
}

function toDocumentHighlight(wire: WireDocument, documentId: string): DocumentHighlight {
  return {
    id: String(wire.id),
    documentId,
    text: passageOf(wire),
    note: toText(wire.notes),
    tags: toTagNames(wire.tags),
    url: toText(wire.url),
    createdAt: toTimestamp(wire.created_at),
    updatedAt: toTimestamp(wire.updated_at),
  };
}

function toDocumentNote(wire: WireDocument, highlightId: string): DocumentNote {
  return { id: String(wire.id), highlightId, text: passageOf(wire), updatedAt: toTimestamp(wire.updated_at) };
}

function toDocument(wire: WireDocument): Document {
  return {
    id: String(wire.id),
    title: toText(wire.title),
    author: toText(wire.author),
    category: toText(wire.category),
    location: toText(wire.location),
    source: toText(wire.source),
    siteName: toText(wire.site_name),
    tags: toTagNames(wire.tags),
    url: toText(wire.url),
    sourceUrl: toText(wire.source_url),
    imageUrl: toText(wire.image_url),
    summary: toText(wire.summary),
    note: toText(wire.notes),
    wordCount: toNumber(wire.word_count),
    readingTime: toText(wire.reading_time),
    readingProgress: Math.min(1, Math.max(0, toNumber(wire.reading_progress) ?? 0)),
    publishedDate: toPublicationDate(wire.published_date),
    createdAt: toTimestamp(wire.created_at),
    updatedAt: toTimestamp(wire.updated_at),
    savedAt: toTimestamp(wire.saved_at),
    firstOpenedAt: toTimestamp(wire.first_opened_at),
    lastOpenedAt: toTimestamp(wire.last_opened_at),
    lastMovedAt: toTimestamp(wire.last_moved_at),
  };
}
