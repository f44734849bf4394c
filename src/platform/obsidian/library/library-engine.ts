import type { NoteConflict } from '../../../core/conflicts/conflict-sites';
import type { Resolution } from '../../../core/conflicts/resolve-conflict';
import type { RunRecord } from '../../../core/history/run-record';
import type { Failure, Hold } from '../../../core/report';
import type { NoteIdentity } from '../../../ports';

/** What this device holds, by counts. */
export interface LibraryOverview {
  readonly counts: { readonly items: number; readonly notes: number };
  readonly watermarks: { readonly highlights: string | null; readonly documents: string | null };
  readonly due: number;
  readonly hold: Hold | null;
  readonly failures: readonly RetriedFailure[];
}

/** Something that the next sync tries again. */
export interface RetriedFailure extends Failure {
  /** Null where nothing can be tried alone. */
  readonly itemKey: string | null;
  readonly title: string;
}

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
  runs(): Promise<readonly RunRecord[]>;
  conflicts(): Promise<readonly ConflictedNote[]>;
  /** Null where the conflict is not there any more. */
  settle(choice: { readonly path: string; readonly conflict: NoteConflict; readonly resolution: Resolution }): Promise<Settled | null>;
  undo(settled: Settled): Promise<'undone' | 'changed'>;
  identityOfItem(itemKey: string): Promise<NoteIdentity | null>;
}
