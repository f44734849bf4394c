import type { Book, Document, DocumentHighlight, DocumentNote, Highlight } from './model';

/** All that the replica knows of one item: the unit in which it is stored, changed and rendered. */
export interface ItemRecord {
  readonly key: string;
  /** Grows with each change, so that a due mark can say which state of the item it means. */
  readonly revision: number;
  readonly book: Book | null;
  /** Tombstones included, sorted by id. */
  readonly highlights: readonly Highlight[];
  readonly document: Document | null;
  readonly documentHighlights: readonly DocumentHighlight[];
  readonly documentNotes: readonly DocumentNote[];
  /** v3 highlights that are proven to be gone. */
  readonly removedDocumentHighlights: readonly string[];
}

export const emptyRecord = (key: string): ItemRecord => ({
  key,
  revision: 0,
  book: null,
  highlights: [],
  document: null,
  documentHighlights: [],
  documentNotes: [],
  removedDocumentHighlights: [],
});

export const bookKey = (bookId: string): string => `b:${bookId}`;
export const documentKey = (documentId: string): string => `d:${documentId}`;

/**
 * The item that a book belongs to: the document's, where the service says that the book is a document's
 * highlights.
 */
export const keyOfBook = (book: Book): string =>
  book.documentId === null ? bookKey(book.id) : documentKey(book.documentId);

/**
 * Ids of the service have no dot, so no sync takes a sample for a note of its own, and the service is never
 * asked about one.
 */
const SAMPLE = 'sample.';

export const sampleId = (number: number): string => `${SAMPLE}${String(number)}`;

/** Whether a note with these ids is of the sample library. */
export const isSample = ({
  bookId,
  documentId,
}: {
  readonly bookId: string | null;
  readonly documentId: string | null;
}): boolean => bookId?.startsWith(SAMPLE) === true || documentId?.startsWith(SAMPLE) === true;

/** What a page brought for one item. */
export interface RecordChange {
  readonly book?: Book | undefined;
  readonly highlights?: readonly Highlight[] | undefined;
  readonly document?: Document | undefined;
  readonly documentHighlights?: readonly DocumentHighlight[] | undefined;
  readonly documentNotes?: readonly DocumentNote[] | undefined;
}

/**
 * Puts a change into a record. Returns the same record when nothing is new, so that identity tells whether
 * anything changed. A value that is older than the one in the record is ignored (I13); `now` is the service's
 * own time, because a stamp from the future must not block what comes after it.
 */
export function applyChange(record: ItemRecord, change: RecordChange, now: string | null): ItemRecord {
  const highlights = mergeList(
    record.highlights,
    change.book?.deleted === true ? change.highlights?.map(asDeleted) : change.highlights,
    now,
  );
  const documentHighlights = mergeList(record.documentHighlights, change.documentHighlights, now);
  const documentNotes = mergeList(record.documentNotes, change.documentNotes, now);
  const book = chosenBook(record.book, change.book);
  const document = newerDocument(record.document, change.document, now);
  const unchanged =
    highlights === record.highlights &&
    documentHighlights === record.documentHighlights &&
    documentNotes === record.documentNotes &&
    book === record.book &&
    document === record.document;
  if (unchanged) return record;
  return {
    ...record,
    revision: record.revision + 1,
    book,
    highlights,
    document,
    documentHighlights,
    documentNotes,
  };
}

/** Takes a v3 record out whose deletion at the service is proven. */
export function removeDocumentPart(record: ItemRecord, id: string): ItemRecord {
  const next = { ...record, revision: record.revision + 1 };
  if (record.document?.id === id) return { ...next, document: null };
  if (record.documentHighlights.some((highlight) => highlight.id === id)) {
    return {
      ...next,
      documentHighlights: record.documentHighlights.filter((highlight) => highlight.id !== id),
      documentNotes: record.documentNotes.filter((note) => note.highlightId !== id),
      removedDocumentHighlights: [...record.removedDocumentHighlights, id].sort(compareText),
    };
  }
  if (record.documentNotes.some((note) => note.id === id)) {
    return { ...next, documentNotes: record.documentNotes.filter((note) => note.id !== id) };
  }
  return record;
}

/** What is left of an item whose book is another's now. */
export const withoutBook = (record: ItemRecord): ItemRecord => ({
  ...record,
  revision: record.revision + 1,
  book: null,
  highlights: record.highlights.map(asDeleted),
});

/** A deleted book takes its highlights with it, whether or not each of them is marked. */
export const asDeleted = (highlight: Highlight): Highlight =>
  highlight.deleted ? highlight : { ...highlight, deleted: true };

/**
 * The service may make a new book for a document whose old one was deleted: then both bear its id, in any
 * order. The live one counts, and of two of a kind the later one.
 */
function chosenBook(current: Book | null, next: Book | undefined): Book | null {
  if (next === undefined) return current;
  if (current === null) return next;
  if (current.id === next.id) return sameValue(current, next) ? current : next;
  const isBetter = current.deleted === next.deleted ? compareIds(next.id, current.id) > 0 : current.deleted;
  return isBetter ? next : current;
}

/** Of two states of a document the newer one; `now` as for `applyChange`. */
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

/** Whether `next` is an older state than `known`. A `known` stamp that lies in the future proves nothing. */
function isOlder(next: string | null, known: string | null, now: string | null): boolean {
  if (next === null || known === null || next >= known) return false;
  return now === null || known <= now;
}

/** Deep equality of records: they are plain data with keys in a fixed order. */
const sameValue = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Numeric ids by number, others by code units. */
export function compareIds(left: string, right: string): number {
  if (left.length !== right.length && /^\d+$/.test(left) && /^\d+$/.test(right))
    return left.length - right.length;
  return compareText(left, right);
}

export const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;
