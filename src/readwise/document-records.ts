import { decodeHTMLStrict } from 'entities/decode';
import * as z from 'zod/mini';
import type { Document, DocumentHighlight, DocumentNote } from '../model/model';
import {
  name,
  number,
  parentId,
  publicationDate,
  record,
  requestedText,
  tagNames,
  text,
  timestamp,
  wordId,
  type Wire,
} from './wire-fields';

/** The JSON of v3 and its mapping to the model. Addresses stay as the service sent them. */

/** Contents of a document that the v3 list adds on request. */
export interface DocumentContent {
  readonly id: string;
  /** `html_content`, which is hostile; `''` when not requested or not available. */
  readonly html: string;
  /** `raw_source_url`, valid for an hour; `''` when not requested or not available. */
  readonly rawSourceUrl: string;
}

/** A v3 record: a document without a parent; otherwise a note (category `note`) or a highlight. */
export type DocumentRecord = { readonly content: DocumentContent | null } & (
  | { readonly kind: 'document'; readonly record: Document }
  | { readonly kind: 'highlight'; readonly record: DocumentHighlight }
  | { readonly kind: 'note'; readonly record: DocumentNote }
);

/** A document, highlight or note of the v3 list, with the live service's `content`. */
const documentFields = {
  id: wordId,
  url: text,
  source_url: text,
  title: name,
  author: name,
  source: text,
  category: text,
  location: text,
  tags: tagNames,
  site_name: name,
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
  html_content: requestedText,
  raw_source_url: requestedText,
};
type WireDocument = Wire<typeof documentFields>;

export const documentSchema = record(documentFields, (wire): DocumentRecord => {
  const content = contentOf(wire);
  if (wire.parent_id === null) return { kind: 'document', record: toDocument(wire), content };
  const { id, parent_id: parent, updated_at: updatedAt } = wire;
  const partText = textOfPart(wire);
  if (wire.category === 'note')
    return { kind: 'note', record: { id, highlightId: parent, text: partText, updatedAt }, content };
  const highlight = {
    id,
    documentId: parent,
    text: partText,
    note: wire.notes,
    tags: wire.tags,
    url: wire.url,
    createdAt: wire.created_at,
    updatedAt,
    deleted: false,
  };
  return { kind: 'highlight', record: highlight, content };
});

/** The answer to a creation or update. */
export const savedDocumentSchema = z.object({ id: wordId, url: text });
export type SavedDocument = Readonly<z.infer<typeof savedDocumentSchema>>;

function contentOf({
  id,
  html_content: html,
  raw_source_url: address,
}: WireDocument): DocumentContent | null {
  if (html === undefined && address === undefined) return null;
  return { id, html: html ?? '', rawSourceUrl: address ?? '' };
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
    readingProgress: share(wire.reading_progress ?? 0),
    publishedDate: wire.published_date,
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
    savedAt: wire.saved_at,
    firstOpenedAt: wire.first_opened_at,
    lastOpenedAt: wire.last_opened_at,
    lastMovedAt: wire.last_moved_at,
  };
}

/** From 0 to 1; the service has sent per cent, too. */
const share = (progress: number): number =>
  Math.min(1, Math.max(0, progress > 1 ? progress / 100 : progress));

/** The text of a highlight or note: `content`, else the text of `html_content`, else `title`. */
function textOfPart(wire: WireDocument): string {
  if (wire.content.trim() !== '') return wire.content;
  return plainTextOfHtml(wire.html_content ?? '') || wire.title;
}

/** Comments and elements without readable text, closed or not. */
const INVISIBLE =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|head|noscript|template)\b[\s\S]*?(?:<\/\1[^>]*(?:>|$)|$)/gi;
const TAG = /<(\/?[a-z][a-z0-9]*|[!?])[^>]*(?:>|$)/gi;
const BLOCKS = /^\/?(?:p|div|section|article|blockquote|[uo]l|pre|table|figure|h[1-6])$/;
const LINES = /^(?:br|li|tr)$/;
const SOURCE = /\ssrc\s*=\s*["']?([^\s"'>]+)/i;

/**
 * The text of an HTML fragment with paragraphs, lines and markdown images, in linear time. It is hostile and
 * must be escaped.
 */
export function plainTextOfHtml(html: string): string {
  const text = html.replace(INVISIBLE, '').replace(/\s+/g, ' ').replace(TAG, textOfTag);
  const lines = decodeHTMLStrict(text)
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trim());
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}

function textOfTag(tag: string, name: string): string {
  const element = name.toLowerCase();
  const source = element === 'img' ? SOURCE.exec(tag)?.[1] : undefined;
  if (source !== undefined) return `\n\n![](${source})\n\n`;
  if (BLOCKS.test(element)) return '\n\n';
  return LINES.test(element) ? '\n' : '';
}
