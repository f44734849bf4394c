import { readdirSync, readFileSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { errorCode, isMissing } from '../errno';

/** What may hold links to blocks. */
const WITH_LINKS = /\.(?:md|canvas|base)$/i;

/** The texts of a folder that may hold links or marks. Hidden names and links are no part of the vault. */
export class NodeTexts {
  constructor(private readonly root: string) {}

  paths(): Promise<readonly string[]> {
    const found: string[] = [];
    const folders = [''];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of this.entriesOf(folder)) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.name.startsWith('.')) continue;
        if (entry.isDirectory()) folders.push(path);
        else if (entry.isFile() && WITH_LINKS.test(entry.name)) found.push(path);
      }
    }
    return Promise.resolve(found.sort());
  }

  read(path: string): Promise<string | null> {
    try {
      return Promise.resolve(readFileSync(join(this.root, path), 'utf8'));
    } catch (error) {
      // Gone meanwhile, or closed to this user: a note of ours there is told of by whoever remembers it.
      if (isMissing(error) || errorCode(error) === 'EACCES') return Promise.resolve(null);
      throw error;
    }
  }

  private entriesOf(folder: string): readonly Dirent[] {
    try {
      return readdirSync(join(this.root, folder), { withFileTypes: true });
    } catch (error) {
      if (isMissing(error) || errorCode(error) === 'EACCES') return [];
      throw error;
    }
  }
}
