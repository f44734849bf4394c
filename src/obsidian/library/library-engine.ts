import type { RunRecord } from '../../sync/journal/run-history';
import type { NoteConflict, Resolution } from '../../merge/resolve-conflict';
import type { LibraryOverview } from '../../model/overview';
import type { NoteIdentity } from '../../model/ports';

export interface ConflictedNote {
  readonly path: string;
  readonly conflicts: readonly NoteConflict[];
}

/** A note before and after a conflict was settled. */
export interface Settled {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** What the view asks of the engine. Nothing but `settle` and `undo` writes anything. */
export interface LibraryEngine {
  /** Rejects when it is aborted; lets the app have its turn meanwhile. */
  overview(signal: AbortSignal): Promise<LibraryOverview>;
  /** Until when the service wants to be left alone, in milliseconds since the epoch; null where it did not say so. */
  pausedUntil(): Promise<number | null>;
  runs(): Promise<readonly RunRecord[]>;
  conflicts(): Promise<readonly ConflictedNote[]>;
  /** Null where the conflict is not there any more. */
  settle(choice: {
    readonly path: string;
    readonly conflict: NoteConflict;
    readonly resolution: Resolution;
  }): Promise<Settled | null>;
  undo(settled: Settled): Promise<'undone' | 'changed'>;
  identityOfItem(itemKey: string): Promise<NoteIdentity | null>;
}
