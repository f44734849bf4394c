import type { Failure, Hold, Outcome } from '../core/report';
import type { StateStore } from '../ports';

/** What the device knows of its own syncing, without asking the service. */
export interface SyncStatus {
  /** ISO 8601 or null before the first sync. */
  readonly watermarks: { readonly highlights: string | null; readonly documents: string | null };
  readonly items: number;
  /** Items whose note is still to be written. */
  readonly due: number;
  readonly retries: readonly Failure[];
  readonly hold: Hold | null;
  readonly lastRun: { readonly at: string; readonly outcome: Outcome } | null;
}

export function readStatus(_state: StateStore): Promise<SyncStatus> {
  return Promise.reject(new Error('not built yet'));
}
