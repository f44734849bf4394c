import type { SyncReport } from '../model/report';
import type { ReadwiseClient } from '../readwise/client';
import { checkAccount } from './account-check';
import { loadUserDecisions } from './plan/user-decisions';
import { openClient } from './open-client';
import type { Rendering } from './templates/prepare-rendering';
import { Replica } from '../store/replica';
import { renderedRun } from './run-report';
import type { SyncDependencies, SyncOptions } from './context/sync-options';
import { SyncSteps } from './sync-steps';
import type { SyncStats } from './context/sync-stats';

/**
 * Runs one sync. Operational failures (network, token, vault) are in the report, never thrown; a bug is
 * thrown.
 */
export async function runSync(deps: SyncDependencies, options: SyncOptions): Promise<SyncReport> {
  const client = await openClient(deps, options);
  return renderedRun(deps, { ...options, client }, (run) => syncAll({ deps, options, client, ...run }));
}

interface Run {
  readonly deps: SyncDependencies;
  readonly options: SyncOptions;
  readonly stats: SyncStats;
  readonly client: ReadwiseClient;
  readonly rendering: Rendering;
}

async function syncAll({ deps, options, stats, client, rendering }: Run): Promise<void> {
  await checkAccount({ deps, options, client });
  const replica = new Replica(deps.state);
  if (rendering.changed)
    await replica.markAllDue(options.settings.scope, { ...rendering, clock: deps.clock });
  const decisions = await loadUserDecisions(deps, options, stats);
  const steps = new SyncSteps({ deps, options, stats, client, replica, decisions, rendering });
  for (let full = options.full; ; full = false) {
    const pulled = await steps.pullBoth(full);
    // A dry run plans everything at once, at the end.
    if (!options.dryRun) await steps.writeDue();
    await steps.retryQuarantined();
    await steps.sweep(pulled);
    await steps.findDeletedDocuments(pulled);
    await steps.remove(pulled, await steps.writeDue());
    await steps.commitWatermarks(pulled);
    // After an interrupted pull was completed, there may be changes since it began: pull once more.
    if (!pulled.highlights.resumed && !pulled.documents.resumed) break;
  }
  await steps.fetchTexts();
  await steps.fetchAttachments();
}
