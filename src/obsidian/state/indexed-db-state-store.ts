import type { App } from 'obsidian';
import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import {
  DamagedStateError,
  type StateChange,
  type StateEntry,
  type StateRange,
  type StateStore,
} from '../../model/ports';
import { Pace } from '../../model/pace';
import { hostCall } from '../host/host-error';
import { WindowClock } from '../host/window-clock';

/** Values are stored as JSON text; anything that is not JSON data is refused before a write. */
interface StateSchema extends DBSchema {
  entries: { key: string; value: string };
}

/** Requests per batch: the database answers a batch at once and blocks the window until then. */
const REQUESTS_AT_ONCE = 250;

/** Values per batch; they can be large. */
const VALUES_AT_ONCE = 25;

/** The state in IndexedDB. A commit is one transaction; long work yields to the window. */
export class IndexedDbStateStore implements StateStore {
  private readonly clock = new WindowClock();

  private constructor(private readonly database: IDBPDatabase<StateSchema>) {}

  /** `name`: the database's name, one for each vault. */
  static open(name: string): Promise<IndexedDbStateStore> {
    return stateCall(
      (async () => {
        const database: IDBPDatabase<StateSchema> = await openDB<StateSchema>(name, 1, {
          upgrade: (fresh) => void fresh.createObjectStore('entries'),
          // Another window wants to delete or upgrade the database. Losing it costs one full pull.
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

  update(key: string, edit: (value: unknown) => unknown): Promise<unknown> {
    return this.inStore('readwrite', async (store) => {
      const next = edit(parse(await store.get(key)));
      await (next === undefined ? store.delete(key) : store.put(toJson(key, next), key));
      return next;
    });
  }

  async clear(prefix: string): Promise<void> {
    const range = rangeOf({ prefix, limit: Infinity });
    if (range !== null) await this.inStore('readwrite', (store) => store.delete(range));
  }

  async close(): Promise<void> {
    this.database.close();
  }

  /** Resolves when the transaction is complete. A failed request aborts all of it. */
  private inStore<Mode extends IDBTransactionMode, Result>(
    mode: Mode,
    work: (store: EntriesStore<Mode>) => Promise<Result>,
  ): Promise<Result> {
    const call = mode === 'readonly' ? stateCall : hostCall;
    return call(
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
      values.push(parse(text));
    }
    return values;
  }
}

/** What the browser says of a database that it cannot open or read, or that is not as it was made. */
const DAMAGED: ReadonlySet<string> = new Set([
  'DataError',
  'NotFoundError',
  'NotReadableError',
  'UnknownError',
  'VersionError',
]);

/** As `hostCall`, for opening and reading. A failed write may be a full disk, and tells of no damage. */
function stateCall<Result>(work: Promise<Result>): Promise<Result> {
  return hostCall(
    work.catch((error: unknown) => {
      if (!(error instanceof DOMException) || !DAMAGED.has(error.name)) throw error;
      throw new DamagedStateError(`${error.name}: ${error.message}`, { cause: error });
    }),
  );
}

/** What is not JSON counts as absent, as a value of an unknown shape does. */
function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
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

const KEY = 'florilegium-state';

/** Names of this session, in case local storage is full: Obsidian does not report that. */
const generatedNames = new WeakMap<App, string>();

/** Opens a new database in place of a damaged one. The old one is kept if that fails. */
export async function replaceState(app: App): Promise<IndexedDbStateStore> {
  const old = stateNameOf(app);
  const name = newName();
  const store = await IndexedDbStateStore.open(name);
  remember(app, name);
  deleteDB(old).catch(() => {
    // It cannot be opened, so it may not be deletable either. Only its space is lost.
  });
  return store;
}

const newName = (): string => `${KEY}-${window.crypto.randomUUID()}`;

function remember(app: App, name: string): void {
  generatedNames.set(app, name);
  app.saveLocalStorage(KEY, name);
}

/** Name of this vault's database on this device: random, because vaults can share a name and have no id. */
export function stateNameOf(app: App): string {
  const known: unknown = app.loadLocalStorage(KEY);
  if (typeof known === 'string' && known !== '') return known;
  const name = generatedNames.get(app) ?? newName();
  remember(app, name);
  return name;
}
