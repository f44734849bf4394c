import { Pace } from '../../../pace';
import type { StateChange, StateEntry, StateRange, StateStore } from '../../../ports';
import { hosted } from '../host-error';
import { WindowClock } from '../window-clock';

/** Values are JSON text: what is no JSON data is refused before anything is written. */
const ENTRIES = 'entries';

/** Asked of the database in one go: each costs a little before others have their turn. */
const AT_ONCE = 250;

/** Given by the database in one go: each may cost some milliseconds of collecting garbage before others have their turn. */
const GIVEN_AT_ONCE = 8;

/** Keys in a row that it pays to look for as neighbours. */
const FEWEST_IN_A_WALK = 8;

/** The state in IndexedDB: it stays on this device, and a commit is one transaction. Lets others have their turn over long work. */
export class IndexedDbStateStore implements StateStore {
  private readonly clock = new WindowClock();

  private constructor(private readonly database: IDBDatabase) {}

  /** `name` is the database's: one for each vault. */
  static open(name: string): Promise<IndexedDbStateStore> {
    return asked((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => void request.result.createObjectStore(ENTRIES);
      request.onerror = () => reject(errorOf(request));
      request.onsuccess = () => {
        const database = request.result;
        // Another window wants to delete or upgrade the database: what is lost here costs one full pull.
        database.onversionchange = () => database.close();
        resolve(new IndexedDbStateStore(database));
      };
    });
  }

  async getMany(keys: readonly string[]): Promise<readonly unknown[]> {
    if (keys.length === 0) return [];
    const texts = new Map<unknown, unknown>();
    await this.transact('readonly', (store) => {
      const ask = (start: number): void => {
        const end = start + AT_ONCE;
        const requests = walksIn(keys.slice(start, end)).map((walk) =>
          askFor(store, walk, (key, text) => void texts.set(key, text)),
        );
        if (end < keys.length) requests[requests.length - 1]?.addEventListener('success', () => ask(end));
      };
      ask(0);
    });
    return this.parsed(keys.map((key) => texts.get(key)));
  }

  async list(wanted: StateRange): Promise<readonly StateEntry[]> {
    const range = rangeOf(wanted);
    if (range === null) return [];
    const texts: unknown[] = [];
    const keys = await this.transact('readonly', (store) => {
      const found = store.getAllKeys(range, wanted.limit);
      found.onsuccess = () => give(store, found.result, { take: (_, text) => void texts.push(text) });
      return found;
    });
    const values = await this.parsed(texts);
    return keys.result.flatMap((key, position) =>
      typeof key === 'string' ? { key, value: values[position] } : [],
    );
  }

  async keys(wanted: StateRange): Promise<readonly string[]> {
    const range = rangeOf(wanted);
    if (range === null) return [];
    const { result } = await this.transact('readonly', (store) => store.getAllKeys(range, wanted.limit));
    return result.filter((key) => typeof key === 'string');
  }

  async commit(changes: readonly StateChange[]): Promise<void> {
    if (changes.length === 0) return;
    const pace = new Pace(this.clock);
    const operations: Operation[] = [];
    for (const change of changes) {
      if (pace.isDue) await pace.breathe();
      operations.push(toOperation(change));
    }
    await this.transact('readwrite', (store) => {
      const write = (start: number): void => {
        const end = start + AT_ONCE;
        const requests = operations
          .slice(start, end)
          .map(({ key, text }) => (text === null ? store.delete(key) : store.put(text, key)));
        const last = requests[requests.length - 1];
        if (last !== undefined && end < operations.length) last.onsuccess = () => write(end);
      };
      write(0);
    });
  }

  close(): Promise<void> {
    this.database.close();
    return Promise.resolve();
  }

  /** Resolves when the transaction is through. What fails aborts it: nothing of it stays. */
  private transact<Asked>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => Asked): Promise<Asked> {
    return asked((resolve, reject) => {
      const transaction = this.database.transaction(ENTRIES, mode);
      transaction.onabort = () => reject(errorOf(transaction));
      try {
        const asked = ask(transaction.objectStore(ENTRIES));
        transaction.oncomplete = () => resolve(asked);
      } catch (error) {
        transaction.abort();
        throw error;
      }
    });
  }

  private async parsed(texts: readonly unknown[]): Promise<readonly unknown[]> {
    const pace = new Pace(this.clock);
    const values: unknown[] = [];
    for (const text of texts) {
      if (pace.isDue) await pace.breathe();
      values.push(typeof text === 'string' ? JSON.parse(text) : undefined);
    }
    return values;
  }
}

type Take = (key: IDBValidKey, text: unknown) => void;

/** Stretches of rising keys: whoever walks through the state asks in that order, so that little else lies between them. */
function walksIn(keys: readonly string[]): readonly (readonly string[])[] {
  const walks: string[][] = [];
  let last: string | null = null;
  for (const key of keys) {
    if (last === null || key < last) walks.push([]);
    walks[walks.length - 1]?.push(key);
    last = key;
  }
  return walks;
}

/** Each request costs time and memory: of neighbours, all are asked for with a few. Returns the last one that was made by now. */
function askFor(store: IDBObjectStore, walk: readonly string[], take: Take): IDBRequest | undefined {
  if (walk.length < FEWEST_IN_A_WALK) return askOneByOne(store, walk, take);
  const most = walk.length * 2;
  const listed = store.getAllKeys(IDBKeyRange.bound(walk[0], walk[walk.length - 1]), most);
  listed.onsuccess = () => {
    if (listed.result.length < most) give(store, listed.result, { take, wanted: new Set<unknown>(walk) });
    else askOneByOne(store, walk, take);
  };
  return listed;
}

function askOneByOne(store: IDBObjectStore, keys: readonly string[], take: Take): IDBRequest | undefined {
  const requests = keys.map((key) => {
    const request: IDBRequest<unknown> = store.get(key);
    request.onsuccess = () => take(key, request.result);
    return request;
  });
  return requests[requests.length - 1];
}

/** What is under all the keys of a stretch of the store, a few at a time; where not all is wanted, no more than those that lie around it. */
function give(
  store: IDBObjectStore,
  keys: readonly IDBValidKey[],
  { take, wanted }: { readonly take: Take; readonly wanted?: ReadonlySet<unknown> },
): void {
  for (let start = 0; start < keys.length; start += GIVEN_AT_ONCE) {
    const some = keys.slice(start, start + GIVEN_AT_ONCE);
    if (wanted !== undefined && !some.some((key) => wanted.has(key))) continue;
    const request: IDBRequest<unknown[]> = store.getAll(IDBKeyRange.bound(some[0], some[some.length - 1]));
    request.onsuccess = () => some.forEach((key, index) => take(key, request.result[index]));
  }
}

const asked = <Result>(
  ask: (resolve: (result: Result) => void, reject: (error: DOMException) => void) => void,
): Promise<Result> => hosted(new Promise(ask));

const errorOf = ({ error }: { readonly error: DOMException | null }): DOMException =>
  error ?? new DOMException('The database gave up', 'AbortError');

/** `text` null: remove. */
interface Operation {
  readonly key: string;
  readonly text: string | null;
}

/** Throws for a value that is no JSON data. */
function toOperation(change: StateChange): Operation {
  if ('remove' in change) return { key: change.remove, text: null };
  const text: unknown = JSON.stringify(change.value);
  if (typeof text !== 'string')
    throw new Error(`The state cannot hold the value of ${change.put}: it is no JSON data`);
  return { key: change.put, text };
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
