import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isMissing, VaultPathError } from '../errors';
import type { PathProblem } from '../text/system-text';

/** What is wrong with a note path, or null. It must be relative, visible and end in `.md`. */
export function problemWithNotePath(path: string): PathProblem | null {
  if (path.includes('\0')) return 'nul';
  if (path.includes('\\')) return 'backslash';
  if (isAbsolute(path) || /^[a-z]:/i.test(path)) return 'absolute';
  for (const part of path.split('/')) {
    if (part === '') return 'empty-part';
    if (part.startsWith('.')) return 'hidden';
  }
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
export function placeOfNote(root: string, path: string, folders = new RealFolders()): NotePlace {
  return placeBelow(root, path, folders);
}

/** A note's place in the vault's `.trash`. Throws `VaultPathError` if `.trash` leads elsewhere. */
export function placeInTrash(root: string, path: string): NotePlace {
  const trash = join(root, '.trash');
  const folders = new RealFolders();
  const real = folders.of(trash);
  if (real !== null && real !== trash) throw new VaultPathError(path, 'trash-elsewhere');
  return placeBelow(trash, path, folders);
}

function placeBelow(root: string, path: string, folders: RealFolders): NotePlace {
  const problem = problemWithNotePath(path);
  if (problem !== null) throw new VaultPathError(path, problem);
  let existing = dirname(path);
  let missing = '';
  let real = folders.of(join(root, existing));
  while (real === null && existing !== '.') {
    missing = join(basename(existing), missing);
    existing = dirname(existing);
    real = folders.of(join(root, existing));
  }
  const base = real ?? root;
  const inside = relative(root, base);
  if (isAbsolute(inside) || inside.split(sep).some((part) => part.startsWith('.'))) {
    throw new VaultPathError(path, 'outside');
  }
  const folder = join(base, missing);
  return { folder, file: join(folder, basename(path)), folderExists: real !== null && missing === '' };
}

/** Folders with links resolved. The system is asked once for each, because many notes share one. */
export class RealFolders {
  private readonly known = new Map<string, string>();

  /** Null if nothing is there. */
  of(path: string): string | null {
    const known = this.known.get(path);
    if (known !== undefined) return known;
    try {
      const real = realpathSync.native(path);
      this.known.set(path, real);
      return real;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Other programs may change folders, so nothing is kept for long. */
  forget(): void {
    this.known.clear();
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
