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
let written = 0;

/** A text on its way to its note: complete and on the disk, under a hidden name in the note's folder. */
export interface TemporaryFile {
  readonly path: string;
  readonly mtimeMs: number;
  readonly size: number;
}

/** A hidden name in `folder` that nothing else uses. */
export function temporaryPath(folder: string): string {
  written += 1;
  return join(folder, `${PREFIX}${process.pid}-${RUN}-${written}.tmp`);
}

/** True for the name of a temporary file whose run is over. */
export function isStaleTemporary(name: string): boolean {
  const pid = NAME.exec(name)?.[1];
  return pid !== undefined && !isRunning(Number(pid));
}

/** True when a process with this id runs on this machine. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/**
 * Writes the bytes and waits until the disk has them. `mode`: the permissions to take over from the note
 * being replaced. Throws the system's error and leaves nothing behind.
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
    // The one step that can take long: off the main thread, so that answers of the service still arrive.
    await flush(descriptor);
    return { path, mtimeMs: stats.mtimeMs, size: stats.size };
  } catch (error) {
    discard(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Removes a temporary file; one that is gone already is no error. */
export function discard(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Gives a temporary file its name unless something has that name; then it is removed. */
export function placeNew(temporary: string, target: string): 'placed' | 'exists' {
  try {
    // A hard link cannot overwrite, not even what appeared a moment ago.
    linkSync(temporary, target);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') {
      discard(temporary);
      return 'exists';
    }
    if (
      code !== 'EPERM' &&
      code !== 'ENOTSUP' &&
      code !== 'EOPNOTSUPP' &&
      code !== 'ENOSYS' &&
      code !== 'EMLINK'
    ) {
      discard(temporary);
      throw error;
    }
    return placeByRename(temporary, target);
  }
  discard(temporary);
  return 'placed';
}

/** For disks without hard links (exFAT and some network disks). */
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

/** True when anything at all has this path, a dangling link included. */
export function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Folders whose list of names the disk may not have yet. Flushed together: once for many notes costs almost
 * nothing.
 */
export class FolderFlush {
  private pending = new Set<string>();

  /** A name in this folder came, went or changed. */
  changed(folder: string): void {
    this.pending.add(folder);
  }

  /**
   * Waits until the disk has the names. Some systems cannot flush a folder: there, nothing more can be done.
   * Throws `VaultError`.
   */
  async flush(): Promise<void> {
    const folders = this.pending;
    this.pending = new Set();
    for (const folder of folders) await flushFolder(folder);
  }
}

const CANNOT = new Set(['EINVAL', 'EPERM', 'EACCES', 'EISDIR', 'ENOTSUP', 'EBADF']);

async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!isMissing(error) && !CANNOT.has(errorCode(error) ?? ''))
      throw asVaultError(error, { action: 'write', path: folder });
  }
}
