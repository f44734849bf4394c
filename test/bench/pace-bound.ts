import type { FloorResult } from './programs/floor';
import { LIMITS } from './programs/paced-limits';

const MINUTE_MS = 60_000;

/**
 * Milliseconds that a first sync cannot go below: each page of an endpoint tells where the next one is, so
 * they are fetched one after the other, and only so many a minute.
 */
export function lowerBoundMs({ highlightPages, documentPages }: FloorResult, latencyMs: number): number {
  return Math.max(
    boundOf(highlightPages, { perMinute: LIMITS.v2, latencyMs }),
    boundOf(documentPages, { perMinute: LIMITS.v3, latencyMs }),
  );
}

function boundOf(
  requests: number,
  { perMinute, latencyMs }: { readonly perMinute: number; readonly latencyMs: number },
): number {
  const fullMinutes = Math.floor((requests - 1) / perMinute);
  return Math.max(
    requests * latencyMs,
    fullMinutes * MINUTE_MS + (requests - fullMinutes * perMinute) * latencyMs,
  );
}
