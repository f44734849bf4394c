import { compareText } from '../model/record';
import type { StateChange, StateEntry, StateRange, StateStore } from '../model/ports';
import { forgetRange } from './read-state';

/** Keeps changes in memory on top of another store, which stays unchanged: for dry runs. */
export class OverlayStateStore implements StateStore {
  /** JSON texts; null for a removed key. */
  private readonly changed = new Map<string, string | null>();

  /** The sorted keys of the last prefix. */
  private ordered: { readonly prefix: string; readonly keys: readonly string[] } | null = null;

  /** Without `below`, on top of an empty store. */
  constructor(private readonly below: StateStore | null = null) {}

  async getMany(keys: readonly string[]): Promise<readonly unknown[]> {
    const values = this.below === null ? [] : await this.below.getMany(keys);
    return keys.map((key, index) => (this.changed.has(key) ? parsed(this.changed.get(key)) : values[index]));
  }

  async list(range: StateRange): Promise<readonly StateEntry[]> {
    const keys = await this.keys(range);
    const values = await this.getMany(keys);
    return keys.map((key, index) => ({ key, value: values[index] }));
  }

  async keys(range: StateRange): Promise<readonly string[]> {
    const { limit } = range;
    const found: string[] = [];
    // Some keys below may be removed here, so more are read until there are enough.
    for (let rest = range; this.below !== null && found.length < limit;) {
      const chunk = await this.below.keys(rest);
      found.push(...chunk.filter((key) => !this.changed.has(key)));
      const last = chunk.at(-1);
      if (last === undefined || chunk.length < limit) break;
      rest = { ...range, after: last };
    }
    return [...found, ...this.ownIn(range)].sort(compareText).slice(0, limit);
  }

  /** Ranges are read in chunks, so the sorted keys are kept for the next one. */
  private ownIn({ prefix, after, limit }: StateRange): readonly string[] {
    if (this.ordered?.prefix !== prefix) {
      const keys = [...this.changed.keys()].filter(
        (key) => key.startsWith(prefix) && this.changed.get(key) !== null,
      );
      this.ordered = { prefix, keys: keys.sort(compareText) };
    }
    const { keys } = this.ordered;
    const from = after === undefined ? 0 : keys.findIndex((key) => key > after);
    return from < 0 ? [] : keys.slice(from, from + limit);
  }

  async commit(changes: readonly StateChange[]): Promise<void> {
    const entries = changes.map((change) =>
      'put' in change
        ? ([change.put, JSON.stringify(change.value)] as const)
        : ([change.remove, null] as const),
    );
    for (const [key, text] of entries) this.changed.set(key, text);
    this.ordered = null;
  }

  async update(key: string, edit: (value: unknown) => unknown): Promise<unknown> {
    const under = this.below === null ? undefined : (await this.below.getMany([key]))[0];
    // No `await` from here on, so that no other change comes in between.
    const next = edit(this.changed.has(key) ? parsed(this.changed.get(key)) : under);
    this.changed.set(key, next === undefined ? null : JSON.stringify(next));
    this.ordered = null;
    return next;
  }

  clear(prefix: string): Promise<void> {
    return forgetRange(this, prefix, () => false);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const parsed = (text: string | null | undefined): unknown =>
  typeof text === 'string' ? JSON.parse(text) : undefined;
