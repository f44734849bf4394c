import type { SyncReport } from '../model/report';
import { checkAccount } from './account-check';
import { NotesCheck } from './notes-check';
import { loadUserDecisions } from './plan/user-decisions';
import { openClient } from './open-client';
import { Replica } from '../store/replica';
import { renderedRun } from './run-report';
import type { SyncDependencies, SyncOptions } from './context/sync-options';
import { SyncSteps, type Pulled, type SyncStepsOptions } from './sync-steps';

/** Runs one sync. Throws only bugs; operational failures are in the report. */
export async function runSync(deps: SyncDependencies, options: SyncOptions): Promise<SyncReport> {
  const client = await openClient(deps, options);
  return renderedRun(deps, { ...options, client }, (run) => syncAll({ deps, options, client, ...run }));
}

async function syncAll(run: Omit<SyncStepsOptions, 'replica' | 'decisions'>): Promise<void> {
  const { options, stats, client, rendering } = run;
  await checkAccount({ deps: run.deps, options, client });
  const notesCheck = await NotesCheck.begin(run.deps, options);
  const deps = { ...run.deps, vault: notesCheck.through(run.deps.vault) };
  const replica = new Replica(deps.state);
  if (rendering.changed)
    await replica.markAllDue(options.settings.scope, { ...rendering, clock: deps.clock });
  const decisions = await loadUserDecisions(deps, options, stats);
  const steps = new SyncSteps({ ...run, deps, replica, decisions });
  for (let full = options.full; ; full = false) {
    const pulled = await steps.pullBoth(full);
    if (!isResumed(pulled)) await notesCheck.makeChangedDue(replica);
    // A dry run plans everything at once, at the end.
    if (!options.dryRun) await steps.writeDue();
    await steps.retryQuarantined();
    await steps.sweep(pulled);
    await steps.findDeletedDocuments(pulled);
    await steps.reportParentless(pulled);
    await steps.remove(pulled, await steps.writeDue());
    await steps.commitWatermarks(pulled);
    // After an interrupted pull was completed, there may be changes since it began: pull once more.
    if (!isResumed(pulled)) break;
  }
  await steps.fetchTexts();
  await steps.fetchAttachments();
  await notesCheck.end();
}

/** Whether an interrupted pull was completed, so that there may be changes since it began. */
const isResumed = ({ highlights, documents }: Pulled): boolean =>
  highlights.resumed || documents?.resumed === true;
