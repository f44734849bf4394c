import { TFolder, type TAbstractFile, type Vault } from 'obsidian';
import { folderOf } from '../../core/layout/folder-of';
import { foldedPath } from '../../core/library/naming';

/** The path with its folders as the app has them, where the disk takes another spelling for the same: the app would make a second one. */
export async function spelledPath(vault: Vault, path: string): Promise<string> {
  const folder = folderOf(path);
  if (folder === '' || vault.getFolderByPath(folder) !== null) return path;
  const wanted = await spelledPath(vault, folder);
  const twin = (await vault.adapter.exists(wanted)) ? twinOf(vault, wanted) : undefined;
  return (twin instanceof TFolder ? twin.path : wanted) + path.slice(folder.length);
}

/** What the app has beside a path, under a name that some disks take for the same. */
export function twinOf(vault: Vault, path: string): TAbstractFile | undefined {
  const folder = folderOf(path);
  return (folder === '' ? vault.getRoot() : vault.getFolderByPath(folder))?.children.find((child) => foldedPath(child.path) === foldedPath(path));
}
