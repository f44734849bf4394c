import process from 'node:process';
import { parseSettings } from '../../../src/model/settings';
import { FetchHttpClient } from '../../../src/node/network/fetch-http-client';
import { convertHtml } from '../../support/convert-html';
import type { HttpClient } from '../../../src/model/ports';
import { runSync } from '../../../src/sync/run-sync';
import { RateLimiter, rateClassOf } from '../../server/rate-limiter';
import type { RateLimits } from '../../server/server-options';
import { FakeClock } from '../../support/fake-clock';
import { MemoryStateStore } from '../../support/memory-state-store';
import { MemoryVault } from '../../support/memory-vault';
import { LIMITS } from './paced-limits';

export interface PacedTask {
  readonly baseUrl: string;
  readonly token: string;
  /** How long each answer takes on the simulated clock. */
  readonly latencyMs: number;
}

export interface PacedResult {
  readonly outcome: string;
  /** On the simulated clock. */
  readonly wallMs: number;
  /** Sent, by what they count as; refused ones included. */
  readonly requests: Readonly<Record<keyof RateLimits, number>>;
  /** Answered with 429. */
  readonly refused: number;
}

/**
 * A first sync under the service's own limits, on a clock that jumps over the waiting; vault and state take
 * no time.
 */
async function main(task: PacedTask): Promise<PacedResult> {
  const parsed = parseSettings({ baseUrl: task.baseUrl });
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  const clock = new FakeClock();
  const requests = { v2: 0, v2Lists: 0, v3: 0, v3Writes: 0 };
  const limited = new LimitedService(task, { clock, requests });
  const { outcome } = await runSync(
    {
      vault: new MemoryVault(),
      state: new MemoryStateStore(),
      http: limited,
      clock,
      random: () => 0.5,
      reporter: { progress: () => undefined },
      convertHtml,
    },
    { settings: parsed.settings, token: task.token, full: false, dryRun: false, maxDelete: null },
  );
  return { outcome, wallMs: clock.monotonic(), requests, refused: limited.refused };
}

/**
 * The service as it would answer from afar: each answer is late by the latency, and what comes too fast is
 * refused.
 */
class LimitedService implements HttpClient {
  refused = 0;
  private readonly http = new FetchHttpClient();
  private readonly limiter: RateLimiter;

  constructor(
    private readonly task: PacedTask,
    private readonly world: {
      readonly clock: FakeClock;
      readonly requests: Record<keyof RateLimits, number>;
    },
  ) {
    this.limiter = new RateLimiter(LIMITS, () => world.clock.monotonic());
  }

  async send(request: Parameters<HttpClient['send']>[0]): ReturnType<HttpClient['send']> {
    const { clock, requests } = this.world;
    const rateClass = rateClassOf(request.method, new URL(request.url).pathname);
    requests[rateClass] += 1;
    await clock.sleep(this.task.latencyMs / 2);
    const seconds = this.limiter.admit(rateClass);
    const answer =
      seconds === null
        ? await clock.hold(this.http.send(request))
        : { status: 429, headers: { 'retry-after': String(seconds) }, body: '{}' };
    if (seconds !== null) this.refused += 1;
    await clock.sleep(this.task.latencyMs / 2);
    return answer;
  }
}

console.log(JSON.stringify(await main(JSON.parse(process.argv[2] ?? '') as PacedTask)));
