import { fieldsOf, targetIdOf, type OutboxEntry } from '../model/outbox';
import type { StateStore } from '../model/ports';
import { problemOf } from '../model/problem';
import type { ReadwiseClient } from '../readwise/client';
import { removeOutboxEntries, updateOutboxEntry } from '../store/outbox-store';
import { wantedAtOnce, type Wanted } from '../store/queue';
import { knownUpTo } from '../store/read-state';
import type { SyncDependencies } from '../sync/context/sync-options';
import { removeNotes } from '../sync/deletions/remove-notes';
import { openRun } from '../sync/open-run';
import { undoneNotesOf } from '../sync/plan/undone-notes';
import { fetchWanted, type NotFetched } from '../sync/pull/fetch-wanted';
import type { Run, RunOptions } from '../sync/run';
import type { RenderedRun } from '../sync/run-report';
import { WriteLater } from '../sync/write/write-later';
import { isSameValue } from './compare';
import { itemsTouched, putSent, type TakenChange } from './sent-since';
import { targetOf } from './targets';

/** What was sent, and what its answers are asked for with. */
export interface ToAnswer extends RenderedRun {
  readonly sent: readonly OutboxEntry[];
  readonly client: ReadwiseClient;
  readonly options: RunOptions;
}

/** Values that the service stored in another form, by id of the change. */
export type StoredOtherwise = ReadonlyMap<string, Readonly<Record<string, string>>>;

/**
 * Fetches again what was changed, so that replica and notes have the service's answer and the next sync finds
 * nothing new. Then the changes leave the outbox, except those of which a record could not be fetched. Notes that
 * undo took away or put back are written, too: the person wants something of their items. Must not run beside a
 * sync: both write the replica.
 */
export async function takeAnswers(
  deps: SyncDependencies,
  { sent, client, options, ...rendered }: ToAnswer,
): Promise<StoredOtherwise> {
  const { state, outbox } = deps;
  const upTo = await knownUpTo(state);
  // Before the first sync the device knows nothing, and that sync brings everything.
  if (upTo === null) {
    await removeOutboxEntries(
      outbox,
      sent.map(({ id }) => id),
    );
    return new Map();
  }
  const run = await openRun(deps, rendered, { ...options, isOfSending: true });
  // What is deleted is not known afterwards, and what is new not before.
  const itemsBefore = await itemsOfEach(state, sent);
  const writer = new WriteLater();
  const failed = await fetchWanted({ ...run, client, writer, now: null }, await recordsOf(state, sent));
  for (const { entry, error } of failed)
    run.stats.fail({ id: entry.id, path: null, problem: problemOf(error) });
  // A deletion of our own needs no second look-up.
  const deleted = [...new Set(sent.flatMap(({ touched }) => touched.deleted))];
  if (deleted.length > 0) await writer.writePage(await run.replica.removeDocuments(deleted, []));
  const itemsAfter = await itemsOfEach(state, sent);
  const answers = sent.map((entry, index): Answer => ({
    entry,
    items: [...new Set([...(itemsBefore[index] ?? []), ...(itemsAfter[index] ?? [])])],
    failed: failed.filter(({ entry: { id } }) => isTouched(entry, id)),
  }));
  const undone = await undoneNotesOf(state, new Set(answers.flatMap(({ items }) => items)));
  await writer.writePage(await run.replica.makeDue(undone.itemKeys, undone.changes));
  await writeNotes(run, { changed: writer.due, upTo });
  for (const { entry } of answers.filter((answer) => answer.failed.some(({ isTried }) => isTried)))
    await updateOutboxEntry(outbox, entry.id, (current) => ({ ...current, tries: current.tries + 1 }));
  const taken = answers.filter((answer) => answer.failed.length === 0);
  // Cut short between the two, the answers are only taken once more.
  await state.commit(taken.map(putSent));
  await removeOutboxEntries(
    outbox,
    taken.map(({ entry }) => entry.id),
  );
  const stored = new Map<string, Readonly<Record<string, string>>>();
  for (const { entry } of taken) stored.set(entry.id, await storedOtherwise(state, lastWanted(entry, sent)));
  return stored;
}

/** What became of a change: the items that it changed, and what of it could not be fetched. */
interface Answer extends TakenChange {
  readonly failed: readonly NotFetched[];
}

/** What was changed, the changes first whose answers failed least often. */
function recordsOf(state: StateStore, sent: readonly OutboxEntry[]): Promise<readonly Wanted[]> {
  const touched = [...sent].sort((left, right) => left.tries - right.tries).map((entry) => entry.touched);
  const books = new Set(touched.flatMap((each) => each.books));
  const documents = new Set(touched.flatMap((each) => each.documents));
  return wantedAtOnce(state, [
    ...[...books].map((id) => ({ kind: 'book', id }) as const),
    ...[...documents].map((id) => ({ kind: 'document', id }) as const),
  ]);
}

const isTouched = ({ touched: { books, documents } }: OutboxEntry, id: string): boolean =>
  books.includes(id) || documents.includes(id);

/** Without the fields that a later change set again. */
function lastWanted(entry: OutboxEntry, sent: readonly OutboxEntry[]): OutboxEntry {
  const { change } = entry;
  if (change.kind !== 'edit-highlight' && change.kind !== 'edit-item') return entry;
  const later = sent.filter(
    (other) => other.id > entry.id && targetIdOf(other.change) === targetIdOf(change),
  );
  const isLast = (field: string): boolean => !later.some((other) => field in fieldsOf(other.change));
  const fields = Object.entries(change.fields).filter(([field]) => isLast(field));
  return { ...entry, change: { ...change, fields: Object.fromEntries(fields) } };
}

const itemsOfEach = (
  state: StateStore,
  sent: readonly OutboxEntry[],
): Promise<readonly (readonly string[])[]> =>
  Promise.all(sent.map(({ touched }) => itemsTouched(state, touched)));

interface ToWrite {
  readonly changed: ReadonlySet<string>;
  readonly upTo: string;
}

/** Writes the notes of the items, and removes those of deleted ones behind the guard. */
async function writeNotes(run: Run, { changed, upTo }: ToWrite): Promise<void> {
  if (changed.size === 0) return;
  run.writer.setV2({ kind: 'complete', upTo });
  const removals = await run.writer.writeDueOf(changed);
  await removeNotes(run, removals, null);
}

/** The fields of a change that the replica has in another form now than they were sent. */
async function storedOtherwise(
  state: StateStore,
  { change }: OutboxEntry,
): Promise<Readonly<Record<string, string>>> {
  const target = await targetOf(state, targetIdOf(change) ?? '');
  const stored = target?.values.fields ?? {};
  const changed = Object.entries(fieldsOf(change)).flatMap(([field, value]) => {
    const other = stored[field];
    return other === undefined || isSameValue(field, value, other) ? [] : [[field, other] as const];
  });
  return Object.fromEntries(changed);
}
