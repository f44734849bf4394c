import { type RunKind, type SyncReport, WHOLE_SYNC, type FailureCause } from '../model/report';
import type { Settings } from '../model/settings';
import type { ReadwiseClient } from '../readwise/client';
import { recover } from './journal/recover';
import type { SyncDependencies } from './context/sync-options';
import { SyncStats } from './context/sync-stats';
import { prepareRendering, type Rendering } from './templates/prepare-rendering';
import { isOperational } from '../model/errors';
import type { Clock, StateStore } from '../model/ports';
import { dropReportedNotices } from './journal/reported-notices';
import { isQuiet, recordChanges } from './journal/run-history';
import { problemOf, ProblemError, type Problem } from '../model/problem';
import { countUndoneNotes } from './plan/undone-notes';
import { ReadwiseError } from '../readwise/readwise-error';

export interface RunOptions {
  readonly settings: Settings;
  readonly kind?: RunKind;
  /** Client of the run, if it sends requests; the report counts them. */
  readonly client?: ReadwiseClient;
}

export interface RenderedRun {
  readonly stats: SyncStats;
  readonly rendering: Rendering;
}

/** Prepares the templates, runs the work and returns the report. Throws only bugs. */
export async function renderedRun(
  deps: Pick<SyncDependencies, 'vault' | 'state' | 'clock'>,
  { settings, kind = 'sync', client }: RunOptions,
  work: (run: RenderedRun) => Promise<void>,
): Promise<SyncReport> {
  const started = deps.clock.monotonic();
  const stats = new SyncStats();
  const notRecovered = await attempt(async () => {
    stats.vaultWrites += await recover(deps);
  }, stats);
  const rendering = await prepareRendering(deps, settings);
  for (const failure of rendering.ok ? rendering.broken : rendering.failures) stats.fail(failure);
  if (rendering.ok && rendering.changed) {
    for (const warning of rendering.warnings()) stats.notice(warning);
  }
  const run = async (prepared: Rendering): Promise<void> => {
    await work({ stats, rendering: prepared });
    await dropReportedNotices(stats, deps.state);
    stats.undoneNotes ??= await countUndoneNotes({ ...deps, settings });
  };
  const ended = notRecovered ?? (rendering.ok ? await attempt(() => run(rendering), stats) : 'settings');
  const cause = ended ?? stats.cause;
  const report = reportOf({
    stats,
    cause,
    requests: client?.requests ?? 0,
    durationMs: deps.clock.monotonic() - started,
  });
  return rememberRun(report, { ...deps, kind });
}

interface RunMemory {
  readonly clock: Clock;
  readonly state: StateStore;
  readonly kind?: RunKind;
}

/** Runs the steps. An operational error becomes a failure in the stats, a bug is thrown. */
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

/** A run for a host: a failure to start or record it is also in the report. */
export async function reported(run: () => Promise<SyncReport>): Promise<SyncReport> {
  const stats = new SyncStats();
  let report: SyncReport | null = null;
  const cause = await attempt(async () => {
    report = await run();
  }, stats);
  return report ?? reportOf({ stats, cause, requests: 0, durationMs: 0 });
}

/** Records a run that did anything, and returns its report. A quiet one writes nothing. */
export async function rememberRun(report: SyncReport, deps: RunMemory): Promise<SyncReport> {
  const stats = new SyncStats();
  const cause = await attempt(() => commitRun(report, deps), stats);
  if (cause === null || report.cause !== undefined) return report;
  return { ...report, outcome: 'failed', cause, failures: [...report.failures, ...stats.failures] };
}

async function commitRun(report: SyncReport, { clock, state, kind = 'sync' }: RunMemory): Promise<void> {
  if (isQuiet(report)) return;
  const at = new Date(clock.now()).toISOString();
  await state.commit(await recordChanges(state, report, { at, kind }));
}

interface FinishedRun {
  readonly stats: SyncStats;
  readonly cause: FailureCause | null;
  readonly requests: number;
  readonly durationMs: number;
}

export function reportOf({ stats, cause, requests, durationMs }: FinishedRun): SyncReport {
  const { failures } = stats;
  const hasAttachments = stats.attachments.fetched + stats.attachments.failed.length > 0;
  return {
    outcome: outcomeOf(stats, cause),
    notes: stats.counts(),
    requests,
    vaultWrites: stats.vaultWrites,
    durationMs: Math.round(durationMs),
    failures,
    notices: stats.notices,
    conflicts: stats.conflicts,
    ...(stats.hold === null ? {} : { hold: stats.hold }),
    ...(stats.leftOut.size === 0 ? {} : { outOfScope: [...stats.leftOut.values()] }),
    ...(stats.undoneNotes === null ? {} : { undoneNotes: stats.undoneNotes }),
    ...(hasAttachments ? { attachments: stats.attachments } : {}),
    ...(cause === null ? {} : { cause }),
  };
}

function outcomeOf({ hold, failures }: SyncStats, cause: FailureCause | null): SyncReport['outcome'] {
  if (cause !== null) return 'failed';
  if (hold !== null) return 'held';
  return failures.length > 0 ? 'partial' : 'done';
}

/** The problems that a person has to decide about; any other is the device's. */
const CAUSES: Partial<Record<Problem['code'], FailureCause>> = {
  'other-account': 'account',
  'vault-incomplete': 'vault',
  'other-notes': 'other-notes',
};

export function causeOf(error: Error): FailureCause {
  if (error.name === 'AbortError') return 'cancelled';
  if (!(error instanceof ProblemError)) return 'device';
  if (!(error instanceof ReadwiseError)) return CAUSES[error.problem.code] ?? 'device';
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
