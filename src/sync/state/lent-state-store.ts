import type { StateChange, StateEntry, StateStore } from '../../ports';

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

  list(options: { readonly prefix: string; readonly after?: string; readonly limit: number }): Promise<readonly StateEntry[]> {
    return this.open.list(options);
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
