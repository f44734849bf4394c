import type { HoldReason } from '../../model/problem';

/** What a run may take out of the vault without asking. */
const ALWAYS_ALLOWED = 10;
const SHARE_OF_RUN = 0.05;
const SHARE_OF_WEEK = 0.2;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** For what left while the service's time was not known. */
export const TIME_UNKNOWN = Number.MAX_SAFE_INTEGER;

/** Notes that left their places in one run. */
export interface Removals {
  /** Milliseconds since the epoch by the service's clock, or `TIME_UNKNOWN`. */
  readonly at: number;
  readonly count: number;
}

/**
 * Those of the last week by the service's clock; all of them while it is not known. One from the future counts as of now. So no
 * clock that is wrong for a while makes the guard forget, or remember for ever.
 */
export function lastWeek(removals: readonly Removals[], now: number | null): readonly Removals[] {
  if (now === null) return removals;
  return removals
    .map(({ at, count }) => ({ at: Math.min(at, now), count }))
    .filter(({ at }) => now - at < WEEK_MS);
}

export type RemovalDecision =
  { readonly kind: 'go' } | { readonly kind: 'hold'; readonly reason: HoldReason };

/**
 * The guard against mass deletion: more than max(10, 5 %) of the notes in one run, or 20 % in a week, waits for a person. A hold
 * that stands is cleared by a person's word (`allowed`) or when nothing is left to remove, never by the numbers alone.
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
