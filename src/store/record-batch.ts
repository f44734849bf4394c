import { looksTheSame } from '../model/item';
import type { StateStore } from '../model/ports';
import {
  applyChange,
  compareText,
  emptyRecord,
  withoutBook,
  type ItemRecord,
  type RecordChange,
} from '../model/record';
import type { BookWithHighlights } from '../readwise/pages';
import { readItems } from './item-records';
import type { NewHighlight } from './moved-highlights';

/** A book of a page, with the keys of its item now (`key`) and before (`from`). */
export interface BookEntry extends BookWithHighlights {
  readonly key: string;
  readonly from: string;
}

/** Records that are being changed, with their stored state. */
export class RecordBatch {
  private readonly current: Map<string, ItemRecord | null>;
  /** Items that were merged into another, with the key of that one. */
  readonly merged = new Map<string, string>();
  /** Items that a book left and that go on, with the key of the book's new item. */
  readonly left = new Map<string, string>();

  constructor(private readonly old: Map<string, ItemRecord | null>) {
    this.current = new Map(old);
  }

  static async read(state: StateStore, itemKeys: readonly string[]): Promise<RecordBatch> {
    const unique = [...new Set(itemKeys)].sort(compareText);
    const records = await readItems(state, unique);
    return new RecordBatch(new Map(unique.map((key, index) => [key, records[index] ?? null])));
  }

  /** Adds further records as they are stored. */
  async readMore(state: StateStore, itemKeys: readonly string[]): Promise<void> {
    const unread = itemKeys.filter((key) => !this.old.has(key));
    for (const record of await readItems(state, unread)) if (record !== null) this.add(record);
  }

  add(record: ItemRecord): void {
    if (this.old.has(record.key)) return;
    this.old.set(record.key, record);
    this.current.set(record.key, record);
  }

  /** Highlights that are new in the book's items, or were held as deleted and are not, by id. */
  newHighlights({ book, highlights, key, from }: BookEntry): readonly (readonly [string, NewHighlight])[] {
    const before = [key, from].flatMap((known) => this.old.get(known)?.highlights ?? []);
    const held = new Set(before.map(({ id }) => id));
    const living = new Set(before.flatMap(({ id, deleted }) => (deleted ? [] : [id])));
    return highlights.flatMap(({ id, deleted, createdAt, updatedAt }) => {
      const isGone = deleted || book.deleted;
      // A deletion without a time says nothing about other books.
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

  /** Moves a book into another item. Its former item disappears if nothing else is left of it. */
  join(into: string, { from, bookId }: { readonly from: string; readonly bookId: string }): void {
    const other = this.current.get(from) ?? null;
    if (other?.book?.id !== bookId) return;
    this.change(into, { book: other.book, highlights: other.highlights }, null);
    const isEmpty = other.document === null && other.documentHighlights.length === 0;
    this.current.set(from, isEmpty ? null : withoutBook(other));
    (isEmpty ? this.merged : this.left).set(from, into);
  }

  /** The record with the changes so far. */
  latest(key: string): ItemRecord | null {
    return this.current.get(key) ?? null;
  }

  stored(key: string): ItemRecord | null {
    return this.old.get(key) ?? null;
  }

  /** The record before the batch; for a new item, that of the item that was merged into it. */
  before(key: string): ItemRecord | null {
    const stored = this.stored(key);
    if (stored !== null) return stored;
    const [origin] = [...this.merged].find(([, into]) => into === key) ?? [];
    return origin === undefined ? null : this.stored(origin);
  }

  /** Records to be stored. A record that looks the same as before keeps its revision and is not due. */
  changed(): ReadonlyMap<string, ItemRecord> {
    const changed = new Map<string, ItemRecord>();
    for (const [key, record] of this.current) {
      const before = this.stored(key);
      if (record === null || record === before || record.revision === 0) continue;
      const isSame = before !== null && looksTheSame(before, record);
      changed.set(key, isSame ? { ...record, revision: before.revision } : record);
    }
    return changed;
  }

  isDue(record: ItemRecord): boolean {
    return record.revision !== this.stored(record.key)?.revision;
  }
}
