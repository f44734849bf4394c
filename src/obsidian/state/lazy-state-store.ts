import type { StateChange, StateEntry, StateRange, StateStore } from '../../model/ports';

/** A store that is made by its first change; until then it is empty. So what only reads leaves no trace. */
export class LazyStateStore implements StateStore {
  private made: Promise<StateStore> | null = null;

  constructor(private readonly make: () => Promise<StateStore>) {}

  async getMany(keys: readonly string[]): Promise<readonly unknown[]> {
    return this.made === null ? keys.map(() => undefined) : (await this.made).getMany(keys);
  }

  async list(range: StateRange): Promise<readonly StateEntry[]> {
    return this.made === null ? [] : (await this.made).list(range);
  }

  async keys(range: StateRange): Promise<readonly string[]> {
    return this.made === null ? [] : (await this.made).keys(range);
  }

  async commit(changes: readonly StateChange[]): Promise<void> {
    await (await this.store()).commit(changes);
  }

  async update(key: string, edit: (value: unknown) => unknown): Promise<unknown> {
    return (await this.store()).update(key, edit);
  }

  async clear(prefix: string): Promise<void> {
    if (this.made !== null) await (await this.made).clear(prefix);
  }

  async close(): Promise<void> {
    if (this.made !== null) await (await this.made).close();
  }

  private store(): Promise<StateStore> {
    return (this.made ??= this.make());
  }
}
