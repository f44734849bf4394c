import { mkdirSync, readdirSync, readFileSync, realpathSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { asVaultError, errorCode, isMissing } from '../errors';
import { discard, isStaleTemporary, placeNew, writeTemporary } from './temporary-file';
import { placeOfNote, problemWithNotePath } from './vault-path';

export interface VaultFile {
  /** Relative to the vault, in the disk's spelling, with `/`. */
  readonly path: string;
  readonly name: string;
}

/** All files, also hidden ones, but not in hidden folders or behind links. */
export function* walkFiles(root: string): Generator<VaultFile, void, void> {
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const { name } = entry;
      const path = folder === '' ? name : `${folder}/${name}`;
      if (entry.isFile()) yield { path, name };
      else if (entry.isDirectory() && !name.startsWith('.')) folders.push(path);
    }
  }
}

/** Paths of all notes. Removes temporary files left by earlier runs. */
export function* walkNotes(root: string): Generator<string, void, void> {
  for (const { path, name } of walkFiles(root)) {
    if (isStaleTemporary(name)) discard(join(root, path));
    else if (problemWithNotePath(path) === null) yield path;
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // Removed meanwhile, or not readable, like lost+found: the program never wrote there.
    if (isMissing(error) || errorCode(error) === 'EACCES') return [];
    throw error;
  }
}

/** Files that may link to blocks. */
const WITH_LINKS = /\.(?:md|canvas|base)$/i;

/** The vault's text files that may hold links, block ids or a hidden comment. */
export class NodeTexts {
  constructor(private readonly root: string) {}

  paths(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const { path, name } of walkFiles(this.root))
      if (!name.startsWith('.') && WITH_LINKS.test(name)) found.push(path);
    return Promise.resolve(found.sort());
  }

  read(path: string): Promise<string | null> {
    try {
      return Promise.resolve(readFileSync(join(this.root, path), 'utf8'));
    } catch (error) {
      // Removed meanwhile, or not readable: the caller reports notes of the program there.
      if (isMissing(error) || errorCode(error) === 'EACCES') return Promise.resolve(null);
      throw error;
    }
  }
}

/** Creates a text file that is no note, with its folders; never overwrites. Throws `VaultError`. */
export async function createTextFile(
  root: string,
  path: string,
  text: string,
): Promise<'created' | 'exists'> {
  try {
    // Checked like a note's path: inside the vault and not hidden.
    const { folder, file } = placeOfNote(realpathSync.native(root), `${path}.md`);
    mkdirSync(folder, { recursive: true });
    const temporary = await writeTemporary(folder, Buffer.from(text), null);
    const placed = placeNew(temporary.path, file.slice(0, -'.md'.length));
    return placed === 'exists' ? 'exists' : 'created';
  } catch (error) {
    throw asVaultError(error, { action: 'create', path });
  }
}
