import { looksTheSame } from '../model/item';
import type { StateChange, StateStore } from '../model/ports';
import {
  applyChange,
  bookKey,
  compareText,
  documentKey,
  emptyRecord,
  keyOfBook,
  withoutBook,
  type ItemRecord,
  type RecordChange,
} from '../model/record';
import type { BookWithHighlights } from '../readwise/pages';
import { readItems } from './item-records';
import { keys } from './keys';
import type { Newcomer } from './moved-highlights';
import { readText } from './stored';

/** A book of a page, with the items that it is of and was of. */
export interface BookEntry extends BookWithHighlights {
  readonly key: string;
  readonly from: string;
  /** They remember whose book it is. */
  readonly changes: readonly StateChange[];
}

/**
 * The books of a page. One whose document the service no longer names stays with it: what is not told takes
 * nothing apart.
 */
export async function bookEntries(
  state: StateStore,
  books: readonly BookWithHighlights[],
): Promise<readonly BookEntry[]> {
  const joined = (await state.getMany(books.map(({ book }) => keys.joined(book.id)))).map(readText);
  return books.map(({ book: told, highlights }, index) => {
    const before = joined[index] ?? null;
    const book = { ...told, documentId: told.documentId ?? before };
    return {
      book,
      highlights,
      key: keyOfBook(book),
      from: before === null ? bookKey(book.id) : documentKey(before),
      changes: book.documentId === before ? [] : [{ put: keys.joined(book.id), value: book.documentId }],
    };
  });
}

/** Records under change, with what the state holds of them. */
export class RecordBatch {
  private readonly current: Map<string, ItemRecord | null>;
  /** By record that became part of another: that other. */
  private readonly joined = new Map<string, string>();

  constructor(private readonly old: Map<string, ItemRecord | null>) {
    this.current = new Map(old);
  }

  static async read(state: StateStore, itemKeys: readonly string[]): Promise<RecordBatch> {
    const unique = [...new Set(itemKeys)].sort(compareText);
    const records = await readItems(state, unique);
    return new RecordBatch(new Map(unique.map((key, index) => [key, records[index] ?? null])));
  }

  /** A record of the state that is to change as well. */
  add(record: ItemRecord): void {
    if (this.old.has(record.key)) return;
    this.old.set(record.key, record);
    this.current.set(record.key, record);
  }

  /**
   * Highlights of a book that no record held before which it was or is of, or held as deleted though they
   * live; by their ids.
   */
  newcomers({ book, highlights, key, from }: BookEntry): readonly (readonly [string, Newcomer])[] {
    const before = [key, from].flatMap((known) => this.old.get(known)?.highlights ?? []);
    const held = new Set(before.map(({ id }) => id));
    const living = new Set(before.flatMap(({ id, deleted }) => (deleted ? [] : [id])));
    return highlights.flatMap(({ id, deleted, createdAt, updatedAt }) => {
      const isGone = deleted || book.deleted;
      // A deletion without a time proves nothing about what another book has.
      if (living.has(id) || (isGone && (held.has(id) || updatedAt === null))) return [];
      return [[id, { itemKey: key, createdAt, deletedAt: isGone ? updatedAt : null }] as const];
    });
  }

  change(key: string, change: RecordChange, now: string | null): void {
    this.current.set(key, applyChange(this.current.get(key) ?? emptyRecord(key), change, now));
  }

  replace(key: string, edit: (record: ItemRecord) => ItemRecord): void {
    const record = this.current.get(key) ?? null;
    if (record !== null) this.current.set(key, edit(record));
  }

  /**
   * A book becomes part of a document's item, and leaves the one that it was of: nothing is left of that
   * where it was all.
   */
  join(into: string, { from, bookId }: { readonly from: string; readonly bookId: string }): void {
    const other = this.current.get(from) ?? null;
    if (other?.book?.id !== bookId) return;
    this.change(into, { book: other.book, highlights: other.highlights }, null);
    const isAll = other.document === null && other.documentHighlights.length === 0;
    this.current.set(from, isAll ? null : withoutBook(other));
    if (isAll) this.joined.set(from, into);
  }

  /** The record as the state holds it. */
  stored(key: string): ItemRecord | null {
    return this.old.get(key) ?? null;
  }

  /** The record that its note was made from: for one that is new, the one that became part of it. */
  before(key: string): ItemRecord | null {
    const [origin = null] = [...this.joined].find(([, into]) => into === key) ?? [];
    return this.stored(key) ?? (origin === null ? null : this.stored(origin));
  }

  /**
   * Records that are to be stored. One whose note looks the same as before keeps its revision: it is not due.
   */
  changed(): ReadonlyMap<string, ItemRecord> {
    const changed = new Map<string, ItemRecord>();
    for (const [key, record] of this.current) {
      const before = this.stored(key);
      if (record === null || record === before || record.revision === 0) continue;
      changed.set(
        key,
        before !== null && looksTheSame(before, record) ? { ...record, revision: before.revision } : record,
      );
    }
    return changed;
  }

  isDue(record: ItemRecord): boolean {
    return record.revision !== this.stored(record.key)?.revision;
  }

  /** Records that became part of another, each with that other. */
  absorbed(): ReadonlyMap<string, string> {
    return this.joined;
  }
}
