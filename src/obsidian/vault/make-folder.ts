import type { Vault } from 'obsidian';
import { folderOf } from '../../notes/names/naming';
import { spelledPath } from './spelled-path';

/** Makes the folder that a path is in, with those above it. Returns the path, spelled as the folder then is. */
export async function makeFolderOf(vault: Vault, path: string): Promise<string> {
  const spelled = await spelledPath(vault, path);
  await makeFolder(vault, folderOf(spelled));
  return spelled;
}

async function makeFolder(vault: Vault, folder: string): Promise<void> {
  if (folder === '' || vault.getFolderByPath(folder) !== null) return;
  await makeFolder(vault, folderOf(folder));
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
