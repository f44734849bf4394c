import type { Conflict, Failure, Hold, NoteCounts, PlannedAction } from '../core/report';

/** What a run has done so far. */
export class Tally {
  readonly failures: Failure[] = [];
  readonly conflicts: Conflict[] = [];
  readonly plan: PlannedAction[] = [];
  hold: Hold | null = null;
  vaultWrites = 0;
  private readonly outcomes = new Map<string, NoteOutcome>();
  private readonly conflicted = new Set<string>();

  /** One verdict per item: what a reader would say was done to its note in this run. */
  note(itemKey: string, outcome: NoteOutcome): void {
    const before = this.outcomes.get(itemKey);
    if (before === undefined || RANK[outcome] > RANK[before]) this.outcomes.set(itemKey, outcome);
  }

  fail(itemKey: string, failure: Failure): void {
    this.outcomes.set(itemKey, 'failed');
    this.failures.push(failure);
  }

  /** A later try in the same run that went well makes up for the failure. */
  recovered(itemKey: string): void {
    if (this.outcomes.get(itemKey) === 'failed') this.outcomes.delete(itemKey);
  }

  conflict(itemKey: string, conflict: Conflict): void {
    this.conflicted.add(itemKey);
    this.conflicts.push(conflict);
  }

  counts(): NoteCounts {
    const counts = { created: 0, updated: 0, renamed: 0, trashed: 0, kept: 0, unchanged: 0, failed: 0 };
    for (const outcome of this.outcomes.values()) counts[outcome] += 1;
    return { ...counts, conflicts: this.conflicted.size };
  }
}

export type NoteOutcome = Exclude<keyof NoteCounts, 'conflicts'>;

/** A note that was created and then updated in one run was created. */
const RANK: Readonly<Record<NoteOutcome, number>> = { unchanged: 0, updated: 1, renamed: 2, kept: 3, trashed: 4, created: 5, failed: 6 };
