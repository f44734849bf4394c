import { WHOLE_SYNC, type FailureCause, type RunKind, type SyncReport } from '../model/report';
import type { Clock, StateStore } from '../model/ports';
import { recordChanges } from './journal/run-history';
import { keys } from '../store/keys';
import { readLastRun } from '../store/stored';
import { isOperational } from '../model/operational-error';
import { causeOf } from './sync-errors';
import { Tally } from './tally';
import { readOne } from '../store/read-one';

interface RunMemory {
  readonly clock: Clock;
  readonly state: StateStore;
  readonly kind?: RunKind;
}

/** Runs the steps; what can go wrong outside becomes a failure in the tally, a bug goes on to the top. */
export async function attempt(run: () => Promise<void>, tally: Tally): Promise<FailureCause | null> {
  try {
    await run();
    return null;
  } catch (error) {
    if (!isOperational(error)) throw error;
    tally.fail({ id: WHOLE_SYNC, path: null, message: error.message });
    return causeOf(error);
  }
}

/** A run as a host calls it: what keeps it from beginning, or from being remembered, is told like all else. */
export async function reported(run: () => Promise<SyncReport>): Promise<SyncReport> {
  const tally = new Tally();
  let report: SyncReport | null = null;
  const cause = await attempt(async () => {
    report = await run();
  }, tally);
  return report ?? reportOf({ tally, cause, requests: 0, durationMs: 0, dryRun: false });
}

/** Remembers when a run was that left a trace, and answers with what is to be told. A quiet sync writes nothing, not even that it was there. */
export async function rememberRun(report: SyncReport, deps: RunMemory): Promise<SyncReport> {
  const tally = new Tally();
  const cause = await attempt(() => commitRun(report, deps), tally);
  return cause === null || report.cause !== undefined
    ? report
    : { ...report, outcome: 'failed', cause, failures: [...report.failures, ...tally.failures] };
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
  readonly tally: Tally;
  readonly cause: FailureCause | null;
  readonly requests: number;
  readonly durationMs: number;
  readonly dryRun: boolean;
}

export function reportOf({ tally, cause, requests, durationMs, dryRun }: Finished): SyncReport {
  const { failures } = tally;
  const outcome =
    cause !== null ? 'failed' : tally.hold !== null ? 'held' : failures.length > 0 ? 'partial' : 'done';
  return {
    outcome,
    notes: tally.counts(),
    requests,
    vaultWrites: tally.vaultWrites,
    durationMs: Math.round(durationMs),
    failures,
    conflicts: tally.conflicts,
    ...(tally.hold === null ? {} : { hold: tally.hold }),
    ...(tally.leftOut.size === 0 ? {} : { outOfScope: [...tally.leftOut.values()] }),
    ...(tally.attachments.fetched + tally.attachments.failed.length === 0
      ? {}
      : { attachments: tally.attachments }),
    ...(dryRun ? { plan: tally.plan } : {}),
    ...(cause === null ? {} : { cause }),
  };
}
