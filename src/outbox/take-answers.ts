import { fieldsOf, targetIdOf, type ChangeResult, type OutboxEntry } from '../model/outbox';
import type { Highlight } from '../model/model';
import type { StateStore } from '../model/ports';
import { problemOf } from '../model/problem';
import { itemInNotes } from '../notes/layout/decision';
import type { ReadwiseClient } from '../readwise/client';
import { readRecords } from '../store/library';
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
import { itemsTouched, putSent, type AnsweredChange } from './sent-since';
import { targetOf } from './targets';

/** What was sent, and what is needed to fetch the answers. */
export interface AnswersToTake extends RenderedRun {
  readonly sent: readonly OutboxEntry[];
  readonly client: ReadwiseClient;
  readonly options: RunOptions;
}

/** What is known of a change only with its answer. */
type Answered = Pick<ChangeResult, 'became' | 'leftOut'>;
/** By id of the change. */
export type Answers = ReadonlyMap<string, Answered>;

/**
 * Fetches again what was changed, so that the replica and notes have the service's answer and the next sync finds
 * nothing new. Then the changes leave the outbox, except those with a record that could not be fetched. Notes that
 * undo removed or restored are written, too: the person has changed their items. Must not run during a sync: both
 * write the replica.
 */
export async function takeAnswers(
  deps: SyncDependencies,
  { sent, client, options, ...rendered }: AnswersToTake,
): Promise<Answers> {
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
  // Deleted records are not known afterwards, and new ones not before.
  const itemsBefore = await itemsOfEach(state, sent);
  const writer = new WriteLater();
  const failed = await fetchWanted({ ...run, client, writer, now: null }, await recordsOf(state, sent));
  for (const { entry, error } of failed)
    run.stats.fail({ id: entry.id, path: null, problem: problemOf(error) });
  // Our own deletions need no second look-up.
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
  // If interrupted between the two, the answers are merely taken again.
  await state.commit(taken.map(putSent));
  await removeOutboxEntries(
    outbox,
    taken.map(({ entry }) => entry.id),
  );
  const found = new Map<string, Answered>();
  for (const answer of taken) {
    const became = await storedDifferently(state, withoutOverwritten(answer.entry, sent));
    found.set(answer.entry.id, { ...became, ...(await leftOutBy(run, answer)) });
  }
  return found;
}

/** The items that a change affected, and what could not be fetched. */
interface Answer extends AnsweredChange {
  readonly failed: readonly NotFetched[];
}

/** The changed records, starting with those whose answers failed least often. */
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

/** The change without the fields that a later one set again. */
function withoutOverwritten(entry: OutboxEntry, sent: readonly OutboxEntry[]): OutboxEntry {
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

/** Writes the notes of the items, and removes those of deleted ones as far as the guard allows. */
async function writeNotes(run: Run, { changed, upTo }: ToWrite): Promise<void> {
  if (changed.size === 0) return;
  run.writer.setV2({ kind: 'complete', upTo });
  const removals = await run.writer.writeDueOf(changed);
  await removeNotes(run, removals, null);
}

/** The fields of a change that the replica now has in a different form than they were sent. */
async function storedDifferently(
  state: StateStore,
  { change }: OutboxEntry,
): Promise<Pick<Answered, 'became'>> {
  const target = await targetOf(state, targetIdOf(change) ?? '');
  const stored = target?.values.fields ?? {};
  const changed = Object.entries(fieldsOf(change)).flatMap(([field, value]) => {
    const other = stored[field];
    return other === undefined || isSameValue(field, value, other) ? [] : [[field, other] as const];
  });
  return changed.length === 0 ? {} : { became: Object.fromEntries(changed) };
}

/** The new highlights of a change that settings and rules leave out of the notes. */
async function leftOutBy(
  { deps, options, rendering }: Run,
  { entry: { change }, items }: AnsweredChange,
): Promise<Pick<Answered, 'leftOut'>> {
  if (change.kind !== 'create-highlights') return {};
  const urls = new Set(change.highlights.map(({ highlightUrl }) => highlightUrl));
  let count = 0;
  for (const record of await readRecords(deps.state, items)) {
    if (record === null) continue;
    const item = itemInNotes(record, options.settings.scope, rendering.decide(record));
    const inNotes = new Set(item?.highlights.map(({ anchor }) => anchor));
    const isOut = ({ id, url, deleted }: Highlight): boolean =>
      !deleted && urls.has(url) && !inNotes.has(`rw${id}`);
    count += record.highlights.filter(isOut).length;
  }
  return count === 0 ? {} : { leftOut: { count, of: change.highlights.length } };
}
