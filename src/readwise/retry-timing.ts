import type { Random } from '../model/ports';
import { readHttpDate } from './timestamps';

/** How often a request is sent before it fails. */
export const MAX_ATTEMPTS = 5;
/** How many pauses the service may ask of one request. */
export const MAX_PAUSES = 10;
/** A run ends with a message instead of a longer pause. */
export const LONGEST_PAUSE_SECONDS = 5 * 60;
/** A longer pause is cut to this, so that a mistake of the service cannot stop syncing for good. */
export const LONGEST_BELIEVED_SECONDS = 60 * 60;

const DEFAULT_PAUSE_SECONDS = 60;
const SHORTEST_PAUSE_SECONDS = 1;
const FIRST_BACKOFF_MS = 1000;
const LONGEST_BACKOFF_MS = 30_000;

type Headers = Readonly<Record<string, string>>;

/** The value of a header, ignoring the case of its name. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  if (value !== undefined) return value;
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === name);
  return key === undefined ? undefined : headers[key];
}

/** Generous, because the local clock may be a day behind. */
export const FARTHEST_AHEAD_MS = 25 * 60 * 60 * 1000;

/** Removes a `Date` far in the future: as a watermark it would skip all records until then. */
export function withBelievableDate<Response extends { readonly headers: Headers }>(
  response: Response,
  localTime: number,
): Response {
  const date = readHttpDate(headerOf(response.headers, 'date'));
  if (date === null || date <= localTime + FARTHEST_AHEAD_MS) return response;
  const others = Object.entries(response.headers).filter(([name]) => name.toLowerCase() !== 'date');
  return { ...response, headers: Object.fromEntries(others) };
}

/** Seconds to wait after a 429, by `Retry-After`; at least 1, and a minute without that header. */
export function pauseSeconds(headers: Headers): number {
  return statedPauseSeconds(headers) ?? DEFAULT_PAUSE_SECONDS;
}

/**
 * The same, but null without a readable header. A date is compared with the response's `Date`, because the
 * local clock may be wrong.
 */
export function statedPauseSeconds(headers: Headers): number | null {
  const text = (headerOf(headers, 'retry-after') ?? '').trim();
  if (/^[+-]?\d{1,12}(\.\d+)?$/.test(text)) return Math.max(SHORTEST_PAUSE_SECONDS, Math.ceil(Number(text)));
  const until = readHttpDate(text);
  const now = readHttpDate(headerOf(headers, 'date'));
  return until === null || now === null
    ? null
    : Math.max(SHORTEST_PAUSE_SECONDS, Math.ceil((until - now) / 1000));
}

/** Milliseconds before the next try: exponential, with full jitter to spread devices. */
export function backoffMs(attempt: number, random: Random): number {
  return random() * Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
}
