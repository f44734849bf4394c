import type { Failure, Hold, Outcome } from '../../core/report';
import { holdLines, oneLine } from './report-text';

/** What is shown of a device's own syncing; the engine's `SyncStatus` has this shape. */
export interface ShownStatus {
  readonly watermarks: { readonly highlights: string | null; readonly documents: string | null };
  readonly items: number;
  readonly due: number;
  readonly retries: readonly Failure[];
  readonly hold: Hold | null;
  readonly lastRun: { readonly at: string; readonly outcome: Outcome } | null;
}

/** The status of a vault that this device never synced. */
export const NEVER_SYNCED: ShownStatus = { watermarks: { highlights: null, documents: null }, items: 0, due: 0, retries: [], hold: null, lastRun: null };

/** The status as lines for people. */
export function statusText({ watermarks, items, due, retries, hold, lastRun }: ShownStatus): readonly string[] {
  return [
    lastRun === null ? 'No sync has ended on this device yet.' : `Last sync: ${lastRun.at}, ${lastRun.outcome}`,
    `Up to date as of: highlights ${watermarks.highlights ?? 'never'}, documents ${watermarks.documents ?? 'never'}`,
    `Items: ${items}, of which ${due} still to be written`,
    ...retries.map(({ id, path, message }) => `To be tried again: ${oneLine(path ?? id)}: ${oneLine(message)}`),
    ...(hold === null ? [] : holdLines(hold)),
  ];
}
