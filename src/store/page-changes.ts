import { anchorsOf, looksTheSame } from '../model/item';
import { partIdOf, partKey, partsPrefix } from '../model/note-part';
import type { StateChange, StateStore } from '../model/ports';
import {
  applyChange,
  compareText,
  documentIdOf,
  emptyRecord,
  withoutBook,
  type ItemRecord,
  type RecordChange,
} from '../model/record';
import type { HighlightIndex, IndexChanges } from './highlight-index';
import { keys } from './keys';
import { readRecords } from './library';
import { putJoinedPlace, putPlace } from './note-places';
import { readOne, stateRange } from './read-state';
import { readNotePlace } from './stored';

/** A record that a page changed. */
export interface ChangedRecord {
  readonly record: ItemRecord;
  /** What its notes were made from: the previous record; for a new item, that of the item it came from. */
  readonly before: ItemRecord | null;
  /** The key of `before`. */
  readonly origin: string;
  /** Whether its notes may look different now. */
  readonly isDue: boolean;
}

/** What one page changes: records, their indexes and the places of their notes. */
export class PageChanges {
  private readonly stored = new Map<string, ItemRecord | null>();
  private readonly current = new Map<string, ItemRecord | null>();
  /** Items that became part of another, with the other's key. */
  private readonly mergedInto = new Map<string, string>();
  /** Items that a book left and that still exist, with the key of the book's new item. */
  private readonly leftFor = new Map<string, string>();
  private readonly others: StateChange[] = [];
  /** The items that highlights are in from now on, by anchor. */
  private readonly indexed = new Map<string, string>();

  constructor(
    readonly state: StateStore,
    private readonly index: HighlightIndex,
  ) {}

  /** Reads records that the page may change. */
  async read(itemKeys: readonly string[]): Promise<void> {
    // Sorted, so that names do not depend on what the service lists first.
    const unread = [...new Set(itemKeys)].filter((key) => !this.stored.has(key)).sort(compareText);
    const records = await readRecords(this.state, unread);
    for (const [index, key] of unread.entries()) {
      this.stored.set(key, records[index] ?? null);
      this.current.set(key, records[index] ?? null);
    }
  }

  /** The record with the changes so far. */
  latest(itemKey: string): ItemRecord | null {
    return this.current.get(itemKey) ?? null;
  }

  /** `now` as in `applyChange`. */
  change(itemKey: string, change: RecordChange, now: string | null): void {
    this.current.set(itemKey, applyChange(this.latest(itemKey) ?? emptyRecord(itemKey), change, now));
  }

  replace(itemKey: string, edit: (record: ItemRecord) => ItemRecord): void {
    const record = this.latest(itemKey);
    if (record !== null) this.current.set(itemKey, edit(record));
  }

  /** Adds changes outside the records, for the same commit. */
  add(...changes: readonly StateChange[]): void {
    this.others.push(...changes);
  }

  indexHighlight(id: string, itemKey: string): void {
    this.indexed.set(`rw${id}`, itemKey);
  }

  /** The items that highlights were in before this page, by anchor. */
  itemsOfHighlights(anchors: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.index.itemsOf(anchors);
  }

  /** What this page changes in the index of highlights. */
  indexChanges(): Promise<IndexChanges> {
    return this.index.add(this.indexed);
  }

  /** Moves a book into a document's item. Its former item disappears if nothing else is left in it. */
  joinBook(into: string, { from, bookId }: { readonly from: string; readonly bookId: string }): void {
    this.add({ put: keys.book(bookId), value: into });
    const other = this.latest(from);
    if (other?.book?.id !== bookId) return;
    const book = { ...other.book, documentId: documentIdOf(into) };
    this.change(into, { book, highlights: other.highlights }, null);
    const isEmpty = other.document === null && other.documentHighlights.length === 0;
    this.current.set(from, isEmpty ? null : withoutBook(other));
    (isEmpty ? this.mergedInto : this.leftFor).set(from, into);
    for (const { id, documentHighlightId, deleted } of other.highlights) {
      // Another book may have one that is deleted here.
      if (!deleted) this.indexHighlight(id, into);
      if (documentHighlightId !== null) this.add({ remove: keys.readerHighlight(documentHighlightId) });
    }
  }

  /** The item that has the highlights of a book which was in this one before the page. */
  itemAfterJoin(itemKey: string): string {
    return this.mergedInto.get(itemKey) ?? this.leftFor.get(itemKey) ?? itemKey;
  }

  /** Items that no longer exist, with the key of the item that each became part of. */
  get merged(): ReadonlyMap<string, string> {
    return this.mergedInto;
  }

  /** The records that differ from the stored ones. */
  changed(): readonly ChangedRecord[] {
    const changed: ChangedRecord[] = [];
    for (const [key, record] of this.current) {
      const stored = this.stored.get(key) ?? null;
      if (record === null || record === stored) continue;
      const isDue = stored === null || !looksTheSame(stored, record);
      const origin = stored === null ? this.originOf(key) : key;
      changed.push({ record, before: this.stored.get(origin) ?? null, origin, isDue });
    }
    return changed;
  }

  private originOf(itemKey: string): string {
    const [origin = itemKey] = [...this.mergedInto].find(([, into]) => into === itemKey) ?? [];
    return origin;
  }

  /** All changes outside the records, including the places of notes, which are read here. */
  async otherChanges(): Promise<readonly StateChange[]> {
    return [...this.others, ...(await this.placesOfMerged()), ...(await this.placesOfLeft())];
  }

  /** The note of a merged item becomes the other item's. If that already has one, one of the two has to go. */
  private async placesOfMerged(): Promise<readonly StateChange[]> {
    const changes: StateChange[] = [];
    for (const [from, into] of this.mergedInto) {
      const [stored, other] = await this.state.getMany([keys.note(from), keys.note(into)]);
      const [place, taken] = [readNotePlace(stored), readNotePlace(other)];
      changes.push({ remove: keys.item(from) }, { remove: keys.note(from) });
      if (place !== null && taken === null) changes.push(putPlace(into, { ...place, cameFrom: from }));
      if (place !== null && taken !== null)
        changes.push(...putJoinedPlace(into, this.stored.get(from)?.book?.id ?? '', place));
      changes.push(...(await this.placesOfParts(from, into, () => true)));
    }
    return changes;
  }

  /** Notes of single highlights move with their book; the note of the whole item stays. */
  private async placesOfLeft(): Promise<readonly StateChange[]> {
    const changes: StateChange[] = [];
    for (const [from, into] of this.leftFor) {
      const place = await readOne(this.state, keys.note(from), readNotePlace);
      // The book joined the item and left it again before the note was written as the note of both.
      if (place?.cameFrom === into)
        changes.push({ remove: keys.note(from) }, putPlace(into, { path: place.path }));
      const anchors = new Set(this.latest(from)?.highlights.flatMap(anchorsOf));
      changes.push(...(await this.placesOfParts(from, into, (part) => anchors.has(part))));
    }
    return changes;
  }

  private async placesOfParts(
    from: string,
    into: string,
    isMoved: (partId: string) => boolean,
  ): Promise<readonly StateChange[]> {
    const changes: StateChange[] = [];
    for await (const parts of stateRange(this.state, keys.note(partsPrefix(from)))) {
      for (const { key, value } of parts) {
        const partId = partIdOf(key) ?? '';
        if (isMoved(partId)) changes.push({ remove: key }, { put: keys.note(partKey(into, partId)), value });
      }
    }
    return changes;
  }
}
