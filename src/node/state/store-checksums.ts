import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { errorCode, isMissing } from '../errors';

/** In the folder of the store, so that it moves with it. LevelDB leaves files alone that are not its own. */
const FILE = 'checksums.json';

const checksumsSchema = z.record(z.string(), z.string());

/**
 * Compares the files of a closed store with their checksums, and removes these, because the files change as
 * soon as the store is opened. `unknown`: there are none, as after a run that was killed. Throws the system's
 * error.
 */
export function takeChecksums(folder: string): 'same' | 'differ' | 'unknown' {
  const file = join(folder, FILE);
  const text = readIfThere(file)?.toString();
  if (text === undefined) return 'unknown';
  const result = areRight(folder, text) ? 'same' : 'differ';
  rmSync(file, { force: true });
  return result;
}

/** Writes the checksums of a store that was just closed. */
export function writeChecksums(folder: string): void {
  const file = join(folder, FILE);
  const draft = `${file}.new`;
  try {
    const names = readdirSync(folder).filter((name) => !name.startsWith(FILE));
    const checksums = names.map((name) => [name, checksumOf(readFileSync(join(folder, name)))]);
    writeFileSync(draft, JSON.stringify(Object.fromEntries(checksums)), { mode: 0o600 });
    renameSync(draft, file);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    // A full disk must not fail a run that is done. Without checksums the next run relies on LevelDB's own.
    rmSync(draft, { force: true });
  }
}

function areRight(folder: string, text: string): boolean {
  const checksums = checksumsSchema.safeParse(parseJson(text));
  if (!checksums.success) return false;
  return Object.entries(checksums.data).every(([name, checksum]) => {
    const bytes = readIfThere(join(folder, name));
    return bytes !== undefined && checksumOf(bytes) === checksum;
  });
}

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
