/** The requests that share one rate of the specification ("Limits" of both documents). */
export type RateClass = 'v2' | 'v2-lists' | 'v3' | 'v3-write';

// A hair more than a minute: the service's clock need not tick with ours.
const WINDOW_MS = 60_050;

/** A request that was let through, to be settled when its answer is there. */
export interface Spent {
  settledAt: number | null;
}

/**
 * How many requests of one class may go out: as large a burst as the rate allows, then each as soon as it
 * allows, and never more than the rate in any minute *as the service sees it*. The service counts a request
 * at some moment between its sending and its answer, so a request counts from its answer on. All times are
 * milliseconds of `Clock.monotonic`.
 */
export class RateBudget {
  private spent: Spent[] = [];
  private pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(private readonly requestsPerMinute: number) {}

  /**
   * Milliseconds until a request may go out, as far as is known now: ask again after that time. 0: go, and
   * `spend` at once.
   */
  waitAt(now: number): number {
    this.spent = this.spent.filter((request) => freeAt(request, now) > now);
    const pause = Math.max(0, this.pausedUntil - now);
    const excess = this.spent.length - this.requestsPerMinute;
    if (excess < 0) return pause;
    const times = this.spent.map((request) => freeAt(request, now)).sort((left, right) => left - right);
    return Math.max(pause, (times[excess] ?? now) - now);
  }

  spend(): Spent {
    const request: Spent = { settledAt: null };
    this.spent.push(request);
    return request;
  }

  settle(request: Spent, now: number): void {
    request.settledAt = now;
  }

  /** The service asked for a pause: nothing of this class goes out for `ms`. */
  pause(now: number, ms: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, now + ms);
  }
}

/** One under way may be counted as late as now. */
const freeAt = (request: Spent, now: number): number => (request.settledAt ?? now) + WINDOW_MS;

export type RateBudgets = Readonly<Record<RateClass, RateBudget>>;

/** Fresh budgets for one token. Clients that follow one another within a minute should share them. */
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
