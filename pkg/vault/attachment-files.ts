import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cloudPlaceholder } from '../../src/notes/names/naming';
import { asVaultError, VaultPathError } from '../errors';
import type { Attachments, NewAttachment } from '../../src/model/ports';
import { Pace } from '../../src/model/pace';
import { systemClock } from '../host';
import { exists, FolderFlush, placeNew, writeTemporary } from './temporary-file';
import { walkFiles } from './vault-files';
import { placeOfNote } from './vault-path';

const NAME = /^[0-9a-z][0-9a-z-]*\.[a-z]+$/;
const PLACEHOLDER = /^\.(.+)\.icloud$/;

/** Attachments in the vault's folder. Writes are atomic: a flushed temporary file is moved into place. */
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

  /** Waits until the names of all written files are on the disk. */
  flush(): Promise<void> {
    return this.folders.flush();
  }

  /** Checks the folder like a note's: inside the vault and not hidden. */
  private folderOf(folder: string, name: string): string {
    if (!NAME.test(name)) throw new VaultPathError(name, 'no-attachment');
    return placeOfNote(this.root, `${folder}/${name}.md`).folder;
  }

  /** All visible files, and hidden placeholders of cloud files. */
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
      throw asVaultError(error, { action: 'survey', path: this.root });
    }
  }
}
