import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { errorCode, isMissing } from '../errno';
import { discard, isStaleTemporary } from './temporary-file';
import { problemWithNotePath } from './vault-path';

/**
 * Paths of all notes below `root`, as the disk spells them, with `/`. Hidden names and links are no part of the vault.
 * On the way, temporary files of runs that are over are removed.
 */
export function* walkNotes(root: string): Generator<string, void, void> {
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.')) {
        if (entry.isFile() && isStaleTemporary(entry.name)) discard(join(root, path));
      } else if (entry.isDirectory()) {
        folders.push(path);
      } else if (entry.isFile() && problemWithNotePath(path) === null) {
        yield path;
      }
    }
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // Gone meanwhile, or closed to this user, as lost+found is: no note of ours was written there.
    if (isMissing(error) || errorCode(error) === 'EACCES') return [];
    throw error;
  }
}
