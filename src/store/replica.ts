import { itemKeyOf } from '../model/note-part';
import type { ItemRecord } from '../model/record';
import { recordDifference, withDifference } from '../model/record-difference';
import { Mutex, type Pace } from '../model/pace';
import type { StateChange, StateStore } from '../model/ports';
import type { DocumentPage, HighlightPage } from '../readwise/pages';
import { HighlightIndex } from './highlight-index';
import { keys, prefixes } from './keys';
import { libraryRecords, readRecords } from './library';
import { putJoinedPlace } from './note-places';
import { PageChanges, type ChangedRecord } from './page-changes';
import { forgetNeeds, queueUnreadable } from './queue';
import { keyRange } from './read-state';
import { readDue, readNotePlace, type Due } from './stored';
import { takeBooks } from './take-books';
import { removeDocuments, takeDocuments } from './take-documents';

/** Changes to the pull's own state, committed with a page. `changed`: the page brought anything new. */
export type PullChanges = (changed: boolean) => readonly StateChange[];

/** An item as it was planned. If it has another ticket once it is written, it stays due. */
export interface Planned {
  readonly key: string;
  readonly ticket: number;
}

/** An item whose notes have to be written. */
export interface DueItem {
  readonly record: ItemRecord;
  /** The record from which its notes were last written; null when that is the same or unknown. */
  readonly written: ItemRecord | null;
  /** It is due only because templates, settings or the scope changed, which is no reason to remove a note. */
  readonly isAnew: boolean;
  readonly ticket: number;
}

/**
 * The local copy of the service's records. A page is stored in one transaction with its due items and the state
 * of the pull, so that a crash leaves all of it or nothing.
 */
export class Replica {
  private readonly turns = new Mutex();

  /**
   * Each commit that makes an item due raises its ticket, so that an older plan does not settle what became due
   * meanwhile. Kept in memory only, because one run at a time writes the replica.
   */
  private readonly tickets = new Map<string, number>();

  private readonly index: HighlightIndex;

  constructor(private readonly state: StateStore) {
    this.index = new HighlightIndex(state);
  }

  records(itemKeys: readonly string[]): Promise<readonly (ItemRecord | null)[]> {
    return readRecords(this.state, itemKeys);
  }

  takeHighlights(page: HighlightPage, pull: PullChanges): Promise<readonly DueItem[]> {
    return this.take(page, pull, (changes) => takeBooks(changes, page));
  }

  takeDocuments(page: DocumentPage, pull: PullChanges): Promise<readonly DueItem[]> {
    return this.take(page, pull, (changes) => takeDocuments(changes, page));
  }

  /** Removes v3 records whose deletion is confirmed, with their texts. */
  removeDocuments(ids: readonly string[], extra: readonly StateChange[]): Promise<readonly DueItem[]> {
    return this.turns.run(async () => {
      const changes = new PageChanges(this.state, this.index);
      await removeDocuments(changes, ids);
      return this.commit(changes, () => extra);
    });
  }

  /** Makes items due because of a change outside their records, in one commit with that change. */
  makeDue(itemKeys: readonly string[], changes: readonly StateChange[]): Promise<readonly DueItem[]> {
    return this.turns.run(async () => {
      const records = (await this.records(itemKeys)).filter((record) => record !== null);
      return this.commitDue(records.map(unchanged), changes);
    });
  }

  /** Makes all items due after templates, settings or the scope changed. */
  async markAllDue(changes: readonly StateChange[]): Promise<void> {
    for await (const items of keyRange(this.state, prefixes.item)) {
      const itemKeys = items.map((key) => key.slice(prefixes.item.length));
      await this.turns.run(() => this.markAnew(itemKeys));
    }
    // Planning an item requests its texts and attachments anew.
    await forgetNeeds(this.state);
    await this.state.commit(changes);
  }

  /** Makes the items due that meet a condition; if there are any, commits the changes. */
  async markDueWhere(
    isDue: (record: ItemRecord) => boolean,
    { changes, pace }: { readonly changes: readonly StateChange[]; readonly pace: Pace },
  ): Promise<void> {
    const due: string[] = [];
    for await (const record of libraryRecords(this.state, pace)) if (isDue(record)) due.push(record.key);
    if (due.length === 0) return;
    await this.turns.run(() => this.markAnew(due));
    await this.state.commit(changes);
  }

  /** The items that are due, as they are now. `lost`: keys of items without a record. */
  due(itemKeys: readonly string[]): Promise<{
    readonly due: readonly DueItem[];
    readonly lost: readonly string[];
  }> {
    return this.turns.run(async () => {
      const marks = await this.marksOf(itemKeys);
      const records = await this.records(itemKeys);
      const due = records.flatMap((record) => {
        const mark = record === null ? undefined : marks.get(record.key);
        if (record === null || mark === undefined) return [];
        const written = mark.former === undefined ? null : withDifference(record, mark.former);
        return [this.dueItem(record, written, mark.isAnew === true)];
      });
      return { due, lost: itemKeys.filter((_, index) => records[index] === null) };
    });
  }

  /** Whether the item was neither written nor made due again since it was planned. */
  isCurrent({ key, ticket }: Planned): boolean {
    return this.ticketOf(key) === ticket;
  }

  /** Removes the due marks of written items, unless they became due again since they were planned. */
  settle(done: readonly Planned[], extra: readonly StateChange[]): Promise<void> {
    return this.turns.run(async () => {
      const ended = done.filter((planned) => this.isCurrent(planned));
      const changedSince = await this.recordsByKey(done.filter((planned) => !this.isCurrent(planned)));
      // An item that became part of another no longer has notes of its own.
      const isOfMerged = (change: StateChange): boolean =>
        'put' in change && changedSince.get(itemOfPlace(change.put)) === null;
      await this.state.commit([
        ...ended.map(({ key }) => ({ remove: keys.due(key) })),
        ...extra.filter((change) => !isOfMerged(change)),
        ...(await this.placesOfBoth(changedSince, extra)),
      ]);
      for (const { key } of ended) this.raise(key);
    });
  }

  /** Records why an item could not be written. It stays due. */
  fail(itemKey: string, failure: NonNullable<Due['failure']>): Promise<void> {
    return this.turns.run(async () => {
      const mark = (await this.marksOf([itemKey])).get(itemKey);
      if (mark !== undefined)
        await this.state.commit([{ put: keys.due(itemKey), value: { ...mark, failure } }]);
    });
  }

  private take(
    page: Pick<HighlightPage, 'quarantined' | 'serverDate'>,
    pull: PullChanges,
    apply: (changes: PageChanges) => Promise<void>,
  ): Promise<readonly DueItem[]> {
    return this.turns.run(async () => {
      const changes = new PageChanges(this.state, this.index);
      await apply(changes);
      // What could not be read is requested again by the next sync at the earliest.
      const next = page.serverDate === null ? 0 : Date.parse(page.serverDate) + 1;
      changes.add(...(await queueUnreadable(this.state, { records: page.quarantined, next })));
      return this.commit(changes, pull);
    });
  }

  private async commit(page: PageChanges, pull: PullChanges): Promise<readonly DueItem[]> {
    const changed = page.changed();
    const others = await page.otherChanges();
    const indexed = await page.indexChanges();
    for (const key of page.merged.keys()) this.raise(key);
    const items = await this.commitDue(changed, [
      ...changed.map(({ record }) => ({ put: keys.item(record.key), value: record })),
      ...others,
      ...indexed.changes,
      ...[...page.merged.keys()].map((key) => ({ remove: keys.due(key) })),
      ...pull(changed.length > 0 || others.length > 0),
    ]);
    indexed.onCommitted();
    return items;
  }

  /**
   * Commits changes and makes items due. What their notes were last written from is kept, also for an item that is
   * due already and only changed in what no note shows.
   */
  private async commitDue(
    items: readonly ChangedRecord[],
    changes: readonly StateChange[],
  ): Promise<readonly DueItem[]> {
    const marks = await this.marksOf(items.flatMap(({ record, origin }) => [record.key, origin]));
    const due: { readonly record: ItemRecord; readonly written: ItemRecord | null }[] = [];
    const puts: StateChange[] = [];
    for (const item of items) {
      const { record, origin, isDue } = item;
      const mark = marks.get(record.key) ?? marks.get(origin);
      if (!isDue && mark?.former === undefined) continue;
      const written = writtenFrom(item, mark);
      const former = written === null ? {} : { former: recordDifference(written, record) };
      puts.push({
        put: keys.due(record.key),
        value: (isDue ? former : { ...mark, ...former }) satisfies Due,
      });
      if (isDue) due.push({ record, written });
    }
    const all = [...changes, ...puts];
    // Raised before the commit: a plan of the new records must not have a ticket of the old ones.
    for (const { record } of due) this.raise(record.key);
    if (all.length > 0) await this.state.commit(all);
    return due.map(({ record, written }) => this.dueItem(record, written));
  }

  private async marksOf(itemKeys: readonly string[]): Promise<ReadonlyMap<string, Due>> {
    const unique = [...new Set(itemKeys)];
    const stored = unique.length === 0 ? [] : await this.state.getMany(unique.map(keys.due));
    const marks = new Map<string, Due>();
    for (const [index, key] of unique.entries()) {
      const mark = readDue(stored[index]);
      if (mark !== null) marks.set(key, mark);
    }
    return marks;
  }

  /** Null for an item that is no longer there. */
  private async recordsByKey(items: readonly Planned[]): Promise<ReadonlyMap<string, ItemRecord | null>> {
    const itemKeys = items.map(({ key }) => key);
    const records = itemKeys.length === 0 ? [] : await this.records(itemKeys);
    return new Map(itemKeys.map((key, index) => [key, records[index] ?? null]));
  }

  /**
   * Items that also got their book's note while a note of their own was made. If both are the same note, the next
   * plan finds nothing there and forgets the place.
   */
  private async placesOfBoth(
    items: ReadonlyMap<string, ItemRecord | null>,
    changes: readonly StateChange[],
  ): Promise<readonly StateChange[]> {
    if (items.size === 0) return [];
    const written = new Set(changes.flatMap((change) => ('put' in change ? change.put : [])));
    const itemKeys = [...items.keys()].filter((key) => written.has(keys.note(key)));
    const places = itemKeys.length === 0 ? [] : await this.state.getMany(itemKeys.map(keys.note));
    return itemKeys.flatMap((key, index) => {
      const place = readNotePlace(places[index]);
      const isOfBook = place?.cameFrom !== undefined && place.absence === undefined;
      return isOfBook ? putJoinedPlace(key, items.get(key)?.book?.id ?? '', place) : [];
    });
  }

  private async markAnew(itemKeys: readonly string[]): Promise<void> {
    const marks = await this.marksOf(itemKeys);
    const unmarked = itemKeys.filter((key) => !marks.has(key));
    const value: Due = { isAnew: true };
    if (unmarked.length > 0) await this.state.commit(unmarked.map((key) => ({ put: keys.due(key), value })));
    for (const key of itemKeys) this.raise(key);
  }

  private dueItem(record: ItemRecord, written: ItemRecord | null, isAnew = false): DueItem {
    return { record, written, isAnew, ticket: this.ticketOf(record.key) };
  }

  private ticketOf(itemKey: string): number {
    return this.tickets.get(itemKey) ?? 0;
  }

  private raise(itemKey: string): void {
    this.tickets.set(itemKey, this.ticketOf(itemKey) + 1);
  }
}

const unchanged = (record: ItemRecord): ChangedRecord => ({
  record,
  before: null,
  origin: record.key,
  isDue: true,
});

/** The record that an item's notes were last written from; null if unknown. */
function writtenFrom({ record, before }: ChangedRecord, mark: Due | undefined): ItemRecord | null {
  const former = mark?.former;
  const written = former === undefined ? before : withDifference(before ?? record, former);
  return written === null ? null : { ...written, key: record.key };
}

/** The item key in the key of a note's place; `''` for any other key. */
const itemOfPlace = (key: string): string =>
  key.startsWith(prefixes.note) ? itemKeyOf(key.slice(prefixes.note.length)) : '';
