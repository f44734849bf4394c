import { DamagedStateError, UnusableStateError } from '../../model/errors';
import { ProblemError, type Problem } from '../../model/problem';
import { isReadwiseError } from '../../readwise/readwise-error';
import type { SyncStats } from './sync-stats';

/**
 * Runs one step of a sync. If it fails, for whatever reason, that is reported and costs that step only; the next
 * sync tries again. Returns whether it succeeded.
 */
export async function contained(stats: SyncStats, step: () => Promise<void>): Promise<boolean> {
  const result = await perItem(step);
  if (!result.ok) stats.failStep(result.error);
  return result.ok;
}

export type ItemResult<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Error };

/** Does the work for one item. A failure, even a bug, is returned as a value, so that the others go on. */
export async function perItem<Value>(work: () => Promise<Value>): Promise<ItemResult<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (endsSync(error)) throw error;
    return { ok: false, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

const ENDING: ReadonlySet<Problem['code']> = new Set([
  'other-account',
  'vault-incomplete',
  'other-notes',
  'database-lost',
  'not-put-back',
]);

/** Whether the sync must stop: later steps would fail as well, or do harm. */
export function endsSync(error: unknown): boolean {
  return (
    isReadwiseError(error, 'token-refused', 'cancelled') ||
    (error instanceof ProblemError && ENDING.has(error.problem.code)) ||
    error instanceof DamagedStateError ||
    error instanceof UnusableStateError ||
    (error instanceof Error && error.name === 'AbortError')
  );
}
