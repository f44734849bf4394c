import { isOperational } from '../../model/errors';
import { isJoinedNote, shownId } from '../../model/note-part';
import type { StateChange } from '../../model/ports';
import { ProblemError, problemOf, type Problem } from '../../model/problem';
import { SECOND_NOTE } from '../../model/report';
import { trailerMark } from '../../notes/note/trailer';
import { keys } from '../../store/keys';
import { putAbsent, putPlace } from '../../store/note-places';
import { readOne } from '../../store/read-state';
import { readCandidates } from '../../store/stored';
import type { SyncStats } from '../context/sync-stats';
import type { GoneNote, ItemPlan, LiveNote, NotePlan } from '../plan/plan-context';
import type { Run } from '../run';

/** A note after its action. */
export interface NoteAfter {
  /** Null for one in the trash. */
  readonly path: string | null;
  /** `''` for one that is missing. */
  readonly text: string;
}

/** Stores what this device knows of a note from now on. */
export const placeChanges = (note: NotePlan, after: NoteAfter): readonly StateChange[] =>
  note.kind === 'act' ? [placeOfLive(note, after)] : placeOfGone(note, after);

function placeOfLive({ noteKey, action, absence }: LiveNote, { path, text }: NoteAfter): StateChange {
  const place = { path: path ?? action.path, base: trailerMark(text) };
  return absence === null ? putPlace(noteKey, place) : putAbsent(noteKey, place.path, absence);
}

function placeOfGone(
  { noteKey, action, place }: GoneNote,
  { path, text }: NoteAfter,
): readonly StateChange[] {
  // Once it is back, it is updated again, or has to go if its item has another note.
  if (path === '' && place !== null) return [putAbsent(noteKey, place.path, place.absence ?? 'deleted')];
  // Whatever became of this second note, its item has only one note from now on.
  if (path === null || isJoinedNote(noteKey)) return [{ remove: keys.note(noteKey) }];
  // Nothing is left to be asked about one that is marked now.
  return action.kind === 'skip' ? [] : [putPlace(noteKey, { path, base: trailerMark(text) })];
}

/** Counts what was done, and records it as planned. */
export function recordApplied(stats: SyncStats, note: NotePlan, { path }: NoteAfter): void {
  const { noteKey, action } = note;
  const isGone = note.kind === 'gone';
  if (isGone && action.path === '') return;
  if (action.kind === 'skip') stats.note(noteKey, 'unchanged');
  const conflicts = 'conflicts' in action ? action.conflicts : [];
  stats.recordAction(noteKey, {
    action: action.kind,
    id: shownId(noteKey),
    path: isGone ? action.path : (path ?? action.path),
    reasons: action.reasons,
    ...(action.kind === 'rename' ? { from: action.path } : {}),
    ...(conflicts.length > 0 ? { conflicts } : {}),
    ...('blocks' in action ? action.blocks : {}),
  });
  if (isGone && isLeftApart(note))
    stats.conflict(noteKey, { id: shownId(noteKey), path: action.path, block: SECOND_NOTE });
}

/** A person has to decide about the words in a note that stays beside its item's present one. */
const isLeftApart = ({ noteKey, action: { kind, reasons } }: GoneNote): boolean =>
  kind === 'keep' &&
  isJoinedNote(noteKey) &&
  reasons.includes('edited') &&
  !reasons.includes('kept-by-person');

export function recordHeld(stats: SyncStats, { noteKey, action: { path, reasons } }: GoneNote): void {
  stats.recordAction(noteKey, {
    action: 'skip',
    id: shownId(noteKey),
    path,
    reasons: [...reasons, 'held'],
  });
}

/** Reports what an item's plan leaves out: notes that a person must decide about, and highlights. */
export async function recordLeftOut(
  { stats, deps: { state } }: Pick<Run, 'stats' | 'deps'>,
  { leftOut = [], parentless = [] }: Extract<ItemPlan, { kind: 'notes' }>,
): Promise<void> {
  for (const { noteKey, place } of leftOut)
    stats.leftOut.set(noteKey, { id: shownId(noteKey), path: place.path });
  if (parentless.length === 0) return;
  const candidates = await readOne(state, keys.candidates, readCandidates);
  for (const { id, documentId: parent, updatedAt } of parentless) {
    const seemsDeleted = candidates.some((candidate) => candidate.id === id);
    const problem: Problem = {
      code: 'parent-not-listed',
      kind: 'highlight',
      id,
      parent,
      updatedAt: updatedAt ?? undefined,
    };
    if (!seemsDeleted) stats.notice({ id, path: null, problem });
  }
}

/** Why a note could not be removed. */
export function problemOfRemoval(error: Error, path: string | null): Problem {
  const isOfHost = isOperational(error) && !(error instanceof ProblemError);
  return isOfHost && path !== null
    ? { code: 'cannot-remove', path, message: error.message }
    : problemOf(error);
}
