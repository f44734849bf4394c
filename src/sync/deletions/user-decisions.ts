import { compareText } from '../../model/record';
import type { StateChange, StateStore } from '../../model/ports';
import { keys } from '../../store/keys';
import { readDecisions, type StoredDecisions } from '../../store/stored';
import { readOne } from '../../store/read-state';

export type UserDecision = keyof StoredDecisions;

/**
 * What a person decided about single items: let its note go, keep it, or bring it back. A decision holds, over restarts, until it is
 * carried out or the item changes at the service. Of two decisions about one item the later one counts.
 */
export class UserDecisions {
  private constructor(
    private readonly decisions: Map<string, UserDecision>,
    private stored: string,
  ) {}

  static async read(state: StateStore): Promise<UserDecisions> {
    const stored = await readOne(state, keys.decisions, readDecisions);
    const decisions = new Map(
      USER_DECISIONS.flatMap((decision) => stored[decision].map((key) => [key, decision] as const)),
    );
    return new UserDecisions(decisions, written(decisions));
  }

  of(itemKey: string): UserDecision | null {
    return this.decisions.get(itemKey) ?? null;
  }

  record(decision: UserDecision, itemKeys: readonly string[]): void {
    for (const key of itemKeys) this.decisions.set(key, decision);
  }

  /** The decision about the item is carried out, or there is nothing left that it could be about. */
  forget(itemKey: string): void {
    this.decisions.delete(itemKey);
  }

  /** What has changed since the last call, to be committed together with what was done. */
  takeChanges(): readonly StateChange[] {
    const now = written(this.decisions);
    if (now === this.stored) return [];
    this.stored = now;
    if (this.decisions.size === 0) return [{ remove: keys.decisions }];
    return [{ put: keys.decisions, value: byDecision(this.decisions) }];
  }
}

const USER_DECISIONS = ['remove', 'keep', 'restore'] as const;

function byDecision(decisions: ReadonlyMap<string, UserDecision>): StoredDecisions {
  const keysOf = (wanted: UserDecision): string[] =>
    [...decisions].flatMap(([key, decision]) => (decision === wanted ? [key] : [])).sort(compareText);
  return { remove: keysOf('remove'), keep: keysOf('keep'), restore: keysOf('restore') };
}

const written = (decisions: ReadonlyMap<string, UserDecision>): string =>
  JSON.stringify(byDecision(decisions));
