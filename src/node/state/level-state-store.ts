import { existsSync, renameSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { ClassicLevel } from 'classic-level';
import { causesOf, errorCode, messageOf, StateError } from '../errors';
import type { StateChange, StateEntry, StateRange, StateStore } from '../../model/ports';

/** LevelDB orders by bytes; UTF-16 with the high byte first makes that the order of code units. */
const codeUnits = {
  name: 'florilegium-code-units',
  format: 'buffer',
  encode: (key: string) => Buffer.from(key, 'utf16le').swap16(),
  decode: (bytes: Buffer) => Buffer.from(bytes).swap16().toString('utf16le'),
} as const;

type Database = ClassicLevel<string, string>;

export interface LevelStateStoreOptions {
  /** Made when missing; its parent must exist. */
  readonly folder: string;
  /** Waited for before each commit: what the commit claims to be done must be on the disk by then. */
  readonly beforeCommit: () => Promise<void>;
}

export interface OpenedStateStore {
  readonly store: StateStore;
  /** Where a damaged store was put aside, or null when there was none. */
  readonly movedAside: string | null;
}

/**
 * Opens the store. A damaged one is put aside and a new one begun; one in use elsewhere or refused by the
 * disk throws `StateError`.
 */
export async function openLevelStateStore(options: LevelStateStoreOptions): Promise<OpenedStateStore> {
  try {
    return { store: new LevelStateStore(await openDatabase(options.folder), options), movedAside: null };
  } catch (error) {
    if (!(error instanceof StateError) || error.kind !== 'damaged') throw error;
    const movedAside = freeName(options.folder);
    renameSync(options.folder, movedAside);
    return { store: new LevelStateStore(await openDatabase(options.folder), options), movedAside };
  }
}

/** A look at the status has the store for a moment only, a sync for long. */
const MOST_TRIES = 20;
const BETWEEN_TRIES_MS = 100;

async function openDatabase(folder: string): Promise<Database> {
  const database: Database = new ClassicLevel(folder, { keyEncoding: codeUnits, valueEncoding: 'utf8' });
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
  constructor(
    private readonly database: Database,
    private readonly options: LevelStateStoreOptions,
  ) {}

  async getMany(keys: readonly string[]): Promise<readonly unknown[]> {
    const texts = await this.run(() => this.database.getMany([...keys]));
    return texts.map((text) => (text === undefined ? undefined : this.parse(text)));
  }

  async list(range: StateRange): Promise<readonly StateEntry[]> {
    const entries = await this.run(() => this.database.iterator(boundsOf(range)).all());
    return entries.map(([key, text]) => ({ key, value: this.parse(text) }));
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
    // Not forced to the disk: after a power cut an older state is as good as a crash a moment earlier.
    await this.run(() => this.database.batch(operations));
  }

  close(): Promise<void> {
    return this.run(() => this.database.close());
  }

  private async run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw asStateError(error, this.options.folder);
    }
  }

  private parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw damaged(this.options.folder, error);
    }
  }
}

function serialize(change: { readonly put: string; readonly value: unknown }): string {
  const text: string | undefined = JSON.stringify(change.value);
  if (text === undefined) throw new TypeError(`The value of ${change.put} is no JSON data`);
  return text;
}

function boundsOf({ prefix, after, limit }: StateRange): {
  readonly gt?: string;
  readonly gte?: string;
  readonly lt?: string;
  readonly limit: number;
} {
  const start = after !== undefined && after >= prefix ? { gt: after } : { gte: prefix };
  const end = firstAfterPrefix(prefix);
  return { ...start, ...(end === null ? {} : { lt: end }), limit };
}

/** The least key that is greater than every key with the prefix; null when there is none. */
function firstAfterPrefix(prefix: string): string | null {
  const stem = prefix.replace(/\uffff+$/, '');
  if (stem === '') return null;
  return stem.slice(0, -1) + String.fromCharCode(stem.charCodeAt(stem.length - 1) + 1);
}

/** Errors of the database as `StateError`; anything else is a bug and stays as it is. */
function asStateError(error: unknown, folder: string): unknown {
  for (const cause of causesOf(error)) {
    const code = errorCode(cause);
    if (code === 'LEVEL_LOCKED')
      return new StateError(
        'locked',
        `Another sync is running: it holds ${folder}. Wait for it, or end it.`,
        { cause: error },
      );
    // A file of the store is gone: the folder itself was made when it was not there.
    if (
      code === 'LEVEL_CORRUPTION' ||
      (code === 'LEVEL_IO_ERROR' && /: No such file or directory|cannot find the file/.test(messageOf(cause)))
    )
      return damaged(folder, error);
    if (code === 'LEVEL_IO_ERROR' || isSystemCode(code)) return refused(folder, cause);
  }
  return error;
}

function isSystemCode(code: string | null): boolean {
  return code !== null && /^E[A-Z0-9]+$/.test(code);
}

function refused(folder: string, cause: object): StateError {
  return new StateError(
    'disk',
    `Could not use the sync state in ${folder}: ${messageOf(cause)}. Check the rights and the room on the disk.`,
    { cause },
  );
}

function damaged(folder: string, cause: unknown): StateError {
  return new StateError(
    'damaged',
    `The sync state in ${folder} is damaged. It may be deleted: the next sync then fetches everything once more.`,
    { cause },
  );
}

function freeName(folder: string): string {
  let number = 1;
  while (existsSync(`${folder}.damaged-${number}`)) number += 1;
  return `${folder}.damaged-${number}`;
}
