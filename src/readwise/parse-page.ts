import * as z from 'zod/mini';
import type { Document, DocumentHighlight, DocumentNote, Highlight, Quarantined } from '../model/model';
import type { Pace } from '../model/pace';
import type { Answer } from './answer';
import { contentOf, documentSchema, toDocumentRecord } from './document-records';
import { ResponseShapeError } from './errors';
import { cursor, number, text } from './fields';
import { exportBookSchema, exportHighlightSchema, toBook, toHighlight } from './highlight-records';
import type { BookWithHighlights, DocumentContent, DocumentListPage, HighlightPage, ListPage } from './pages';
import { parseRecord, refuseDrift, type RecordParser } from './parse-record';

/** What every cursor-paged answer is (v2 export, v3 list, v3 tags). */
const cursorPageSchema = z.object({
  count: z.catch(number, null),
  nextPageCursor: cursor,
  results: z.array(z.unknown()),
});

/** What every answer paged by number is (v2 lists). */
const numberedPageSchema = z.object({
  count: z.catch(number, null),
  next: text,
  results: z.array(z.unknown()),
});

const EXPORT_BOOK = {
  endpoint: 'highlights',
  schema: exportBookSchema,
  idField: 'user_book_id',
  // Without its list, highlights of the book would be passed by.
  essential: ['user_book_id', 'title', 'highlights'],
} as const;
const EXPORT_HIGHLIGHT = {
  endpoint: 'highlights',
  schema: exportHighlightSchema,
  idField: 'id',
  essential: ['id', 'text'],
} as const;
const DOCUMENT = {
  endpoint: 'documents',
  schema: documentSchema,
  idField: 'id',
  // Without its parent, a highlight would be a document.
  essential: ['id', 'parent_id', 'title', 'content'],
} as const;

/** What was wrong with the records of one page. */
class Problems {
  readonly quarantined: Quarantined[] = [];
  readonly incomplete: Quarantined[] = [];

  /** The record, or null when it is kept out. */
  take<Wire>(value: unknown, parser: RecordParser<Wire>, bookId?: string): Wire | null {
    const parsed = parseRecord(value, parser);
    const inBook = bookId === undefined ? {} : { bookId };
    if (!parsed.ok) {
      this.quarantined.push({ ...parsed.quarantined, ...inBook });
      return null;
    }
    if (parsed.incomplete !== null) this.incomplete.push({ ...parsed.incomplete, ...inBook });
    return parsed.wire;
  }
}

/**
 * Maps the body of a v2 export, and lets others have their turn between its records. Bad books and highlights are kept out, the
 * rest go on. Throws `ResponseShapeError` for what is no page of the API, and for one that is mostly bad.
 */
export async function parseHighlightPage({ json, serverDate }: Answer, pace: Pace): Promise<HighlightPage> {
  const { results, count, nextPageCursor } = parseEnvelope(json, cursorPageSchema);
  const books: BookWithHighlights[] = [];
  const problems = new Problems();
  let records = results.length;
  for (const result of results) {
    await pace.yieldIfDue();
    const book = problems.take(result, EXPORT_BOOK);
    if (book === null) continue;
    records += book.highlights.length;
    const highlights: Highlight[] = [];
    for (const value of book.highlights) {
      await pace.yieldIfDue();
      const highlight = problems.take(value, EXPORT_HIGHLIGHT, book.user_book_id);
      if (highlight !== null) highlights.push(toHighlight(highlight));
    }
    books.push({ book: toBook(book), highlights });
  }
  const { quarantined, incomplete } = problems;
  refuseDrift(records, quarantined);
  return { count, nextCursor: nextPageCursor, serverDate, books, quarantined, incomplete };
}

/** Maps the body of a v3 list, sorted by what each record is; errors as for `parseHighlightPage`. */
export async function parseDocumentPage({ json, serverDate }: Answer, pace: Pace): Promise<DocumentListPage> {
  const { results, count, nextPageCursor } = parseEnvelope(json, cursorPageSchema);
  const documents: Document[] = [];
  const highlights: DocumentHighlight[] = [];
  const notes: DocumentNote[] = [];
  const contents: DocumentContent[] = [];
  const problems = new Problems();
  for (const result of results) {
    await pace.yieldIfDue();
    const wire = problems.take(result, DOCUMENT);
    if (wire === null) continue;
    contents.push(...contentOf(wire));
    const item = toDocumentRecord(wire);
    switch (item.kind) {
      case 'document':
        documents.push(item.record);
        break;
      case 'highlight':
        highlights.push(item.record);
        break;
      case 'note':
        notes.push(item.record);
        break;
    }
  }
  const { quarantined, incomplete } = problems;
  refuseDrift(results.length, quarantined);
  const found = { documents, highlights, notes, contents };
  return { count, nextCursor: nextPageCursor, serverDate, ...found, quarantined, incomplete };
}

/** How the records of one list are read. */
export interface EntryParser<Wire, Entry> extends RecordParser<Wire> {
  readonly toEntry: (wire: Wire) => Entry;
}

/** Maps the body of a list whose pages have numbers, as those of v2 have; errors as for `parseHighlightPage`. */
export async function parseNumberedPage<Wire, Entry>(
  { json, serverDate }: Answer,
  options: EntryOptions<Wire, Entry> & { readonly pageNumber: number },
): Promise<ListPage<Entry>> {
  const { results, count, next } = parseEnvelope(json, numberedPageSchema);
  const nextCursor = next === '' ? null : String(options.pageNumber + 1);
  return { count, nextCursor, serverDate, ...(await parseEntries(results, options)) };
}

/** Maps the body of a list whose pages have cursors; errors as for `parseHighlightPage`. */
export async function parseCursorPage<Wire, Entry>(
  { json, serverDate }: Answer,
  options: EntryOptions<Wire, Entry>,
): Promise<ListPage<Entry>> {
  const { results, count, nextPageCursor } = parseEnvelope(json, cursorPageSchema);
  return { count, nextCursor: nextPageCursor, serverDate, ...(await parseEntries(results, options)) };
}

interface EntryOptions<Wire, Entry> {
  readonly parser: EntryParser<Wire, Entry>;
  readonly pace: Pace;
}

async function parseEntries<Wire, Entry>(
  results: readonly unknown[],
  { parser, pace }: EntryOptions<Wire, Entry>,
): Promise<Pick<ListPage<Entry>, 'entries' | 'quarantined' | 'incomplete'>> {
  const entries: Entry[] = [];
  const problems = new Problems();
  for (const value of results) {
    await pace.yieldIfDue();
    const wire = problems.take(value, parser);
    if (wire !== null) entries.push(parser.toEntry(wire));
  }
  const { quarantined, incomplete } = problems;
  refuseDrift(results.length, quarantined);
  return { entries, quarantined, incomplete };
}

function parseEnvelope<Envelope>(body: unknown, schema: z.ZodMiniType<Envelope>): Envelope {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new ResponseShapeError('not-the-api', 'the answer is not a page of results of the service.');
}
