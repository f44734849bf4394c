import type { App } from 'obsidian';
import { hosted } from '../host-error';

/** What may hold links to blocks. */
const WITH_LINKS: ReadonlySet<string> = new Set(['md', 'canvas', 'base']);

/** The texts of the open vault. */
export class ObsidianTexts {
  constructor(private readonly app: App) {}

  paths(): Promise<readonly string[]> {
    return Promise.resolve(
      this.app.vault.getFiles().flatMap(({ path, extension }) => (WITH_LINKS.has(extension) ? [path] : [])),
    );
  }

  async read(path: string): Promise<string | null> {
    const file = this.app.vault.getFileByPath(path);
    return file === null ? null : hosted(this.app.vault.cachedRead(file));
  }
}
