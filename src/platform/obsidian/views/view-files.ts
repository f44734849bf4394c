import { normalizePath, type App, type TFile } from 'obsidian';
import { hosted } from '../host-error';
import { makeFolderOf, unlessItExists } from '../vault/make-folder';
import { spelledPath } from '../vault/spelled-path';

/** Files of the open vault that are text and no notes. */
export class ViewFiles {
  constructor(private readonly app: App) {}

  async read(path: string): Promise<string | null> {
    const file = await this.fileAt(path);
    return file === null ? null : hosted(this.app.vault.read(file));
  }

  async create(path: string, text: string): Promise<'created' | 'exists'> {
    const { vault } = this.app;
    const target = normalizePath(path);
    if (await vault.adapter.exists(target)) return 'exists';
    return hosted(unlessItExists(vault.create(await hosted(makeFolderOf(vault, target)), text), 'created'));
  }

  async update(path: string, change: (text: string) => string): Promise<'written' | 'unchanged' | 'missing'> {
    const { vault } = this.app;
    const file = await this.fileAt(path);
    if (file === null) return 'missing';
    const current = await hosted(vault.read(file));
    if (change(current) === current) return 'unchanged';
    await hosted(vault.process(file, change));
    return 'written';
  }

  private async fileAt(path: string): Promise<TFile | null> {
    const { vault } = this.app;
    return vault.getFileByPath(await hosted(spelledPath(vault, normalizePath(path))));
  }
}
