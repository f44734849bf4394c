import { compareText } from '../../core/library/record';
import type { StateChange, StateEntry, StateStore } from '../../ports';

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

  async list({ prefix, after, limit }: { readonly prefix: string; readonly after?: string; readonly limit: number }): Promise<readonly StateEntry[]> {
    const own = this.ownAfter(prefix, after, limit);
    const found: StateEntry[] = [];
    // As many of those below may be gone as there are changes, so what is read is counted when that is known.
    for (let from = after; found.length < limit; ) {
      const entries = await this.below.list({ prefix, limit, ...(from === undefined ? {} : { after: from }) });
      found.push(...entries.filter(({ key }) => !this.changed.has(key)));
      from = entries[entries.length - 1]?.key;
      if (entries.length < limit) break;
    }
    return [...found, ...own].sort((one, other) => compareText(one.key, other.key)).slice(0, limit);
  }

  /** Ranges are read in chunks, one after the other, so the order is kept for the next. */
  private ownAfter(prefix: string, after: string | undefined, limit: number): readonly StateEntry[] {
    if (this.ordered?.prefix !== prefix) {
      const keys = [...this.changed.keys()].filter((key) => key.startsWith(prefix) && this.changed.get(key) !== null);
      this.ordered = { prefix, keys: keys.sort(compareText) };
    }
    const { keys } = this.ordered;
    const from = after === undefined ? 0 : keys.findIndex((key) => key > after);
    return from < 0 ? [] : keys.slice(from, from + limit).map((key) => ({ key, value: parsed(this.changed.get(key)) }));
  }

  async commit(changes: readonly StateChange[]): Promise<void> {
    const texts = changes.map((change) => ('remove' in change ? ([change.remove, null] as const) : ([change.put, JSON.stringify(change.value)] as const)));
    for (const [key, text] of texts) this.changed.set(key, text);
    if (texts.length > 0) this.ordered = null;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const parsed = (text: string | null | undefined): unknown => (typeof text === 'string' ? JSON.parse(text) : undefined);
