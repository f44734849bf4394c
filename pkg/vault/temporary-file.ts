import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { asVaultError, errorCode, isMissing } from '../errors';

const flush = promisify(fsync);

const PREFIX = '.florilegium-';
const NAME = /^\.florilegium-(\d+)-[0-9a-f]+-\d+\.tmp$/;
const RUN = randomBytes(4).toString('hex');
let created = 0;

/** A complete file on the disk, under a hidden name in its target folder. */
export interface TemporaryFile {
  readonly path: string;
  readonly mtimeMs: number;
  readonly size: number;
}

/** An unused hidden name in `folder`. */
function temporaryPath(folder: string): string {
  created += 1;
  return join(folder, `${PREFIX}${process.pid}-${RUN}-${created}.tmp`);
}

/** Whether this is a temporary file of a process that has ended. */
export function isStaleTemporary(name: string): boolean {
  const pid = NAME.exec(name)?.[1];
  return pid !== undefined && !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/**
 * Writes the bytes and flushes them to the disk. `mode`: the permissions of the note to be replaced. On an
 * error nothing is left behind.
 */
export async function writeTemporary(
  folder: string,
  bytes: Uint8Array,
  mode: number | null,
): Promise<TemporaryFile> {
  const path = temporaryPath(folder);
  const descriptor = openSync(path, 'wx', 0o666);
  try {
    writeFileSync(descriptor, bytes);
    const stats = fstatSync(descriptor);
    if (mode !== null && (stats.mode & 0o777) !== mode) fchmodSync(descriptor, mode);
    // Slow, so off the main thread: answers of the service still arrive meanwhile.
    await flush(descriptor);
    return { path, mtimeMs: stats.mtimeMs, size: stats.size };
  } catch (error) {
    discard(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Removes a temporary file, if it exists. */
export function discard(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Moves a temporary file to a new name; if the name is taken, the file is removed. */
export function placeNew(temporary: string, target: string): 'placed' | 'exists' {
  try {
    // A hard link cannot overwrite a file, even one created just now.
    linkSync(temporary, target);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') {
      discard(temporary);
      return 'exists';
    }
    if (code !== null && NO_HARD_LINKS.has(code)) return placeByRename(temporary, target);
    discard(temporary);
    throw error;
  }
  discard(temporary);
  return 'placed';
}

/** For disks without hard links, such as exFAT and some network disks. */
function placeByRename(temporary: string, target: string): 'placed' | 'exists' {
  try {
    if (exists(target)) {
      discard(temporary);
      return 'exists';
    }
    renameSync(temporary, target);
    return 'placed';
  } catch (error) {
    discard(temporary);
    throw error;
  }
}

/** Whether anything has this path, even a broken link. */
export function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Flushes the lists of names of changed folders, all at once, because each flush is slow. */
export class FolderFlush {
  private pending = new Set<string>();

  /** Call when a name in this folder was added, removed or changed. */
  changed(folder: string): void {
    this.pending.add(folder);
  }

  /** Waits until the names are on the disk, where the system supports that. Throws `VaultError`. */
  async flush(): Promise<void> {
    const folders = this.pending;
    this.pending = new Set();
    for (const folder of folders) await flushFolder(folder);
  }
}

const UNSUPPORTED = new Set(['EINVAL', 'EPERM', 'EACCES', 'EISDIR', 'ENOTSUP', 'EBADF']);

/** Waits until the names in a folder are on the disk, where the system supports that. Throws `VaultError`. */
export async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!isMissing(error) && !UNSUPPORTED.has(errorCode(error) ?? ''))
      throw asVaultError(error, { action: 'write', path: folder });
  }
}
