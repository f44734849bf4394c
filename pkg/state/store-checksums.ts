import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { errorCode, isMissing } from '../errors';

/** In the folder of the store, so that it moves with it. LevelDB leaves files alone that are not its own. */
const FILE = 'checksums.json';

/** Files that hold entries or say which do; LevelDB's own log and lock are none of them. */
const DATA = /^(?:CURRENT|MANIFEST-\d+|\d+\.(?:log|ldb|sst))$/;

export const isDataFile = (name: string): boolean => DATA.test(name);

/** A file whose size and times are as they were is not read again: most of a store never changes. */
const entrySchema = z.object({
  checksum: z.string(),
  size: z.number(),
  mtimeMs: z.number(),
  /** A program that sets the modification time back cannot set this one. */
  ctimeMs: z.number(),
});
const storedSchema = z.object({ version: z.string(), files: z.record(z.string(), entrySchema) });

type Entry = z.infer<typeof entrySchema>;
/** By file name. */
export type Checksums = Readonly<Record<string, Entry>>;

/**
 * Compares the files of a store with the checksums from when it was closed. Returns these; none when there are
 * none for this version of the store, as after a run that was killed or while another has it open; null if a
 * file differs or there is no manifest. Throws the system's error.
 */
export function readChecksums(folder: string): Checksums | null {
  if (!namesManifest(folder)) return null;
  const text = readIfThere(join(folder, FILE));
  if (text === null) return {};
  const stored = storedSchema.safeParse(parseJson(text));
  if (!stored.success) return {};
  const { version, files } = stored.data;
  const found = versionOf(folder);
  if (found === null) return null;
  if (found !== version) return {};
  if (areRight(folder, files)) return files;
  // Another process may have opened the store meanwhile.
  return versionOf(folder) === version ? null : {};
}

/** What `CURRENT` names: another manifest each time that the store is opened. Null when there is no such file. */
export const versionOf = (folder: string): string | null => readIfThere(join(folder, 'CURRENT'));

/**
 * Whether `CURRENT`, where there is one, names a manifest that is there. LevelDB opens whatever it names, so that
 * its error may be any of the disk's.
 */
export function namesManifest(folder: string): boolean {
  const version = versionOf(folder);
  if (version === null) return true;
  const name = /^(MANIFEST-\d+)\n$/.exec(version)?.[1];
  if (name !== undefined && existsSync(join(folder, name))) return true;
  // Another process may have opened the store meanwhile.
  return versionOf(folder) !== version;
}

/**
 * Writes the checksums of a store that was just closed.
 * @param opened `known` and `version` from when it was opened: another process may have opened it since
 */
export function writeChecksums(
  folder: string,
  { known, version }: { readonly known: Checksums; readonly version: string | null },
): void {
  const file = join(folder, FILE);
  const draft = `${file}.new`;
  try {
    const names = readdirSync(folder).filter(isDataFile);
    const files = new Map(names.map((name) => [name, entryOf(join(folder, name), known[name])]));
    const text = JSON.stringify({ version, files: Object.fromEntries(files) });
    writeFileSync(draft, text, { mode: 0o600 });
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

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
