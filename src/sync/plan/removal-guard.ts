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

export type RemovalDecision = { readonly kind: 'go' } | { readonly kind: 'hold'; readonly reason: string };

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
          reason: `${notesInWords(wanted)} would be removed, and only ${allowed} were allowed.`,
        };
  }
  if (options.isHeld) {
    const them = wanted === 1 ? 'it' : 'them';
    return {
      kind: 'hold',
      reason: `${notesInWords(wanted)} would be removed. An earlier sync held ${them} back, and nobody has confirmed ${them} yet.`,
    };
  }
  if (wanted > Math.max(ALWAYS_ALLOWED, notes * SHARE_OF_RUN)) {
    return { kind: 'hold', reason: `${wanted} of ${notes} notes would be removed at once.` };
  }
  const week = wanted + options.removedThisWeek;
  if (week > ALWAYS_ALLOWED && week > (notes + options.removedThisWeek) * SHARE_OF_WEEK) {
    return {
      kind: 'hold',
      reason: `${week} notes would have been removed within a week, of ${notes + options.removedThisWeek}.`,
    };
  }
  return { kind: 'go' };
}

const notesInWords = (count: number): string => (count === 1 ? '1 note' : `${count} notes`);
