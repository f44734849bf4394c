import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { SyncReport } from '../../../src/model/report';
import { parseSettings } from '../../../src/model/settings';
import { NodeHttpClient } from '../../../pkg/network/http';
import { makeStateFolder } from '../../../pkg/state/state-folder';
import { openOutboxFile } from '../../../pkg/state/outbox-file';
import { openLevelStateStore } from '../../../pkg/state/level-state-store';
import { makeTerminalReporter } from '../../../pkg/progress-bar';
import { NodeVault } from '../../../pkg/vault/node-vault';
import { renderNotes } from '../../../src/sync/render-notes';
import { runSync } from '../../../src/sync/run-sync';
import { convertHtml } from '../../support/convert-html';
import { countingState, countingVault, type PortCounts } from './counting-ports';
import { HastyClock } from './hasty-clock';

export interface EngineTask {
  readonly baseUrl: string;
  readonly token: string;
  readonly vault: string;
  readonly state: string;
  /** What is not by default in the settings. */
  readonly settings: object;
}

/** The engine with its stores open. */
export interface WiredEngine {
  sync(): Promise<SyncReport>;
  /** Writes everything again from the replica. */
  render(): Promise<SyncReport>;
  close(): Promise<void>;
}

/**
 * Wires the engine as the terminal program does, but for the clock that never waits: the work is measured, not
 * the rate limits.
 */
export async function openEngine(task: EngineTask, counts: () => PortCounts): Promise<WiredEngine> {
  const parsed = parseSettings({ baseUrl: task.baseUrl, ...task.settings });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { settings } = parsed;
  const clock = new HastyClock();
  const reporter = makeTerminalReporter(new PassThrough().resume(), clock);
  makeStateFolder(task.state);
  const vault = new NodeVault({ folder: task.vault });
  const store = await openLevelStateStore({
    folder: join(task.state, 'store'),
    beforeCommit: () => vault.flush(),
  });
  const deps = {
    vault: countingVault(vault, counts),
    http: new NodeHttpClient(),
    clock,
    random: Math.random,
    state: countingState(store, counts),
    outbox: (await openOutboxFile(task.state)).outbox,
    reporter,
    convertHtml,
  };
  return {
    sync: () => runSync(deps, { settings, token: task.token, full: false, maxDelete: null }),
    render: () => renderNotes(deps, { settings }),
    close: async () => {
      reporter.end();
      await vault.flush();
      await store.close();
    },
  };
}
