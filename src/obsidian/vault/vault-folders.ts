import { normalizePath, type App } from 'obsidian';
import type { Folders } from '../../model/ports';

/** The vault's folders on disk, including hidden files. A folder that cannot be read stays. */
export class ObsidianFolders implements Folders {
  constructor(private readonly app: App) {}

  madeAt(path: string): Promise<number | null> {
    return this.adapter.stat(normalizePath(path)).then(
      (stat) => {
        if (stat === null) return null;
        return stat.type === 'folder' ? stat.ctime : 0;
      },
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
   * Trashes an empty folder, so that a file that arrives meanwhile is safe: the adapter's `rmdir` refuses
   * empty folders on desktop and deletes full ones on mobile.
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
