import { setTimeout } from 'node:timers/promises';
import { ClassicLevel } from 'classic-level';
import { causesOf, errorCode, messageOf, StateError } from '../errors';
import { DamagedStateError } from '../../src/model/errors';
import type { StateChange, StateEntry, StateRange, StateStore } from '../../src/model/ports';
import { STATE } from '../text/system-text';
import { Mutex } from '../../src/model/pace';
import { parseStored } from '../../src/store/stored';
import { namesManifest, readChecksums, versionOf, writeChecksums, type Checksums } from './store-checksums';

/** LevelDB orders by bytes; big-endian UTF-16 makes that the order of code units. */
const codeUnits = {
  name: 'florilegium-code-units',
  format: 'buffer',
  encode: (key: string) => Buffer.from(key, 'utf16le').swap16(),
  decode: (bytes: Buffer) => Buffer.from(bytes).swap16().toString('utf16le'),
} as const;

type Database = ClassicLevel<string, string>;

/** With the default of 4 MB, a first sync sorts and writes its own data again and again. */
const WRITE_BUFFER_BYTES = 16 * 1024 * 1024;

export interface LevelStateStoreOptions {
  /** Created if missing; its parent must exist. */
  readonly folder: string;
  /** Runs before each commit, so that files the commit refers to are on the disk. */
  readonly beforeCommit: () => Promise<void>;
}

/** Opens the store, which is made if there is none. Throws `StateError` or `DamagedStateError`. */
export async function openLevelStateStore(options: LevelStateStoreOptions): Promise<StateStore> {
  const { folder } = options;
  try {
    // LevelDB itself does not notice a missing log, or a log that was cut.
    const known = readChecksums(folder);
    if (known === null) throw damagedError(folder);
    const database = await openDatabase(folder, { createIfMissing: true });
    return new LevelStateStore(database, { ...options, checksums: { known, version: versionOf(folder) } });
  } catch (error) {
    throw asStateError(error, folder);
  }
}

/** Opens a copy of a store to read it. Throws `StateError` or `DamagedStateError`. */
export async function openCopy(folder: string): Promise<StateStore> {
  const beforeCommit = (): Promise<void> => Promise.resolve();
  try {
    if (!namesManifest(folder)) throw damagedError(folder);
    const database = await openDatabase(folder, { createIfMissing: false });
    return new LevelStateStore(database, { folder, beforeCommit, checksums: null });
  } catch (error) {
    throw error instanceof StateError || error instanceof DamagedStateError
      ? error
      : damagedError(folder, error);
  }
}

/** The status command has the store open only briefly. */
const MOST_TRIES = 20;
const BETWEEN_TRIES_MS = 100;

async function openDatabase(
  folder: string,
  { createIfMissing }: { readonly createIfMissing: boolean },
): Promise<Database> {
  const database: Database = new ClassicLevel(folder, {
    keyEncoding: codeUnits,
    valueEncoding: 'utf8',
    createIfMissing,
    writeBufferSize: WRITE_BUFFER_BYTES,
  });
  for (let tries = 1; ; tries += 1) {
    try {
      await database.open();
      return database;
    } catch (error) {
      const problem = asStateError(error, folder);
      if (!(problem instanceof StateError) || problem.kind !== 'locked' || tries === MOST_TRIES)
        throw problem;
      await setTimeout(BETWEEN_TRIES_MS);
    }
  }
}

class LevelStateStore implements StateStore {
  /** One write after the other: LevelDB has no transaction that reads and writes. */
  private readonly writes = new Mutex();

  constructor(
    private readonly database: Database,
    private readonly options: LevelStateStoreOptions & {
      /** As it was opened; null for a copy, which gets none. */
      readonly checksums: { readonly known: Checksums; readonly version: string | null } | null;
    },
  ) {}

  async getMany(keys: readonly string[]): Promise<readonly unknown[]> {
    const texts = await this.run(() => this.database.getMany([...keys]));
    return texts.map(parseStored);
  }

  async list(range: StateRange): Promise<readonly StateEntry[]> {
    const entries = await this.run(() => this.database.iterator(boundsOf(range)).all());
    return entries.map(([key, text]) => ({ key, value: parseStored(text) }));
  }

  keys(range: StateRange): Promise<readonly string[]> {
    return this.run(() => this.database.keys(boundsOf(range)).all());
  }

  async commit(changes: readonly StateChange[]): Promise<void> {
    const operations = changes.map((change) =>
      'put' in change
        ? ({ type: 'put', key: change.put, value: serialize(change) } as const)
        : ({ type: 'del', key: change.remove } as const),
    );
    await this.options.beforeCommit();
    // Not synced to the disk: after a power cut, an older state is as good as an earlier crash.
    await this.write(() => this.database.batch(operations));
  }

  async update(key: string, edit: (value: unknown) => unknown): Promise<unknown> {
    await this.options.beforeCommit();
    return this.write(async () => {
      const next = edit(parseStored(await this.database.get(key)));
      if (next === undefined) await this.database.del(key);
      else await this.database.put(key, serialize({ put: key, value: next }));
      return next;
    });
  }

  async clear(prefix: string): Promise<void> {
    await this.options.beforeCommit();
    await this.write(() => this.database.clear(boundsOf({ prefix, limit: Infinity })));
  }

  async close(): Promise<void> {
    await this.write(() => this.database.close());
    const { folder, checksums } = this.options;
    if (checksums !== null) writeChecksums(folder, checksums);
  }

  private async run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw asStateError(error, this.options.folder);
    }
  }

  private write<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.writes.run(() => this.run(work));
  }
}

export function serialize(change: { readonly put: string; readonly value: unknown }): string {
  const text: string | undefined = JSON.stringify(change.value);
  if (text === undefined) throw new TypeError(`The value of ${change.put} is not JSON`);
  return text;
}

function boundsOf({ prefix, after, limit }: StateRange) {
  const start = after !== undefined && after >= prefix ? { gt: after } : { gte: prefix };
  const end = firstAfterPrefix(prefix);
  return { ...start, ...(end === null ? {} : { lt: end }), limit };
}

/** The smallest key after all keys with the prefix; null if there is none. */
function firstAfterPrefix(prefix: string): string | null {
  const stem = prefix.replace(/\uffff+$/, '');
  if (stem === '') return null;
  return stem.slice(0, -1) + String.fromCharCode(stem.charCodeAt(stem.length - 1) + 1);
}

/** Turns errors of database and disk into `StateError` or `DamagedStateError`; returns any other as it is. */
export function asStateError(error: unknown, folder: string): unknown {
  if (error instanceof StateError || error instanceof DamagedStateError) return error;
  for (const cause of causesOf(error)) {
    const code = errorCode(cause);
    if (code === 'LEVEL_LOCKED')
      return new StateError('locked', STATE.inUse(folder), {
        cause: error,
      });
    // A missing file of the store, because a missing folder is created.
    if (
      code === 'LEVEL_CORRUPTION' ||
      (code === 'LEVEL_IO_ERROR' &&
        /: No such file or directory|cannot find the file|Invalid argument/.test(messageOf(cause)))
    )
      return damagedError(folder, error);
    if (code === 'LEVEL_IO_ERROR' || isSystemCode(code)) return diskError(folder, cause);
  }
  return error;
}

const isSystemCode = (code: string | null): boolean => code !== null && /^E[A-Z0-9]+$/.test(code);

function diskError(folder: string, cause: object): StateError {
  return new StateError('disk', STATE.unusable(folder, messageOf(cause)), { cause });
}

function damagedError(folder: string, cause?: unknown): DamagedStateError {
  return new DamagedStateError(STATE.damaged(folder), { cause });
}
