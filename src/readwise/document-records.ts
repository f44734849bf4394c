import * as z from 'zod/mini';
import type { Document, DocumentHighlight, DocumentNote } from '../model/model';
import { number, parentId, publicationDate, tagNames, text, timestamp, wordId } from './fields';
import { plainTextOfHtml } from './plain-text-of-html';
import type { DocumentContent } from './pages';

/** What v3 sends, as v3-documents.md has it, and what becomes of it. */

/** "Document (list response item)", with `content` of the live service. */
export const documentSchema = z.object({
  id: wordId,
  url: text,
  source_url: text,
  title: text,
  author: text,
  source: text,
  category: text,
  location: text,
  tags: tagNames,
  site_name: text,
  word_count: number,
  reading_time: text,
  created_at: timestamp,
  updated_at: timestamp,
  notes: text,
  published_date: publicationDate,
  summary: text,
  image_url: text,
  parent_id: parentId,
  reading_progress: number,
  first_opened_at: timestamp,
  last_opened_at: timestamp,
  saved_at: timestamp,
  last_moved_at: timestamp,
  content: text,
  html_content: z.optional(text),
  raw_source_url: z.optional(text),
});
export type WireDocument = z.infer<typeof documentSchema>;

/** "Create/update result". */
export const savedDocumentSchema = z.object({ id: wordId, url: text });
export type SavedDocument = Readonly<z.infer<typeof savedDocumentSchema>>;

/** "Tag". */
export const documentTagSchema = z.object({
  key: z.string('should be text that is not empty').check(z.minLength(1, 'should be text that is not empty')),
  name: text,
});
export type DocumentTag = Readonly<z.infer<typeof documentTagSchema>>;

/** What a v3 record is: with no parent a document; with one a note (category `note`) or a highlight (every other). */
export type DocumentRecord =
  | { readonly kind: 'document'; readonly record: Document }
  | { readonly kind: 'highlight'; readonly record: DocumentHighlight }
  | { readonly kind: 'note'; readonly record: DocumentNote };

export function toDocumentRecord(wire: WireDocument): DocumentRecord {
  if (wire.parent_id === null) return { kind: 'document', record: toDocument(wire) };
  if (wire.category === 'note') return { kind: 'note', record: toDocumentNote(wire, wire.parent_id) };
  return { kind: 'highlight', record: toDocumentHighlight(wire, wire.parent_id) };
}

/** What was asked for beyond the record: nothing, unless the list was told to add it. */
export function contentOf(wire: WireDocument): readonly DocumentContent[] {
  if (wire.html_content === undefined && wire.raw_source_url === undefined) return [];
  return [{ id: wire.id, html: wire.html_content ?? '', rawSourceUrl: wire.raw_source_url ?? '' }];
}

function toDocument(wire: WireDocument): Document {
  return {
    id: wire.id,
    title: wire.title,
    author: wire.author,
    category: wire.category,
    location: wire.location,
    source: wire.source,
    siteName: wire.site_name,
    tags: wire.tags,
    url: wire.url,
    sourceUrl: wire.source_url,
    imageUrl: wire.image_url,
    summary: wire.summary,
    note: wire.notes,
    wordCount: wire.word_count,
    readingTime: wire.reading_time,
    readingProgress: Math.min(1, Math.max(0, wire.reading_progress ?? 0)),
    publishedDate: wire.published_date,
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
    savedAt: wire.saved_at,
    firstOpenedAt: wire.first_opened_at,
    lastOpenedAt: wire.last_opened_at,
    lastMovedAt: wire.last_moved_at,
  };
}

function toDocumentHighlight(wire: WireDocument, documentId: string): DocumentHighlight {
  return {
    id: wire.id,
    documentId,
    text: passageOf(wire),
    note: wire.notes,
    tags: wire.tags,
    url: wire.url,
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
  };
}

function toDocumentNote(wire: WireDocument, highlightId: string): DocumentNote {
  return { id: wire.id, highlightId, text: passageOf(wire), updatedAt: wire.updated_at };
}

/** The passage or note itself: `content`, else the prose of `html_content`, else `title`. */
function passageOf(wire: WireDocument): string {
  if (wire.content.trim() !== '') return wire.content;
  return plainTextOfHtml(wire.html_content ?? '') || wire.title;
}
