import { WHOLE_SYNC, type FailureCause, type RunKind, type SyncReport } from '../model/report';
import { type Clock, type StateStore, isOperational } from '../model/ports';
import { recordChanges } from './journal/run-history';
import { keys } from '../store/keys';
import { readLastRun } from '../store/stored';
import { causeOf } from './sync-errors';
import { SyncStats } from './sync-stats';
import { readOne } from '../store/read-one';

interface RunMemory {
  readonly clock: Clock;
  readonly state: StateStore;
  readonly kind?: RunKind;
}

/** Runs the steps; what can go wrong outside becomes a failure in the stats, a bug goes on to the top. */
export async function attempt(run: () => Promise<void>, stats: SyncStats): Promise<FailureCause | null> {
  try {
    await run();
    return null;
  } catch (error) {
    if (!isOperational(error)) throw error;
    stats.fail({ id: WHOLE_SYNC, path: null, message: error.message });
    return causeOf(error);
  }
}

/** A run as a host calls it: what keeps it from beginning, or from being remembered, is told like all else. */
export async function reported(run: () => Promise<SyncReport>): Promise<SyncReport> {
  const stats = new SyncStats();
  let report: SyncReport | null = null;
  const cause = await attempt(async () => {
    report = await run();
  }, stats);
  return report ?? reportOf({ stats, cause, requests: 0, durationMs: 0, dryRun: false });
}

/** Remembers when a run was that left a trace, and answers with what is to be told. A quiet sync writes nothing, not even that it was there. */
export async function rememberRun(report: SyncReport, deps: RunMemory): Promise<SyncReport> {
  const stats = new SyncStats();
  const cause = await attempt(() => commitRun(report, deps), stats);
  return cause === null || report.cause !== undefined
    ? report
    : { ...report, outcome: 'failed', cause, failures: [...report.failures, ...stats.failures] };
}

async function commitRun(report: SyncReport, { clock, state, kind = 'sync' }: RunMemory): Promise<void> {
  const { outcome, vaultWrites, failures } = report;
  const at = new Date(clock.now()).toISOString();
  if (outcome === 'done' && vaultWrites === 0 && failures.length === 0) {
    // That all is well again, once.
    const last =
      report.plan === undefined && kind === 'sync' ? await readOne(state, keys.lastRun, readLastRun) : null;
    if (last !== null && last.outcome !== 'done')
      await state.commit([{ put: keys.lastRun, value: { at, outcome } }]);
    return;
  }
  // An adoption is no sync: it says nothing of when the last one was.
  await state.commit([
    ...(kind === 'adopt' ? [] : [{ put: keys.lastRun, value: { at, outcome } }]),
    ...(report.plan === undefined ? await recordChanges(state, report, { at, kind }) : []),
  ]);
}

export interface Finished {
  readonly stats: SyncStats;
  readonly cause: FailureCause | null;
  readonly requests: number;
  readonly durationMs: number;
  readonly dryRun: boolean;
}

export function reportOf({ stats, cause, requests, durationMs, dryRun }: Finished): SyncReport {
  const { failures } = stats;
  const outcome =
    cause !== null ? 'failed' : stats.hold !== null ? 'held' : failures.length > 0 ? 'partial' : 'done';
  return {
    outcome,
    notes: stats.counts(),
    requests,
    vaultWrites: stats.vaultWrites,
    durationMs: Math.round(durationMs),
    failures,
    conflicts: stats.conflicts,
    ...(stats.hold === null ? {} : { hold: stats.hold }),
    ...(stats.leftOut.size === 0 ? {} : { outOfScope: [...stats.leftOut.values()] }),
    ...(stats.attachments.fetched + stats.attachments.failed.length === 0
      ? {}
      : { attachments: stats.attachments }),
    ...(dryRun ? { plan: stats.plan } : {}),
    ...(cause === null ? {} : { cause }),
  };
}
