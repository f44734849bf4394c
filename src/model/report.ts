import type { HoldReason, Problem, Reason } from './problem';

/**
 * The report: what a sync did, as a value. Scripts rely on its JSON form, which is made when it is printed.
 */

export const RUN_KINDS = ['sync', 'render', 'adopt', 'undo'] as const;
/** A sync, notes written again from the replica, notes of another plugin adopted, or the undoing of a run. */
export type RunKind = (typeof RUN_KINDS)[number];

export type Outcome = 'done' | 'partial' | 'held' | 'failed';

export interface NoteCounts {
  readonly created: number;
  readonly updated: number;
  readonly renamed: number;
  readonly trashed: number;
  /** Gone at the service, moved to the archive folder. */
  readonly archived: number;
  /**
   * Gone at the service, left in place and marked: they hold a person's words, or the settings or a person
   * say so.
   */
  readonly kept: number;
  readonly unchanged: number;
  readonly conflicts: number;
  readonly failed: number;
}

/**
 * The `id` of a failure that says: a template cannot be used, and notes are written with what it last was.
 */
export const BROKEN_TEMPLATE = 'template';

/** The `id` of the failure of a run as a whole. */
export const WHOLE_SYNC = 'sync';

/** One thing that did not work; it is tried again at the next sync. */
export interface Failure {
  /** The item's or record's id at the service, or the name of the step that failed. */
  readonly id: string;
  /** The note, where there is one. */
  readonly path: string | null;
  readonly problem: Problem;
}

/** The `block` of a conflict that says: this note bears the ids of an item that has another note. */
export const SECOND_NOTE = 'second note of the same item';

export interface Conflict {
  readonly id: string;
  readonly path: string;
  /**
   * The block's anchor, `header`, the property's name, `properties` where they cannot be read, or
   * `SECOND_NOTE`.
   */
  readonly block: string;
}

/** A plan that would remove too much, waiting for a person. */
export interface Hold {
  readonly reason: HoldReason;
  readonly notes: readonly HeldNote[];
}

/** A note that a hold keeps in its place, and where it would go. */
export interface HeldNote {
  readonly id: string;
  readonly path: string;
  readonly action: 'trash' | 'archive';
}

/** A note that the person deleted and that the service could fill again. */
export interface DeletedNote {
  readonly id: string;
  /** Where it was last seen, or where it would be by now. */
  readonly path: string;
}

/**
 * A note whose item is no longer in scope, or left out by a rule. It stays until a person has said what
 * becomes of such notes.
 */
export interface LeftOutNote {
  readonly id: string;
  readonly path: string;
}

export interface AttachmentCounts {
  readonly fetched: number;
  /** By their addresses; the document's own file by the document's id. */
  readonly failed: readonly Failure[];
}

/** One planned action with its reasons, as a dry run shows it. */
export interface PlannedAction {
  readonly action: 'create' | 'update' | 'rename' | 'trash' | 'archive' | 'keep' | 'skip';
  readonly id: string;
  readonly path: string;
  readonly reasons: readonly Reason[];
  /** The note's key. */
  readonly note: string;
  /** Where it is now, if it is to move. */
  readonly from?: string;
  /** Blocks and properties that both sides changed. */
  readonly conflicts?: readonly string[];
}

/** Why a sync as a whole failed; decides the exit code and what a person is told to do. */
export type FailureCause = 'settings' | 'token' | 'service' | 'account' | 'vault' | 'device' | 'cancelled';

export interface SyncReport {
  readonly outcome: Outcome;
  readonly notes: NoteCounts;
  readonly requests: number;
  readonly vaultWrites: number;
  readonly durationMs: number;
  readonly failures: readonly Failure[];
  readonly conflicts: readonly Conflict[];
  readonly hold?: Hold;
  /**
   * Only where the setting `outOfScope` is still to be decided: notes that it is about, each told of once.
   */
  readonly outOfScope?: readonly LeftOutNote[];
  /**
   * Only where files were asked for from the web. What failed stays there, and is asked for again on another
   * day.
   */
  readonly attachments?: AttachmentCounts;
  /** Only in a dry run: everything that would have been done. */
  readonly plan?: readonly PlannedAction[];
  /** Only when `outcome` is `failed`. */
  readonly cause?: FailureCause;
  /** Only of an undoing: what kind of run was undone. */
  readonly undone?: RunKind;
}

/** What the device knows of its own syncing, without asking the service. */
export interface SyncStatus {
  /** ISO 8601 or null before the first sync. */
  readonly watermarks: { readonly highlights: string | null; readonly documents: string | null };
  /** All that the device holds records of, also where they have no note. */
  readonly items: number;
  /** Items whose note is still to be written. */
  readonly due: number;
  readonly retries: readonly Failure[];
  readonly hold: Hold | null;
  /** Notes that come back only when a person asks for them. */
  readonly deletedNotes: readonly DeletedNote[];
  readonly lastRun: { readonly at: string; readonly outcome: Outcome } | null;
}
