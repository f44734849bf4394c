import { normalizePath, type App } from 'obsidian';
import type { Folders } from '../../../ports';

/**
 * The folders of the open vault, as they are on the disk: the app shows nothing of what is hidden in them. What the disk refuses is
 * nobody's and stays: whoever writes there says what is wrong.
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

  async removeEmpty(path: string): Promise<void> {
    // Something may have come into it since it was looked at.
    if ((await this.entries(path))?.length === 0) await this.adapter.rmdir(normalizePath(path), false).catch(() => undefined);
  }

  private get adapter() {
    return this.app.vault.adapter;
  }
}
