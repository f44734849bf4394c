import { mkdirSync, readdirSync, realpathSync, renameSync, type Dirent } from 'node:fs';
import { dirname, join } from 'node:path';
import { cloudPlaceholder } from '../../../core/plan/cloud-placeholder';
import type { Attachments, NewAttachment } from '../../../ports';
import { Breather } from '../breather';
import { errorCode, isMissing } from '../errno';
import { FolderFlush } from './folder-flush';
import { discard, exists, placeNew, writeTemporary } from './temporary-file';
import { asVaultError, VaultPathError } from './vault-error';
import { placeOfNote } from './vault-path';

const NAME = /^[0-9a-z][0-9a-z-]*\.[a-z]+$/;
const PLACEHOLDER = /^\.(.+)\.icloud$/;

/** Attachments in a folder on the disk. A file is always whole: it goes to a temporary one, to the disk, then into place. */
export class NodeAttachments implements Attachments {
  private readonly root: string;
  private readonly folders = new FolderFlush();
  private readonly breather = new Breather();

  constructor(folder: string) {
    this.root = realpathSync.native(folder);
  }

  async names(isOurs: (name: string) => boolean): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const { name } of this.files()) if (isOurs(name)) found.push(name);
    return found;
  }

  async write({ name, bytes, folder, otherwise }: NewAttachment): Promise<'created' | 'exists'> {
    const path = `${folder ?? otherwise}/${name}`;
    try {
      const place = this.folderOf(folder ?? otherwise, name);
      if (exists(join(place, name)) || exists(join(place, cloudPlaceholder(name)))) return 'exists';
      const made = mkdirSync(place, { recursive: true });
      if (made !== undefined) this.folders.changed(dirname(made));
      const temporary = await writeTemporary(place, bytes, null);
      if (placeNew(temporary.path, join(place, name)) === 'exists') return 'exists';
      this.folders.changed(place);
      return 'created';
    } catch (error) {
      throw asVaultError(error, { action: 'create', path });
    }
  }

  async mend(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<'mended' | 'missing'> {
    for await (const file of this.files()) {
      if (file.name !== name || file.isPlaceholder) continue;
      try {
        const temporary = await writeTemporary(file.folder, bytes, null);
        try {
          renameSync(temporary.path, join(file.folder, name));
        } catch (error) {
          discard(temporary.path);
          throw error;
        }
        this.folders.changed(file.folder);
        return 'mended';
      } catch (error) {
        throw asVaultError(error, { action: 'update', path: name });
      }
    }
    return 'missing';
  }

  /** Waits until the disk also has the names of the files written so far. */
  flush(): Promise<void> {
    return this.folders.flush();
  }

  /** Never outside the vault, and never in a hidden folder: the place that a note with that name would have. */
  private folderOf(folder: string, name: string): string {
    if (!NAME.test(name)) throw new VaultPathError(name, 'it is no name of an attachment');
    return placeOfNote(this.root, `${folder}/${name}.md`).folder;
  }

  /** All that is in the vault; hidden files and folders and links are not. */
  private async *files(): AsyncGenerator<{
    readonly folder: string;
    readonly name: string;
    readonly isPlaceholder: boolean;
  }> {
    const folders = [this.root];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      await this.breather.breathe();
      for (const entry of entriesOf(folder)) {
        const placeholder = PLACEHOLDER.exec(entry.name)?.[1];
        if (entry.isFile() && placeholder !== undefined)
          yield { folder, name: placeholder, isPlaceholder: true };
        if (entry.name.startsWith('.')) continue;
        if (entry.isDirectory()) folders.push(join(folder, entry.name));
        else if (entry.isFile()) yield { folder, name: entry.name, isPlaceholder: false };
      }
    }
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // Gone meanwhile, or closed to this user.
    if (isMissing(error) || errorCode(error) === 'EACCES') return [];
    throw asVaultError(error, { action: 'read', path: folder });
  }
}
