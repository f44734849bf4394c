import { deleteDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { DamagedStateError, type StoreKind } from '../../model/errors';
import type { Clock } from '../../model/ports';
import { ProblemError } from '../../model/problem';
import { hostCall, HostError } from '../host/host-error';
import { DATABASE } from '../strings/pane-strings';

/** Values are stored as JSON text. */
interface StateSchema extends DBSchema {
  entries: { key: string; value: string };
}

type Database = IDBPDatabase<StateSchema>;
type EntriesStore<Mode extends IDBTransactionMode> = IDBPObjectStore<
  StateSchema,
  ['entries'],
  'entries',
  Mode
>;

const VERSION = 1;

/** What the browser says when it lost the database for a moment, as iOS does with an app in the background. */
const LOST: ReadonlySet<string> = new Set(['AbortError', 'InvalidStateError', 'UnknownError']);

/** What it says of a database that lacks its table, or has values that cannot be read. */
const DAMAGED: ReadonlySet<string> = new Set([
  'DataError',
  'NotFoundError',
  'NotReadableError',
  'VersionError',
]);

const REOPEN_AFTER_MS = [200, 1000, 5000] as const;

export interface ConnectionOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly store: StoreKind;
}

/**
 * The connection to a database, which is opened again when the browser loses it. Throws a `ProblemError` when it
 * stays lost, `DamagedStateError` and `HostError`.
 */
export class DatabaseConnection {
  private opening: Promise<Database> | null = null;
  private current: Database | null = null;
  /** From then on a database that does not exist was deleted meanwhile. */
  private wasOpened = false;
  private isClosed = false;

  private constructor(private readonly options: ConnectionOptions) {}

  static async open(options: ConnectionOptions): Promise<DatabaseConnection> {
    const connection = new DatabaseConnection(options);
    await connection.repeated(() => connection.database());
    connection.wasOpened = true;
    return connection;
  }

  /**
   * Runs `work` in a transaction of its own and resolves when that is complete; a failed request aborts all of
   * it. When the connection is lost, `work` runs again from its beginning.
   */
  inStore<Mode extends IDBTransactionMode, Result>(
    mode: Mode,
    work: (store: EntriesStore<Mode>) => Promise<Result>,
  ): Promise<Result> {
    return this.repeated(async () => {
      const database = await this.database();
      try {
        const transaction = database.transaction('entries', mode);
        const [result] = await Promise.all([work(transaction.store), transaction.done]);
        return result;
      } catch (error) {
        if (isNamed(error, LOST)) this.drop(database);
        throw error;
      }
    });
  }

  close(): void {
    this.isClosed = true;
    this.opening?.then(
      (database) => database.close(),
      () => undefined,
    );
  }

  private repeated<Result>(attempt: () => Promise<Result>): Promise<Result> {
    return hostCall(
      this.tryRepeatedly(attempt).catch((error: unknown) => {
        if (isNamed(error, LOST)) throw new ProblemError({ code: 'database-lost' });
        if (!isNamed(error, DAMAGED)) throw error;
        throw this.damaged(`${error.name}: ${error.message}`, error);
      }),
    );
  }

  private async tryRepeatedly<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (const wait of REOPEN_AFTER_MS) {
      try {
        return await attempt();
      } catch (error) {
        if (!isNamed(error, LOST)) throw error;
      }
      await this.options.clock.sleep(wait);
    }
    return attempt();
  }

  private async database(): Promise<Database> {
    if (this.isClosed) throw new HostError(DATABASE.closed);
    const opening = (this.opening ??= this.openDatabase());
    try {
      return await opening;
    } catch (error) {
      if (this.opening === opening) this.opening = null;
      throw error;
    }
  }

  private async openDatabase(): Promise<Database> {
    let isGone = false;
    const opening = openDB<StateSchema>(this.options.name, VERSION, {
      upgrade: (fresh, _from, _to, transaction) => {
        isGone = this.wasOpened;
        if (isGone) {
          transaction.done.catch(() => undefined);
          transaction.abort();
        } else if (!fresh.objectStoreNames.contains('entries')) fresh.createObjectStore('entries');
      },
      // It is deleted from elsewhere.
      blocking: () => drop(),
      terminated: () => drop(),
    });
    const drop = (): void => void opening.then((database) => this.drop(database));
    try {
      this.current = await opening;
      return this.current;
    } catch (error) {
      if (isGone) throw this.damaged(DATABASE.deleted, error);
      throw error;
    }
  }

  private damaged(message: string, cause: unknown): DamagedStateError {
    return new DamagedStateError(message, { store: this.options.store, cause });
  }

  /** The next call opens it again. */
  private drop(database: Database): void {
    database.close();
    if (this.current !== database) return;
    this.opening = null;
    this.current = null;
  }
}

/** False where it cannot be deleted now: somebody has it open, or the browser does not answer. */
export const deleteDatabase = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    deleteDB(name, { blocked: () => resolve(false) }).then(
      () => resolve(true),
      () => resolve(false),
    );
  });

const isNamed = (error: unknown, names: ReadonlySet<string>): error is DOMException =>
  error instanceof DOMException && names.has(error.name);
