import type { HttpClient } from '../../../src/model/ports';
import { NodeHttpClient } from '../../../pkg/network/http';
import { RateLimiter, rateClassOf } from '../../server/rate-limiter';
import type { RateLimits } from '../../server/server-options';
import type { FakeClock } from '../../support/fake-clock';
import { LIMITS } from './paced-limits';

/**
 * The service as it would answer from afar: each answer is late by the latency, and what comes too fast is
 * refused.
 */
export class LimitedService implements HttpClient {
  refused = 0;
  private readonly http = new NodeHttpClient();
  private readonly limiter: RateLimiter;

  constructor(
    private readonly world: {
      /** How long each answer takes on the simulated clock. */
      readonly latencyMs: number;
      readonly clock: FakeClock;
      readonly requests: Record<keyof RateLimits, number>;
    },
  ) {
    this.limiter = new RateLimiter(LIMITS, () => world.clock.monotonic());
  }

  async send(request: Parameters<HttpClient['send']>[0]): ReturnType<HttpClient['send']> {
    const { latencyMs, clock, requests } = this.world;
    const rateClass = rateClassOf(request.method, new URL(request.url).pathname);
    requests[rateClass] += 1;
    await clock.sleep(latencyMs / 2);
    const seconds = this.limiter.admit(rateClass);
    const answer =
      seconds === null
        ? await clock.hold(this.http.send(request))
        : { status: 429, headers: { 'retry-after': String(seconds) }, body: '{}' };
    if (seconds !== null) this.refused += 1;
    await clock.sleep(latencyMs / 2);
    return answer;
  }
}
