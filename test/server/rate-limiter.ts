import type { RateLimits } from './server-options';

const WINDOW_MS = 60_000;

/** Lets through at most so many requests of a class in any 60 seconds. */
export class RateLimiter {
  readonly #admitted = new Map<keyof RateLimits, number[]>();

  /** `clock`: milliseconds that never go back. */
  constructor(
    readonly limits: 'off' | RateLimits,
    readonly clock: () => number,
  ) {}

  /** Null when the request may pass, else the seconds to wait. A refused request does not count. */
  admit(rateClass: keyof RateLimits): number | null {
    if (this.limits === 'off') return null;
    const now = this.clock();
    const recent = (this.#admitted.get(rateClass) ?? []).filter((at) => at > now - WINDOW_MS);
    this.#admitted.set(rateClass, recent);
    const over = recent[recent.length - this.limits[rateClass]];
    if (over !== undefined) return Math.max(1, Math.ceil((over + WINDOW_MS - now) / 1000));
    recent.push(now);
    return null;
  }
}

/** The class that an endpoint counts in. */
export function rateClassOf(method: string, address: string): keyof RateLimits {
  const path = address.endsWith('/') ? address : `${address}/`;
  if (method === 'GET' && (path === '/api/v2/highlights/' || path === '/api/v2/books/')) return 'v2Lists';
  if (path === '/api/v3/save/' || path.startsWith('/api/v3/update/')) return 'v3Writes';
  return path.startsWith('/api/v3/') ? 'v3' : 'v2';
}
