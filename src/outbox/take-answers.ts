import { fieldsOf, targetIdOf, type OutboxEntry } from '../model/outbox';
import type { Settings } from '../model/settings';
import type { ReadwiseClient } from '../readwise/client';
import { pageOfDocument, pullHighlights } from '../readwise/pull';
import type { DueRecord } from '../store/item-records';
import { keys } from '../store/keys';
import { knownUpTo } from '../store/read-state';
import { Replica } from '../store/replica';
import type { SyncDependencies } from '../sync/context/sync-options';
import type { SyncStats } from '../sync/context/sync-stats';
import { applyDeletions } from '../sync/deletions/deletions';
import { UserDecisions } from '../sync/plan/user-decisions';
import type { Rendering } from '../sync/templates/prepare-rendering';
import { NoteWriter } from '../sync/write/note-writer';
import { isSameValue } from './compare';
import { documentValues, highlightValues } from './values';

export interface AnswerRun {
  readonly deps: SyncDependencies;
  readonly settings: Settings;
  readonly signal?: AbortSignal | undefined;
  readonly client: ReadwiseClient;
  readonly stats: SyncStats;
  readonly rendering: Rendering;
}

/** Values that the service stored in another form, by id of the change. */
export type StoredOtherwise = ReadonlyMap<string, Readonly<Record<string, string>>>;

/**
 * Fetches again what was changed, so that replica and notes have the service's answer and the next sync finds
 * nothing new. Then the changes leave the outbox. Must not run beside a sync: both write the replica.
 */
export async function takeAnswers(run: AnswerRun, sent: readonly OutboxEntry[]): Promise<StoredOtherwise> {
  const { deps, client, settings, rendering } = run;
  const { state } = deps;
  const upTo = await knownUpTo(state);
  // Before the first sync the device knows nothing, and that sync brings everything.
  if (upTo === null) {
    await forget(run, sent);
    return new Map();
  }
  const replica = new Replica(state);
  if (rendering.changed) await replica.markAllDue(settings.scope, { ...rendering, clock: deps.clock });
  const due = new Set<string>();
  const stored = new Map<string, Readonly<Record<string, string>>>();
  const take = (records: readonly DueRecord[]): void => records.forEach(({ record }) => due.add(record.key));

  const touched = sent.map((entry) => entry.touched);
  const books = [...new Set(touched.flatMap((each) => each.books))];
  for await (const page of books.length === 0 ? [] : pullHighlights(client, { ids: books })) {
    take(await replica.takeHighlights(page, () => []));
    for (const highlight of page.books.flatMap((book) => book.highlights))
      stored.set(`rw${highlight.id}`, highlightValues(highlight).fields);
  }
  for (const id of new Set(touched.flatMap((each) => each.documents))) {
    const page = await pageOfDocument(client, id);
    take(await replica.takeDocuments(page, () => []));
    for (const document of page.documents) stored.set(document.id, documentValues(document).fields);
  }
  // A deletion of our own needs no second look-up.
  const deleted = [...new Set(touched.flatMap((each) => each.deleted))];
  if (deleted.length > 0) take(await replica.removeDocuments(deleted, []));

  await writeNotes(run, { replica, chosen: due, upTo });
  await forget(run, sent);
  return new Map(sent.map((entry) => [entry.id, changedValues(entry, stored)]));
}

const forget = ({ deps }: AnswerRun, sent: readonly OutboxEntry[]): Promise<void> =>
  deps.state.commit(sent.map(({ id }) => ({ remove: keys.outbox(id) })));

interface ToWrite {
  readonly replica: Replica;
  readonly chosen: ReadonlySet<string>;
  readonly upTo: string;
}

/** Writes the notes of the items, and removes those of deleted ones behind the guard. */
async function writeNotes(run: AnswerRun, { replica, chosen, upTo }: ToWrite): Promise<void> {
  if (chosen.size === 0) return;
  const { deps, settings, signal, stats, rendering } = run;
  const decisions = await UserDecisions.read(deps.state);
  const options = { settings, dryRun: false, chosen, signal };
  const writer = new NoteWriter({ deps, options, stats, replica, decisions, rendering });
  writer.setV2({ kind: 'complete', upTo });
  const removals = await writer.writeAllDue();
  await applyDeletions(removals, {
    ...deps,
    replica,
    stats,
    decisions,
    now: null,
    dryRun: false,
    maxDelete: null,
  });
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
