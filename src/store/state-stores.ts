import { compareText } from '../model/record';
import type { StateChange, StateEntry, StateRange, StateStore } from '../model/ports';

/**
 * Changes that are kept in memory, over another store that they never get to: for a look at what would be.
 */
export class OverlayStateStore implements StateStore {
  /** As JSON, as in any store; null: removed. */
  private readonly changed = new Map<string, string | null>();

  /** Of the changes under the prefix that was last asked for. */
  private ordered: { readonly prefix: string; readonly keys: readonly string[] } | null = null;

  /** `below` null: over an empty store. */
  constructor(private below: StateStore | null = null) {}

  /** The same changes over a store that was opened anew. */
  placeOver(below: StateStore): this {
    this.below = below;
    return this;
  }

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
    // As many of those below may be gone as there are changes, so what is read is counted when that is known.
    for (let rest = range; this.below !== null && found.length < limit;) {
      const some = await this.below.keys(rest);
      found.push(...some.filter((key) => !this.changed.has(key)));
      const last = some[some.length - 1];
      if (last === undefined || some.length < limit) break;
      rest = { ...range, after: last };
    }
    return [...found, ...this.ownIn(range)].sort(compareText).slice(0, limit);
  }

  /** Ranges are read in chunks, one after the other, so the order is kept for the next. */
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
    const texts = changes.map((change) => ('put' in change ? JSON.stringify(change.value) : null));
    changes.forEach((change, index) =>
      this.changed.set('put' in change ? change.put : change.remove, texts[index] ?? null),
    );
    this.ordered = null;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const parsed = (text: string | null | undefined): unknown =>
  typeof text === 'string' ? JSON.parse(text) : undefined;

/** The same store, to which changes are committed in another way. */
export const committing = (state: StateStore, commit: StateStore['commit']): StateStore => ({
  getMany: (keys) => state.getMany(keys),
  list: (range) => state.list(range),
  keys: (range) => state.keys(range),
  commit,
  close: () => state.close(),
});
