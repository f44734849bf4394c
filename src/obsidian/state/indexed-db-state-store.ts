import type { Clock, StateChange, StateEntry, StateRange, StateStore } from '../../model/ports';
import { Pace } from '../../model/pace';
import { parseStored } from '../../store/stored';
import { DatabaseConnection, type ConnectionOptions } from './database-connection';

/** Requests per batch: the database answers a batch at once and blocks the window until then. */
const REQUESTS_AT_ONCE = 250;

/** Values per batch; they can be large. */
const VALUES_AT_ONCE = 25;

/** The state in IndexedDB, as JSON text. A commit is one transaction; long work yields to the window. */
export class IndexedDbStateStore implements StateStore {
  private constructor(
    private readonly connection: DatabaseConnection,
    private readonly clock: Clock,
  ) {}

  static async open(options: ConnectionOptions): Promise<IndexedDbStateStore> {
    return new IndexedDbStateStore(await DatabaseConnection.open(options), options.clock);
  }

  async getMany(keys: readonly string[]): Promise<readonly unknown[]> {
    const texts = await this.connection.inStore('readonly', async (store) => {
      const found: (string | undefined)[] = [];
      for (const some of slices(keys, REQUESTS_AT_ONCE))
        found.push(...(await Promise.all(some.map((key) => store.get(key)))));
      return found;
    });
    return this.parsed(texts);
  }

  async list(wanted: StateRange): Promise<readonly StateEntry[]> {
    const range = rangeOf(wanted);
    if (range === null) return [];
    const { keys, texts } = await this.connection.inStore('readonly', async (store) => {
      const found = await store.getAllKeys(range, wanted.limit);
      const values: string[] = [];
      for (const some of slices(found, VALUES_AT_ONCE))
        values.push(...(await store.getAll(IDBKeyRange.bound(some[0], some[some.length - 1]))));
      return { keys: found, texts: values };
    });
    const values = await this.parsed(texts);
    return keys.map((key, index) => ({ key, value: values[index] }));
  }

  async keys(wanted: StateRange): Promise<readonly string[]> {
    const range = rangeOf(wanted);
    if (range === null) return [];
    return this.connection.inStore('readonly', (store) => store.getAllKeys(range, wanted.limit));
  }

  async commit(changes: readonly StateChange[]): Promise<void> {
    const pace = new Pace(this.clock);
    const operations: { key: string; text: string | null }[] = [];
    for (const change of changes) {
      await pace.yieldIfDue();
      operations.push(
        'remove' in change
          ? { key: change.remove, text: null }
          : { key: change.put, text: toJson(change.put, change.value) },
      );
    }
    await this.connection.inStore('readwrite', async (store) => {
      for (const some of slices(operations, REQUESTS_AT_ONCE))
        await Promise.all(
          some.map(({ key, text }) => (text === null ? store.delete(key) : store.put(text, key))),
        );
    });
  }

  update(key: string, edit: (value: unknown) => unknown): Promise<unknown> {
    return this.connection.inStore('readwrite', async (store) => {
      const next = edit(parseStored(await store.get(key)));
      await (next === undefined ? store.delete(key) : store.put(toJson(key, next), key));
      return next;
    });
  }

  async clear(prefix: string): Promise<void> {
    const range = rangeOf({ prefix, limit: Infinity });
    if (range !== null) await this.connection.inStore('readwrite', (store) => store.delete(range));
  }

  close(): Promise<void> {
    this.connection.close();
    return Promise.resolve();
  }

  private async parsed(texts: readonly (string | undefined)[]): Promise<readonly unknown[]> {
    const pace = new Pace(this.clock);
    const values: unknown[] = [];
    for (const text of texts) {
      await pace.yieldIfDue();
      values.push(parseStored(text));
    }
    return values;
  }
}

function* slices<Each>(all: readonly Each[], size: number): Generator<readonly Each[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

function toJson(key: string, value: unknown): string {
  const text: unknown = JSON.stringify(value);
  if (typeof text === 'string') return text;
  throw new Error(`The state cannot hold the value of ${key}: it is not JSON data`);
}

function rangeOf({ prefix, after, limit }: StateRange): IDBKeyRange | null {
  // IndexedDB takes a limit of 0 for no limit.
  if (limit <= 0) return null;
  const isPastPrefix = after !== undefined && after >= prefix;
  const lower = isPastPrefix ? after : prefix;
  const upper = firstAfter(prefix);
  if (upper === null) return IDBKeyRange.lowerBound(lower, isPastPrefix);
  return lower < upper ? IDBKeyRange.bound(lower, upper, isPastPrefix, true) : null;
}

/** The smallest string greater than all that start with `prefix`, by code units; null when there is none. */
function firstAfter(prefix: string): string | null {
  const stem = prefix.replace(/\uffff+$/, '');
  if (stem === '') return null;
  return stem.slice(0, -1) + String.fromCharCode(stem.charCodeAt(stem.length - 1) + 1);
}
