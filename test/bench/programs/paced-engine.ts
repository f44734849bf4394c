import process from 'node:process';
import { parseSettings } from '../../../src/model/settings';
import { convertHtml } from '../../support/convert-html';
import { runSync } from '../../../src/sync/run-sync';
import type { RateLimits } from '../../server/server-options';
import { FakeClock } from '../../support/fake-clock';
import { MemoryStateStore } from '../../support/memory-state-store';
import { MemoryVault } from '../../support/memory-vault';
import { LimitedService } from './limited-service';

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
  const limited = new LimitedService({ latencyMs: task.latencyMs, clock, requests });
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

console.log(JSON.stringify(await main(JSON.parse(process.argv[2] ?? '') as PacedTask)));
