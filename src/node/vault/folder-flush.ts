import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { errorCode, isMissing } from '../errno';
import { asVaultError } from './vault-error';

/** Folders whose list of names the disk may not have yet. Flushed together: once for many notes costs almost nothing. */
export class FolderFlush {
  private pending = new Set<string>();

  /** A name in this folder came, went or changed. */
  changed(folder: string): void {
    this.pending.add(folder);
  }

  /** Waits until the disk has the names. Some systems cannot flush a folder: there, nothing more can be done. Throws `VaultError`. */
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
