import { type RunKind, type SyncReport, WHOLE_SYNC, type FailureCause } from '../model/report';
import type { Settings } from '../model/settings';
import type { ReadwiseClient } from '../readwise/client';
import { mendCutNotes } from './journal/mend-cut-notes';
import type { SyncDependencies } from './context/sync-options';
import { SyncStats } from './context/sync-stats';
import { prepareRendering, type Rendering } from './templates/prepare-rendering';
import { type Clock, type StateStore, isOperational } from '../model/ports';
import { recordChanges } from './journal/run-history';
import { keys } from '../store/keys';
import { readLastRun } from '../store/stored';
import { problemOf, ProblemError } from '../model/problem';
import { readOne } from '../store/read-state';
import { ReadwiseError } from '../readwise/errors';

interface RunOptions {
  readonly settings: Settings;
  readonly dryRun: boolean;
  readonly kind?: RunKind;
  /** Where the run asks the service: its requests are in the report. */
  readonly client?: ReadwiseClient;
}

/**
 * A run that writes notes by templates, from what it looks like with them to the report. Never throws for
 * what can go wrong outside: that is in the report.
 */
export async function renderedRun(
  deps: Pick<SyncDependencies, 'vault' | 'state' | 'clock'>,
  { settings, dryRun, kind = 'sync', client }: RunOptions,
  work: (run: { readonly stats: SyncStats; readonly rendering: Rendering }) => Promise<void>,
): Promise<SyncReport> {
  const started = deps.clock.monotonic();
  const stats = new SyncStats();
  // What ends in a record forgets what was being written.
  if (!dryRun) stats.vaultWrites += await mendCutNotes(deps);
  const rendering = await prepareRendering(deps, settings);
  (rendering.ok ? rendering.broken : rendering.failures).forEach((failure) => stats.fail(failure));
  const cause = rendering.ok ? await attempt(() => work({ stats, rendering }), stats) : 'settings';
  const report = reportOf({
    stats,
    cause,
    requests: client?.requests ?? 0,
    durationMs: deps.clock.monotonic() - started,
    dryRun,
  });
  return rememberRun(report, { ...deps, kind });
}

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
    stats.fail({ id: WHOLE_SYNC, path: null, problem: problemOf(error) });
    return causeOf(error);
  }
}

/**
 * A run as a host calls it: what keeps it from beginning, or from being remembered, is told like all else.
 */
export async function reported(run: () => Promise<SyncReport>): Promise<SyncReport> {
  const stats = new SyncStats();
  let report: SyncReport | null = null;
  const cause = await attempt(async () => {
    report = await run();
  }, stats);
  return report ?? reportOf({ stats, cause, requests: 0, durationMs: 0, dryRun: false });
}

/**
 * Remembers when a run was that left a trace, and answers with what is to be told. A quiet sync writes
 * nothing, not even that it was there.
 */
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

interface Finished {
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

export function causeOf(error: Error): FailureCause {
  if (error.name === 'AbortError') return 'cancelled';
  if (error instanceof ProblemError) {
    if (error.problem.code === 'other-account') return 'account';
    return error.problem.code === 'vault-incomplete' ? 'vault' : 'device';
  }
  if (!(error instanceof ReadwiseError)) return 'device';
  switch (error.kind) {
    case 'token-refused':
      return 'token';
    case 'cancelled':
      return 'cancelled';
    case 'rate-limited':
    case 'unreachable':
    case 'not-the-api':
    case 'rejected':
    case 'cursor-rejected':
    case 'limit-exceeded':
      return 'service';
  }
}
