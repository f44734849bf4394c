import { utcDay } from '../../model/time-zone';
import { shownId } from '../../model/note-part';
import { createDecide } from '../../notes/layout/create-decide';
import { scopeFor } from '../../notes/layout/decision';
import { titleOf } from '../../notes/names/naming';
import { isHeading } from '../../model/action-tags';
import { chosenOf } from '../../model/highlight-choice';
import { liveItem, type Scope } from '../../model/item';
import type { ItemHighlight } from '../../model/model';
import type { ItemRecord } from '../../model/record';
import type { LibraryOverview, RetriedFailure } from './overview';
import { heldIn } from '../../sync/deletions/removal-guard';
import type { Clock, NoteIdentity, StateStore, Vault } from '../../model/ports';
import { Pace } from '../../model/pace';
import { keys, prefixes } from '../../store/keys';
import { readDue, readRecord, readHold, readNotePlace, readPull } from '../../store/stored';
import { identityIn, identityOf, wellFormed } from '../../sync/plan/note-identity';
import { notePlaces, readNote } from '../../store/note-places';
import { recordOf } from '../../store/library';
import { countKeys, stateRange } from '../../store/read-state';
import { queueOf } from '../../store/queue';
import type { DeletedNote, Failure, LeftOutNote, SyncStatus } from '../../model/report';
import { failureOfRecord } from '../../sync/pull/take-page';
import type { Settings } from '../../model/settings';
import { openConflicts } from '../conflicts/open-conflicts';
import { readAwaitedDeletions } from '../../sync/deletions/audit-register';
import { lastRunsOf } from '../../sync/journal/last-runs';
import { readRuns } from '../../sync/journal/run-history';
import type { RestoreHost } from '../../sync/plan/restorable-notes';
import { findDeletedNotes, shownNotes } from '../../sync/plan/user-decisions';
import { findUndoneNotes } from '../../sync/plan/undone-notes';
import { visibilityCheck, vaultProblem } from '../../sync/plan/vault-health';

/** Reading rejects with the signal's reason when it is aborted. */
export interface OverviewContext {
  readonly state: StateStore;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

const BATCH = 500;
/** Failures shown. All of them are retried, shown or not. */
const FAILURES_SHOWN = 500;

/** What overview and status have in common. */
interface DeviceState extends Pick<LibraryOverview, 'watermarks' | 'due' | 'hold'> {
  /** All items with records, including deleted and left out ones. */
  readonly items: number;
  readonly failures: readonly (Failure & Pick<RetriedFailure, 'itemKey'>)[];
}

async function readDeviceState(context: OverviewContext): Promise<DeviceState> {
  const { state } = context;
  const [highlights, documents, stored] = await state.getMany([
    keys.pull('highlights'),
    keys.pull('documents'),
    keys.hold,
  ]);
  const hold = readHold(stored);
  const { due, failures } = await readDueItems(context, heldIn(hold));
  const unreadable = await readUnreadable(state);
  return {
    items: await countKeys(state, prefixes.item),
    watermarks: {
      highlights: readPull(highlights).watermark,
      documents: readPull(documents).watermark,
    },
    due,
    hold,
    failures: [...failures, ...unreadable],
  };
}

export async function readOverview(context: OverviewContext): Promise<LibraryOverview> {
  const { state } = context;
  const { items, ...known } = await readDeviceState(context);
  const failures: RetriedFailure[] = [];
  for (const failure of known.failures.slice(0, FAILURES_SHOWN))
    failures.push({ ...failure, title: await titleOfFailed(state, failure) });
  return {
    ...known,
    texts: await countKeys(state, keys.wanted('text', '')),
    files: (await queueOf(state, 'file')).filter(({ tries }) => tries === 0).length,
    counts: { items, notes: await countNotes(context) },
    failing: known.failures.length,
    failures,
  };
}

/** The ids by which a single item can be fetched again; null when the replica does not have it. */
export async function identityOfItem(state: StateStore, itemKey: string): Promise<NoteIdentity | null> {
  const record = await recordOf(state, itemKey);
  return record === null ? null : identityOf(record);
}

/** Reads the entries under a prefix in batches and yields to the app between them. */
async function forEachEntry(
  { state, clock, signal }: OverviewContext,
  prefix: string,
  take: (key: string, value: unknown) => void,
): Promise<void> {
  signal?.throwIfAborted();
  const pace = new Pace(clock, signal);
  for await (const entries of stateRange(state, prefix, BATCH)) {
    for (const { key, value } of entries) take(key.slice(prefix.length), value);
    await pace.yieldIfDue();
  }
}

async function countNotes(context: OverviewContext): Promise<number> {
  let notes = 0;
  await forEachEntry(context, prefixes.note, (_key, value) => {
    const place = readNotePlace(value);
    if (place !== null && place.absence === undefined) notes += 1;
  });
  return notes;
}

async function readDueItems(
  context: OverviewContext,
  isHeld: (itemKey: string) => boolean,
): Promise<Pick<DeviceState, 'due' | 'failures'>> {
  let due = 0;
  const failures: DeviceState['failures'][number][] = [];
  await forEachEntry(context, prefixes.due, (itemKey, value) => {
    if (!isHeld(itemKey)) due += 1;
    const failure = readDue(value)?.failure;
    if (failure !== undefined) failures.push({ id: shownId(itemKey), itemKey, ...failure });
  });
  return { due, failures };
}

async function titleOfFailed(
  state: StateStore,
  { itemKey, path, title = '' }: DeviceState['failures'][number],
): Promise<string> {
  if (itemKey === null || path !== null) return title;
  const record = await recordOf(state, itemKey);
  return record === null ? '' : titleOf(record);
}

async function namedFailures(
  state: StateStore,
  failures: DeviceState['failures'],
): Promise<readonly Failure[]> {
  const named: Failure[] = [];
  for (const failure of failures) {
    const { id, path, problem } = failure;
    const title = await titleOfFailed(state, failure);
    named.push({ id, path, ...(title === '' ? {} : { title }), problem });
  }
  return named;
}

/** Records that could not be read. They belong to no item yet. */
async function readUnreadable(state: StateStore): Promise<DeviceState['failures']> {
  const queue = [...(await queueOf(state, 'book')), ...(await queueOf(state, 'document'))];
  return queue.flatMap(({ unreadable }) =>
    unreadable.map((record) => ({ ...failureOfRecord('unreadable-record', record), itemKey: null })),
  );
}

interface StatusContext extends OverviewContext {
  readonly vault: Vault;
  readonly settings: Settings;
  /** As in `lastRunsOf`. */
  readonly quietAt?: string | null;
}

/** What the device knows. Of the vault it only asks which notes exist. */
export async function readStatus({
  vault,
  settings,
  quietAt = null,
  ...context
}: StatusContext): Promise<SyncStatus> {
  const { state, clock } = context;
  const host = { vault, state, clock, settings };
  const { watermarks, items, due, hold, failures } = await readDeviceState(context);
  const { last, succeeded, failed } = lastRunsOf(await readRuns(state), quietAt);
  return {
    watermarks,
    items,
    due,
    hold,
    retries: await namedFailures(state, failures),
    ...(await missingNotes(host)),
    undoneNotes: await undoneNotes(host),
    leftOut: await leftOutNotes(host),
    awaitingDeletion: await readAwaitedDeletions(state),
    conflicts: (await openConflicts({ vault, state })).flatMap(({ path, conflicts }) =>
      conflicts.map((conflict) => ({ path, ...conflict })),
    ),
    lastRun: last === null ? null : { at: last.at, outcome: last.end.outcome },
    lastSuccess: succeeded,
    lastFailure: failed === null ? null : { at: failed.at, cause: failed.cause, failures: failed.failures },
  };
}

/** Notes that are as undo left them. */
export async function undoneNotes({
  vault,
  ...host
}: RestoreHost & { readonly vault: Vault }): Promise<SyncStatus['undoneNotes']> {
  const { removed, reverted, kept } = await findUndoneNotes(host);
  // No sync looks at such a note again, so none notices that the person deleted it.
  const isVisible = kept.length === 0 ? () => false : visibilityCheck(await vault.survey());
  return {
    removed: shownNotes(removed),
    reverted: shownNotes(reverted),
    kept: shownNotes(kept.filter(isVisible)),
  };
}

/** Notes that are no longer synced, until the person decides about them. */
export async function leftOutNotes({
  vault,
  state,
  settings,
}: Pick<RestoreHost, 'state' | 'settings'> & { readonly vault: Vault }): Promise<readonly LeftOutNote[]> {
  if (settings.outOfScope !== 'ask') return [];
  const places = [...(await notePlaces(state))].filter(([, { isLeftOut }]) => isLeftOut === true);
  if (places.length === 0) return [];
  // No sync looks at such a note again, so none notices that the person deleted it.
  const isVisible = visibilityCheck(await vault.survey());
  return shownNotes(places.map(([noteKey, { path }]) => ({ noteKey, path })).filter(isVisible));
}

/** Separates notes that are gone from notes that only lost their ids. */
async function missingNotes(
  host: RestoreHost & { readonly vault: Vault },
): Promise<Pick<SyncStatus, 'vault' | 'deletedNotes' | 'notesWithoutId'>> {
  const deletedNotes: DeletedNote[] = [];
  const notesWithoutId: DeletedNote[] = [];
  const problem = await vaultProblem({ ...host, folder: host.settings.folder });
  if (problem !== null) return { vault: problem, deletedNotes, notesWithoutId };
  for (const note of await findDeletedNotes(host)) {
    const { text } = await readNote(host.vault, note.path);
    const hasLostId = text !== null && Object.values(wellFormed(identityIn(text))).every((id) => id === null);
    (hasLostId ? notesWithoutId : deletedNotes).push(note);
  }
  return { vault: null, deletedNotes, notesWithoutId };
}

/** How many highlights notes have, and how many if none of their highlights were left out; headings are none. */
export async function countHighlights(
  context: OverviewContext,
  settings: Settings,
): Promise<{ readonly chosen: number; readonly all: number }> {
  const counts = { chosen: 0, all: 0 };
  await forEachDecided(context, settings, (record, scope) => {
    const highlights = liveItem(record, { ...scope, highlights: {} })?.highlights ?? [];
    counts.all += countPassages(highlights);
    counts.chosen += countPassages(chosenOf(highlights, scope.highlights));
  });
  return counts;
}

const countPassages = (highlights: readonly ItemHighlight[]): number =>
  highlights.filter((highlight) => !isHeading(highlight)).length;

/** How many items would have a note with each choice of documents. */
export async function countItemsBy(
  context: OverviewContext,
  settings: Settings,
): Promise<Readonly<Record<Scope['documents'], number>>> {
  const counts = { highlighted: 0, all: 0 };
  await forEachDecided(context, settings, (record, scope) => {
    for (const documents of ['highlighted', 'all'] as const)
      if (liveItem(record, { ...scope, documents }) !== null) counts[documents] += 1;
  });
  return counts;
}

/**
 * Takes each record that no rule leaves out, with the scope that a sync would decide on for it. Takes none while
 * names or rules have a mistake.
 */
async function forEachDecided(
  context: OverviewContext,
  settings: Settings,
  take: (record: ItemRecord, scope: Scope) => void,
): Promise<void> {
  const today = utcDay(context.clock.now());
  const decided = createDecide({ ...settings, today });
  if (!decided.ok) return;
  await forEachEntry(context, prefixes.item, (_key, value) => {
    const record = readRecord(value);
    const decision = record === null ? null : decided.decide(record);
    if (record === null || decision?.isLeftOut === true) return;
    take(record, scopeFor(settings.scope, decision));
  });
}
