import { lookForToken } from './canary';
import type { StateChange, StateEntry, StateRange, StateStore } from '../../src/model/ports';

/**
 * State in memory. Values are kept as JSON text, so that what was read can be changed without changing what
 * is stored.
 */
export class MemoryStateStore implements StateStore {
  private readonly values = new Map<string, string>();
  private sortedKeys: string[] | null = null;
  private closed = false;

  /** `delay`: how long each call waits before it is carried out; not at all by default. */
  constructor(private readonly delay?: () => Promise<void>) {}

  async getMany(keys: readonly string[]): Promise<readonly unknown[]> {
    await this.begin();
    return keys.map((key) => parse(this.values.get(key)));
  }

  async list(range: StateRange): Promise<readonly StateEntry[]> {
    return (await this.keys(range)).map((key) => ({ key, value: parse(this.values.get(key)) }));
  }

  async keys({ prefix, after, limit }: StateRange): Promise<readonly string[]> {
    await this.begin();
    const all = this.keysInOrder();
    const start =
      after !== undefined && after >= prefix
        ? firstAt(all, (key) => key > after)
        : firstAt(all, (key) => key >= prefix);
    const found: string[] = [];
    for (let index = start; found.length < limit; index += 1) {
      const key = all[index];
      if (key === undefined || !key.startsWith(prefix)) break;
      found.push(key);
    }
    return found;
  }

  async commit(changes: readonly StateChange[]): Promise<void> {
    await this.begin();
    // All values are turned into text first: one that is no JSON data leaves everything as it was.
    const prepared = changes.map((change) =>
      'put' in change ? { key: change.put, text: serialize(change) } : { key: change.remove, text: null },
    );
    for (const { key, text } of prepared) {
      if (text === null) {
        if (this.values.delete(key)) this.sortedKeys = null;
      } else {
        if (!this.values.has(key)) this.sortedKeys = null;
        this.values.set(key, text);
      }
    }
  }

  async update(key: string, edit: (value: unknown) => unknown): Promise<unknown> {
    await this.begin();
    const next = edit(parse(this.values.get(key)));
    if (next === undefined) this.values.delete(key);
    else this.values.set(key, serialize({ put: key, value: next }));
    this.sortedKeys = null;
    return next;
  }

  async clear(prefix: string): Promise<void> {
    for (const key of await this.keys({ prefix, limit: Infinity })) this.values.delete(key);
    this.sortedKeys = null;
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }

  /** The same contents in a store of its own: what a device would find after a crash at this moment. */
  copy(): MemoryStateStore {
    const copy = new MemoryStateStore(this.delay);
    for (const [key, text] of this.values) copy.values.set(key, text);
    return copy;
  }

  /** What is stored, as text by key, in no order: for comparing stores. */
  texts(): ReadonlyMap<string, string> {
    return this.values;
  }

  private keysInOrder(): readonly string[] {
    this.sortedKeys ??= [...this.values.keys()].sort();
    return this.sortedKeys;
  }

  private async begin(): Promise<void> {
    if (this.delay !== undefined) await this.delay();
    if (this.closed) throw new Error('The state store is closed');
  }
}

function serialize(change: { readonly put: string; readonly value: unknown }): string {
  const text: string | undefined = JSON.stringify(change.value);
  if (text === undefined) throw new TypeError(`The value of ${change.put} is no JSON data`);
  lookForToken(`the state under ${change.put}`, text);
  return text;
}

function parse(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}

function firstAt(keys: readonly string[], isPast: (key: string) => boolean): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isPast(keys[middle] ?? '')) high = middle;
    else low = middle + 1;
  }
  return low;
}
