import {
  SECOND_NOTE,
  type Conflict,
  type Failure,
  type Hold,
  type LeftOutNote,
  type NoteCounts,
  type PlannedAction,
} from '../../model/report';

/** What a run has done so far. */
export class SyncStats {
  readonly conflicts: Conflict[] = [];
  hold: Hold | null = null;
  vaultWrites = 0;
  /**
   * Notes whose items are out of scope by now, and of which a person is to say what becomes of them; by their
   * keys.
   */
  readonly leftOut = new Map<string, LeftOutNote>();
  readonly attachments: { fetched: number; readonly failed: Failure[] } = { fetched: 0, failed: [] };
  private readonly outcomes = new Map<string, NoteOutcome>();
  private readonly plannedActions = new Map<string, PlannedAction>();
  private readonly general: Failure[] = [];
  private readonly ofNotes = new Map<string, Failure>();
  private readonly conflicted = new Set<string>();

  /** One decision per item: what a reader would say was done to its note in this run. */
  note(itemKey: string, outcome: NoteOutcome): void {
    const before = this.outcomes.get(itemKey);
    if (before === undefined || LEFT.has(outcome) || RANK[outcome] > RANK[before])
      this.outcomes.set(itemKey, outcome);
  }

  /** A file came from the web; one with the same content may have been in the vault. */
  attach(isNew: boolean): void {
    this.attachments.fetched += 1;
    if (isNew) this.vaultWrites += 1;
  }

  /** What a dry run would do to a note; what is planned later in the run counts. */
  recordPlanned(
    noteKey: string,
    action: Omit<PlannedAction, 'note'>,
    outcome = OUTCOMES[action.action],
  ): void {
    this.plannedActions.set(noteKey, { ...action, note: noteKey });
    this.note(noteKey, outcome);
  }

  get plan(): readonly PlannedAction[] {
    return [...this.plannedActions.values()];
  }

  get failures(): readonly Failure[] {
    return [...this.general, ...this.ofNotes.values()];
  }

  /** A failure that is not about one note. */
  fail(failure: Failure): void {
    this.general.push(failure);
  }

  failNote(itemKey: string, failure: Failure): void {
    this.ofNotes.set(itemKey, failure);
  }

  /** A later try in the same run that goes well makes up for the failure. */
  recover(itemKey: string): void {
    this.ofNotes.delete(itemKey);
  }

  conflict(itemKey: string, conflict: Conflict): void {
    // A note beside the one that is kept up to date was not changed on both sides.
    if (conflict.block !== SECOND_NOTE) this.conflicted.add(itemKey);
    this.conflicts.push(conflict);
  }

  counts(): NoteCounts {
    const counts = { created: 0, updated: 0, renamed: 0, trashed: 0, archived: 0, kept: 0, unchanged: 0 };
    for (const [itemKey, outcome] of this.outcomes) if (!this.ofNotes.has(itemKey)) counts[outcome] += 1;
    return { ...counts, failed: this.ofNotes.size, conflicts: this.conflicted.size };
  }
}

export type NoteOutcome = Exclude<keyof NoteCounts, 'conflicts' | 'failed'>;

/** What becomes of a note by each action. */
const OUTCOMES: Readonly<Record<PlannedAction['action'], NoteOutcome>> = {
  create: 'created',
  update: 'updated',
  rename: 'renamed',
  trash: 'trashed',
  archive: 'archived',
  keep: 'kept',
  skip: 'unchanged',
};

/** Whatever was done before, it is not where it was. */
const LEFT: ReadonlySet<NoteOutcome> = new Set(['trashed', 'archived']);

/** A note that was created and then updated in one run was created. */
const RANK: Readonly<Record<NoteOutcome, number>> = {
  unchanged: 0,
  updated: 1,
  renamed: 2,
  kept: 3,
  archived: 4,
  trashed: 5,
  created: 6,
};
