import { type App, normalizePath, type TFile } from 'obsidian';
import { hosted } from '../host-error';
import { changeWhole, createWhole, spelledPath } from './files';

/** Files of the open vault that are text and no notes. */
export class ViewFiles {
  constructor(private readonly app: App) {}

  async read(path: string): Promise<string | null> {
    const file = await this.fileAt(path);
    return file === null ? null : hosted(this.app.vault.read(file));
  }

  async create(path: string, text: string): Promise<'created' | 'exists'> {
    const target = normalizePath(path);
    return (await this.app.vault.adapter.exists(target)) ? 'exists' : createWhole(this.app, target, text);
  }

  async update(path: string, change: (text: string) => string): Promise<'written' | 'unchanged' | 'missing'> {
    const file = await this.fileAt(path);
    if (file === null) return 'missing';
    const current = await hosted(this.app.vault.read(file));
    if (change(current) === current) return 'unchanged';
    await changeWhole(this.app, file, change);
    return 'written';
  }

  private async fileAt(path: string): Promise<TFile | null> {
    const { vault } = this.app;
    return vault.getFileByPath(await hosted(spelledPath(vault, normalizePath(path))));
  }
}

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
