import type { HoldReason } from '../../model/problem';
import type { HeldNote, Hold } from '../../model/report';
import { itemKeyOf, shownId } from '../../model/note-part';
import type { StateChange, StateStore } from '../../model/ports';
import { keys } from '../../store/keys';
import type { GoneNote } from '../plan/plan-context';
import { readDue, readHold, readRemovals, type StoredRemovals } from '../../store/stored';
import { notePlaces } from '../../store/note-places';

/** Limits on what a run may remove without asking. */
const ALWAYS_ALLOWED = 10;
const SHARE_OF_RUN = 0.05;
const SHARE_OF_WEEK = 0.2;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The removals of the last week by the service's clock; all of them while its time is unknown. A removal in the
 * future or at an unknown time counts as of now, so that a wrong clock makes the guard neither forget nor remember
 * for ever.
 */
function lastWeek(removals: StoredRemovals, now: number | null): StoredRemovals {
  if (now === null) return removals;
  return removals
    .map(({ at, count }) => ({ at: Math.min(at ?? now, now), count }))
    .filter(({ at }) => now - at < WEEK_MS);
}

type RemovalDecision = { readonly kind: 'go' } | { readonly kind: 'hold'; readonly reason: HoldReason };

/**
 * The guard against mass deletion: more than max(10, 5 %) of the notes in one run, or 20 % in a week, needs
 * the user's confirmation. A hold ends by confirmation (`allowed`) or when nothing is left to remove, never
 * because the numbers drop.
 */
export function decideRemoval(options: {
  readonly wanted: number;
  readonly notes: number;
  readonly removedThisWeek: number;
  /** How many removals the user allowed for this run; null: not decided. */
  readonly allowed: number | null;
  readonly isHeld: boolean;
}): RemovalDecision {
  const { wanted, notes, allowed } = options;
  if (wanted === 0) return { kind: 'go' };
  if (allowed !== null) {
    if (wanted <= allowed) return { kind: 'go' };
    return { kind: 'hold', reason: { code: 'more-than-allowed', wanted, allowed } };
  }
  if (options.isHeld) return { kind: 'hold', reason: { code: 'held-before', wanted } };
  if (wanted > Math.max(ALWAYS_ALLOWED, notes * SHARE_OF_RUN)) {
    return { kind: 'hold', reason: { code: 'too-many-at-once', wanted, notes } };
  }
  const removed = wanted + options.removedThisWeek;
  const notesOfWeek = notes + options.removedThisWeek;
  if (removed > ALWAYS_ALLOWED && removed > notesOfWeek * SHARE_OF_WEEK) {
    return { kind: 'hold', reason: { code: 'too-many-in-a-week', removed, notes: notesOfWeek } };
  }
  return { kind: 'go' };
}

/** The guard's decision about notes to remove. */
interface GuardDecision {
  /** What waits for the user, also from earlier syncs; null if nothing does. */
  readonly hold: Hold | null;
  /** Keys of notes that must not be removed now. */
  readonly held: ReadonlySet<string>;
  /** Commit before the first removal. */
  readonly before: readonly StateChange[];
  /** Commit when all is done. */
  readonly after: readonly StateChange[];
}

interface GuardOptions {
  /** Ids of all deleted items whose notes were looked at. */
  readonly seen: ReadonlySet<string>;
  readonly state: StateStore;
  /** The service's time in milliseconds since the epoch; null if unknown, as the local clock may jump. */
  readonly now: number | null;
  /** How many more removals the user allowed for this run; null: not decided. */
  readonly allowed: number | null;
  /** Ids of notes that the user was asked about and left undecided. */
  readonly later: ReadonlySet<string>;
}

/**
 * Asks the guard about removals that the user has not decided. A held note leaves the hold when the user decides
 * or its item is no longer deleted; not because it could not be checked this time.
 */
export async function askGuard(
  wanted: readonly GoneNote[],
  { seen, state, now, allowed, later }: GuardOptions,
): Promise<GuardDecision> {
  const [storedHold, storedRemovals] = await state.getMany([keys.hold, keys.removals]);
  const before = readHold(storedHold);
  const notes = wanted.map(heldNote);
  const asked = new Set(notes.map(({ id }) => id));
  const notSeen = (before?.notes ?? []).filter(({ id }) => !seen.has(id));
  const unseen = await onRetryList(notSeen, state);
  const past = readRemovals(storedRemovals);
  const recent = lastWeek(past, now);
  const decision = decideRemoval({
    wanted: wanted.length,
    notes: wanted.length === 0 ? 0 : await countNotes(state),
    removedThisWeek: recent.reduce((sum, { count }) => sum + count, 0),
    allowed,
    isHeld:
      unseen.length > 0 ||
      notes.some(({ id }) => later.has(id)) ||
      before?.notes.some(({ id }) => asked.has(id)) === true,
  });
  const isHeld = decision.kind === 'hold';
  const waiting = isHeld ? [...notes, ...unseen] : unseen;
  const reason = decision.kind === 'hold' ? decision.reason : before?.reason;
  const hold = waiting.length === 0 || reason === undefined ? null : { reason, notes: waiting };
  const isCounted = !isHeld && allowed === null && wanted.length > 0;
  const newRemovals = isCounted ? [{ at: now, count: wanted.length }] : [];
  // Removals at an unknown time get the first known one; from then on their week runs.
  const hasFuture = now !== null && past.some(({ at }) => at === null || at > now);
  const hasChanged = newRemovals.length > 0 || hasFuture;
  const isUnchanged = JSON.stringify(hold) === JSON.stringify(before);
  return {
    hold,
    held: new Set(isHeld ? wanted.map(({ noteKey }) => noteKey) : []),
    before: hasChanged ? [{ put: keys.removals, value: [...recent, ...newRemovals] }] : [],
    after: isUnchanged ? [] : [hold === null ? { remove: keys.hold } : { put: keys.hold, value: hold }],
  };
}

const heldNote = ({ noteKey, action }: GoneNote): HeldNote => ({
  id: shownId(noteKey),
  path: action.path,
  action: action.kind === 'archive' ? 'archive' : 'trash',
  reasons: action.reasons,
});

/** Held notes whose items are on the retry list: they stay undecided. */
async function onRetryList(notes: readonly HeldNote[], state: StateStore): Promise<readonly HeldNote[]> {
  const dueKeys = notes.flatMap(({ id }) => [keys.due(itemKeyOf(`b:${id}`)), keys.due(itemKeyOf(`d:${id}`))]);
  const marks = (await state.getMany(dueKeys)).map(readDue);
  return notes.filter((_, index) =>
    marks.slice(index * 2, index * 2 + 2).some((mark) => mark?.failure !== undefined),
  );
}

const countNotes = async (state: StateStore): Promise<number> =>
  [...(await notePlaces(state)).values()].filter(({ absence }) => absence === undefined).length;

/** Whether an item is due only because the user must decide about its note. */
export function heldIn(hold: Hold | null): (itemKey: string) => boolean {
  const ids = new Set(hold?.notes.map(({ id }) => itemKeyOf(id)));
  return (itemKey) => ids.has(shownId(itemKey));
}
