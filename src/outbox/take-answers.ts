import { fieldsOf, targetIdOf, type OutboxEntry } from '../model/outbox';
import { problemOf, type Problem } from '../model/problem';
import type { ReadwiseClient } from '../readwise/client';
import { pageOfDocument, pullHighlights } from '../readwise/fetch-pages';
import type { DueItem } from '../store/replica';
import { knownUpTo } from '../store/read-state';
import { removeOutboxEntries, updateOutboxEntry } from '../store/outbox-store';
import { perItem } from '../sync/context/contained';
import { openRun } from '../sync/open-run';
import type { Run, RunOptions } from '../sync/run';
import type { RenderedRun } from '../sync/run-report';
import type { SyncDependencies } from '../sync/context/sync-options';
import type { StateStore } from '../model/ports';
import { removeNotes } from '../sync/deletions/remove-notes';
import { undoneNotesOf } from '../sync/plan/undone-notes';
import { isSameValue } from './compare';
import { documentValues, highlightValues } from './compare';
import { itemsTouched, putSent } from './sent-since';

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
  const touched = [...sent].sort((left, right) => left.tries - right.tries).map((entry) => entry.touched);
  // What is deleted is not known afterwards, and what is new not before.
  const itemsBefore = await itemsOfEach(state, sent);
  const answers = new Answers(run, client);
  await answers.takeBooks([...new Set(touched.flatMap((each) => each.books))]);
  await answers.takeDocuments([...new Set(touched.flatMap((each) => each.documents))]);
  // A deletion of our own needs no second look-up.
  await answers.removeDocuments([...new Set(touched.flatMap((each) => each.deleted))]);
  const itemsAfter = await itemsOfEach(state, sent);
  const itemsOf = (index: number): readonly string[] => [
    ...new Set([...(itemsBefore[index] ?? []), ...(itemsAfter[index] ?? [])]),
  ];
  const undone = await undoneNotesOf(state, new Set(sent.flatMap((_, index) => itemsOf(index))));
  answers.mark(await run.replica.makeDue(undone.itemKeys, undone.changes));
  await writeNotes(run, { changed: answers.due, upTo });
  for (const entry of sent.filter((each) => answers.hasFailed(each)))
    await updateOutboxEntry(outbox, entry.id, (current) => ({ ...current, tries: current.tries + 1 }));
  const taken = sent.flatMap((entry, index) =>
    answers.isComplete(entry) ? [{ entry, items: itemsOf(index) }] : [],
  );
  // Cut short between the two, the answers are only taken once more.
  await state.commit(taken.map(putSent));
  await removeOutboxEntries(
    outbox,
    taken.map(({ entry }) => entry.id),
  );
  return new Map(sent.map((entry) => [entry.id, changedValues(lastWanted(entry, sent), answers.stored)]));
}

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

/** After so many failures in a row, the rest is left for the next time, when it comes first. */
const MOST_FAILURES = 2;

/** What the service has now of the records that were changed. One that cannot be fetched is reported. */
class Answers {
  /** Keys of the items to write. */
  readonly due = new Set<string>();
  /** Values by the anchor or id of what has them. */
  readonly stored = new Map<string, Readonly<Record<string, string>>>();
  /** Ids of what could not be fetched, and whether it was asked for. */
  private readonly failed = new Map<string, boolean>();

  constructor(
    private readonly run: Run,
    private readonly client: ReadwiseClient,
  ) {}

  isComplete({ touched }: OutboxEntry): boolean {
    return ![...touched.books, ...touched.documents].some((id) => this.failed.has(id));
  }

  hasFailed({ touched }: OutboxEntry): boolean {
    return [...touched.books, ...touched.documents].some((id) => this.failed.get(id) === true);
  }

  /** Together, and one by one where that fails. */
  async takeBooks(ids: readonly string[]): Promise<void> {
    const take = async (bookIds: readonly string[]): Promise<void> => {
      for await (const page of pullHighlights(this.client, { ids: bookIds })) {
        this.mark(await this.run.replica.takeHighlights(page, () => []));
        for (const highlight of page.books.flatMap((book) => book.highlights))
          this.stored.set(`rw${highlight.id}`, highlightValues(highlight).fields);
      }
    };
    const isDone = ids.length > 1 && (await problemOfOne(() => take(ids))) === null;
    if (!isDone) await this.takeEach(ids, (id) => take([id]));
  }

  async takeDocuments(ids: readonly string[]): Promise<void> {
    await this.takeEach(ids, async (id) => {
      const page = await pageOfDocument(this.client, id);
      this.mark(await this.run.replica.takeDocuments(page, () => []));
      for (const document of page.documents) this.stored.set(document.id, documentValues(document).fields);
    });
  }

  async removeDocuments(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) this.mark(await this.run.replica.removeDocuments(ids, []));
  }

  mark(records: readonly DueItem[]): void {
    for (const { record } of records) this.due.add(record.key);
  }

  private async takeEach(ids: readonly string[], take: (id: string) => Promise<void>): Promise<void> {
    let inARow = 0;
    let problem: Problem | null = null;
    for (const id of ids) {
      const isAsked = inARow < MOST_FAILURES;
      if (isAsked) problem = await problemOfOne(() => take(id));
      inARow = problem === null ? 0 : inARow + 1;
      if (problem === null) continue;
      this.failed.set(id, isAsked);
      this.run.stats.fail({ id, path: null, problem });
    }
  }
}

/** Runs work for one record; returns why it failed. */
async function problemOfOne(work: () => Promise<void>): Promise<Problem | null> {
  const result = await perItem(work);
  return result.ok ? null : problemOf(result.error);
}

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

function changedValues(
  { change }: OutboxEntry,
  stored: ReadonlyMap<string, Readonly<Record<string, string>>>,
): Readonly<Record<string, string>> {
  const values = stored.get(targetIdOf(change) ?? '') ?? {};
  const wanted = Object.entries(fieldsOf(change));
  const changed = wanted.flatMap(([field, value]) => {
    const other = values[field];
    return other === undefined || isSameValue(field, value, other) ? [] : [[field, other] as const];
  });
  return Object.fromEntries(changed);
}
