import type { FailureCause, RunKind, SyncReport } from '../../model/report';

export const RUN_KINDS = ['sync', 'render', 'adopt', 'undo'] as const satisfies readonly RunKind[];

/** What the device remembers of one run that did anything: of its report, at most 100 failures and conflicts each. */
export interface RunRecord extends Pick<
  SyncReport,
  'outcome' | 'notes' | 'requests' | 'vaultWrites' | 'durationMs' | 'failures' | 'conflicts'
> {
  /** Grows by one with each run that did anything. A run that was cut short has a number and no record. */
  readonly run: number;
  /** When it ended by the local clock, ISO 8601. */
  readonly at: string;
  readonly kind: RunKind;
  readonly cause?: FailureCause | undefined;
}

/** A note in which a run found a conflict that no later run has found settled. */
export interface OpenConflict {
  readonly noteKey: string;
  /** The id by which people are told of the note. */
  readonly id: string;
  readonly path: string;
  /** The run that told of the last of them. */
  readonly run: number;
}

const MOST_LISTED = 100;

/** Runs whose records are kept. */
export const RUNS_KEPT = 50;

export function runRecordOf(
  report: SyncReport,
  { run, at, kind }: Pick<RunRecord, 'run' | 'at' | 'kind'>,
): RunRecord {
  const { outcome, cause, notes, requests, vaultWrites, durationMs, failures, conflicts } = report;
  return {
    run,
    at,
    kind,
    outcome,
    ...(cause === undefined ? {} : { cause }),
    notes,
    requests,
    vaultWrites,
    durationMs,
    failures: failures.slice(0, MOST_LISTED),
    conflicts: conflicts.slice(0, MOST_LISTED),
  };
}
