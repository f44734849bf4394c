import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { StateChange, StateEntry, StateStore } from '../../ports';

interface Schema extends DBSchema {
  /** Values are JSON text: what is no JSON data is refused before anything is written. */
  entries: { key: string; value: string };
}

/** The state in IndexedDB: it stays on this device, and a commit is one transaction. */
export class IndexedDbStateStore implements StateStore {
  private constructor(private readonly database: IDBPDatabase<Schema>) {}

  /** `name` is the database's: one for each vault. */
  static async open(name: string): Promise<IndexedDbStateStore> {
    const database = await openDB<Schema>(name, 1, {
      upgrade: (fresh) => {
        fresh.createObjectStore('entries');
      },
      // Another window wants to delete or upgrade the database: what is lost here costs one full pull.
      blocking: (_current, _blocked, event) => {
        if (event.target instanceof IDBDatabase) event.target.close();
      },
    });
    return new IndexedDbStateStore(database);
  }

  async getMany(keys: readonly string[]): Promise<readonly unknown[]> {
    const { store } = this.database.transaction('entries');
    const texts = await Promise.all(keys.map((key) => store.get(key)));
    return texts.map(fromText);
  }

  async list(options: { readonly prefix: string; readonly after?: string; readonly limit: number }): Promise<readonly StateEntry[]> {
    const { limit } = options;
    if (limit <= 0) return [];
    const range = rangeOf(options);
    if (range === null) return [];
    const { store } = this.database.transaction('entries');
    const [keys, values] = await Promise.all([store.getAllKeys(range, limit), store.getAll(range, limit)]);
    return keys.map((key, position) => ({ key, value: fromText(values[position]) }));
  }

  async commit(changes: readonly StateChange[]): Promise<void> {
    if (changes.length === 0) return;
    const operations = changes.map(toOperation);
    const transaction = this.database.transaction('entries', 'readwrite');
    const { store } = transaction;
    // An operation that fails aborts the transaction, and `done` rejects: nothing of the batch stays.
    const requests = operations.map(({ key, text }) => (text === null ? store.delete(key) : store.put(text, key)));
    await Promise.all([...requests, transaction.done]);
  }

  close(): Promise<void> {
    this.database.close();
    return Promise.resolve();
  }
}

/** `text` null: remove. Throws for a value that is no JSON data. */
function toOperation(change: StateChange): { readonly key: string; readonly text: string | null } {
  if ('remove' in change) return { key: change.remove, text: null };
  const text: unknown = JSON.stringify(change.value);
  if (typeof text !== 'string') throw new Error(`The state cannot hold the value of ${change.put}: it is no JSON data`);
  return { key: change.put, text };
}

function fromText(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}

/** Keys that start with `prefix` and come after `after`; null when there can be none. */
function rangeOf({ prefix, after }: { readonly prefix: string; readonly after?: string }): IDBKeyRange | null {
  const isPastPrefix = after !== undefined && after >= prefix;
  const lower = isPastPrefix ? after : prefix;
  const upper = firstAfter(prefix);
  if (upper === null) return IDBKeyRange.lowerBound(lower, isPastPrefix);
  return lower < upper ? IDBKeyRange.bound(lower, upper, isPastPrefix, true) : null;
}

/** The least text greater than all that start with `prefix`, by code units; null when there is none. */
function firstAfter(prefix: string): string | null {
  const stem = prefix.replace(/\uffff+$/, '');
  if (stem === '') return null;
  return stem.slice(0, -1) + String.fromCharCode(stem.charCodeAt(stem.length - 1) + 1);
}
