import { PassThrough } from 'node:stream';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import type { SyncReport } from '../../../src/model/report';
import { parseSettings } from '../../../src/model/settings';
import { NodeHttpClient } from '../../../src/node/network/node-http-client';
import { openLevelStateStore } from '../../../src/node/state/level-state-store';
import { NodeVault } from '../../../src/node/vault/node-vault';
import { convertHtml } from '../../support/convert-html';
import { makeStateFolder } from '../../../src/node/state/state-folder';
import { makeTerminalReporter } from '../../../src/node/text/terminal-reporter';
import { renderNotes } from '../../../src/sync/render-notes';
import { runSync } from '../../../src/sync/run-sync';
import { countingHttp, countingState, countingVault, newCounts, type PortCounts } from './counting-ports';
import { HastyClock } from './hasty-clock';
import { watchNoteOpens } from './note-opens';
import { cpuMs, processCost, type ProcessCost } from './process-cost';

export interface EngineTask {
  readonly baseUrl: string;
  readonly token: string;
  readonly vault: string;
  readonly state: string;
  readonly secondPageMs: number;
  /** `render`: write everything again from the replica. */
  readonly work: 'sync' | 'render';
  /** What is not by default in the settings. */
  readonly settings: object;
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
}

const PROBE_MS = 1;

/**
 * One sync, or one rendering, wired as the terminal program wires it, but for the clock that never waits: the
 * work is measured, not the rate limits.
 */
async function main(task: EngineTask): Promise<EngineResult> {
  const parsed = parseSettings({ baseUrl: task.baseUrl, ...task.settings });
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  const counts = newCounts();
  const noteOpens = watchNoteOpens();
  const delay = monitorEventLoopDelay({ resolution: PROBE_MS });
  const clock = new HastyClock();
  const reporter = makeTerminalReporter(new PassThrough().resume(), clock);
  await loadFetch(task.baseUrl);
  const before = cpuMs();
  delay.enable();
  makeStateFolder(task.state);
  const vault = new NodeVault({ folder: task.vault, cacheFile: join(task.state, 'notes.json') });
  const store = await openLevelStateStore({
    folder: join(task.state, 'store'),
    beforeCommit: () => vault.flush(),
  });
  const http = countingHttp(new NodeHttpClient(), { counts, secondPageMs: task.secondPageMs });
  const { settings } = parsed;
  const deps = {
    vault: countingVault(vault, counts),
    http,
    clock,
    random: Math.random,
    state: countingState(store, counts),
    reporter,
    convertHtml,
  };
  const report = await (task.work === 'render'
    ? renderNotes(deps, { settings, dryRun: false })
    : runSync(deps, { settings, token: task.token, full: false, dryRun: false, maxDelete: null }));
  reporter.end();
  await vault.close();
  await store.close();
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
  };
}

/** Node loads its own HTTP client at the first request; that is loading, not syncing. */
async function loadFetch(baseUrl: string): Promise<void> {
  const response = await fetch(`${baseUrl}/api/v2/auth/`);
  await response.text();
}

console.log(JSON.stringify(await main(JSON.parse(process.argv[2] ?? '') as EngineTask)));
