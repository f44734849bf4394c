import { compareIds, sameValue, type ItemRecord } from './record';

/** What a record has otherwise than another one. A part that is left out is the same in both. */
export type RecordDifference = Partial<Pick<ItemRecord, 'book' | 'document'>> & {
  readonly [List in ListName]?: ListDifference<ItemRecord[List][number]>;
};

type ListName = 'highlights' | 'documentHighlights' | 'documentNotes';

interface ListDifference<Entry> {
  /** Entries that the other record has otherwise or not at all. */
  readonly changed: readonly Entry[];
  /** Ids of entries that only the other record has. */
  readonly missing: readonly string[];
}

/** By this `withDifference` makes `record` of `other`. */
export function recordDifference(record: ItemRecord, other: ItemRecord): RecordDifference {
  const highlights = listDifference(record.highlights, other.highlights);
  const documentHighlights = listDifference(record.documentHighlights, other.documentHighlights);
  const documentNotes = listDifference(record.documentNotes, other.documentNotes);
  return {
    ...(isSame(record.book, other.book) ? {} : { book: record.book }),
    ...(isSame(record.document, other.document) ? {} : { document: record.document }),
    ...(highlights === null ? {} : { highlights }),
    ...(documentHighlights === null ? {} : { documentHighlights }),
    ...(documentNotes === null ? {} : { documentNotes }),
  };
}

/** The record that differs from `other` in this. It has the other's key. */
export function withDifference(other: ItemRecord, difference: RecordDifference): ItemRecord {
  const { book = other.book, document = other.document } = difference;
  return {
    key: other.key,
    book,
    highlights: withList(other.highlights, difference.highlights),
    document,
    documentHighlights: withList(other.documentHighlights, difference.documentHighlights),
    documentNotes: withList(other.documentNotes, difference.documentNotes),
  };
}

interface Identified {
  readonly id: string;
}

/** Null where the lists are the same. */
function listDifference<Entry extends Identified>(
  list: readonly Entry[],
  others: readonly Entry[],
): ListDifference<Entry> | null {
  const left = new Map(others.map((entry) => [entry.id, entry]));
  const changed: Entry[] = [];
  for (const entry of list) {
    if (!isSame(entry, left.get(entry.id))) changed.push(entry);
    left.delete(entry.id);
  }
  const missing = [...left.keys()];
  return changed.length + missing.length === 0 ? null : { changed, missing };
}

function withList<Entry extends Identified>(
  others: readonly Entry[],
  difference: ListDifference<Entry> | undefined,
): readonly Entry[] {
  if (difference === undefined) return others;
  const entries = new Map(others.map((entry) => [entry.id, entry]));
  for (const id of difference.missing) entries.delete(id);
  for (const entry of difference.changed) entries.set(entry.id, entry);
  return [...entries.values()].sort((left, right) => compareIds(left.id, right.id));
}

const isSame = (left: unknown, right: unknown): boolean => left === right || sameValue(left, right);
