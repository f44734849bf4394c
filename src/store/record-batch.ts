import { looksTheSame } from '../model/item';
import type { BookEntry } from './book-entries';
import type { Newcomer } from './moved-highlights';
import { applyChange, emptyRecord, withoutBook, type ItemRecord, type RecordChange } from '../model/record';

/** Records under change, with what they were before. */
export class RecordBatch {
  private readonly current: Map<string, ItemRecord | null>;
  /** By record that became part of another: that other. */
  private readonly joined = new Map<string, string>();

  constructor(private readonly old: Map<string, ItemRecord | null>) {
    this.current = new Map(old);
  }

  /** A record of the state that is to change as well. */
  add(record: ItemRecord): void {
    if (this.old.has(record.key)) return;
    this.old.set(record.key, record);
    this.current.set(record.key, record);
  }

  /** Highlights of a book that no record held before which it was or is of, or held as deleted though they live; by their ids. */
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

  /** A book becomes part of a document's item, and leaves the one that it was of: nothing is left of that where it was all. */
  join(into: string, { from, bookId }: { readonly from: string; readonly bookId: string }): void {
    const other = this.current.get(from) ?? null;
    if (other?.book?.id !== bookId) return;
    this.change(into, { book: other.book, highlights: other.highlights }, null);
    const isAll = other.document === null && other.documentHighlights.length === 0;
    this.current.set(from, isAll ? null : withoutBook(other));
    if (isAll) this.joined.set(from, into);
  }

  /** The record as it was before this change; for one that is new with it, the one that became part of it. */
  before(key: string): ItemRecord | null {
    const old = this.old.get(key) ?? null;
    const [origin = null] = [...this.joined].find(([, into]) => into === key) ?? [];
    return old === null && origin !== null ? (this.old.get(origin) ?? null) : old;
  }

  /** Records that are to be stored. One whose note looks the same as before keeps its revision: it is not due. */
  changed(): ReadonlyMap<string, ItemRecord> {
    const changed = new Map<string, ItemRecord>();
    for (const [key, record] of this.current) {
      const before = this.old.get(key) ?? null;
      if (record === null || record === before || record.revision === 0) continue;
      changed.set(
        key,
        before !== null && looksTheSame(before, record) ? { ...record, revision: before.revision } : record,
      );
    }
    return changed;
  }

  isDue(record: ItemRecord): boolean {
    return record.revision !== this.old.get(record.key)?.revision;
  }

  /** Records that became part of another, each with that other. */
  absorbed(): ReadonlyMap<string, string> {
    return this.joined;
  }
}
