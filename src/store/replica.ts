import { anchorsOf, assembleItem, type Scope } from '../model/item';
import { itemKeyOf, partIdOf, partKey, partsPrefix } from '../model/note-part';
import { documentKey, removeDocumentPart, type ItemRecord } from '../model/record';
import { Mutex, Pace } from '../model/pace';
import type { Clock, StateChange, StateStore } from '../model/ports';
import type { DocumentPage, HighlightPage } from '../readwise/pages';
import { BookJoins } from './book-joins';
import { DueMarks } from './due-marks';
import { orphanKeys, registerSeen } from './held-documents';
import { queueUnreadable } from './refetch-entries';
import {
  itemChanges,
  itemRemovals,
  readItems,
  replacedValues,
  withWritten,
  type DueItem,
  type DueRecord,
} from './item-records';
import { keys, prefixes } from './keys';
import { formerItems } from './moved-highlights';
import { libraryRecords } from './read-library';
import { putPlace } from './note-places';
import { readOne, stateRange } from './read-state';
import { entryOf, groupByItem, movedAddresses } from './page-changes';
import { RecordBatch } from './record-batch';
import { readDocumentId, readDocumentIds, readNotePlace, readOrphan, type Due } from './stored';

const MARKED_AT_ONCE = 200;

/** The changes of the pull's own state with a page, given whether the page brought anything new. */
export type PullChanges = (changed: boolean) => readonly StateChange[];

interface DueRequest {
  readonly key: string;
  /** A new item has no mark yet. */
  readonly isNew?: boolean;
  /** Old values that the change replaces, by part key. */
  readonly replaced?: ReadonlyMap<string, unknown>;
}

/**
 * The local copy of the service's records. A page is stored in one transaction with its due marks and the
 * state of the pull, so that a crash leaves all of it or nothing.
 */
export class Replica {
  private readonly turns = new Mutex();

  private readonly marks: DueMarks;

  /**
   * Each commit that makes an item due raises its ticket, so that what was planned before does not end a mark
   * that was set meanwhile. Kept in memory only, because one run at a time writes the replica.
   */
  private readonly tickets = new Map<string, number>();

  constructor(private readonly state: StateStore) {
    this.marks = new DueMarks(state);
  }

  records(itemKeys: readonly string[]): Promise<readonly (ItemRecord | null)[]> {
    // Waits for its turn, because an item is read in two steps.
    return this.turns.run(() => readItems(this.state, itemKeys));
  }

  /** Items as they are now, to be planned. Null for one that the replica does not have. */
  dueRecords(itemKeys: readonly string[]): Promise<readonly (DueRecord | null)[]> {
    return this.turns.run(async () => {
      const records = await readItems(this.state, itemKeys);
      return records.map((record) => (record === null ? null : this.withTicket(record)));
    });
  }

  /** Those that are still due and were not made due again since; whoever did that has the newer record. */
  async due(records: readonly DueRecord[]): Promise<readonly DueItem[]> {
    const marks = await this.marks.read(records.map(({ record }) => record.key));
    const due = records.flatMap((each, index) => {
      const mark = marks[index] ?? null;
      return mark !== null && this.isCurrent(each.record.key, each.ticket) ? [{ ...each, mark }] : [];
    });
    return withWritten(this.state, due);
  }

  private withTicket(record: ItemRecord): DueRecord {
    return { record, ticket: this.tickets.get(record.key) ?? 0 };
  }

  private isCurrent(itemKey: string, ticket: number): boolean {
    return (this.tickets.get(itemKey) ?? 0) === ticket;
  }

  takeHighlights(page: HighlightPage, pull: PullChanges): Promise<readonly DueRecord[]> {
    return this.turns.run(async () => {
      const joins = await BookJoins.read(this.state, {
        books: page.books.map(({ book }) => book),
        documents: [],
      });
      const batch = await RecordBatch.read(this.state, joins.itemKeys);
      joins.apply(batch);
      const entries = page.books.map((each) => entryOf(each, joins));
      const newHighlights = new Map(entries.flatMap((entry) => batch.newHighlights(entry)));
      const former = await formerItems(this.state, newHighlights);
      for (const { record, left } of former) {
        batch.add(record);
        batch.change(record.key, { highlights: left }, page.serverDate);
      }
      for (const { book, highlights, key } of entries)
        batch.change(key, { book, highlights }, page.serverDate);
      return this.commit(batch, {
        pull,
        extra: [
          ...joins.changes(),
          ...former.flatMap(({ changes }) => changes),
          ...(await this.unreadableOn(page)),
        ],
      });
    });
  }

  takeDocuments(page: DocumentPage, pull: PullChanges): Promise<readonly DueRecord[]> {
    return this.turns.run(async () => {
      const parents = await this.parentsOf(page);
      const onPage = new Set(page.highlights.map(({ id }) => id));
      const foundOrphans =
        onPage.size === 0 ? [] : await orphanKeys(this.state, ({ highlightId }) => onPage.has(highlightId));
      const earlierNotes = (await this.state.getMany(foundOrphans)).flatMap(
        (value) => readOrphan(value) ?? [],
      );
      const orphans = page.notes.filter(({ highlightId }) => !parents.has(highlightId));
      const changes = groupByItem(page, [...earlierNotes, ...page.notes], parents);

      const batch = await RecordBatch.read(this.state, [...changes.keys()]);
      for (const [key, change] of changes) batch.change(key, change, page.serverDate);
      const joins = await BookJoins.read(this.state, { books: [], documents: movedAddresses(page, batch) });
      await batch.readMore(this.state, joins.itemKeys);
      joins.apply(batch);
      const extra: StateChange[] = [
        ...joins.changes(),
        ...(await this.unreadableOn(page)),
        ...foundOrphans.map((key) => ({ remove: key })),
        ...orphans.map((note) => ({ put: keys.orphan(note.highlightId, note.id), value: note })),
        ...(await registerSeen(this.state, { page, parents, earlierNotes })),
      ];
      return this.commit(batch, { pull, extra });
    });
  }

  /** What could not be read is asked for again by the next sync at the earliest. */
  private unreadableOn({
    quarantined,
    serverDate,
  }: Pick<HighlightPage, 'quarantined' | 'serverDate'>): Promise<readonly StateChange[]> {
    const next = serverDate === null ? 0 : Date.parse(serverDate) + 1;
    return queueUnreadable(this.state, { records: quarantined, next });
  }

  /** Item keys of the highlights on a page and of those that its notes belong to, by highlight id. */
  private async parentsOf({ highlights, notes }: DocumentPage): Promise<ReadonlyMap<string, string>> {
    const parents = new Map(highlights.map(({ id, documentId }) => [id, documentKey(documentId)]));
    const others = [...new Set(notes.map(({ highlightId }) => highlightId))].filter((id) => !parents.has(id));
    const entries = (await this.state.getMany(others.map(keys.documentId))).map(readDocumentId);
    others.forEach((id, index) => {
      const key = entries[index]?.key ?? '';
      if (key !== '') parents.set(id, key);
    });
    return parents;
  }

  /** Removes v3 records whose deletion is confirmed, with their texts. */
  removeDocuments(ids: readonly string[], extra: readonly StateChange[]): Promise<readonly DueRecord[]> {
    return this.turns.run(async () => {
      const entries = (await this.state.getMany(ids.map(keys.documentId))).map(readDocumentId);
      const batch = await RecordBatch.read(
        this.state,
        entries.flatMap((entry) => (entry === null ? [] : [entry.key])),
      );
      ids.forEach((id, index) => {
        const entry = entries[index] ?? null;
        if (entry !== null) batch.replace(entry.key, (record) => removeDocumentPart(record, id));
      });
      const known = entries.filter((entry) => entry !== null).length;
      const held = await readOne(this.state, keys.documentIds, readDocumentIds);
      const orphans = await orphanKeys(this.state, ({ noteId }) => ids.includes(noteId));
      const changes: StateChange[] = [
        ...extra,
        ...orphans.map((key) => ({ remove: key })),
        ...ids.flatMap((id) =>
          [keys.documentId(id), keys.text(id), keys.wantedText(id)].map((key) => ({ remove: key })),
        ),
        { put: keys.documentIds, value: { ...held, held: held.held - known } },
      ];
      return this.commit(batch, { pull: () => [], extra: changes });
    });
  }

  /** Makes items due for a change outside their records, in one commit with that change. */
  makeDue(itemKeys: readonly string[], changes: readonly StateChange[]): Promise<readonly DueRecord[]> {
    return this.turns.run(async () => {
      const records = (await readItems(this.state, itemKeys)).filter((record) => record !== null);
      await this.commitDue(records, changes);
      return records.map((record) => this.withTicket(record));
    });
  }

  /**
   * Makes all items due, after a change of templates or scope, and returns how many. Items that are deleted
   * under the new scope keep their notes, because a change of scope is no deletion.
   */
  async markAllDue(
    scope: Scope,
    { changes, clock }: { readonly changes: readonly StateChange[]; readonly clock: Clock },
  ): Promise<number> {
    const pace = new Pace(clock);
    let count = 0;
    let due: DueRequest[] = [];
    for await (const record of libraryRecords(this.state, pace)) {
      if (assembleItem(record, { scope }).kind === 'gone') continue;
      due.push({ key: record.key });
      count += 1;
      if (due.length < MARKED_AT_ONCE) continue;
      await this.commitDue(due);
      due = [];
    }
    await this.commitDue(due);
    // Planning an item requests its texts and attachments anew.
    for (const prefix of [prefixes.wantedText, prefixes.wantedFiles]) await this.state.clear(prefix);
    await this.marks.commit(changes);
    return count;
  }

  /** Removes due marks of written items, unless these became due again since they were planned. */
  settle(done: readonly Planned[], extra: readonly StateChange[]): Promise<void> {
    return this.turns.run(async () => {
      const itemKeys = done.map(({ key }) => key);
      const marks = await this.marks.read(itemKeys);
      const ended = done.flatMap(({ key, ticket }, index) =>
        this.isCurrent(key, ticket) ? markRemovals(key, marks[index] ?? null) : [],
      );
      // What was joined with another item while its note was written has no note of its own any more.
      const joined = new Set(itemKeys.filter((_, index) => marks[index] === null));
      const isCurrent = (change: StateChange): boolean =>
        !('put' in change && joined.has(itemOfPlace(change.put)));
      await this.marks.commit([...ended, ...extra.filter(isCurrent)]);
    });
  }

  /** Records why an item could not be written. It stays due. */
  fail(itemKey: string, failure: NonNullable<Due['failure']>): Promise<void> {
    return this.turns.run(async () => {
      const [mark = null] = await this.marks.read([itemKey]);
      if (mark !== null) await this.marks.commit([{ put: keys.due(itemKey), value: { ...mark, failure } }]);
    });
  }

  /** Commits changes with the marks of items that became due. */
  private async commitDue(items: readonly DueRequest[], changes: readonly StateChange[] = []): Promise<void> {
    const all = [...changes, ...(await this.dueMarks(items))];
    if (all.length === 0) return;
    await this.marks.commit(all);
    for (const { key } of items) this.tickets.set(key, (this.tickets.get(key) ?? 0) + 1);
  }

  /** Marks items as due. The oldest values since the note was last written are kept. */
  private async dueMarks(items: readonly DueRequest[]): Promise<readonly StateChange[]> {
    const older = items.filter(({ isNew }) => isNew !== true).map(({ key }) => key);
    const marks = await this.marks.read(older);
    const present = new Map(older.map((key, index) => [key, marks[index]]));
    return items.flatMap(({ key, replaced = new Map<string, unknown>() }) => {
      const kept = present.get(key)?.former ?? [];
      const added = [...replaced].filter(([part]) => !kept.includes(part));
      const former = [...kept, ...added.map(([part]) => part)];
      const mark: Due = former.length === 0 ? {} : { former };
      return [
        { put: keys.due(key), value: mark },
        ...added.map(([part, value]) => ({ put: keys.former(part), value })),
      ];
    });
  }

  private async commit(
    batch: RecordBatch,
    { pull, extra }: { readonly pull: PullChanges; readonly extra: readonly StateChange[] },
  ): Promise<readonly DueRecord[]> {
    const changed = [...batch.changed().values()];
    const due = changed.filter((record) => batch.isDue(record));
    const requests = due.map((record): DueRequest => {
      const { key } = record;
      const before = batch.before(key);
      return before === null
        ? { key, isNew: record.revision <= 1 }
        : { key, replaced: replacedValues(before, record) };
    });
    const changes: StateChange[] = [
      ...changed.flatMap((record) => itemChanges(batch.stored(record.key), record)),
      ...(await this.moveNotesOfMerged(batch)),
      ...(await this.moveNotesOfLeft(batch)),
      ...extra,
      ...pull(changed.length > 0 || extra.length > 0),
    ];
    await this.commitDue(requests, changes);
    return due.map((record) => this.withTicket(record));
  }

  /** Moves the places of notes of a merged item to the other item, unless that has a note already. */
  private async moveNotesOfMerged(batch: RecordBatch): Promise<readonly StateChange[]> {
    const changes: StateChange[] = [];
    for (const [from, into] of batch.merged) {
      const [stored, other] = await this.state.getMany([keys.note(from), keys.note(into)]);
      const [mark = null] = await this.marks.read([from]);
      const [place, taken] = [readNotePlace(stored), readNotePlace(other)];
      const record = batch.stored(from);
      if (record !== null) changes.push(...itemRemovals(record));
      changes.push(...markRemovals(from, mark), { remove: keys.note(from) });
      if (place !== null && taken === null) changes.push(putPlace(into, { ...place, cameFrom: from }));
      // Two notes become one.
      if (place !== null && taken !== null) changes.push(putPlace(into, { ...taken, replaces: place.path }));
      changes.push(...(await this.moveParts(from, into, () => true)));
    }
    return changes;
  }

  /** The notes of single highlights go with their book; that of the whole stays. */
  private async moveNotesOfLeft(batch: RecordBatch): Promise<readonly StateChange[]> {
    const changes: StateChange[] = [];
    for (const [from, into] of batch.left) {
      const place = await readOne(this.state, keys.note(from), readNotePlace);
      // The book joined the item and leaves it before the note was written as that of both.
      if (place?.cameFrom === into)
        changes.push({ remove: keys.note(from) }, putPlace(into, { path: place.path }));
      const anchors = new Set(batch.latest(from)?.highlights.flatMap(anchorsOf));
      changes.push(...(await this.moveParts(from, into, (part) => anchors.has(part))));
    }
    return changes;
  }

  private async moveParts(
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

/** An item as it was planned. */
export interface Planned {
  readonly key: string;
  readonly ticket: number;
}

/** The item of the key of a note's place; `''` for another key. */
const itemOfPlace = (key: string): string =>
  key.startsWith(prefixes.note) ? itemKeyOf(key.slice(prefixes.note.length)) : '';

const markRemovals = (itemKey: string, mark: Due | null): readonly StateChange[] => [
  { remove: keys.due(itemKey) },
  ...(mark?.former ?? []).map((part) => ({ remove: keys.former(part) })),
];
