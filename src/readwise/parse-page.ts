import * as v from 'valibot';
import type {
  Document,
  DocumentHighlight,
  DocumentNote,
  Highlight,
  Quarantined,
} from '../core/library/model';
import type { Pace } from '../pace';
import type { Answer } from './answer';
import type { BookWithHighlights, HighlightPage } from './pages';
import { parseRecord, refuseDrift, type RecordParser } from './parse-record';
import type { DocumentContent, DocumentListPage, ListPage } from './records';
import { ResponseShapeError } from './response-shape-error';
import { documentSchema, type WireDocument } from './schema/document';
import {
  exportBookSchema,
  exportHighlightSchema,
  type ExportBook,
  type ExportHighlight,
} from './schema/export';
import { cursorPageSchema, numberedPageSchema } from './schema/page-envelope';
import { toBook } from './to-model/book';
import { toDocumentRecord, type DocumentRecord } from './to-model/document';
import { toHighlight } from './to-model/highlight';
import { toNumber, toText } from './to-model/values';

const EXPORT_BOOK: RecordParser<ExportBook> = {
  endpoint: 'highlights',
  schema: exportBookSchema,
  idField: 'user_book_id',
};
const EXPORT_HIGHLIGHT: RecordParser<ExportHighlight> = {
  endpoint: 'highlights',
  schema: exportHighlightSchema,
  idField: 'id',
};
const DOCUMENT: EntryParser<
  WireDocument,
  { readonly item: DocumentRecord; readonly contents: readonly DocumentContent[] }
> = {
  endpoint: 'documents',
  schema: documentSchema,
  idField: 'id',
  toEntry: (wire) => ({ item: toDocumentRecord(wire), contents: contentOf(wire) }),
};

/**
 * Maps the body of a v2 export, and lets others have their turn between its records. Bad books and highlights are quarantined, the rest go on.
 * Throws `ResponseShapeError` for what is no page of the API, and for one that is mostly bad.
 */
export async function parseHighlightPage({ json, serverDate }: Answer, pace: Pace): Promise<HighlightPage> {
  const { results, ...page } = readCursorPage(json);
  const books: BookWithHighlights[] = [];
  const quarantined: Quarantined[] = [];
  let records = results.length;
  for (const result of results) {
    await pace.breathe();
    const book = parseRecord(result, EXPORT_BOOK);
    if (!book.ok) {
      quarantined.push(book.quarantined);
      continue;
    }
    const wireHighlights = book.wire.highlights ?? [];
    records += wireHighlights.length;
    books.push({
      book: toBook(book.wire),
      highlights: await toHighlights(wireHighlights, {
        bookId: String(book.wire.user_book_id),
        quarantined,
        pace,
      }),
    });
  }
  refuseDrift(records, quarantined);
  return { ...page, serverDate, books, quarantined };
}

interface OfBook {
  readonly bookId: string;
  readonly quarantined: Quarantined[];
  readonly pace: Pace;
}

async function toHighlights(
  wireHighlights: readonly unknown[],
  { bookId, quarantined, pace }: OfBook,
): Promise<readonly Highlight[]> {
  const highlights: Highlight[] = [];
  for (const value of wireHighlights) {
    await pace.breathe();
    const highlight = parseRecord(value, EXPORT_HIGHLIGHT);
    if (highlight.ok) highlights.push(toHighlight(highlight.wire));
    else quarantined.push({ ...highlight.quarantined, bookId });
  }
  return highlights;
}

/** Maps the body of a v3 list, sorted by what each record is; errors as for `parseHighlightPage`. */
export async function parseDocumentPage({ json, serverDate }: Answer, pace: Pace): Promise<DocumentListPage> {
  const { results, ...page } = readCursorPage(json);
  const { entries, quarantined } = await parseEntries(results, { parser: DOCUMENT, pace });
  const documents: Document[] = [];
  const highlights: DocumentHighlight[] = [];
  const notes: DocumentNote[] = [];
  for (const { item } of entries) {
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
  return {
    ...page,
    serverDate,
    documents,
    highlights,
    notes,
    contents: entries.flatMap(({ contents }) => contents),
    quarantined,
  };
}

/** What was asked for beyond the record: nothing, unless the list was told to add it. */
function contentOf(wire: WireDocument): readonly DocumentContent[] {
  if (wire.html_content === undefined && wire.raw_source_url === undefined) return [];
  return [
    { id: String(wire.id), html: toText(wire.html_content), rawSourceUrl: toText(wire.raw_source_url) },
  ];
}

/** How the records of one list are read. */
export interface EntryParser<Wire, Entry> extends RecordParser<Wire> {
  readonly toEntry: (wire: Wire) => Entry;
}

/** Maps the body of a v2 list, whose pages have numbers; errors as for `parseHighlightPage`. */
export async function parseNumberedPage<Wire, Entry>(
  { json, serverDate }: Answer,
  {
    parser,
    number,
    pace,
  }: { readonly parser: EntryParser<Wire, Entry>; readonly number: number; readonly pace: Pace },
): Promise<ListPage<Entry>> {
  const { count, next, results } = readEnvelope(json, numberedPageSchema);
  const nextCursor = toText(next) === '' ? null : String(number + 1);
  return {
    ...(await parseEntries(results, { parser, pace })),
    nextCursor,
    count: toNumber(count),
    serverDate,
  };
}

/** Maps the body of a list whose pages have cursors; errors as for `parseHighlightPage`. */
export async function parseCursorPage<Wire, Entry>(
  { json, serverDate }: Answer,
  { parser, pace }: { readonly parser: EntryParser<Wire, Entry>; readonly pace: Pace },
): Promise<ListPage<Entry>> {
  const { results, ...page } = readCursorPage(json);
  return { ...page, ...(await parseEntries(results, { parser, pace })), serverDate };
}

async function parseEntries<Wire, Entry>(
  results: readonly unknown[],
  { parser, pace }: { readonly parser: EntryParser<Wire, Entry>; readonly pace: Pace },
): Promise<Pick<ListPage<Entry>, 'entries' | 'quarantined'>> {
  const entries: Entry[] = [];
  const quarantined: Quarantined[] = [];
  for (const value of results) {
    await pace.breathe();
    const parsed = parseRecord(value, parser);
    if (parsed.ok) entries.push(parser.toEntry(parsed.wire));
    else quarantined.push(parsed.quarantined);
  }
  refuseDrift(results.length, quarantined);
  return { entries, quarantined };
}

/** The envelope that the v2 export, the v3 list and the v3 tags share. An empty or missing cursor is the end. */
function readCursorPage(body: unknown): {
  readonly results: readonly unknown[];
  readonly nextCursor: string | null;
  readonly count: number | null;
} {
  const { count, nextPageCursor, results } = readEnvelope(body, cursorPageSchema);
  const cursor = toText(nextPageCursor);
  return { results, nextCursor: cursor === '' ? null : cursor, count: toNumber(count) };
}

function readEnvelope<Envelope>(body: unknown, schema: v.GenericSchema<unknown, Envelope>): Envelope {
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  throw new ResponseShapeError('not-the-api', 'the answer is not a page of results of the service.');
}
