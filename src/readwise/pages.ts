import * as z from 'zod/mini';
import { isGroup } from '../model/collections';
import type { Book, Document, DocumentHighlight, DocumentNote, Highlight, Quarantined } from '../model/model';
import type { Pace } from '../model/pace';
import type { Answer } from './answer';
import { documentSchema, type DocumentContent, type DocumentRecord } from './document-records';
import { ResponseShapeError } from './readwise-error';
import { cursor, number, text } from './wire-fields';
import { exportedBookSchema, exportedHighlightSchema } from './highlight-records';
import { Problems, type RecordParser } from './wire-fields';

export interface Page {
  /** The response's `Date` header as ISO 8601 with milliseconds, or null. */
  readonly serverDate: string | null;
  /** The cursor of the next page; null at the end. In lists by number, the address that the service names. */
  readonly nextCursor: string | null;
  /** The count of matches by the service, which proves nothing. */
  readonly count: number | null;
  /** Records left out, because their id or an essential field could not be read. */
  readonly quarantined: readonly Quarantined[];
  /** Records on the page without the fields that could not be read. */
  readonly incomplete: readonly Quarantined[];
}

export interface ListPage<Entry> extends Page {
  readonly entries: readonly Entry[];
}

export interface BookWithHighlights {
  readonly book: Book;
  /** Those of this page; others may exist. */
  readonly highlights: readonly Highlight[];
}

export interface HighlightPage extends Page {
  readonly books: readonly BookWithHighlights[];
}

/** One page of the v3 list, by kind of record. */
export interface DocumentPage extends Page {
  readonly documents: readonly Document[];
  readonly highlights: readonly DocumentHighlight[];
  readonly notes: readonly DocumentNote[];
}

/** One page of the v3 list with the requested contents. */
export interface DocumentListPage extends DocumentPage {
  readonly contents: readonly DocumentContent[];
}

/** Pages with cursors have `nextPageCursor`, numbered pages `next`. */
const envelopeSchema = z.object({
  count: z.catch(number, null),
  nextPageCursor: cursor,
  next: text,
  results: z.array(z.unknown()),
});

const EXPORTED_BOOK = {
  endpoint: 'highlights',
  schema: exportedBookSchema,
  idField: 'user_book_id',
  // A book with an unreadable list of highlights is left out and fetched again.
  essential: ['highlights'],
} as const;

const EXPORTED_HIGHLIGHT = {
  endpoint: 'highlights',
  schema: exportedHighlightSchema,
  idField: 'id',
  essential: ['text'],
} as const;

// Without its parent, a highlight would count as a document.
const DOCUMENT = {
  endpoint: 'documents',
  schema: documentSchema,
  idField: 'id',
  essential: ['parent_id'],
} as const;

// `content` is the text of the highlight or note.
const DOCUMENT_PART = { ...DOCUMENT, essential: ['parent_id', 'content'] } as const;

/** Throws `ResponseShapeError` only when the body is no page, as do the next two. */
export async function parseHighlightPage({ json, serverDate }: Answer, pace: Pace): Promise<HighlightPage> {
  const { results, count, nextPageCursor } = parseEnvelope(json);
  const books: BookWithHighlights[] = [];
  const problems = new Problems();
  for (const result of results) {
    await pace.yieldIfDue();
    const exported = problems.take(result, EXPORTED_BOOK);
    if (exported === null) continue;
    const { book } = exported;
    const highlights: Highlight[] = [];
    for (const value of exported.highlights) {
      await pace.yieldIfDue();
      const highlight = problems.take(value, EXPORTED_HIGHLIGHT, book.id);
      if (highlight !== null) highlights.push(highlight);
    }
    books.push({ book, highlights });
  }
  const { quarantined, incomplete } = problems;
  return { count, nextCursor: nextPageCursor, serverDate, books, quarantined, incomplete };
}

export async function parseDocumentPage({ json, serverDate }: Answer, pace: Pace): Promise<DocumentListPage> {
  const { results, count, nextPageCursor } = parseEnvelope(json);
  const records: DocumentRecord[] = [];
  const problems = new Problems();
  for (const result of results) {
    await pace.yieldIfDue();
    const isPart = isGroup(result) && Boolean(result['parent_id']);
    const record = problems.take(result, isPart ? DOCUMENT_PART : DOCUMENT);
    if (record !== null) records.push(record);
  }
  const { quarantined, incomplete } = problems;
  return {
    count,
    nextCursor: nextPageCursor,
    serverDate,
    documents: records.flatMap((one) => (one.kind === 'document' ? one.record : [])),
    highlights: records.flatMap((one) => (one.kind === 'highlight' ? one.record : [])),
    notes: records.flatMap((one) => (one.kind === 'note' ? one.record : [])),
    contents: records.flatMap(({ content }) => content ?? []),
    quarantined,
    incomplete,
  };
}

/** Reads a page of another list. */
export async function parseListPage<Entry>(
  { json, serverDate }: Answer,
  { parser, pace }: { readonly parser: RecordParser<Entry>; readonly pace: Pace },
): Promise<ListPage<Entry>> {
  const { results, count, nextPageCursor, next } = parseEnvelope(json);
  const entries: Entry[] = [];
  const problems = new Problems();
  for (const value of results) {
    await pace.yieldIfDue();
    const entry = problems.take(value, parser);
    if (entry !== null) entries.push(entry);
  }
  const { quarantined, incomplete } = problems;
  const nextCursor = nextPageCursor ?? (next === '' ? null : next);
  return { count, nextCursor, serverDate, entries, quarantined, incomplete };
}

/** An empty page, for a 404 that means "no records". */
export const emptyPage = (serverDate: string | null): Page => ({
  serverDate,
  nextCursor: null,
  count: 0,
  quarantined: [],
  incomplete: [],
});

function parseEnvelope(body: unknown): z.infer<typeof envelopeSchema> {
  const result = envelopeSchema.safeParse(body);
  if (result.success) return result.data;
  throw new ResponseShapeError('the answer is not a page of results of the service.');
}
