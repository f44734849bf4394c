import { TFolder, type TAbstractFile, type Vault } from 'obsidian';
import { folderOf, foldedPath } from '../../notes/names/naming';

/** The path with its folders as the app has them, where the disk takes another spelling for the same: the app would make a second one. */
export async function spelledPath(vault: Vault, path: string): Promise<string> {
  const folder = folderOf(path);
  if (folder === '' || vault.getFolderByPath(folder) !== null) return path;
  const wanted = await spelledPath(vault, folder);
  const twin = vault.getFolderByPath(wanted) === null ? await twinOf(vault, wanted) : null;
  return (twin instanceof TFolder ? twin.path : wanted) + path.slice(folder.length);
}

/** What the app has under another spelling of a path, where the disk takes that for the same. */
export async function twinOf(vault: Vault, path: string): Promise<TAbstractFile | null> {
  const { adapter } = vault;
  if (!(await adapter.exists(path)) || (await adapter.exists(path, true))) return null;
  const folder = folderOf(path);
  const children = (folder === '' ? vault.getRoot() : vault.getFolderByPath(folder))?.children ?? [];
  return children.find((child) => foldedPath(child.path) === foldedPath(path)) ?? null;
}
