import type { DocumentNote, Quarantined } from '../model/model';
import { assembleItem, type Scope } from '../model/item';
import { partIdOf, partKey, partsPrefix } from '../notes/layout/note-part';
import {
  compareText,
  documentKey,
  newerDocument,
  removeDocumentPart,
  type ItemRecord,
  type RecordChange,
} from '../model/record';
import { Pace, type Clock, type StateChange, type StateStore } from '../model/ports';
import type { DocumentPage, HighlightPage } from '../readwise/pages';
import { orphansWithout, registerSeen } from './held-documents';
import { keys, prefixes } from './keys';
import { libraryRecords } from './library-records';
import { bookEntries } from './book-entries';
import { Mutex } from './mutex';
import { formerHomes } from './moved-highlights';
import { RecordBatch } from './record-batch';
import { forgetRange, stateRange } from './state-range';
import { readDocumentId, readDocumentIds, readDue, readOrphans, readRecord, type Due } from './stored';
import { readOne } from './read-one';

/** What taking in a page did. */
export interface Ingested {
  /** Items that now are due. */
  readonly due: readonly string[];
}

const RECENT_RECORDS = 300;
/** Items marked in one commit, where all are. */
const MARKED_AT_ONCE = 200;

/** What is to be written of the pull's own state with a page, given whether the page brought anything new. */
export type PullChanges = (changed: boolean) => readonly StateChange[];

/**
 * The local copy of the service's records. A page goes in as one transaction together with its items' due marks and the state of
 * the pull, so a crash leaves all of the page or nothing of it.
 */
export class Replica {
  private readonly turns = new Mutex();
  /** Records as they were last committed: those of a page are read again at once, for writing their notes. */
  private readonly recent = new Map<string, ItemRecord>();

  constructor(private readonly state: StateStore) {}

  async records(itemKeys: readonly string[]): Promise<readonly (ItemRecord | null)[]> {
    const missing = itemKeys.filter((key) => !this.recent.has(key));
    const read = await this.state.getMany(missing.map(keys.item));
    const stored = new Map(missing.map((key, index) => [key, readRecord(read[index])]));
    return itemKeys.map((key) => this.recent.get(key) ?? stored.get(key) ?? null);
  }

  private remember(records: readonly ItemRecord[], dropped: readonly string[]): void {
    for (const key of dropped) this.recent.delete(key);
    for (const record of records) this.recent.set(record.key, record);
    for (const key of this.recent.keys()) {
      if (this.recent.size <= RECENT_RECORDS) break;
      this.recent.delete(key);
    }
  }

  takeHighlights(page: HighlightPage, pull: PullChanges): Promise<Ingested> {
    return this.turns.run(async () => {
      const entries = await bookEntries(this.state, page.books);
      const batch = await this.batch(entries.flatMap(({ key, from }) => [key, from]));
      const homes = await formerHomes(
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

  takeDocuments(page: DocumentPage, pull: PullChanges): Promise<Ingested> {
    return this.turns.run(async () => {
      const highlightIds = [
        ...new Set([
          ...page.highlights.map(({ id }) => id),
          ...page.notes.map(({ highlightId }) => highlightId),
        ]),
      ];
      const parents = new Map(
        page.highlights.map((highlight) => [highlight.id, documentKey(highlight.documentId)]),
      );
      const [knownParents, orphans] = await Promise.all([
        this.state.getMany(highlightIds.map(keys.documentId)),
        this.state.getMany(page.highlights.map(({ id }) => keys.orphan(id))),
      ]);
      highlightIds.forEach((id, index) => {
        const entry = readDocumentId(knownParents[index]);
        if (entry !== null && entry.key !== '' && !parents.has(id)) parents.set(id, entry.key);
      });
      const adopted = orphans.flatMap((value) => readOrphans(value) ?? []);
      const homeless = page.notes.filter((note) => !parents.has(note.highlightId));
      const changes = groupByItem(page, [...page.notes, ...adopted], parents);

      const batch = await this.batch([...changes.keys()]);
      for (const [key, change] of changes) batch.change(key, change, page.serverDate);
      const extra: StateChange[] = [
        ...quarantine(page.quarantined),
        ...page.highlights
          .filter((_, index) => orphans[index] !== undefined)
          .map(({ id }) => ({ remove: keys.orphan(id) })),
        ...(await this.orphaned(homeless)),
        ...(await registerSeen(this.state, { page, parents, adopted })),
      ];
      return this.commit(batch, { pull, extra });
    });
  }

  /** Takes out v3 records whose deletion is proven, with their texts. */
  removeDocuments(ids: readonly string[], extra: readonly StateChange[]): Promise<Ingested> {
    return this.turns.run(async () => {
      const entries = (await this.state.getMany(ids.map(keys.documentId))).map(readDocumentId);
      const batch = await this.batch(entries.flatMap((entry) => (entry === null ? [] : [entry.key])));
      ids.forEach((id, index) => {
        const entry = entries[index] ?? null;
        if (entry !== null) batch.replace(entry.key, (record) => removeDocumentPart(record, id));
      });
      const known = entries.filter((entry) => entry !== null).length;
      const homeless = ids.filter((_, index) => entries[index]?.key === '');
      const held = await readOne(this.state, keys.documentIds, readDocumentIds);
      const forgotten = homeless.length === 0 ? [] : await orphansWithout(this.state, new Set(homeless));
      const changes: StateChange[] = [
        ...extra,
        ...forgotten,
        ...ids.flatMap((id) =>
          [keys.documentId(id), keys.text(id), keys.wantedText(id)].map((key) => ({ remove: key })),
        ),
        { put: keys.documentIds, value: { ...held, held: held.held - known } },
      ];
      return this.commit(batch, { pull: () => [], extra: changes });
    });
  }

  /** Makes items due for what is no part of their records, together with that. */
  makeDue(itemKeys: readonly string[], changes: readonly StateChange[]): Promise<void> {
    return this.turns.run(async () => {
      const records = (await this.records(itemKeys)).filter((record) => record !== null);
      if (records.length === 0 && changes.length === 0) return;
      await this.state.commit([...changes, ...(await this.dueMarks(records, () => null))]);
    });
  }

  /**
   * Makes every item due that has something to show: after a change of templates or scope. What is gone under the new scope keeps
   * the note that it has, because a change of scope is no deletion. Returns how many are due.
   */
  async markAllDue(
    scope: Scope,
    { changes, clock }: { readonly changes: readonly StateChange[]; readonly clock: Clock },
  ): Promise<number> {
    const pace = new Pace(clock);
    let count = 0;
    let due: Pick<ItemRecord, 'key' | 'revision'>[] = [];
    for await (const record of libraryRecords(this.state, pace)) {
      if (assembleItem(record, { scope }).kind === 'gone') continue;
      due.push({ key: record.key, revision: record.revision });
      count += 1;
      if (due.length < MARKED_AT_ONCE) continue;
      await this.state.commit(await this.dueMarks(due, () => null));
      due = [];
    }
    await this.state.commit(await this.dueMarks(due, () => null));
    await this.forgetWanted();
    await this.state.commit(changes);
    return count;
  }

  /** Forgets what is to be fetched, once every item is due: whatever still is wanted, is so again when that is planned. */
  private async forgetWanted(): Promise<void> {
    for (const prefix of [prefixes.wantedText, prefixes.wantedFiles]) await forgetRange(this.state, prefix);
  }

  /**
   * Ends the due mark of items whose note now is in order, unless they changed meanwhile. `revisions` are those that were planned.
   */
  settle(revisions: ReadonlyMap<string, number>, extra: readonly StateChange[]): Promise<void> {
    return this.turns.run(async () => {
      const itemKeys = [...revisions.keys()];
      const marks = (await this.state.getMany(itemKeys.map(keys.due))).map(readDue);
      const done = itemKeys.filter((key, index) => marks[index]?.revision === revisions.get(key));
      await this.state.commit([...done.map((key) => ({ remove: keys.due(key) })), ...extra]);
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

  /** Marks items as due. A mark that stands knows already what their notes were last made from; `before` tells it for the others. */
  private async dueMarks(
    records: readonly Pick<ItemRecord, 'key' | 'revision'>[],
    before: (key: string) => ItemRecord | null,
  ): Promise<readonly StateChange[]> {
    // A newcomer has no mark yet.
    const older = records.filter(({ revision }) => revision > 1).map(({ key }) => key);
    const marks = await this.state.getMany(older.map(keys.due));
    const standing = new Map(older.map((key, index) => [key, readDue(marks[index])]));
    return records.map(({ key, revision }) => {
      const written = standing.get(key)?.written ?? before(key) ?? undefined;
      return {
        put: keys.due(key),
        value: { revision, ...(written === undefined ? {} : { written }) } satisfies Due,
      };
    });
  }

  private async batch(itemKeys: readonly string[]): Promise<RecordBatch> {
    const unique = [...new Set(itemKeys)].sort(compareText);
    const records = await this.records(unique);
    return new RecordBatch(new Map(unique.map((key, index) => [key, records[index] ?? null])));
  }

  /** v3 notes that came before their highlight wait for it. */
  private async orphaned(notes: readonly DocumentNote[]): Promise<readonly StateChange[]> {
    const highlightIds = [...new Set(notes.map((note) => note.highlightId))];
    const known = (await this.state.getMany(highlightIds.map(keys.orphan))).map(
      (value) => readOrphans(value) ?? [],
    );
    return highlightIds.map((highlightId, index) => {
      const incoming = notes.filter((note) => note.highlightId === highlightId);
      const ids = new Set(incoming.map((note) => note.id));
      return {
        put: keys.orphan(highlightId),
        value: [...(known[index] ?? []).filter((note) => !ids.has(note.id)), ...incoming],
      };
    });
  }

  private async commit(
    batch: RecordBatch,
    { pull, extra }: { readonly pull: PullChanges; readonly extra: readonly StateChange[] },
  ): Promise<Ingested> {
    const changed = batch.changed();
    const records = [...changed.values()];
    const due = records.filter((record) => batch.isDue(record));
    const changes: StateChange[] = [
      ...records.map((record) => ({ put: keys.item(record.key), value: record })),
      ...(await this.absorptions(batch)),
      ...(await this.dueMarks(due, (key) => batch.before(key))),
      ...extra,
      ...pull(changed.size > 0 || extra.length > 0),
    ];
    if (changes.length > 0) await this.state.commit(changes);
    this.remember(records, [...batch.absorbed().keys()]);
    return { due: due.map(({ key }) => key) };
  }

  /** What is known of the note of an item that became part of another is known of the other's, unless that has a note of its own. */
  private async absorptions(batch: RecordBatch): Promise<readonly StateChange[]> {
    const changes: StateChange[] = [];
    for (const [from, into] of batch.absorbed()) {
      const [place, taken] = await this.state.getMany([keys.note(from), keys.note(into)]);
      changes.push({ remove: keys.item(from) }, { remove: keys.due(from) }, { remove: keys.note(from) });
      if (place !== undefined && taken === undefined) changes.push({ put: keys.note(into), value: place });
      for await (const parts of stateRange(this.state, keys.note(partsPrefix(from)))) {
        for (const { key, value } of parts)
          changes.push({ remove: key }, { put: keys.note(partKey(into, partIdOf(key) ?? '')), value });
      }
    }
    return changes;
  }
}

function groupByItem(
  page: DocumentPage,
  notes: readonly DocumentNote[],
  parents: ReadonlyMap<string, string>,
): ReadonlyMap<string, RecordChange> {
  const changes = new Map<
    string,
    {
      document?: RecordChange['document'];
      documentHighlights: DocumentPage['highlights'][number][];
      documentNotes: DocumentNote[];
    }
  >();
  const of = (key: string) => {
    const change = changes.get(key) ?? { documentHighlights: [], documentNotes: [] };
    changes.set(key, change);
    return change;
  };
  for (const document of page.documents) {
    const change = of(documentKey(document.id));
    change.document = newerDocument(change.document ?? null, document, page.serverDate) ?? document;
  }
  for (const highlight of page.highlights)
    of(documentKey(highlight.documentId)).documentHighlights.push(highlight);
  for (const note of notes) {
    const key = parents.get(note.highlightId);
    if (key !== undefined) of(key).documentNotes.push(note);
  }
  return changes;
}

const quarantine = (records: readonly Quarantined[]): readonly StateChange[] =>
  records.map((record) => ({ put: keys.quarantine(record.endpoint, record.id), value: record }));
