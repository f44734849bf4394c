import type { EventRef, TAbstractFile, Vault } from 'obsidian';
import { folderOf, foldedPath } from '../../notes/names/naming';

/** Which names a folder has, whatever their case: asked once for each of thousands of new notes. Follows the app's events; `close` stops that. */
export class FolderNames {
  /** How often each name stands in a folder that was asked about. */
  private readonly folders = new Map<string, Map<string, number>>();
  private readonly events: readonly EventRef[];

  constructor(private readonly vault: Vault) {
    this.events = [
      vault.on('create', ({ path }) => this.count(path, 1)),
      vault.on('delete', ({ path }) => this.count(path, -1)),
      vault.on('rename', ({ path }, before) => {
        this.count(before, -1);
        this.count(path, 1);
      }),
    ];
  }

  has(path: string): boolean {
    return (this.namesIn(folderOf(path)).get(foldedPath(path)) ?? 0) > 0;
  }

  close(): void {
    for (const event of this.events) this.vault.offref(event);
  }

  private namesIn(folder: string): ReadonlyMap<string, number> {
    const known = this.folders.get(folder);
    if (known !== undefined) return known;
    const children: readonly TAbstractFile[] =
      (folder === '' ? this.vault.getRoot() : this.vault.getFolderByPath(folder))?.children ?? [];
    const names = new Map<string, number>();
    for (const { path } of children) names.set(foldedPath(path), (names.get(foldedPath(path)) ?? 0) + 1);
    this.folders.set(folder, names);
    return names;
  }

  private count(path: string, more: number): void {
    const names = this.folders.get(folderOf(path));
    // What the folder held is held by another path now, or by none: it is looked at anew.
    this.folders.delete(path);
    names?.set(foldedPath(path), (names.get(foldedPath(path)) ?? 0) + more);
  }
}
