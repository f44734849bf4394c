import type { DocumentNote, Quarantined } from '../model/model';
import { assembleItem, type Scope } from '../model/item';
import { partIdOf, partKey, partsPrefix } from '../notes/layout/note-part';
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
import { orphansWithout, registerSeen } from './held-documents';
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
import { readDocumentId, readDocumentIds, readDue, readOrphans, type Due } from './stored';

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
 * The local copy of the service's records. A page goes in as one transaction together with its items' due marks and the state of
 * the pull, so a crash leaves all of the page or nothing of it. What a page made due is handed back, to be written.
 */
export class Replica {
  private readonly turns = new Mutex();

  constructor(private readonly state: StateStore) {}

  records(itemKeys: readonly string[]): Promise<readonly (ItemRecord | null)[]> {
    // Not while a page goes in: an item is read in two steps.
    return this.turns.run(() => readItems(this.state, itemKeys));
  }

  /** Those of the records that are due as they are. One that has changed since is due as what it has become. */
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

      const batch = await RecordBatch.read(this.state, [...changes.keys()]);
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
   * Makes every item due that has something to show: after a change of templates or scope. What is gone under the new scope keeps
   * the note that it has, because a change of scope is no deletion. Returns how many are due.
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

  /** Marks items as due. Of the values that their notes were made from, the oldest are kept until the notes are written. */
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

  /** What is known of the note of an item that became part of another is known of the other's, unless that has a note of its own. */
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
