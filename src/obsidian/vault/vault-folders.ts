import { normalizePath, type App } from 'obsidian';
import type { Folders } from '../../model/ports';

/**
 * The folders of the open vault, as they are on the disk: the app shows nothing of what is hidden in them.
 * What the disk refuses is nobody's and stays: whoever writes there says what is wrong.
 */
export class ObsidianFolders implements Folders {
  constructor(private readonly app: App) {}

  madeAt(path: string): Promise<number | null> {
    return this.adapter.stat(normalizePath(path)).then(
      (stat) => (stat === null ? null : stat.type === 'folder' ? stat.ctime : 0),
      () => 0,
    );
  }

  entries(path: string): Promise<readonly string[] | null> {
    return this.adapter.list(normalizePath(path)).then(
      ({ files, folders }) => [...files, ...folders],
      () => null,
    );
  }

  /**
   * Into the trash, where whatever comes into it meanwhile is safe: the adapter's `rmdir` refuses even an
   * empty folder on desktops, and takes all that is in it on phones.
   */
  async removeEmpty(path: string): Promise<void> {
    const folder = this.app.vault.getFolderByPath(normalizePath(path));
    if (folder !== null && (await this.entries(path))?.length === 0)
      await this.app.fileManager.trashFile(folder).catch(() => undefined);
  }

  private get adapter() {
    return this.app.vault.adapter;
  }
}
