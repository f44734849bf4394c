import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import type { SyncReport } from '../../../src/model/report';
import { newCounts, type PortCounts } from './counting-ports';
import { watchMemory, type MemorySample } from './memory';
import { watchNoteOpens } from './note-opens';
import { cpuMs, processCost, type ProcessCost } from './process-cost';
import { openEngine, type WiringTask } from './wired-engine';

export interface EngineTask extends WiringTask {
  readonly secondPageMs: number;
  /** `render`: write everything again from the replica. */
  readonly work: 'sync' | 'render';
}

export interface EngineResult extends ProcessCost {
  readonly report: SyncReport;
  readonly counts: PortCounts;
  /** CPU of the sync alone, from the wired engine to the closed stores. */
  readonly syncCpuMs: number;
  readonly longestBlockMs: number;
  /** Openings of markdown files by anything in the process, and how many files they were. */
  readonly noteOpens: number;
  readonly distinctNotesOpened: number;
  readonly memory: readonly MemorySample[];
}

const PROBE_MS = 1;

/** One sync, or one rendering. */
async function main(task: EngineTask): Promise<EngineResult> {
  const memory = watchMemory();
  const counts = newCounts();
  const noteOpens = watchNoteOpens();
  const delay = monitorEventLoopDelay({ resolution: PROBE_MS });
  const before = cpuMs();
  delay.enable();
  const engine = await openEngine(task, { counts, secondPageMs: task.secondPageMs });
  const report = await (task.work === 'render' ? await engine.render() : engine.sync());
  await engine.close();
  delay.disable();
  const longestBlockMs = Math.max(0, delay.max / 1e6 - PROBE_MS);
  const syncCpuMs = cpuMs() - before;
  const { openings, notes } = noteOpens();
  return {
    ...processCost(),
    report,
    counts,
    syncCpuMs,
    longestBlockMs,
    noteOpens: openings,
    distinctNotesOpened: notes,
    memory: memory(),
  };
}

console.log(JSON.stringify(await main(JSON.parse(process.argv[2] ?? '') as EngineTask)));
