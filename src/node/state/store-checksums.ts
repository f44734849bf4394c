import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { errorCode, isMissing } from '../errors';

/** In the folder of the store, so that it moves with it. LevelDB leaves files alone that are not its own. */
const FILE = 'checksums.json';

/** A file whose size and times are as they were is not read again: most of a store never changes. */
const entrySchema = z.object({
  checksum: z.string(),
  size: z.number(),
  mtimeMs: z.number(),
  /** A program that sets the modification time back cannot set this one. */
  ctimeMs: z.number(),
});
const checksumsSchema = z.record(z.string(), entrySchema);

type Entry = z.infer<typeof entrySchema>;
/** By file name. */
export type Checksums = Readonly<Record<string, Entry>>;

/**
 * Compares the files of a closed store with their checksums, and removes these, because the files change as
 * soon as the store is opened. Returns the checksums, which are empty where there are none, as after a run
 * that was killed; null if a file differs. Throws the system's error.
 */
export function takeChecksums(folder: string): Checksums | null {
  const file = join(folder, FILE);
  const text = readIfThere(file)?.toString();
  if (text === undefined) return {};
  const checksums = checksumsSchema.safeParse(parseJson(text));
  const isRight = checksums.success && areRight(folder, checksums.data);
  rmSync(file, { force: true });
  return isRight ? checksums.data : null;
}

/** Writes the checksums of a store that was just closed. `known`: those from when it was opened. */
export function writeChecksums(folder: string, known: Checksums): void {
  const file = join(folder, FILE);
  const draft = `${file}.new`;
  try {
    const names = readdirSync(folder).filter((name) => !name.startsWith(FILE));
    const entries = names.map((name) => [name, entryOf(join(folder, name), known[name])]);
    writeFileSync(draft, JSON.stringify(Object.fromEntries(entries)), { mode: 0o600 });
    renameSync(draft, file);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    // A full disk must not fail a run that is done. Without checksums the next run relies on LevelDB's own.
    rmSync(draft, { force: true });
  }
}

function areRight(folder: string, checksums: Checksums): boolean {
  return Object.entries(checksums).every(([name, entry]) => {
    const file = join(folder, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return false;
    return isUntouched(stats, entry) || checksumOf(readFileSync(file)) === entry.checksum;
  });
}

function entryOf(file: string, known: Entry | undefined): Entry {
  const stats = statSync(file);
  if (known !== undefined && isUntouched(stats, known)) return known;
  const { size, mtimeMs, ctimeMs } = stats;
  return { checksum: checksumOf(readFileSync(file)), size, mtimeMs, ctimeMs };
}

const isUntouched = ({ size, mtimeMs, ctimeMs }: Stats, entry: Entry): boolean =>
  size === entry.size && mtimeMs === entry.mtimeMs && ctimeMs === entry.ctimeMs;

const checksumOf = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
