import type { Document, DocumentHighlight, DocumentNote, Quarantined } from '../model/model';
import { assembleItem, type Scope } from '../model/item';
import { partIdOf, partKey, partsPrefix } from '../model/note-part';
import {
  documentKey,
  newerDocument,
  removeDocumentPart,
  type ItemRecord,
  type RecordChange,
} from '../model/record';
import { Mutex, Pace } from '../model/pace';
import type { Clock, StateChange, StateStore } from '../model/ports';
import type { DocumentPage, HighlightPage } from '../readwise/pages';
import { orphanKeys, registerSeen } from './held-documents';
import {
  itemChanges,
  itemRemovals,
  readItems,
  replacedValues,
  withWritten,
  type DueItem,
} from './item-records';
import { keys, prefixes } from './keys';
import { previousHomes } from './moved-highlights';
import { libraryRecords } from './read-library';
import { forgetRange, readOne, stateRange } from './read-state';
import { bookEntries, RecordBatch } from './record-batch';
import { readDocumentId, readDocumentIds, readDue, readOrphan, type Due } from './stored';

/** Items marked in one commit, where all are. */
const MARKED_AT_ONCE = 200;

/** What is to be written of the pull's own state with a page, given whether the page brought anything new. */
export type PullChanges = (changed: boolean) => readonly StateChange[];

interface ToMark {
  readonly key: string;
  readonly revision: number;
  /** What a change replaces of that which the item's note was made from, by part keys. */
  readonly replaced?: ReadonlyMap<string, unknown>;
}

/**
 * The local copy of the service's records. A page goes in as one transaction together with its items' due
 * marks and the state of the pull, so a crash leaves all of the page or nothing of it. What a page made due
 * is handed back, to be written.
 */
export class Replica {
  private readonly turns = new Mutex();

  constructor(private readonly state: StateStore) {}

  records(itemKeys: readonly string[]): Promise<readonly (ItemRecord | null)[]> {
    // Not while a page goes in: an item is read in two steps.
    return this.turns.run(() => readItems(this.state, itemKeys));
  }

  /**
   * Those of the records that are due as they are. One that has changed since is due as what it has become.
   */
  async due(records: readonly ItemRecord[]): Promise<readonly DueItem[]> {
    const marks = (await this.state.getMany(records.map(({ key }) => keys.due(key)))).map(readDue);
    const due = records.flatMap((record, index) => {
      const mark = marks[index] ?? null;
      return mark?.revision === record.revision ? [{ record, mark }] : [];
    });
    return withWritten(this.state, due);
  }

  takeHighlights(page: HighlightPage, pull: PullChanges): Promise<readonly ItemRecord[]> {
    return this.turns.run(async () => {
      const entries = await bookEntries(this.state, page.books);
      const batch = await RecordBatch.read(
        this.state,
        entries.flatMap(({ key, from }) => [key, from]),
      );
      const homes = await previousHomes(
        this.state,
        new Map(entries.flatMap((entry) => batch.newcomers(entry))),
      );
      for (const { record, left } of homes) {
        batch.add(record);
        batch.change(record.key, { highlights: left }, page.serverDate);
      }
      for (const { book, highlights, key, from } of entries) {
        if (key !== from) batch.join(key, { from, bookId: book.id });
        batch.change(key, { book, highlights }, page.serverDate);
      }
      return this.commit(batch, {
        pull,
        extra: [...[...entries, ...homes].flatMap(({ changes }) => changes), ...quarantine(page.quarantined)],
      });
    });
  }

  takeDocuments(page: DocumentPage, pull: PullChanges): Promise<readonly ItemRecord[]> {
    return this.turns.run(async () => {
      const parents = await this.parentsOf(page);
      const onPage = new Set(page.highlights.map(({ id }) => id));
      const ended =
        onPage.size === 0 ? [] : await orphanKeys(this.state, ({ highlightId }) => onPage.has(highlightId));
      const adopted = (await this.state.getMany(ended)).flatMap((value) => readOrphan(value) ?? []);
      const orphans = page.notes.filter(({ highlightId }) => !parents.has(highlightId));
      const changes = groupByItem(page, [...adopted, ...page.notes], parents);

      const batch = await RecordBatch.read(this.state, [...changes.keys()]);
      for (const [key, change] of changes) batch.change(key, change, page.serverDate);
      const extra: StateChange[] = [
        ...quarantine(page.quarantined),
        ...ended.map((key) => ({ remove: key })),
        ...orphans.map((note) => ({ put: keys.orphan(note.highlightId, note.id), value: note })),
        ...(await registerSeen(this.state, { page, parents, adopted })),
      ];
      return this.commit(batch, { pull, extra });
    });
  }

  /**
   * The items of the highlights that a page brings or has notes on, by the highlights' ids, as far as they
   * are known.
   */
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

  /** Takes out v3 records whose deletion is proven, with their texts. */
  removeDocuments(ids: readonly string[], extra: readonly StateChange[]): Promise<readonly ItemRecord[]> {
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

  /** Makes items due for what is no part of their records, together with that. Returns their records. */
  makeDue(itemKeys: readonly string[], changes: readonly StateChange[]): Promise<readonly ItemRecord[]> {
    return this.turns.run(async () => {
      const records = (await readItems(this.state, itemKeys)).filter((record) => record !== null);
      const all = [...changes, ...(await this.dueMarks(records.map(asItIs)))];
      if (all.length > 0) await this.state.commit(all);
      return records;
    });
  }

  /**
   * Makes every item due that has something to show: after a change of templates or scope. What is gone under
   * the new scope keeps the note that it has, because a change of scope is no deletion. Returns how many are
   * due.
   */
  async markAllDue(
    scope: Scope,
    { changes, clock }: { readonly changes: readonly StateChange[]; readonly clock: Clock },
  ): Promise<number> {
    const pace = new Pace(clock);
    let count = 0;
    let due: ToMark[] = [];
    for await (const record of libraryRecords(this.state, pace)) {
      if (assembleItem(record, { scope }).kind === 'gone') continue;
      due.push(asItIs(record));
      count += 1;
      if (due.length < MARKED_AT_ONCE) continue;
      await this.state.commit(await this.dueMarks(due));
      due = [];
    }
    await this.state.commit(await this.dueMarks(due));
    // Whatever is still to be fetched then, is asked for again when its item is planned.
    for (const prefix of [prefixes.wantedText, prefixes.wantedFiles]) await forgetRange(this.state, prefix);
    await this.state.commit(changes);
    return count;
  }

  /**
   * Ends the due mark of items whose note now is in order, unless they changed meanwhile. `revisions` are
   * those that were planned.
   */
  settle(revisions: ReadonlyMap<string, number>, extra: readonly StateChange[]): Promise<void> {
    return this.turns.run(async () => {
      const itemKeys = [...revisions.keys()];
      const marks = (await this.state.getMany(itemKeys.map(keys.due))).map(readDue);
      const ended = itemKeys.flatMap((key, index) => {
        const mark = marks[index] ?? null;
        return mark?.revision === revisions.get(key) ? markRemovals(key, mark) : [];
      });
      await this.state.commit([...ended, ...extra]);
    });
  }

  /** Puts an item on the retry list, unless it changed since it was planned. */
  postpone(itemKey: string, due: Due): Promise<void> {
    return this.turns.run(async () => {
      const mark = await readOne(this.state, keys.due(itemKey), readDue);
      if (mark?.revision === due.revision)
        await this.state.commit([{ put: keys.due(itemKey), value: { ...mark, ...due } }]);
    });
  }

  /**
   * Marks items as due. Of the values that their notes were made from, the oldest are kept until the notes
   * are written.
   */
  private async dueMarks(items: readonly ToMark[]): Promise<readonly StateChange[]> {
    // A newcomer has no mark yet.
    const older = items.filter(({ revision }) => revision > 1).map(({ key }) => key);
    const marks = await this.state.getMany(older.map(keys.due));
    const standing = new Map(older.map((key, index) => [key, readDue(marks[index])]));
    return items.flatMap(({ key, revision, replaced = new Map<string, unknown>() }) => {
      const kept = standing.get(key)?.former ?? [];
      const fresh = [...replaced].filter(([part]) => !kept.includes(part));
      const former = [...kept, ...fresh.map(([part]) => part)];
      const mark: Due = { revision, ...(former.length === 0 ? {} : { former }) };
      return [
        { put: keys.due(key), value: mark },
        ...fresh.map(([part, value]) => ({ put: keys.former(part), value })),
      ];
    });
  }

  private async commit(
    batch: RecordBatch,
    { pull, extra }: { readonly pull: PullChanges; readonly extra: readonly StateChange[] },
  ): Promise<readonly ItemRecord[]> {
    const changed = [...batch.changed().values()];
    const due = changed.filter((record) => batch.isDue(record));
    const marks = due.map((record) => {
      const before = batch.before(record.key);
      return before === null
        ? asItIs(record)
        : { ...asItIs(record), replaced: replacedValues(before, record) };
    });
    const changes: StateChange[] = [
      ...changed.flatMap((record) => itemChanges(batch.stored(record.key), record)),
      ...(await this.absorptions(batch)),
      ...(await this.dueMarks(marks)),
      ...extra,
      ...pull(changed.length > 0 || extra.length > 0),
    ];
    if (changes.length > 0) await this.state.commit(changes);
    return due;
  }

  /**
   * What is known of the note of an item that became part of another is known of the other's, unless that has
   * a note of its own.
   */
  private async absorptions(batch: RecordBatch): Promise<readonly StateChange[]> {
    const changes: StateChange[] = [];
    for (const [from, into] of batch.absorbed()) {
      const [place, taken, due] = await this.state.getMany([
        keys.note(from),
        keys.note(into),
        keys.due(from),
      ]);
      const record = batch.stored(from);
      if (record !== null) changes.push(...itemRemovals(record));
      changes.push(...markRemovals(from, readDue(due)), { remove: keys.note(from) });
      if (place !== undefined && taken === undefined) changes.push({ put: keys.note(into), value: place });
      for await (const parts of stateRange(this.state, keys.note(partsPrefix(from)))) {
        for (const { key, value } of parts)
          changes.push({ remove: key }, { put: keys.note(partKey(into, partIdOf(key) ?? '')), value });
      }
    }
    return changes;
  }
}

const asItIs = ({ key, revision }: ItemRecord): ToMark => ({ key, revision });

const markRemovals = (itemKey: string, mark: Due | null): readonly StateChange[] => [
  { remove: keys.due(itemKey) },
  ...(mark?.former ?? []).map((part) => ({ remove: keys.former(part) })),
];

interface DocumentChange {
  document?: Document;
  readonly documentHighlights: DocumentHighlight[];
  readonly documentNotes: DocumentNote[];
}

/** What a page brings, by the items that it is for. */
function groupByItem(
  page: DocumentPage,
  notes: readonly DocumentNote[],
  parents: ReadonlyMap<string, string>,
): ReadonlyMap<string, RecordChange> {
  const changes = new Map<string, DocumentChange>();
  const changeOf = (key: string): DocumentChange => {
    const change = changes.get(key) ?? { documentHighlights: [], documentNotes: [] };
    changes.set(key, change);
    return change;
  };
  for (const document of page.documents) {
    const change = changeOf(documentKey(document.id));
    change.document = newerDocument(change.document ?? null, document, page.serverDate) ?? document;
  }
  for (const highlight of page.highlights)
    changeOf(documentKey(highlight.documentId)).documentHighlights.push(highlight);
  for (const note of notes) {
    const key = parents.get(note.highlightId);
    if (key !== undefined) changeOf(key).documentNotes.push(note);
  }
  return changes;
}

const quarantine = (records: readonly Quarantined[]): readonly StateChange[] =>
  records.map((record) => ({ put: keys.quarantine(record.endpoint, record.id), value: record }));
