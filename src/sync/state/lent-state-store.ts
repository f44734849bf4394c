import type { StateChange, StateEntry, StateRange, StateStore } from '../../ports';

/** A store that is opened for each use and closed after it, for whoever outlives that. */
export class LentStateStore implements StateStore {
  private lent: StateStore | null = null;

  /** Uses the store that is open now. */
  async during<Result>(state: StateStore, use: () => Promise<Result>): Promise<Result> {
    this.lent = state;
    try {
      return await use();
    } finally {
      this.lent = null;
    }
  }

  getMany(keys: readonly string[]): Promise<readonly unknown[]> {
    return this.open.getMany(keys);
  }

  list(range: StateRange): Promise<readonly StateEntry[]> {
    return this.open.list(range);
  }

  keys(range: StateRange): Promise<readonly string[]> {
    return this.open.keys(range);
  }

  commit(changes: readonly StateChange[]): Promise<void> {
    return this.open.commit(changes);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private get open(): StateStore {
    if (this.lent === null) throw new Error('The state is not open');
    return this.lent;
  }
}
