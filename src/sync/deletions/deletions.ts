import { planRefused, type Action, type Leaving } from '../plan/plan';
import { isJoinedNote, itemKeyOf, shownId } from '../../model/note-part';
import { isOperational } from '../../model/errors';
import { SECOND_NOTE } from '../../model/report';
import type { StateChange, StateStore } from '../../model/ports';
import { askGuard } from './removal-guard';
import { keys } from '../../store/keys';
import { ProblemError, problemOf, type Problem } from '../../model/problem';
import { endsSync } from '../context/contained';
import type { NoteRemoval } from '../write/note-writer';
import type { Planned } from '../../store/replica';
import type { Run } from '../run';
import { readNotePlace } from '../../store/stored';
import type { SyncStats } from '../context/sync-stats';
import { putAbsent, putPlace } from '../../store/note-places';
import { NoteApplier, type Applied } from '../write/apply';

/**
 * Removes the notes of deleted items as the settings say: trash, archive, or mark. If too many would be
 * removed, none is, and the hold waits for the user; decisions about single notes come first.
 * @param now the service's time in milliseconds since the epoch; null if unknown
 */
export async function applyDeletions(
  run: Run,
  goneNotes: readonly NoteRemoval[],
  now: number | null,
): Promise<void> {
  const { deps, options, stats, decisions } = run;
  const { state } = deps;
  const { maxDelete: allowed = null, isOfSending } = options;
  const items = goneNotes.map((item) => {
    const { action } = item;
    const isRefused = leavesItsPlace(action) && decisions.of(item.noteKey) === 'keep';
    return isRefused ? { ...item, action: planRefused(action) } : item;
  });
  const removals = items.filter(({ action }) => leavesItsPlace(action));
  const seen = new Set(goneNotes.map(({ noteKey }) => shownId(noteKey)));
  const undecided = removals.filter(({ noteKey }) => !decisions.isRemoval(noteKey));
  const found = await firstSeen(goneNotes, state);
  if (found.length > 0) await state.commit(found);
  const later = new Set(options.decision?.kind === 'each' ? options.decision.later : []);
  const decision = await askGuard(undecided, { seen, state, now, allowed, later });
  stats.hold = decision.hold;
  for (const item of items) reportLeftApart(item, stats);
  const isHeld = ({ noteKey }: NoteRemoval): boolean => decision.held.has(noteKey);
  const ready = items.filter((item) => !isHeld(item));
  const applier = new NoteApplier({ ...deps, stats, isOfSending });
  await applier.prepare(ready);
  if (decision.before.length > 0) await state.commit(decision.before);
  await applyAll(ready, { ...run, applier, after: decision.after, held: decision.held });
  recordHeld(removals.filter(isHeld), stats);
}

/** A person has to settle what becomes of the words in a note that stays beside the one that its item has now. */
function reportLeftApart({ noteKey, action: { kind, path, reasons } }: NoteRemoval, stats: SyncStats): void {
  const isLeft = kind === 'keep' && isJoinedNote(noteKey) && !reasons.includes('kept-by-person');
  if (isLeft && reasons.includes('edited'))
    stats.conflict(noteKey, { id: shownId(noteKey), path, block: SECOND_NOTE });
}

/** The guard counts these; a note that is only marked stays. */
const leavesItsPlace = (action: Action): action is Leaving =>
  action.kind === 'trash' || action.kind === 'archive';

type Applying = Run & { readonly applier: NoteApplier };

async function applyAll(
  items: readonly NoteRemoval[],
  options: Applying & { readonly after: readonly StateChange[]; readonly held: ReadonlySet<string> },
): Promise<void> {
  const settled = new Map<string, Planned>();
  // Items with a note that is held back or failed.
  const waiting = new Set([...options.held].map(itemKeyOf));
  const done = await findingsAbout(items, options.deps);
  const changes = [...options.after, ...done];
  for (const item of items) {
    const { noteKey } = item;
    const itemKey = itemKeyOf(noteKey);
    const result = await applyOne(item, options);
    if (result === null || result.kind === 'again') {
      waiting.add(itemKey);
      settled.delete(itemKey);
      continue;
    }
    if (item.isLast && !waiting.has(itemKey)) settled.set(itemKey, { key: itemKey, ticket: item.ticket });
    if (options.decisions.of(noteKey) !== 'keep') options.decisions.forget(noteKey);
    // Whatever became of the note of a joined item, from now on that has one note.
    if (result.kind === 'gone' || isJoinedNote(noteKey)) changes.push({ remove: keys.note(noteKey) });
    else if (result.kind === 'archived') changes.push(putPlace(noteKey, { path: result.path }));
  }
  changes.push(...options.decisions.takeChanges(), ...options.applier.takeChanges());
  if (settled.size > 0 || changes.length > 0) await options.replica.settle([...settled.values()], changes);
}

/**
 * Notes that another device wrote are known from here on, so that this one counts those of the vault, and not only
 * those of items that it has written.
 */
async function firstSeen(
  goneNotes: readonly NoteRemoval[],
  state: StateStore,
): Promise<readonly StateChange[]> {
  const standing = goneNotes.filter(({ action }) => action.path !== '');
  const places = await state.getMany(standing.map(({ noteKey }) => keys.note(noteKey)));
  return standing
    .filter((_, index) => readNotePlace(places[index]) === null)
    .map(({ noteKey, action }) => putPlace(noteKey, { path: action.path }));
}

/** Records which notes are missing. */
async function findingsAbout(
  items: readonly NoteRemoval[],
  { state }: Run['deps'],
): Promise<readonly StateChange[]> {
  const stay = items.filter(({ action }) => !leavesItsPlace(action));
  const places = (await state.getMany(stay.map(({ noteKey }) => keys.note(noteKey)))).map(readNotePlace);
  const changes: StateChange[] = [];
  for (const [index, { noteKey, action }] of stay.entries()) {
    const place = places[index] ?? null;
    // Once it is back, it follows its item.
    if (action.path === '' && !isJoinedNote(noteKey) && place !== null && place.absence === undefined)
      changes.push(putAbsent(noteKey, place.path, 'deleted'));
  }
  return changes;
}

/** Null if it failed. */
async function applyOne(
  { noteKey, action }: NoteRemoval,
  { stats, replica, applier }: Applying,
): Promise<Applied | null> {
  try {
    const { kind, path, reasons } = action;
    if (kind === 'skip' && path !== '') stats.note(noteKey, 'kept');
    const applied = await applier.apply({ noteKey, action });
    if (path !== '') stats.recordAction(noteKey, { action: kind, id: shownId(noteKey), path, reasons });
    return applied;
  } catch (error) {
    if (endsSync(error) || !(error instanceof Error)) throw error;
    const isOfHost = isOperational(error) && !(error instanceof ProblemError);
    const problem: Problem = isOfHost
      ? { code: 'cannot-remove', path: action.path, message: error.message }
      : problemOf(error);
    stats.failNote(noteKey, { id: shownId(noteKey), path: action.path, problem });
    await replica.fail(itemKeyOf(noteKey), { path: action.path, problem });
    return null;
  }
}

function recordHeld(items: readonly NoteRemoval[], stats: SyncStats): void {
  for (const { noteKey, action } of items) {
    const reasons = [...action.reasons, 'held' as const];
    stats.recordAction(noteKey, { action: 'skip', id: shownId(noteKey), path: action.path, reasons });
  }
}
