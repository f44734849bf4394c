import type { Book, Document, DocumentHighlight, DocumentNote, Highlight } from './model';

/** All that the replica has of one item. */
export interface ItemRecord {
  readonly key: string;
  readonly book: Book | null;
  /** Sorted by id, deleted ones included. */
  readonly highlights: readonly Highlight[];
  readonly document: Document | null;
  /** Sorted by id, deleted ones included. */
  readonly documentHighlights: readonly DocumentHighlight[];
  readonly documentNotes: readonly DocumentNote[];
}

export const emptyRecord = (key: string): ItemRecord => ({
  key,
  book: null,
  highlights: [],
  document: null,
  documentHighlights: [],
  documentNotes: [],
});

/** A book of which nothing is known. */
export const EMPTY_BOOK: Book = {
  id: '',
  title: '',
  readableTitle: '',
  author: '',
  category: '',
  source: '',
  coverUrl: '',
  tags: [],
  documentNote: '',
  summary: '',
  serviceUrl: '',
  sourceUrl: '',
  uniqueUrl: '',
  asin: '',
  documentId: null,
  deleted: false,
};

/** A highlight of which nothing is known. */
export const EMPTY_HIGHLIGHT: Highlight = {
  id: '',
  text: '',
  note: '',
  location: null,
  endLocation: null,
  locationType: '',
  color: '',
  tags: [],
  serviceUrl: '',
  url: '',
  highlightedAt: null,
  createdAt: null,
  updatedAt: null,
  favorite: false,
  discarded: false,
  deleted: false,
  documentHighlightId: null,
};

export const bookKey = (bookId: string): string => `b:${bookId}`;
export const documentKey = (documentId: string): string => `d:${documentId}`;

/** The document of an item's key; null for the key of a book without one. */
export const documentIdOf = (itemKey: string): string | null =>
  itemKey.startsWith('d:') ? itemKey.slice('d:'.length) : null;

export interface RecordChange {
  readonly book?: Book | undefined;
  readonly highlights?: readonly Highlight[] | undefined;
  readonly document?: Document | undefined;
  readonly documentHighlights?: readonly DocumentHighlight[] | undefined;
  readonly documentNotes?: readonly DocumentNote[] | undefined;
}

/**
 * Applies a change; returns the same object when nothing is new. Older values than those held are ignored
 * (I13). `now` is the service's time: a date in the future must not block later changes.
 */
export function applyChange(record: ItemRecord, change: RecordChange, now: string | null): ItemRecord {
  const highlights = mergeList(
    record.highlights,
    change.book?.deleted === true ? change.highlights?.map(asDeleted) : change.highlights,
    now,
  );
  const documentHighlights = mergeList(record.documentHighlights, change.documentHighlights, now);
  const documentNotes = mergeList(record.documentNotes, change.documentNotes, now);
  const book = preferredBook(record.book, change.book);
  const document = newerDocument(record.document, change.document, now);
  const unchanged =
    highlights === record.highlights &&
    documentHighlights === record.documentHighlights &&
    documentNotes === record.documentNotes &&
    book === record.book &&
    document === record.document;
  if (unchanged) return record;
  return { ...record, book, highlights, document, documentHighlights, documentNotes };
}

/** The record without the v3 document or note of this id, or with this v3 highlight as a deleted one. */
export function removeDocumentPart(record: ItemRecord, id: string): ItemRecord {
  if (record.document?.id === id) return { ...record, document: null };
  if (record.documentHighlights.some((highlight) => highlight.id === id)) {
    return {
      ...record,
      documentHighlights: record.documentHighlights.map((highlight) =>
        // Without a time, so that the service may bring it back.
        highlight.id === id ? { ...highlight, deleted: true, updatedAt: null } : highlight,
      ),
      documentNotes: record.documentNotes.filter((note) => note.highlightId !== id),
    };
  }
  if (record.documentNotes.some((note) => note.id === id))
    return { ...record, documentNotes: record.documentNotes.filter((note) => note.id !== id) };
  return record;
}

/** What is left of an item when its book joins another one. */
export const withoutBook = (record: ItemRecord): ItemRecord => ({
  ...record,
  book: null,
  highlights: record.highlights.map(asDeleted),
});

/** Marks a highlight as deleted, as with the deletion of its book. */
export const asDeleted = (highlight: Highlight): Highlight =>
  highlight.deleted ? highlight : { ...highlight, deleted: true };

/**
 * The service may make a new book for a document after the old one was deleted, and both name it: a live book
 * wins, else the later one.
 */
function preferredBook(current: Book | null, next: Book | undefined): Book | null {
  if (next === undefined) return current;
  if (current === null) return next;
  if (current.id === next.id) return sameValue(current, next) ? current : next;
  if (current.deleted !== next.deleted) return current.deleted ? next : current;
  return compareIds(next.id, current.id) > 0 ? next : current;
}

/** The newer of two states of a document; `now` as in `applyChange`. */
export function newerDocument(
  current: Document | null,
  next: Document | undefined,
  now: string | null,
): Document | null {
  if (next === undefined) return current;
  if (current === null) return next;
  return isOlder(next.updatedAt, current.updatedAt, now) || sameValue(current, next) ? current : next;
}

interface Versioned {
  readonly id: string;
  readonly updatedAt: string | null;
}

function mergeList<T extends Versioned>(
  current: readonly T[],
  incoming: readonly T[] | undefined,
  now: string | null,
): readonly T[] {
  if (incoming === undefined || incoming.length === 0) return current;
  const byId = new Map(current.map((entry) => [entry.id, entry]));
  let changed = false;
  for (const next of incoming) {
    const known = byId.get(next.id);
    if (known !== undefined && (isOlder(next.updatedAt, known.updatedAt, now) || sameValue(known, next)))
      continue;
    byId.set(next.id, next);
    changed = true;
  }
  return changed ? [...byId.values()].sort((left, right) => compareIds(left.id, right.id)) : current;
}

/** Whether `next` is older than `known`. A `known` date in the future proves nothing. */
function isOlder(next: string | null, known: string | null, now: string | null): boolean {
  if (next === null || known === null || next >= known) return false;
  return now === null || known <= now;
}

/** Deep equality of plain data with keys in a fixed order. */
export const sameValue = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** Numeric ids by number, others by code units. */
export function compareIds(left: string, right: string): number {
  if (left.length !== right.length && /^\d+$/.test(left) && /^\d+$/.test(right))
    return left.length - right.length;
  return compareText(left, right);
}

export const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;
