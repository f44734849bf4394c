import { refuseGitConflict } from '../plan/locate-note';
import { planRefused, type Action, type Merge } from '../plan/plan';
import { itemKeyOf, shownId } from '../../model/note-part';
import { isOperational } from '../../model/errors';
import type { Clock, StateChange, StateStore, Vault } from '../../model/ports';
import { ChangeJournal } from '../journal/change-journal';
import { askGuard } from './removal-guard';
import { keys } from '../../store/keys';
import { ProblemError, problemOf, type Problem } from '../../model/problem';
import { endsSync } from '../context/contained';
import type { NoteRemoval } from '../write/note-writer';
import type { Planned, Replica } from '../../store/replica';
import type { UserDecisions } from '../plan/user-decisions';
import { readNotePlace } from '../../store/stored';
import type { SyncStats } from '../context/sync-stats';
import { putMissing, putPlace } from '../../store/note-places';
import { trashUntouched } from '../write/note-applier';

export interface DeletionOptions {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly replica: Replica;
  /** The service's time in milliseconds since the epoch; null if unknown. */
  readonly now: number | null;
  readonly stats: SyncStats;
  readonly decisions: UserDecisions;
  readonly dryRun: boolean;
  readonly maxDelete: number | null;
  readonly clock: Clock;
}

/**
 * Removes the notes of deleted items as the settings say: trash, archive, or mark. If too many would be
 * removed, none is, and the hold waits for the user; decisions about single notes come first.
 */
export async function applyDeletions(
  goneNotes: readonly NoteRemoval[],
  options: DeletionOptions,
): Promise<void> {
  const { state, now, stats, decisions, maxDelete: allowed } = options;
  const items = goneNotes.map((item) => {
    const isRefused = leavesItsPlace(item.action) && decisions.of(item.noteKey) === 'keep';
    return isRefused ? { ...item, action: planRefused(item.action) } : item;
  });
  const removals = items.filter(({ action }) => leavesItsPlace(action));
  const seen = new Set(goneNotes.map(({ noteKey }) => shownId(noteKey)));
  const undecided = removals.filter(({ noteKey }) => decisions.of(noteKey) !== 'remove');
  const decision = await askGuard(undecided, { seen, state, now, allowed });
  stats.hold = decision.hold;
  const isHeld = ({ noteKey }: NoteRemoval): boolean => decision.held.has(noteKey);
  const ready = items.filter((item) => !isHeld(item));
  if (options.dryRun) {
    recordPlanned(ready, stats);
    recordHeld(removals.filter(isHeld), stats);
    return;
  }
  const journal = new ChangeJournal(options);
  await journal.prepare(ready);
  if (decision.before.length > 0) await state.commit(decision.before);
  await applyAll(ready, { ...options, journal, after: decision.after, held: decision.held });
}

/** The guard counts these; a note that is only marked stays. */
const leavesItsPlace = ({ kind }: Action): boolean => kind === 'trash' || kind === 'archive';

type Applying = DeletionOptions & { readonly journal: ChangeJournal };

async function applyAll(
  items: readonly NoteRemoval[],
  options: Applying & { readonly after: readonly StateChange[]; readonly held: ReadonlySet<string> },
): Promise<void> {
  const settled = new Map<string, Planned>();
  // Items with a note that is held back or failed.
  const waiting = new Set([...options.held].map(itemKeyOf));
  const done = await findingsAbout(items, options);
  const changes = [...options.after, ...done];
  for (const item of items) {
    const { noteKey } = item;
    const itemKey = itemKeyOf(noteKey);
    const result = await applyOne(item, options);
    if (result.kind === 'failed') {
      waiting.add(itemKey);
      settled.delete(itemKey);
      continue;
    }
    if (item.isLast && !waiting.has(itemKey)) settled.set(itemKey, { key: itemKey, ticket: item.ticket });
    options.journal.finish(noteKey);
    if (options.decisions.of(noteKey) !== 'keep') options.decisions.forget(noteKey);
    if (result.kind === 'stays') continue;
    if (result.to === null) changes.push({ remove: keys.note(noteKey) }, { remove: keys.conflict(noteKey) });
    else changes.push(putPlace(noteKey, { path: result.to }));
  }
  changes.push(...options.decisions.takeChanges(), ...options.journal.takeChanges());
  if (settled.size > 0 || changes.length > 0) await options.replica.settle([...settled.values()], changes);
}

/** Records which notes are missing. */
async function findingsAbout(
  items: readonly NoteRemoval[],
  { state }: Pick<Applying, 'state'>,
): Promise<readonly StateChange[]> {
  const stay = items.filter(({ action }) => !leavesItsPlace(action));
  const places = (await state.getMany(stay.map(({ noteKey }) => keys.note(noteKey)))).map(readNotePlace);
  const changes: StateChange[] = [];
  for (const [index, { noteKey, action }] of stay.entries()) {
    const place = places[index] ?? null;
    // Once it is back, it follows its item.
    if (action.path === '' && place !== null && place.isMissing !== true)
      changes.push(putMissing(noteKey, place.path));
  }
  return changes;
}

/** `left`: moved to the archive at `to`, or to the trash. `failed`: stays due. */
type Applied =
  | { readonly kind: 'stays' }
  | { readonly kind: 'left'; readonly to: string | null }
  | { readonly kind: 'failed' };

async function applyOne(item: NoteRemoval, options: Applying): Promise<Applied> {
  const { vault, stats, replica } = options;
  const { action } = item;
  try {
    options.journal.refuseIfUnprepared(item.noteKey);
    switch (action.kind) {
      case 'trash': {
        const result = await trashUntouched(vault, action.path, action.own);
        if (result === 'written-in') return { kind: 'failed' };
        if (result === 'trashed') stats.vaultWrites += 1;
        stats.note(item.noteKey, 'trashed');
        return { kind: 'left', to: null };
      }
      case 'archive': {
        const to = await moveToArchive(item.noteKey, action, options);
        if (to === null) return { kind: 'stays' };
        stats.note(item.noteKey, 'archived');
        return { kind: 'left', to };
      }
      case 'keep':
        await mergeAt(action.path, { noteKey: item.noteKey, merge: action.merge }, options);
        stats.note(item.noteKey, 'kept');
        return { kind: 'stays' };
      case 'skip':
        if (action.path !== '') stats.note(item.noteKey, 'kept');
        return { kind: 'stays' };
      case 'create':
      case 'update':
      case 'rename':
        throw new TypeError(`A deleted item must not be planned as ${action.kind}: ${item.noteKey}`);
    }
  } catch (error) {
    if (endsSync(error) || !(error instanceof Error)) throw error;
    const isOfHost = isOperational(error) && !(error instanceof ProblemError);
    const problem: Problem = isOfHost
      ? { code: 'cannot-remove', path: action.path, message: error.message }
      : problemOf(error);
    stats.failNote(item.noteKey, { id: shownId(item.noteKey), path: action.path, problem });
    await replica.fail(itemKeyOf(item.noteKey), { path: action.path, problem });
    return { kind: 'failed' };
  }
}

/** Returns the new path; null if the note is missing. Moves first: a marked note looks finished. */
async function moveToArchive(
  noteKey: string,
  action: Extract<Action, { kind: 'archive' }>,
  options: Applying,
): Promise<string | null> {
  const { vault, stats } = options;
  for (const planned of action.to) {
    const to = await vault.spelled(planned);
    if (to !== action.path) {
      const result = await vault.rename(action.path, to);
      if (result === 'exists') continue;
      // The user removed it meanwhile.
      if (result === 'missing') return null;
      stats.vaultWrites += 1;
    }
    await mergeAt(to, { noteKey, merge: action.merge }, options);
    return to;
  }
  throw new ProblemError({ code: 'archive-taken', path: action.path, taken: [...action.to] });
}

async function mergeAt(
  path: string,
  { noteKey, merge }: { readonly noteKey: string; readonly merge: Merge },
  { vault, stats, journal }: Applying,
): Promise<void> {
  const watched = journal.watchMerge(noteKey, (text) => {
    refuseGitConflict(path, text);
    return merge(text, path);
  });
  if ((await vault.update(path, watched)) === 'written') stats.vaultWrites += 1;
  journal.recordWritten(noteKey, { path });
}

function recordPlanned(items: readonly NoteRemoval[], stats: SyncStats): void {
  for (const { noteKey, action } of items) {
    if (action.path === '') continue;
    const { kind, path, reasons } = action;
    stats.recordPlanned(noteKey, { action: kind, id: shownId(noteKey), path, reasons });
  }
}

function recordHeld(items: readonly NoteRemoval[], stats: SyncStats): void {
  for (const { noteKey, action } of items) {
    const reasons = [...action.reasons, 'held' as const];
    stats.recordPlanned(noteKey, { action: 'skip', id: shownId(noteKey), path: action.path, reasons });
  }
}
