import type { HoldReason, Problem, Reason } from './problem';

/** What a sync did. Scripts rely on its JSON form. */

export const RUN_KINDS = ['sync', 'render', 'adopt', 'undo'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

export type Outcome = 'done' | 'partial' | 'held' | 'failed';

export interface NoteCounts {
  readonly created: number;
  readonly updated: number;
  readonly renamed: number;
  readonly trashed: number;
  /** Deleted at the service or no longer synced, and moved to the archive folder. */
  readonly archived: number;
  /** The same, left in place and marked, because the user edited them or chose so. */
  readonly kept: number;
  readonly unchanged: number;
  readonly conflicts: number;
  readonly failed: number;
}

/** The `id` of a failure about a template whose notes wait. */
export const BROKEN_TEMPLATE = 'template';

/** The `id` of the failure of a run as a whole. */
export const WHOLE_SYNC = 'sync';

/** The `id` of a notice about the device's own state. */
export const OWN_STATE = 'state';

/** Something that failed, or a notice. */
export interface Failure {
  /** The id of the item or record at the service, or the name of the failed step. */
  readonly id: string;
  readonly path: string | null;
  /** Of the item or record, where there is no path. */
  readonly title?: string | undefined;
  readonly problem: Problem;
}

/** Whether a failure is about a template, which its problem names. */
export const isOfTemplate = ({ id, problem }: Failure): boolean =>
  id === BROKEN_TEMPLATE || problem.code === 'template-mistake' || problem.code === 'template-missing';

/** The `block` of a conflict between two notes with the ids of the same item. */
export const SECOND_NOTE = 'second-note';

export interface Conflict {
  readonly id: string;
  readonly path: string;
  /** An anchor, `header`, a property's name, `UNREADABLE_PROPERTIES`, or `SECOND_NOTE`. */
  readonly block: string;
}

/** The `block` of a conflict where no property of a note can be read. */
export const UNREADABLE_PROPERTIES = 'properties';

/** Whether both values stand in the note until a person chooses one. */
export const isToSettle = ({ block }: Conflict): boolean =>
  block !== SECOND_NOTE && block !== UNREADABLE_PROPERTIES;

/** What both sides changed: the person's stands in the note, the service's in a box below it. */
export interface OpenConflict {
  readonly path: string;
  /** The block's anchor, `header`, or the property's name. */
  readonly block: string;
  readonly isProperty?: true;
  readonly mine: string;
  readonly theirs: string;
}

/** A plan that would remove too much and waits for the user. */
export interface Hold {
  readonly reason: HoldReason;
  readonly notes: readonly HeldNote[];
}

export interface HeldNote {
  readonly id: string;
  readonly path: string;
  readonly action: 'trash' | 'archive';
  readonly reasons: readonly Reason[];
}

/** A note by the id that a sync restores it by. */
export interface DeletedNote {
  readonly id: string;
  /** Where it was last seen, or where it would be now. */
  readonly path: string;
}

/** A note that settings or a rule leave out; it stays until the user decides about such notes. */
export interface LeftOutNote {
  readonly id: string;
  readonly path: string;
}

/** How many notes are as undo left them: taken away, or put back as they were. */
export interface UndoneCounts {
  readonly removed: number;
  readonly reverted: number;
}

export interface AttachmentCounts {
  readonly fetched: number;
  /** By address; the document's own file by the document's id. */
  readonly failed: readonly Failure[];
}

/** What becomes of highlights in a note that stays; of each kind only where there are any. */
export interface BlockCounts {
  /** Blocks that are new, or come back. */
  readonly blocksAdded?: number;
  /** Blocks that go because their highlights were deleted or are left out. */
  readonly blocksRemoved?: number;
  /** Blocks that would go but stay, marked, because the person wrote in them. */
  readonly blocksKept?: number;
}

export interface PlannedAction extends BlockCounts {
  readonly action: 'create' | 'update' | 'rename' | 'trash' | 'archive' | 'keep' | 'skip';
  readonly id: string;
  readonly path: string;
  readonly reasons: readonly Reason[];
  /** The note's key. */
  readonly note: string;
  /** The present path, when the note is to move. */
  readonly from?: string;
  readonly conflicts?: readonly string[];
}

/** Why a whole sync failed; decides the exit code and the advice to the user. */
export const FAILURE_CAUSES = [
  'settings',
  'token',
  'service',
  'account',
  'vault',
  'other-notes',
  'device',
  'cancelled',
] as const;
export type FailureCause = (typeof FAILURE_CAUSES)[number];

export interface SyncReport {
  readonly outcome: Outcome;
  readonly notes: NoteCounts;
  readonly requests: number;
  readonly vaultWrites: number;
  readonly durationMs: number;
  /** What the next sync tries again. */
  readonly failures: readonly Failure[];
  /** What you should know, and nobody has to do again. */
  readonly notices: readonly Failure[];
  readonly conflicts: readonly Conflict[];
  readonly hold?: Hold;
  /** Notes that the setting `outOfScope` is asked about; each is reported once. */
  readonly outOfScope?: readonly LeftOutNote[];
  /** Set when attachments were downloaded. Failed ones stay on the web and are tried on another day. */
  readonly attachments?: AttachmentCounts;
  /** Set where notes are as undo left them. No sync writes one before its item changes. */
  readonly undoneNotes?: UndoneCounts;
  /** Set in a dry run. */
  readonly plan?: readonly PlannedAction[];
  /** Set in a dry run: of how many documents the sync also asks the full text. What they bring is not planned. */
  readonly textsToFetch?: number;
  readonly cause?: FailureCause;
  /** Set by an undo: the kind of run that was undone. */
  readonly undone?: RunKind;
}

/** How a run ended, for a message of a sentence or two. */
export interface RunEnd extends Pick<SyncReport, 'outcome' | 'notes' | 'failures' | 'conflicts'> {
  readonly cause?: FailureCause | undefined;
  /** What an undo took back. */
  readonly undone?: RunKind | undefined;
  /** Number of notes held back. */
  readonly held: number;
  /** Number of failures, apart from templates. */
  readonly failed: number;
}

export function runEndOf({ outcome, cause, undone, notes, hold, failures, conflicts }: SyncReport): RunEnd {
  return {
    outcome,
    ...(cause === undefined ? {} : { cause }),
    ...(undone === undefined ? {} : { undone }),
    notes,
    held: hold?.notes.length ?? 0,
    failed: failures.filter((failure) => !isOfTemplate(failure)).length,
    failures,
    conflicts,
  };
}

/** The state of syncing on this device, without a request to the service. */
export interface SyncStatus {
  /** ISO 8601 or null before the first sync. */
  readonly watermarks: { readonly highlights: string | null; readonly documents: string | null };
  /** With or without a note. */
  readonly items: number;
  /** Items whose note is not written yet. */
  readonly due: number;
  readonly retries: readonly Failure[];
  readonly hold: Hold | null;
  /** The vault is only partly there, so which notes the user deleted is not known. */
  readonly vault: Problem | null;
  /** Notes that come back only when the user asks for them. */
  readonly deletedNotes: readonly DeletedNote[];
  /** Notes that are as undo left them until their items change. */
  readonly undoneNotes: {
    readonly removed: readonly DeletedNote[];
    readonly reverted: readonly DeletedNote[];
    /** Put back, although their items were deleted at the service or are not synced. No sync writes them. */
    readonly kept: readonly DeletedNote[];
  };
  /** Notes whose items are no longer synced, while the setting `outOfScope` asks what becomes of them. */
  readonly leftOut: readonly LeftOutNote[];
  /** Notes that are still there without the properties that say what they are of; syncs leave them alone. */
  readonly notesWithoutId: readonly DeletedNote[];
  readonly awaitingDeletion: readonly AwaitedDeletion[];
  /** Passages with two texts, until a person settles them. */
  readonly conflicts: readonly OpenConflict[];
  readonly lastRun: { readonly at: string; readonly outcome: Outcome } | null;
  /** When the last sync ended that did all it was to do, or all but what waits for the person. */
  readonly lastSuccess: string | null;
  /** Null once a later sync succeeded. */
  readonly lastFailure: LastFailure | null;
}

/** What seems to be deleted in Reader. A later sync looks it up again before anything goes. */
export interface AwaitedDeletion {
  readonly id: string;
  readonly kind: 'document' | 'highlight' | 'note';
  /** Of its note, if it has one. */
  readonly path: string | null;
  /** Of its item; `''` when it is unknown. */
  readonly title: string;
  /** Of a highlight or note; `''` when it is unknown. */
  readonly text: string;
  /** The service's time at the look-up that did not find it, ISO 8601; null before the first look-up. */
  readonly since: string | null;
}

/** The last run in which anything failed. */
export interface LastFailure {
  readonly at: string;
  readonly cause?: FailureCause | undefined;
  readonly failures: readonly Failure[];
}
