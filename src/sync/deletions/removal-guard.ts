import type { HoldReason } from '../../model/problem';
import type { HeldNote, Hold } from '../../model/report';
import { itemKeyOf, shownId } from '../../model/note-part';
import type { StateChange, StateStore } from '../../model/ports';
import { keys } from '../../store/keys';
import type { GoneNote } from '../write/note-writer';
import { readDue, readHold, readRemovals } from '../../store/stored';
import { notePlaces } from '../../store/note-places';

/** What a run may take out of the vault without asking. */
const ALWAYS_ALLOWED = 10;
const SHARE_OF_RUN = 0.05;
const SHARE_OF_WEEK = 0.2;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** For what left while the service's time was not known. */
export const TIME_UNKNOWN = Number.MAX_SAFE_INTEGER;

/** Notes that left their places in one run. */
interface Removals {
  /** Milliseconds since the epoch by the service's clock, or `TIME_UNKNOWN`. */
  readonly at: number;
  readonly count: number;
}

/**
 * Those of the last week by the service's clock; all of them while it is not known. One from the future
 * counts as of now. So no clock that is wrong for a while makes the guard forget, or remember for ever.
 */
export function lastWeek(removals: readonly Removals[], now: number | null): readonly Removals[] {
  if (now === null) return removals;
  return removals
    .map(({ at, count }) => ({ at: Math.min(at, now), count }))
    .filter(({ at }) => now - at < WEEK_MS);
}

type RemovalDecision = { readonly kind: 'go' } | { readonly kind: 'hold'; readonly reason: HoldReason };

/**
 * The guard against mass deletion: more than max(10, 5 %) of the notes in one run, or 20 % in a week, waits
 * for a person. A hold that stands is cleared by a person's word (`allowed`) or when nothing is left to
 * remove, never by the numbers alone.
 */
export function decideRemoval(options: {
  readonly wanted: number;
  readonly notes: number;
  readonly removedThisWeek: number;
  /** How many a person allowed for this run; null: nobody said. */
  readonly allowed: number | null;
  readonly isHeld: boolean;
}): RemovalDecision {
  const { wanted, notes, allowed } = options;
  if (wanted === 0) return { kind: 'go' };
  if (allowed !== null) {
    return wanted <= allowed
      ? { kind: 'go' }
      : {
          kind: 'hold',
          reason: { code: 'more-than-allowed', wanted, allowed },
        };
  }
  if (options.isHeld) {
    return { kind: 'hold', reason: { code: 'held-before', wanted } };
  }
  if (wanted > Math.max(ALWAYS_ALLOWED, notes * SHARE_OF_RUN)) {
    return { kind: 'hold', reason: { code: 'too-many-at-once', wanted, notes } };
  }
  const week = wanted + options.removedThisWeek;
  if (week > ALWAYS_ALLOWED && week > (notes + options.removedThisWeek) * SHARE_OF_WEEK) {
    return {
      kind: 'hold',
      reason: { code: 'too-many-in-a-week', removed: week, notes: notes + options.removedThisWeek },
    };
  }
  return { kind: 'go' };
}

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
 * Asks the guard about notes that would leave their places and that nobody spoke about. A note that was held
 * back leaves the hold when a person spoke about it, or when it turns out not to be gone; not because it
 * could not be looked at this time.
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

/** Whether an item is due because a person is to decide about a note of it: nothing is to be written then. */
export function heldIn(hold: Hold | null): (itemKey: string) => boolean {
  const ids = new Set(hold?.notes.map(({ id }) => itemKeyOf(id)));
  return (itemKey) => ids.has(shownId(itemKey));
}
