import type { Random } from '../model/ports';
import { readHttpDate } from './timestamps';

/** How often a request that may be repeated is sent before it is given up. */
export const MAX_ATTEMPTS = 5;
/** How often in a row the service may ask one request for a pause. */
export const MAX_PAUSES = 10;
/** A longer pause than this is not waited for: the run ends and says when to come back. */
export const LONGEST_PAUSE_SECONDS = 5 * 60;

const DEFAULT_PAUSE_SECONDS = 60;
const SHORTEST_PAUSE_SECONDS = 1;
const FIRST_BACKOFF_MS = 1000;
const LONGEST_BACKOFF_MS = 30_000;

type Headers = Readonly<Record<string, string>>;

/** The value of a header, whatever the case of its name. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  if (value !== undefined) return value;
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === name);
  return key === undefined ? undefined : headers[key];
}

/** The local clock may well be a day behind. */
export const FARTHEST_AHEAD_MS = 25 * 60 * 60 * 1000;

/**
 * The response without a `Date` that lies far in the future of the local clock: a watermark from there would
 * leave out all that comes until then. Without one nothing is left out, only asked for again.
 */
export function withBelievableDate<Response extends { readonly headers: Headers }>(
  response: Response,
  localTime: number,
): Response {
  const told = readHttpDate(headerOf(response.headers, 'date'));
  if (told === null || told <= localTime + FARTHEST_AHEAD_MS) return response;
  return {
    ...response,
    headers: Object.fromEntries(
      Object.entries(response.headers).filter(([name]) => name.toLowerCase() !== 'date'),
    ),
  };
}

/**
 * Seconds to wait after a 429 as `Retry-After` says: a number, or a date measured against the response's own
 * `Date` (the local clock may be wrong by hours). At least 1; a minute, the specification's window, when
 * there is nothing to go by.
 */
export function pauseSeconds(headers: Headers): number {
  return statedPauseSeconds(headers) ?? DEFAULT_PAUSE_SECONDS;
}

/** As `pauseSeconds`, but null when the service named no pause that can be read. */
export function statedPauseSeconds(headers: Headers): number | null {
  const text = (headerOf(headers, 'retry-after') ?? '').trim();
  if (/^[+-]?\d{1,12}(\.\d+)?$/.test(text)) return Math.max(SHORTEST_PAUSE_SECONDS, Math.ceil(Number(text)));
  const until = readHttpDate(text);
  const now = readHttpDate(headerOf(headers, 'date'));
  return until === null || now === null
    ? null
    : Math.max(SHORTEST_PAUSE_SECONDS, Math.ceil((until - now) / 1000));
}

/**
 * Milliseconds before the next try after the `attempt`-th failure (from 1): exponential with full jitter, so
 * that devices spread out.
 */
export function backoffMs(attempt: number, random: Random): number {
  return random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
}
