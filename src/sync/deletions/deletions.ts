import { planRefused, type Action } from '../plan/plan';
import { itemKeyOf, shownId } from '../../model/note-part';
import { type Clock, type StateChange, type StateStore, type Vault, isOperational } from '../../model/ports';
import { ChangeJournal } from '../journal/change-journal';
import { askGuard } from './removal-guard';
import { keys } from '../../store/keys';
import { ProblemError, type Problem } from '../../model/problem';
import type { GoneNote } from '../write/note-writer';
import type { Replica } from '../../store/replica';
import type { UserDecisions } from '../plan/user-decisions';

import { readNotePlace } from '../../store/stored';
import type { SyncStats } from '../context/sync-stats';
import { putPlace } from '../../store/note-places';
import { trashUntouched } from '../write/note-applier';

export interface DeletionOptions {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly replica: Replica;
  /** Milliseconds since the epoch by the service's clock, null when it told none. */
  readonly now: number | null;
  readonly stats: SyncStats;
  readonly decisions: UserDecisions;
  readonly dryRun: boolean;
  readonly maxDelete: number | null;
  readonly clock: Clock;
}

/**
 * Does with the notes of items that are gone what the settings say: trash, archive, or mark and leave. When
 * too many would leave their places, none does and the hold waits for a person; what a person said about
 * single notes goes before.
 */
export async function applyDeletions(gone: readonly GoneNote[], options: DeletionOptions): Promise<void> {
  const { state, now, stats, decisions, maxDelete } = options;
  const items = gone.map((item) =>
    leavesItsPlace(item.action) && decisions.of(item.noteKey) === 'keep'
      ? { ...item, action: planRefused(item.action) }
      : item,
  );
  const leaving = items.filter(({ action }) => leavesItsPlace(action));
  const { trashed, archived } = stats.counts();
  const allowed = maxDelete === null ? null : Math.max(0, maxDelete - trashed - archived);
  const seen = new Set(gone.map(({ noteKey }) => shownId(noteKey)));
  const decision = await askGuard(
    leaving.filter(({ noteKey }) => decisions.of(noteKey) !== 'remove'),
    { seen, state, now, allowed },
  );
  stats.hold = decision.hold;
  const ready = items.filter(({ noteKey }) => !decision.held.has(noteKey));
  if (options.dryRun) {
    recordPlanned(ready, stats);
    recordHeld(
      leaving.filter(({ noteKey }) => decision.held.has(noteKey)),
      stats,
    );
    return;
  }
  const journal = new ChangeJournal(options);
  await journal.prepare(ready);
  const before = [
    ...decision.before,
    ...leaving.filter(({ noteKey }) => !decision.held.has(noteKey)).map(departure),
  ];
  if (before.length > 0) await state.commit(before);
  await applyAll(ready, { ...options, journal, after: decision.after, held: decision.held });
}

/** What the guard counts: a note that only gets a mark goes nowhere. */
const leavesItsPlace = ({ kind }: Action): boolean => kind === 'trash' || kind === 'archive';

/** Said before it happens: found gone after an interruption, it was the sync and not the person. */
const departure = ({ noteKey, action }: GoneNote): StateChange =>
  putPlace(noteKey, {
    path: action.path,
    ...(action.kind === 'archive' ? { movingTo: action.to[0] ?? '' } : { toTrash: true }),
  });

type Applying = DeletionOptions & { readonly journal: ChangeJournal };

async function applyAll(
  items: readonly GoneNote[],
  options: Applying & { readonly after: readonly StateChange[]; readonly held: ReadonlySet<string> },
): Promise<void> {
  const settled = new Map<string, number>();
  // Items one of whose notes is held back, or failed.
  const waiting = new Set([...options.held].map(itemKeyOf));
  const done = await doneBefore(items, options);
  const changes = [...options.after, ...done];
  for (const item of items) {
    const result = await applyOne(item, options);
    if (result.kind === 'failed') {
      waiting.add(itemKeyOf(item.noteKey));
      settled.delete(itemKeyOf(item.noteKey));
      if (item.action.kind === 'trash') changes.push(putPlace(item.noteKey, { path: item.action.path }));
      continue;
    }
    if (item.isLast && !waiting.has(itemKeyOf(item.noteKey)))
      settled.set(itemKeyOf(item.noteKey), item.revision);
    if (options.decisions.of(item.noteKey) !== 'keep') options.decisions.forget(item.noteKey);
    if (result.kind === 'stays') continue;
    if (result.to === null)
      changes.push({ remove: keys.note(item.noteKey) }, { remove: keys.conflict(item.noteKey) });
    else changes.push(putPlace(item.noteKey, { path: result.to }));
  }
  changes.push(...options.decisions.takeChanges(), ...options.journal.takeChanges());
  if (settled.size > 0 || changes.length > 0) await options.replica.settle(settled, changes);
}

/** What an earlier sync did and was cut short before it could say so. */
async function doneBefore(
  items: readonly GoneNote[],
  { state }: Pick<Applying, 'state'>,
): Promise<readonly StateChange[]> {
  const stay = items.filter(({ action }) => !leavesItsPlace(action));
  const places = (await state.getMany(stay.map(({ noteKey }) => keys.note(noteKey)))).map(readNotePlace);
  const changes: StateChange[] = [];
  for (const [index, { noteKey, action }] of stay.entries()) {
    const place = places[index] ?? null;
    const isInTrash = place?.toTrash === true && action.path === '';
    const isInArchive = place?.movingTo !== undefined && place.movingTo === action.path;
    if (place === null || (!isInTrash && !isInArchive)) continue;
    changes.push(isInTrash ? { remove: keys.note(noteKey) } : putPlace(noteKey, { path: action.path }));
  }
  return changes;
}

/** `left`: it is in the archive at `to`, or in the trash. `failed`: it stays due. */
type Applied =
  | { readonly kind: 'stays' }
  | { readonly kind: 'left'; readonly to: string | null }
  | { readonly kind: 'failed' };

async function applyOne(
  item: GoneNote,
  { vault, stats, replica, state, journal }: Applying,
): Promise<Applied> {
  const { action } = item;
  try {
    switch (action.kind) {
      case 'trash': {
        const result = await trashUntouched(vault, action.path);
        if (result === 'written-in') return { kind: 'failed' };
        if (result === 'trashed') stats.vaultWrites += 1;
        stats.note(item.noteKey, 'trashed');
        return { kind: 'left', to: null };
      }
      case 'archive': {
        const to = await moveToArchive(item.noteKey, { action, vault, state, stats, journal });
        if (to === null) return { kind: 'stays' };
        stats.note(item.noteKey, 'archived');
        return { kind: 'left', to };
      }
      case 'keep':
        if (
          (await vault.update(
            action.path,
            journal.watching(item.noteKey, (text) => action.merge(text, action.path)),
          )) === 'written'
        )
          stats.vaultWrites += 1;
        journal.wrote(item.noteKey, { path: action.path });
        stats.note(item.noteKey, 'kept');
        return { kind: 'stays' };
      case 'skip':
        if (action.path !== '') stats.note(item.noteKey, 'kept');
        return { kind: 'stays' };
      case 'create':
      case 'update':
      case 'rename':
        throw new TypeError(`An item that is gone cannot be planned to ${action.kind}: ${item.noteKey}`);
    }
  } catch (error) {
    if (!isOperational(error)) throw error;
    const problem: Problem =
      error instanceof ProblemError
        ? error.problem
        : { code: 'cannot-remove', path: action.path, message: error.message };
    stats.failNote(item.noteKey, { id: shownId(item.noteKey), path: action.path, problem });
    await replica.postpone(itemKeyOf(item.noteKey), {
      revision: item.revision,
      failure: { path: action.path, problem },
    });
    return { kind: 'failed' };
  }
}

/**
 * Returns where the note now is, null when it went away. Moved before it is marked: a mark would tell the
 * next sync that nothing is left to do.
 */
async function moveToArchive(
  itemKey: string,
  {
    action,
    vault,
    state,
    stats,
    journal,
  }: { readonly action: Extract<Action, { kind: 'archive' }> } & Pick<
    Applying,
    'vault' | 'state' | 'stats' | 'journal'
  >,
): Promise<string | null> {
  for (const planned of action.to) {
    const to = await vault.spelled(planned);
    if (to !== action.path) {
      if (to !== action.to[0]) await state.commit([putPlace(itemKey, { path: action.path, movingTo: to })]);
      const result = await vault.rename(action.path, to);
      if (result === 'exists') continue;
      // The person was faster.
      if (result === 'missing') return null;
      stats.vaultWrites += 1;
    }
    if (
      (await vault.update(
        to,
        journal.watching(itemKey, (text) => action.merge(text, to)),
      )) === 'written'
    )
      stats.vaultWrites += 1;
    journal.wrote(itemKey, { path: to });
    return to;
  }
  throw new ProblemError({ code: 'archive-taken', path: action.path, taken: [...action.to] });
}

function recordPlanned(items: readonly GoneNote[], stats: SyncStats): void {
  for (const { noteKey, action } of items) {
    if (action.path === '') continue;
    const { kind, path, reasons } = action;
    stats.recordPlanned(noteKey, { action: kind, id: shownId(noteKey), path, reasons });
  }
}

function recordHeld(items: readonly GoneNote[], stats: SyncStats): void {
  for (const { noteKey, action } of items) {
    const reasons = [...action.reasons, 'held' as const];
    stats.recordPlanned(noteKey, { action: 'skip', id: shownId(noteKey), path: action.path, reasons });
  }
}
