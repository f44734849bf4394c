import process from 'node:process';
import { createInterface } from 'node:readline';
import { newCounts } from './counting-ports';
import { watchNoteOpens } from './note-opens';
import { cpuMs } from './process-cost';
import { openEngine, type WiringTask } from './wired-engine';

/** Printed for each sync, in one line. */
export interface ResidentSync {
  readonly outcome: string;
  readonly requests: number;
  readonly cpuMs: number;
  /** Openings of markdown files. */
  readonly noteOpens: number;
}

/**
 * An engine that stays, as it does in the app: its stores are opened once, and each line of input asks for a
 * sync.
 */
async function main(task: WiringTask): Promise<void> {
  const noteOpens = watchNoteOpens();
  const engine = await openEngine(task, { counts: newCounts(), secondPageMs: 0 });
  for await (const _line of createInterface({ input: process.stdin })) {
    const before = { cpuMs: cpuMs(), openings: noteOpens().openings };
    const { outcome, requests } = await engine.sync();
    const result: ResidentSync = {
      outcome,
      requests,
      cpuMs: cpuMs() - before.cpuMs,
      noteOpens: noteOpens().openings - before.openings,
    };
    console.log(JSON.stringify(result));
  }
  await engine.close();
}

await main(JSON.parse(process.argv[2] ?? '') as WiringTask);
