/** Groups of requests that share one rate limit of the service. */
export type RateClass = 'v2' | 'v2-lists' | 'v3' | 'v3-write';

// Slightly more than a minute, because the clock of the service may run differently.
const WINDOW_MS = 60_050;

/** A request that was sent; it is settled when its answer arrives. */
export interface SentRequest {
  settledAt: number | null;
}

/**
 * Limits the requests of one class: a burst as large as the rate, then each as soon as the rate allows. The
 * service counts a request between sending and answer, so here it counts from its answer on. All times are
 * those of `Clock.monotonic`.
 */
export class RateBudget {
  private sent: SentRequest[] = [];
  private pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(private readonly requestsPerMinute: number) {}

  /** Milliseconds to wait before asking again; 0: call `spend` and send. */
  waitAt(now: number): number {
    this.sent = this.sent.filter((request) => freeAt(request, now) > now);
    const pause = Math.max(0, this.pausedUntil - now);
    const excess = this.sent.length - this.requestsPerMinute;
    if (excess < 0) return pause;
    const times = this.sent.map((request) => freeAt(request, now)).sort((left, right) => left - right);
    return Math.max(pause, (times[excess] ?? now) - now);
  }

  spend(): SentRequest {
    const request: SentRequest = { settledAt: null };
    this.sent.push(request);
    return request;
  }

  settle(request: SentRequest, now: number): void {
    request.settledAt = now;
  }

  /** Blocks this class for `ms`, as the service asked. */
  pause(now: number, ms: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, now + ms);
  }
}

/** When a request no longer counts. One without an answer yet may be counted as late as now. */
const freeAt = (request: SentRequest, now: number): number => (request.settledAt ?? now) + WINDOW_MS;

export type RateBudgets = Readonly<Record<RateClass, RateBudget>>;

/** New budgets for one token. Clients that follow each other within a minute should share them. */
export function createRateBudgets(): RateBudgets {
  return {
    v2: new RateBudget(240),
    /** Highlights LIST and Books LIST together. */
    'v2-lists': new RateBudget(20),
    v3: new RateBudget(20),
    /** Document CREATE and Document UPDATE together. */
    'v3-write': new RateBudget(50),
  };
}
