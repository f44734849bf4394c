import process from 'node:process';
import type { SyncReport } from '../../../src/model/report';
import { parseSettings, type Settings } from '../../../src/model/settings';
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
  /** Whether all full texts are fetched by a later sync. */
  readonly withTexts: boolean;
}

export interface PacedResult {
  readonly outcome: string;
  /** On the simulated clock. */
  readonly wallMs: number;
  /** Sent, by what they count as; refused ones included. */
  readonly requests: Readonly<Record<keyof RateLimits, number>>;
  /** Answered with 429. */
  readonly refused: number;
  /** Null when none were wanted. */
  readonly texts: PacedTexts | null;
}

export interface PacedTexts {
  /** Notes with a text. */
  readonly notes: number;
  readonly requests: number;
  readonly wallMs: number;
}

/**
 * A first sync under the service's own limits, on a clock that jumps over the waiting; vault and state take
 * no time.
 */
async function main(task: PacedTask): Promise<PacedResult> {
  const parsed = parseSettings({ baseUrl: task.baseUrl });
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  // The service tells the real time, which a clock far behind it would not believe.
  const clock = new FakeClock({ startsAt: Date.now() });
  const requests = { v2: 0, v2Lists: 0, v3: 0, v3Writes: 0 };
  const limited = new LimitedService({ latencyMs: task.latencyMs, clock, requests });
  const deps = {
    vault: new MemoryVault(),
    state: new MemoryStateStore(),
    outbox: new MemoryStateStore(),
    http: limited,
    clock,
    random: () => 0.5,
    reporter: { progress: () => undefined },
    convertHtml,
  };
  const sync = (settings: Settings): Promise<SyncReport> =>
    runSync(deps, { settings, token: task.token, full: false, maxDelete: null });
  const { outcome } = await sync(parsed.settings);
  const wallMs = clock.monotonic();
  const first = { outcome, wallMs, requests: { ...requests }, refused: limited.refused };
  if (!task.withTexts) return { ...first, texts: null };
  // Looks through both lists once, which has nothing to do with texts.
  await sync(parsed.settings);
  const began = clock.monotonic();
  const { fullText } = parsed.settings;
  const report = await sync({ ...parsed.settings, fullText: { ...fullText, place: 'file' } });
  const texts = {
    notes: report.notes.created,
    requests: report.requests,
    wallMs: clock.monotonic() - began,
  };
  return { ...first, texts };
}

console.log(JSON.stringify(await main(JSON.parse(process.argv[2] ?? '') as PacedTask)));
