import { compareText } from '../model/record';
import type { StateChange, StateEntry, StateRange, StateStore } from '../model/ports';

/** What stands in another store, with changes that are kept in memory and never get there: for a look at what would be. */
export class OverlayStateStore implements StateStore {
  /** As JSON, as in any store; null: removed. */
  private readonly changed = new Map<string, string | null>();

  /** Of the changes under the prefix that was last asked for. */
  private ordered: { readonly prefix: string; readonly keys: readonly string[] } | null = null;

  constructor(private readonly below: StateStore) {}

  async getMany(keys: readonly string[]): Promise<readonly unknown[]> {
    const values = await this.below.getMany(keys);
    return keys.map((key, index) => (this.changed.has(key) ? parsed(this.changed.get(key)) : values[index]));
  }

  list(range: StateRange): Promise<readonly StateEntry[]> {
    const own = this.ownIn(range).map((key) => ({ key, value: parsed(this.changed.get(key)) }));
    return this.over(range, { own, next: (rest) => this.below.list(rest), keyOf: ({ key }) => key });
  }

  keys(range: StateRange): Promise<readonly string[]> {
    return this.over(range, {
      own: this.ownIn(range),
      next: (rest) => this.below.keys(rest),
      keyOf: (key) => key,
    });
  }

  private async over<Each>(
    range: StateRange,
    {
      own,
      next,
      keyOf,
    }: {
      readonly own: readonly Each[];
      readonly next: (range: StateRange) => Promise<readonly Each[]>;
      readonly keyOf: (each: Each) => string;
    },
  ): Promise<readonly Each[]> {
    const { limit } = range;
    const found: Each[] = [];
    // As many of those below may be gone as there are changes, so what is read is counted when that is known.
    for (let rest = range; found.length < limit;) {
      const some = await next(rest);
      found.push(...some.filter((each) => !this.changed.has(keyOf(each))));
      const last = some[some.length - 1];
      if (last === undefined || some.length < limit) break;
      rest = { ...range, after: keyOf(last) };
    }
    return [...found, ...own].sort((one, other) => compareText(keyOf(one), keyOf(other))).slice(0, limit);
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
    const texts = changes.map((change) =>
      'remove' in change
        ? ([change.remove, null] as const)
        : ([change.put, JSON.stringify(change.value)] as const),
    );
    for (const [key, text] of texts) this.changed.set(key, text);
    if (texts.length > 0) this.ordered = null;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const parsed = (text: string | null | undefined): unknown =>
  typeof text === 'string' ? JSON.parse(text) : undefined;

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

/** The same store, to which changes are committed in another way. */
export const committing = (state: StateStore, commit: StateStore['commit']): StateStore => ({
  getMany: (keys) => state.getMany(keys),
  list: (range) => state.list(range),
  keys: (range) => state.keys(range),
  commit,
  close: () => state.close(),
});
