import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { StateChange, StateEntry, StateRange, StateStore } from '../../src/model/ports';
import { Mutex } from '../../src/model/pace';
import { compareText } from '../../src/model/record';
import { isReadable } from '../../src/store/outbox-store';
import { parseStored } from '../../src/store/stored';
import { isMissing } from '../errors';
import { flushFolder } from '../vault/temporary-file';
import { asStateError, serialize } from './level-state-store';

/** Beside the store, so that a damaged store costs no change that waits. */
const FILE = 'outbox.json';
const SET_ASIDE = 'outbox-damaged-';

const contentSchema = z.record(z.string(), z.unknown());

interface Content {
  /** JSON texts by key. */
  readonly texts: ReadonlyMap<string, string>;
  /** Some of the file could not be read. */
  readonly isDamaged: boolean;
}

interface OpenOutbox {
  readonly outbox: StateStore;
  /** A copy of the file, of which not all could be read; null: all could. */
  readonly setAside: string | null;
}

/**
 * Opens the outbox of a state folder, which is one file. Only for who has opened the store of the folder. Throws
 * `StateError`.
 */
export async function openOutboxFile(folder: string): Promise<OpenOutbox> {
  const { texts, isDamaged } = readContent(folder);
  const outbox = new OutboxFile(folder, texts);
  if (!isDamaged) return { outbox, setAside: null };
  const copy = `${SET_ASIDE}${Date.now()}.json`;
  await replaceFile(folder, copy, readFileSync(join(folder, FILE)));
  await outbox.commit([]);
  return { outbox, setAside: join(folder, copy) };
}

/** What another process has in its outbox by now, to read it. Throws `StateError`. */
export const readOutboxFile = (folder: string): StateStore =>
  new OutboxFile(folder, readContent(folder).texts);

/** Whether there are changes that cannot be read, in the file or in a copy that was set aside. */
export const hasUnreadableChanges = (folder: string): boolean =>
  readContent(folder).isDamaged || readdirSync(folder).some((name) => name.startsWith(SET_ASIDE));

/** The whole outbox in memory, because it is small; each change writes the file anew. */
class OutboxFile implements StateStore {
  /** One write after the other. */
  private readonly writes = new Mutex();

  constructor(
    private readonly folder: string,
    private texts: ReadonlyMap<string, string>,
  ) {}

  getMany(keys: readonly string[]): Promise<readonly unknown[]> {
    return Promise.resolve(keys.map((key) => parseStored(this.texts.get(key))));
  }

  async list(range: StateRange): Promise<readonly StateEntry[]> {
    const keys = await this.keys(range);
    const values = await this.getMany(keys);
    return keys.map((key, index) => ({ key, value: values[index] }));
  }

  keys({ prefix, after, limit }: StateRange): Promise<readonly string[]> {
    const isIn = (key: string): boolean => key.startsWith(prefix) && (after === undefined || key > after);
    return Promise.resolve([...this.texts.keys()].filter(isIn).sort(compareText).slice(0, limit));
  }

  commit(changes: readonly StateChange[]): Promise<void> {
    return this.write((texts) => {
      for (const change of changes) {
        if ('put' in change) texts.set(change.put, serialize(change));
        else texts.delete(change.remove);
      }
    });
  }

  async update(key: string, edit: (value: unknown) => unknown): Promise<unknown> {
    let next: unknown;
    await this.write((texts) => {
      next = edit(parseStored(texts.get(key)));
      if (next === undefined) texts.delete(key);
      else texts.set(key, serialize({ put: key, value: next }));
    });
    return next;
  }

  clear(prefix: string): Promise<void> {
    return this.write((texts) => {
      for (const key of [...texts.keys()]) if (key.startsWith(prefix)) texts.delete(key);
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** In memory it is changed only once the file is on the disk. */
  private write(change: (texts: Map<string, string>) => void): Promise<void> {
    return this.writes.run(async () => {
      const texts = new Map(this.texts);
      change(texts);
      const entries = [...texts].map(([key, text]) => [key, parseStored(text)]);
      const content = `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
      await replaceFile(this.folder, FILE, content);
      this.texts = texts;
    });
  }
}

function readContent(folder: string): Content {
  const stored = contentSchema.safeParse(readJson(folder));
  if (!stored.success) return { texts: new Map(), isDamaged: true };
  const entries = Object.entries(stored.data);
  const readable = entries.filter(([key, value]) => isReadable(key, value));
  const texts = new Map(readable.map(([key, value]) => [key, JSON.stringify(value)]));
  return { texts, isDamaged: readable.length < entries.length };
}

/** Empty where there is no file; undefined where it is not JSON. */
function readJson(folder: string): unknown {
  try {
    return parseStored(readFileSync(join(folder, FILE), 'utf8'));
  } catch (error) {
    if (isMissing(error)) return {};
    throw asStateError(error, folder);
  }
}

/** Writes a file so that after a crash or power cut it is there as before or as it shall be. */
async function replaceFile(folder: string, name: string, content: string | Buffer): Promise<void> {
  const file = join(folder, name);
  const draft = `${file}.new`;
  try {
    writeFlushed(draft, content);
    renameSync(draft, file);
    await flushFolder(folder);
  } catch (error) {
    rmSync(draft, { force: true });
    throw asStateError(error, folder);
  }
}

function writeFlushed(file: string, content: string | Buffer): void {
  const descriptor = openSync(file, 'w', 0o600);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
