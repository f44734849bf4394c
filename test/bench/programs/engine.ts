import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { SyncReport } from '../../../src/model/report';
import { newCounts, type PortCounts } from './counting-ports';
import { watchNoteOpens } from './note-opens';
import { cpuMs, peakMb } from './process-cost';
import { openEngine, type EngineTask } from './wired-engine';

/** A line of input: `render` writes everything again from the replica. */
export type EngineWork = 'sync' | 'render';

/** Printed for each line of input, in one line. */
export interface EngineResult {
  readonly report: SyncReport;
  readonly counts: PortCounts;
  /** Since the work before; of the first, since the process began. */
  readonly cpuMs: number;
  /** Of the process so far. */
  readonly peakMb: number;
  readonly longestBlockMs: number;
  /** Openings of markdown files by anything in the process, and how many files they were. */
  readonly noteOpens: number;
  readonly distinctNotesOpened: number;
}

const PROBE_MS = 1;

/** An engine that stays, as it does in the app: its stores are opened once. */
async function main(task: EngineTask): Promise<void> {
  let counts = newCounts();
  const noteOpens = watchNoteOpens();
  const delay = monitorEventLoopDelay({ resolution: PROBE_MS });
  const engine = await openEngine(task, () => counts);
  let before = 0;
  for await (const work of createInterface({ input: process.stdin })) {
    counts = newCounts();
    delay.reset();
    delay.enable();
    const report = await (work === 'render' ? engine.render() : engine.sync());
    delay.disable();
    const now = cpuMs();
    const result: EngineResult = {
      report,
      counts,
      cpuMs: now - before - counts.countingMs,
      peakMb: peakMb(),
      longestBlockMs: Math.max(0, delay.max / 1e6 - PROBE_MS),
      ...noteOpens(),
    };
    console.log(JSON.stringify(result));
    before = cpuMs();
  }
  await engine.close();
}

await main(JSON.parse(process.argv[2] ?? '') as EngineTask);
