import type { RunEnd } from '../../model/report';
import { SyncStats } from '../context/sync-stats';
import type { RunRecord } from './run-history';

/** How a run ended, and when, by the local clock, ISO 8601. */
export interface EndedRun {
  readonly at: string;
  readonly end: RunEnd;
}

/** How the last runs ended, not counting adoptions. */
export interface LastRuns {
  readonly last: EndedRun | null;
  /** When the last sync ended that did everything, or everything but what waits for the person. */
  readonly succeeded: string | null;
  /** The last sync in which anything failed; null once a later one succeeded. */
  readonly failed: RunRecord | null;
}

export const NO_RUNS: LastRuns = { last: null, succeeded: null, failed: null };

/**
 * @param history as read by `readRuns`; it contains no quiet syncs
 * @param quietAt when the last quiet sync ended, which the host remembers; null if there was none
 */
export function lastRunsOf(history: readonly RunRecord[], quietAt: string | null): LastRuns {
  const runs = history.filter(({ kind }) => kind !== 'adopt');
  const syncs = runs.filter(({ kind, cause }) => kind === 'sync' && cause !== 'cancelled');
  const [last] = runs;
  const success = syncs.find(({ outcome }) => outcome === 'done' || outcome === 'held');
  const succeeded = isAfter(quietAt, success) ? quietAt : (success?.at ?? null);
  const failed = syncs.find(({ outcome }) => outcome === 'failed' || outcome === 'partial');
  const isMadeGood = failed === undefined || (succeeded !== null && succeeded > failed.at);
  return {
    last: isAfter(quietAt, last) ? { at: quietAt, end: QUIET } : endedRun(last),
    succeeded,
    failed: isMadeGood ? null : failed,
  };
}

const QUIET: RunEnd = {
  outcome: 'done',
  notes: new SyncStats().counts(),
  held: 0,
  failed: 0,
  failures: [],
  conflicts: [],
};

const isAfter = (quietAt: string | null, run: RunRecord | undefined): quietAt is string =>
  quietAt !== null && (run === undefined || run.at < quietAt);

const endedRun = (run: RunRecord | undefined): EndedRun | null =>
  run === undefined ? null : { at: run.at, end: run };
