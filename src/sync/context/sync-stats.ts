import {
  SECOND_NOTE,
  WHOLE_SYNC,
  type Conflict,
  type Failure,
  type FailureCause,
  type Hold,
  type LeftOutNote,
  type NoteCounts,
  type PlannedAction,
  type UndoneCounts,
} from '../../model/report';
import { compareText } from '../../model/record';
import { problemOf } from '../../model/problem';
import { isOperational } from '../../model/errors';
import { ReadwiseError } from '../../readwise/readwise-error';

export class SyncStats {
  hold: Hold | null = null;
  /** Why a step that concerns the whole sync failed. */
  cause: FailureCause | null = null;
  vaultWrites = 0;
  undoneNotes: UndoneCounts | null = null;
  /** Notes that the settings leave out now, by key; the user is asked what to do with them. */
  readonly leftOut = new Map<string, LeftOutNote>();
  readonly attachments: { fetched: number; readonly failed: Failure[] } = { fetched: 0, failed: [] };
  private readonly outcomes = new Map<string, NoteOutcome>();
  private readonly recorded = new Map<string, PlannedAction>();
  /** By their JSON: one record, step or conflict may be reported in several places. */
  private readonly runFailures = new Map<string, Failure>();
  private readonly noticed = new Map<string, Failure>();
  private readonly noteFailures = new Map<string, Failure>();
  private readonly conflictsFound = new Map<string, Conflict>();
  private readonly conflictedNotes = new Set<string>();

  /** Counts one outcome per note: the one that describes the run best. */
  note(noteKey: string, outcome: NoteOutcome): void {
    const before = this.outcomes.get(noteKey);
    if (before === undefined || REMOVED.has(outcome) || RANK[outcome] > RANK[before])
      this.outcomes.set(noteKey, outcome);
  }

  /** Counts a fetched file; `isNew` is false when the vault had the same content. */
  attach(isNew: boolean): void {
    this.attachments.fetched += 1;
    if (isNew) this.vaultWrites += 1;
  }

  /** Records what was done with a note; a later action replaces it. */
  recordAction(noteKey: string, action: Omit<PlannedAction, 'note'>): void {
    this.recorded.set(noteKey, { ...action, note: noteKey });
  }

  get actions(): readonly PlannedAction[] {
    return [...this.recorded.values()];
  }

  get conflicts(): readonly Conflict[] {
    // In an order that does not depend on which page came first.
    return [...this.conflictsFound.values()].sort((one, other) => compareText(one.path, other.path));
  }

  get failures(): readonly Failure[] {
    return [...this.runFailures.values(), ...this.noteFailures.values()];
  }

  get notices(): readonly Failure[] {
    return [...this.noticed.values()];
  }

  /** Records a failure that is not about one note. */
  fail(failure: Failure): void {
    this.runFailures.set(JSON.stringify(failure), failure);
  }

  /** Records that a step of the sync failed; the others went on. A bug is no fault of the service or device. */
  failStep(error: Error): void {
    this.fail({ id: WHOLE_SYNC, path: null, problem: problemOf(error) });
    if (isOperational(error)) this.cause ??= error instanceof ReadwiseError ? 'service' : 'device';
  }

  /** Records something that a person should know and nobody has to do again. */
  notice(notice: Failure): void {
    this.noticed.set(JSON.stringify(notice), notice);
  }

  dropNotice(notice: Failure): void {
    this.noticed.delete(JSON.stringify(notice));
  }

  failNote(noteKey: string, failure: Failure): void {
    this.noteFailures.set(noteKey, failure);
  }

  /** Drops a note's failure after a successful retry in the same run. */
  recover(noteKey: string): void {
    this.noteFailures.delete(noteKey);
  }

  conflict(noteKey: string, conflict: Conflict): void {
    // A duplicate note is no conflict of edits.
    if (conflict.block !== SECOND_NOTE) this.conflictedNotes.add(noteKey);
    // A note may be written more than once in a run.
    this.conflictsFound.set(JSON.stringify(conflict), conflict);
  }

  counts(): NoteCounts {
    const counts = { created: 0, updated: 0, renamed: 0, trashed: 0, archived: 0, kept: 0, unchanged: 0 };
    for (const [noteKey, outcome] of this.outcomes) {
      // It counts as changed on both sides.
      if (outcome === 'updated' && this.conflictedNotes.has(noteKey)) continue;
      // What was done counts even when the rest of the note failed.
      if (outcome !== 'unchanged' || !this.noteFailures.has(noteKey)) counts[outcome] += 1;
    }
    return { ...counts, failed: this.noteFailures.size, conflicts: this.conflictedNotes.size };
  }
}

export type NoteOutcome = Exclude<keyof NoteCounts, 'conflicts' | 'failed'>;

/** These outcomes replace any other: the note is no longer in its place. */
const REMOVED: ReadonlySet<NoteOutcome> = new Set(['trashed', 'archived']);

/** Higher ranks win: a note that was created and then updated counts as created. */
const RANK: Readonly<Record<NoteOutcome, number>> = {
  unchanged: 0,
  updated: 1,
  renamed: 2,
  kept: 3,
  archived: 4,
  trashed: 5,
  created: 6,
};
