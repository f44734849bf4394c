import { mkdirSync, realpathSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cloudPlaceholder } from '../../notes/names/naming';
import { asVaultError, VaultPathError } from '../errors';
import type { Attachments, NewAttachment } from '../../model/ports';
import { Pace } from '../../model/pace';
import { systemClock } from '../system-clock';
import { discard, exists, FolderFlush, placeNew, writeTemporary } from './temporary-file';
import { walkFiles } from './vault-files';
import { placeOfNote } from './vault-path';

const NAME = /^[0-9a-z][0-9a-z-]*\.[a-z]+$/;
const PLACEHOLDER = /^\.(.+)\.icloud$/;

/**
 * Attachments in a folder on the disk. A file is always whole: it goes to a temporary one, to the disk, then
 * into place.
 */
export class NodeAttachments implements Attachments {
  private readonly root: string;
  private readonly folders = new FolderFlush();

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

  /**
   * Never outside the vault, and never in a hidden folder: the place that a note with that name would have.
   */
  private folderOf(folder: string, name: string): string {
    if (!NAME.test(name)) throw new VaultPathError(name, 'it is no name of an attachment');
    return placeOfNote(this.root, `${folder}/${name}.md`).folder;
  }

  /** All that is in the vault; hidden files are not, but for a cloud's placeholders. */
  private async *files(): AsyncGenerator<{
    readonly folder: string;
    readonly name: string;
    readonly isPlaceholder: boolean;
  }> {
    const pace = new Pace(systemClock);
    try {
      for (const { path, name } of walkFiles(this.root)) {
        await pace.yieldIfDue();
        const folder = dirname(join(this.root, path));
        const placeholder = PLACEHOLDER.exec(name)?.[1];
        if (placeholder !== undefined) yield { folder, name: placeholder, isPlaceholder: true };
        else if (!name.startsWith('.')) yield { folder, name, isPlaceholder: false };
      }
    } catch (error) {
      throw asVaultError(error, { action: 'look through', path: this.root });
    }
  }
}
