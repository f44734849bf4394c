const MINUTE_MS = 60_000;
/** Before that, one slow answer would count for all. */
const LEAST_MS = 2000;

/** Work that is asked for piece by piece, one request after the other, under one rate: pages of a pull, full texts. Times are of a monotonic clock. */
export interface Lane {
  readonly done: number;
  readonly left: number | null;
  readonly perMinute: number;
  readonly startedAt: number;
  /** When the last answer came. */
  readonly at: number;
  /** How long it has waited for the rate until then. */
  readonly waitedMs: number;
  /** Until when it waits now; 0 when it does not. */
  readonly waitsUntil: number;
}

export const newLane = (perMinute: number, now: number): Lane => ({
  done: 0,
  left: null,
  perMinute,
  startedAt: now,
  at: now,
  waitedMs: 0,
  waitsUntil: 0,
});

export function withAnswer(lane: Lane, { done, left }: Pick<Lane, 'done' | 'left'>, now: number): Lane {
  return { ...lane, done, left, at: now, waitsUntil: 0 };
}

export function withWait(lane: Lane, seconds: number, now: number): Lane {
  // A wait that is told of again takes the place of the one before.
  const unfinished = Math.max(0, lane.waitsUntil - now);
  return { ...lane, waitedMs: lane.waitedMs - unfinished + seconds * 1000, waitsUntil: now + seconds * 1000 };
}

/**
 * Milliseconds until the lane is through. What is left takes as long for each request as those before did, and no request goes out
 * sooner than the rate allows: after each `perMinute` of them a minute must have passed. Null while nobody can know.
 */
export function laneMsLeft(lane: Lane, now: number): number | null {
  const { done, left, perMinute, startedAt, at, waitedMs, waitsUntil } = lane;
  if (left === 0) return 0;
  if (left === null || done === 0 || now - startedAt < LEAST_MS) return null;
  const each = Math.max(0, at - startedAt - waitedMs) / done;
  const last = done + left - 1;
  const byRate = startedAt + Math.floor(last / perMinute) * MINUTE_MS + ((last % perMinute) + 1) * each;
  const byWork = Math.max(at, now - each, waitsUntil) + left * each;
  return Math.max(0, Math.max(byRate, byWork) - now);
}

/** How much of the lane's work is done, 0 to 1. */
export const laneShare = ({ done, left }: Lane): number | null =>
  left === null ? null : left === 0 ? 1 : done / (done + left);
