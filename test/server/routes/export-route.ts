import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api-error';
import { showExportBook } from '../highlight-views';
import type { Library } from '../library';
import { comparePositions, cursorPage, NumberedCursors, type Position } from '../paging';
import { instantValue, isTrue, textValue, type Query } from '../query';
import type { BookRecord, HighlightRecord } from '../records';
import { isUpdatedAfter, type Service } from '../service';

/** A book, or a part of one that has too many highlights for one entry. */
interface ExportEntry {
  readonly book: BookRecord;
  readonly highlights: readonly HighlightRecord[];
  readonly position: Position;
}

interface ExportFilter {
  readonly updatedAfter: number | undefined;
  readonly ids: readonly number[] | null;
  readonly includeDeleted: boolean;
}

/** v2-highlights.md, "Highlight EXPORT". */
export function registerExport(app: FastifyInstance, service: Service): void {
  app.get<{ Querystring: Query }>('/api/v2/export/', (request) => {
    const { query } = request;
    const filter: ExportFilter = {
      updatedAfter: instantValue(query, 'updatedAfter'),
      ids: bookIds(textValue(query, 'ids')),
      includeDeleted: isTrue(query, 'includeDeleted'),
    };
    const list = service.library.ledger.view(`export ${JSON.stringify(filter)}`, () =>
      exportEntries(service, filter),
    );
    const page = cursorPage({
      list,
      positionOf: (entry) => entry.position,
      cursors: cursorsOf(service.library),
      cursor: textValue(query, 'pageCursor'),
      size: service.options.pageSizes.exportBooks,
    });
    return {
      // The live service counts highlights here, not books.
      count: list.reduce((sum, { highlights }) => sum + highlights.length, 0),
      nextPageCursor: page.nextPageCursor,
      results: page.items.map((entry) => showExportBook(entry.book, entry.highlights, service.options)),
    };
  });
}

const CURSORS = new WeakMap<Library, NumberedCursors>();

/** A library keeps its cursors, whichever server it is on. */
function cursorsOf(library: Library): NumberedCursors {
  const cursors = CURSORS.get(library) ?? new NumberedCursors();
  CURSORS.set(library, cursors);
  return cursors;
}

function bookIds(text: string | undefined): readonly number[] | null {
  if (text === undefined || text === '') return null;
  const ids = text.split(',').map((id) => id.trim());
  if (!ids.every((id) => /^\d{1,15}$/.test(id)))
    throw new ApiError(400, `ids: "${text}" is not a list of user_book_ids`);
  return ids.map(Number);
}

function exportEntries(service: Service, filter: ExportFilter): readonly ExportEntry[] {
  const { books } = service.library;
  const wanted = filter.ids === null ? null : new Set(filter.ids);
  const entries: ExportEntry[] = [];
  for (const book of books.books()) {
    if (wanted !== null && !wanted.has(book.id)) continue;
    if (book.deletedAt !== null && !filter.includeDeleted) continue;
    const highlights = books
      .highlightsOf(book.id)
      .filter((highlight) => isExported(highlight, filter, service));
    if (highlights.length === 0 && !isExportedAlone(book, filter, service)) continue;
    entries.push(
      ...entriesOf(book, highlights.sort(newestFirst), service.options.pageSizes.exportHighlightsOfBook),
    );
  }
  return entries.sort((a, b) => comparePositions(a.position, b.position));
}

function isExported(highlight: HighlightRecord, filter: ExportFilter, service: Service): boolean {
  if (highlight.deletedAt !== null && !filter.includeDeleted) return false;
  return isUpdatedAfter(highlight.exportedAt, filter.updatedAfter, service.options);
}

/** A book without matching highlights: in a full export always, in an incremental one only as a tombstone. */
function isExportedAlone(book: BookRecord, filter: ExportFilter, service: Service): boolean {
  if (filter.updatedAfter === undefined) return true;
  return book.deletedAt !== null && isUpdatedAfter(book.deletedAt, filter.updatedAfter, service.options);
}

function newestFirst(a: HighlightRecord, b: HighlightRecord): number {
  return b.exportedAt - a.exportedAt || b.id - a.id;
}

function entriesOf(book: BookRecord, highlights: readonly HighlightRecord[], size: number): ExportEntry[] {
  const parts = Math.max(1, Math.ceil(highlights.length / size));
  return Array.from({ length: parts }, (_, part) => ({
    book,
    highlights: highlights.slice(part * size, (part + 1) * size),
    position: [book.updatedAt, book.id, part],
  }));
}
