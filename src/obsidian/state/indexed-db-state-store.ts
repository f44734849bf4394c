import type { App } from 'obsidian';
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import type { StateChange, StateEntry, StateRange, StateStore } from '../../model/ports';
import { Pace } from '../../model/pace';
import { hosted } from '../host/host-error';
import { WindowClock } from '../host/window-clock';

/** Values are JSON text: what is no JSON data is refused before anything is written. */
interface StateSchema extends DBSchema {
  entries: { key: string; value: string };
}

/** Requests made in one go: the database answers them together, and until then nobody else has their turn. */
const REQUESTS_AT_ONCE = 250;

/** Values given in one go: they can be large. */
const VALUES_AT_ONCE = 25;

/**
 * The state in IndexedDB: it stays on this device, and a commit is one transaction. Lets others have their
 * turn over long work.
 */
export class IndexedDbStateStore implements StateStore {
  private readonly clock = new WindowClock();

  private constructor(private readonly database: IDBPDatabase<StateSchema>) {}

  /** `name` is the database's: one for each vault. */
  static open(name: string): Promise<IndexedDbStateStore> {
    return hosted(
      (async () => {
        const database: IDBPDatabase<StateSchema> = await openDB<StateSchema>(name, 1, {
          upgrade: (fresh) => void fresh.createObjectStore('entries'),
          // Another window wants to delete or upgrade the database: what is lost here costs one full pull.
          blocking: () => database.close(),
        });
        return new IndexedDbStateStore(database);
      })(),
    );
  }

  async getMany(keys: readonly string[]): Promise<readonly unknown[]> {
    const texts: (string | undefined)[] = [];
    await this.inStore('readonly', async (store) => {
      for (const some of slices(keys, REQUESTS_AT_ONCE))
        texts.push(...(await Promise.all(some.map((key) => store.get(key)))));
    });
    return this.parsed(texts);
  }

  async list(wanted: StateRange): Promise<readonly StateEntry[]> {
    const range = rangeOf(wanted);
    if (range === null) return [];
    const texts: string[] = [];
    const keys = await this.inStore('readonly', async (store) => {
      const found = await store.getAllKeys(range, wanted.limit);
      for (const some of slices(found, VALUES_AT_ONCE))
        texts.push(...(await store.getAll(IDBKeyRange.bound(some[0], some[some.length - 1]))));
      return found;
    });
    const values = await this.parsed(texts);
    return keys.map((key, index) => ({ key, value: values[index] }));
  }

  async keys(wanted: StateRange): Promise<readonly string[]> {
    const range = rangeOf(wanted);
    if (range === null) return [];
    return this.inStore('readonly', (store) => store.getAllKeys(range, wanted.limit));
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
    await this.inStore('readwrite', async (store) => {
      for (const some of slices(operations, REQUESTS_AT_ONCE))
        await Promise.all(
          some.map(({ key, text }) => (text === null ? store.delete(key) : store.put(text, key))),
        );
    });
  }

  async close(): Promise<void> {
    this.database.close();
  }

  /** Resolves when the transaction is through. A request that fails aborts it: nothing of it stays. */
  private inStore<Mode extends IDBTransactionMode, Result>(
    mode: Mode,
    work: (store: EntriesStore<Mode>) => Promise<Result>,
  ): Promise<Result> {
    return hosted(
      (async () => {
        const transaction = this.database.transaction('entries', mode);
        const [result] = await Promise.all([work(transaction.store), transaction.done]);
        return result;
      })(),
    );
  }

  private async parsed(texts: readonly (string | undefined)[]): Promise<readonly unknown[]> {
    const pace = new Pace(this.clock);
    const values: unknown[] = [];
    for (const text of texts) {
      await pace.yieldIfDue();
      values.push(text === undefined ? undefined : JSON.parse(text));
    }
    return values;
  }
}

type EntriesStore<Mode extends IDBTransactionMode> = IDBPObjectStore<
  StateSchema,
  ['entries'],
  'entries',
  Mode
>;

function* slices<Each>(all: readonly Each[], size: number): Generator<readonly Each[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

function toJson(key: string, value: unknown): string {
  const text: unknown = JSON.stringify(value);
  if (typeof text === 'string') return text;
  throw new Error(`The state cannot hold the value of ${key}: it is no JSON data`);
}

/** Null when there can be no such keys. */
function rangeOf({ prefix, after, limit }: StateRange): IDBKeyRange | null {
  // The database takes none for all.
  if (limit <= 0) return null;
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

const KEY = 'florilegium-state';

/**
 * Name of this vault's database on this device: a random one, because two vaults may have the same name and
 * the app tells no id of a vault.
 */
export const stateNameOf = (app: App): string =>
  ownText(app, { key: KEY, make: () => `${KEY}-${window.crypto.randomUUID()}` });

const made = new WeakMap<App, Map<string, string>>();

/**
 * A text of this vault's own on this device: made once, and kept in the app's local storage. The app does not
 * say when that is full: then it is kept as long as the app runs.
 */
export function ownText(
  app: App,
  { key, make }: { readonly key: string; readonly make: () => string },
): string {
  const known: unknown = app.loadLocalStorage(key);
  if (typeof known === 'string' && known !== '') return known;
  const texts = made.get(app) ?? new Map<string, string>();
  const text = texts.get(key) ?? make();
  made.set(app, texts.set(key, text));
  app.saveLocalStorage(key, text);
  return text;
}
