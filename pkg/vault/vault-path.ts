import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isMissing, VaultPathError } from '../errors';
import type { PathProblem } from '../text/system-text';

/** What is wrong with a note path, or null. It must be relative, visible and end in `.md`. */
export function problemWithNotePath(path: string): PathProblem | null {
  if (path.includes('\0')) return 'nul';
  if (path.includes('\\')) return 'backslash';
  if (isAbsolute(path) || /^[a-z]:/i.test(path)) return 'absolute';
  if (/(?:^|\/)(?:\/|$)/.test(path)) return 'empty-part';
  if (/(?:^|\/)\./.test(path)) return 'hidden';
  return path.endsWith('.md') ? null : 'other-ending';
}

/** Where a note is, or would be, on the disk. */
export interface NotePlace {
  /** Absolute path of the folder, with links resolved. */
  readonly folder: string;
  /** Absolute path of the note. */
  readonly file: string;
  readonly folderExists: boolean;
}

/** Finds a note's place below `root`, a real path. Throws `VaultPathError` if it is outside the vault. */
export function placeOfNote(root: string, path: string, folders = new RealFolders(root)): NotePlace {
  return placeBelow(folders, path);
}

/** A note's place in the vault's `.trash`. Throws `VaultPathError` if `.trash` leads elsewhere. */
export function placeInTrash(root: string, path: string): NotePlace {
  const trash = join(root, '.trash');
  const real = realPath(trash);
  if (real !== null && real !== trash) throw new VaultPathError(path, 'trash-elsewhere');
  return placeBelow(new RealFolders(trash), path);
}

function placeBelow(folders: RealFolders, path: string): NotePlace {
  const problem = problemWithNotePath(path);
  if (problem !== null) throw new VaultPathError(path, problem);
  const above = folders.find(dirname(path));
  if (above === null) throw new VaultPathError(path, 'outside');
  return { ...above, file: above.folder + sep + basename(path) };
}

/** The folders below a real path, with links resolved. Each is looked at once, because many notes share one. */
export class RealFolders {
  private readonly known = new Map<string, Omit<NotePlace, 'file'>>();

  constructor(private readonly root: string) {}

  /** Where a folder is, or would be; null if that is outside, or hidden. */
  find(path: string): Omit<NotePlace, 'file'> | null {
    const known = this.known.get(path);
    if (known !== undefined) return known;
    let existing = path;
    let missing = '';
    let real = realPath(join(this.root, existing));
    while (real === null && existing !== '.') {
      missing = join(basename(existing), missing);
      existing = dirname(existing);
      real = realPath(join(this.root, existing));
    }
    const base = real ?? this.root;
    const inside = relative(this.root, base);
    if (isAbsolute(inside) || inside.split(sep).some((part) => part.startsWith('.'))) return null;
    const found = { folder: join(base, missing), folderExists: real !== null && missing === '' };
    if (found.folderExists) this.known.set(path, found);
    return found;
  }

  /** Other programs may change folders, so nothing is kept for long. */
  forget(): void {
    this.known.clear();
  }
}

/** Null if nothing is there. */
function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Whether a file lies in this vault or another: itself, or what it is a link to. Folders are compared by what
 * the disk knows them by, because one may have several spellings.
 */
export function liesInVault(file: string, vault: string | undefined): boolean {
  const places = [join(realpathSync.native(dirname(file)), basename(file)), realpathSync.native(file)];
  const vaultId = vault === undefined ? null : folderId(vault);
  return places.flatMap(foldersAbove).some((folder) => {
    return folderId(folder) === vaultId || existsSync(join(folder, '.obsidian'));
  });
}

function folderId(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  return `${dev} ${ino}`;
}

function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersAbove(folder)];
}
