import process from 'node:process';
import type { NewHighlight } from '../../../src/model/outbox';
import { parseSettings } from '../../../src/model/settings';
import { addChange } from '../../../src/outbox/waiting-changes';
import { deliverChanges, sendChanges } from '../../../src/outbox/send-changes';
import { runSync } from '../../../src/sync/run-sync';
import { convertHtml } from '../../support/convert-html';
import { FakeClock } from '../../support/fake-clock';
import { MemoryStateStore } from '../../support/memory-state-store';
import { MemoryVault } from '../../support/memory-vault';
import { LimitedService } from './limited-service';
import { cpuMs } from './process-cost';

export interface SendingTask {
  readonly baseUrl: string;
  readonly token: string;
  readonly latencyMs: number;
  readonly highlights: number;
  /** `after`: after a first sync; `beside`: while it runs; `none`: only that sync. */
  readonly when: 'after' | 'beside' | 'none';
}

export interface SendingResult {
  readonly outcome: string;
  /** How long the sync took on the simulated clock. */
  readonly syncMs: number;
  /** What sending took. */
  readonly requests: number;
  readonly cpuMs: number;
}

/** A first sync under the service's limits, and new highlights of one book that are sent after or beside it. */
async function main({ baseUrl, token, latencyMs, highlights, when }: SendingTask): Promise<SendingResult> {
  const parsed = parseSettings({ baseUrl });
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  // The service's own clock: a device's that is far behind would make it forget how far it has synced.
  const clock = new FakeClock({ startsAt: Date.now() });
  const requests = { v2: 0, v2Lists: 0, v3: 0, v3Writes: 0 };
  const deps = {
    vault: new MemoryVault(),
    state: new MemoryStateStore(),
    outbox: new MemoryStateStore(),
    http: new LimitedService({ latencyMs, clock, requests }),
    clock,
    random: () => 0.5,
    reporter: { progress: () => undefined },
    convertHtml,
  };
  const options = { settings: parsed.settings, token };
  const add = (): Promise<unknown> =>
    addChange(deps, { kind: 'create-highlights', highlights: passages(highlights) });
  if (when === 'beside') await add();

  let besides: ReturnType<typeof deliverChanges> | null = null;
  const progress = (): void => {
    if (when === 'beside') besides ??= deliverChanges(deps, options);
  };
  const { outcome } = await runSync(
    { ...deps, reporter: { progress } },
    { ...options, full: false, maxDelete: null },
  );
  const syncMs = clock.monotonic();
  if (when === 'none') return { outcome, syncMs, requests: 0, cpuMs: 0 };

  if (when === 'after') await add();
  const before = cpuMs();
  const sent =
    when === 'after' ? await sendChanges(deps, options) : await (besides ?? sendChanges(deps, options));
  return {
    outcome: outcome === 'done' ? sent.outcome : outcome,
    syncMs,
    requests: sent.requests,
    cpuMs: cpuMs() - before,
  };
}

const passages = (count: number): NewHighlight[] =>
  Array.from({ length: count }, (_, index) => ({
    title: 'Passages of mine',
    text: `Passage ${String(index + 1)}, as long as such passages are, which is a sentence or two of plain text.`,
  }));

console.log(JSON.stringify(await main(JSON.parse(process.argv[2] ?? '') as SendingTask)));
