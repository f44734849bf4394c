import { normalizePath, type App } from 'obsidian';
import { cloudPlaceholder } from '../../notes/names/naming';
import type { Attachments, NewAttachment } from '../../model/ports';
import { hostCall } from '../host/host-error';
import { makeFolderOf, orExists } from './files';

const bufferOf = (bytes: Uint8Array<ArrayBuffer>): ArrayBuffer =>
  (bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()).buffer;

/** Attachments of the vault: in the folder of the settings, or where Obsidian puts those of a note. */
export class ObsidianAttachments implements Attachments {
  constructor(private readonly app: App) {}

  names(isOurs: (name: string) => boolean): Promise<readonly string[]> {
    return Promise.resolve(this.app.vault.getFiles().flatMap(({ name }) => (isOurs(name) ? [name] : [])));
  }

  async write({ name, bytes, folder, note }: NewAttachment): Promise<'created' | 'exists'> {
    const { vault, fileManager } = this.app;
    const path =
      folder === null
        ? await hostCall(fileManager.getAvailablePathForAttachment(name, note))
        : normalizePath(`${folder}/${name}`);
    // Obsidian proposes another name when a file exists.
    if (
      !path.endsWith(name) ||
      (await vault.adapter.exists(path)) ||
      (await vault.adapter.exists(cloudPlaceholder(path)))
    )
      return 'exists';
    return this.writeWhole(await hostCall(makeFolderOf(vault, path)), bufferOf(bytes));
  }

  /** Obsidian may be closed in the middle of a write, so the file gets its name when all of it is there. */
  private async writeWhole(path: string, bytes: ArrayBuffer): Promise<'created' | 'exists'> {
    const { vault, fileManager } = this.app;
    const left = vault.getFileByPath(`${path}.part`);
    if (left !== null) await hostCall(vault.modifyBinary(left, bytes));
    const part = left ?? (await hostCall(vault.createBinary(`${path}.part`, bytes)));
    const result = await hostCall(orExists<'created'>(vault.rename(part, path), 'created'));
    if (result === 'exists') await hostCall(fileManager.trashFile(part));
    return result;
  }
}
