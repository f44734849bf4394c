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
    const spelled = await hostCall(makeFolderOf(vault, path));
    return hostCall(orExists(vault.createBinary(spelled, bufferOf(bytes)), 'created'));
  }

  async mend(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<'mended' | 'missing'> {
    const file = this.app.vault.getFiles().find((each) => each.name === name);
    if (file === undefined) return 'missing';
    await hostCall(this.app.vault.modifyBinary(file, bufferOf(bytes)));
    return 'mended';
  }
}
