import type { HeldNote, Hold } from '../../model/report';
import { decideRemoval, lastWeek, TIME_UNKNOWN } from '../plan/removal-guard';
import { itemKeyOf, shownId } from '../../notes/layout/note-part';
import type { StateChange, StateStore } from '../../model/ports';
import { keys } from '../../store/keys';
import { notePlaces } from '../../store/note-places';
import type { GoneNote } from '../write/note-writer';
import { readDue, readHold, readRemovals } from '../../store/stored';

/** What the guard says to notes that would leave their places. */
export interface GuardDecision {
  /** What waits for a person, what earlier syncs held back included; null when nothing does. */
  readonly hold: Hold | null;
  /** None of these may leave its place now. */
  readonly held: ReadonlySet<string>;
  /** To be committed before the first note leaves its place. */
  readonly before: readonly StateChange[];
  /** To be committed when all is done. */
  readonly after: readonly StateChange[];
}

export interface GuardOptions {
  /** Ids of all items that are known to be gone and whose notes were looked at. */
  readonly seen: ReadonlySet<string>;
  readonly state: StateStore;
  /** Milliseconds since the epoch by the service's clock, null when it told none: the local one may jump. */
  readonly now: number | null;
  /** How many more a person allows in this run; null: nobody said. */
  readonly allowed: number | null;
}

/**
 * Asks the guard about notes that would leave their places and that nobody spoke about. A note that was held back leaves the hold
 * when a person spoke about it, or when it turns out not to be gone; not because it could not be looked at this time.
 */
export async function askGuard(
  leaving: readonly GoneNote[],
  { seen, state, now, allowed }: GuardOptions,
): Promise<GuardDecision> {
  const [storedHold, storedRemovals] = await state.getMany([keys.hold, keys.removals]);
  const before = readHold(storedHold);
  const notes = leaving.map(heldNote);
  const asked = new Set(notes.map(({ id }) => id));
  const unseen = await notLookedAt(
    (before?.notes ?? []).filter(({ id }) => !seen.has(id)),
    state,
  );
  const removals = readRemovals(storedRemovals);
  const recent = lastWeek(removals, now);
  const decision = decideRemoval({
    wanted: leaving.length,
    notes: leaving.length === 0 ? 0 : await countNotes(state),
    removedThisWeek: recent.reduce((sum, { count }) => sum + count, 0),
    allowed,
    isHeld: unseen.length > 0 || before?.notes.some(({ id }) => asked.has(id)) === true,
  });
  const isHeld = decision.kind === 'hold';
  const waiting = isHeld ? [...notes, ...unseen] : unseen;
  const reason = decision.kind === 'hold' ? decision.reason : before?.reason;
  const hold = waiting.length === 0 || reason === undefined ? null : { reason, notes: waiting };
  const left =
    !isHeld && allowed === null && leaving.length > 0
      ? [{ at: now ?? TIME_UNKNOWN, count: leaving.length }]
      : [];
  // What left at an unknown time gets the first time that is known, once: from then on its week runs.
  const isFromTheFuture = now !== null && removals.some(({ at }) => at > now);
  return {
    hold,
    held: new Set(isHeld ? leaving.map(({ noteKey }) => noteKey) : []),
    before: left.length > 0 || isFromTheFuture ? [{ put: keys.removals, value: [...recent, ...left] }] : [],
    after:
      JSON.stringify(hold) === JSON.stringify(before)
        ? []
        : [hold === null ? { remove: keys.hold } : { put: keys.hold, value: hold }],
  };
}

const heldNote = ({ noteKey, action }: GoneNote): HeldNote => ({
  id: shownId(noteKey),
  path: action.path,
  action: action.kind === 'archive' ? 'archive' : 'trash',
});

/** Those that are on the retry list: what to do about them is as open as it was. */
async function notLookedAt(notes: readonly HeldNote[], state: StateStore): Promise<readonly HeldNote[]> {
  const marks = (
    await state.getMany(
      notes.flatMap(({ id }) => [keys.due(itemKeyOf(`b:${id}`)), keys.due(itemKeyOf(`d:${id}`))]),
    )
  ).map(readDue);
  return notes.filter((_, index) =>
    marks.slice(index * 2, index * 2 + 2).some((mark) => mark?.failure !== undefined),
  );
}

const countNotes = async (state: StateStore): Promise<number> =>
  [...(await notePlaces(state)).values()].filter(({ isMissing }) => isMissing !== true).length;
