import type { Vault } from 'obsidian';
import { folderOf } from '../../core/layout/folder-of';

/** Makes the folder that a path is in, with those above it. */
export async function makeFolderOf(vault: Vault, path: string): Promise<void> {
  const folder = folderOf(path);
  if (folder === '' || vault.getFolderByPath(folder) !== null) return;
  await makeFolderOf(vault, folder);
  try {
    await vault.createFolder(folder);
  } catch (error) {
    // The app's index can lag behind the disk.
    if (!(await vault.adapter.exists(folder))) throw error;
  }
}

/** What `make` makes, or that it was there already: `File already exists.`, `Destination file already exists!`; the app has no type for it. */
export async function unlessItExists<Done>(make: Promise<unknown>, done: Done): Promise<Done | 'exists'> {
  try {
    await make;
    return done;
  } catch (error) {
    if (error instanceof Error && /already exists/i.test(error.message)) return 'exists';
    throw error;
  }
}
