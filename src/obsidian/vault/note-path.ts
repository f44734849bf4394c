import { normalizePath } from 'obsidian';

/** Thrown for a path that is no note of the vault: a bug of whoever named it, so nothing is touched. */
export class NotePathError extends Error {
  override readonly name = 'NotePathError';
  constructor(path: string, problem: string) {
    super(`${JSON.stringify(path)} is not the path of a note: ${problem}`);
  }
}

/** The path as the app writes it. Throws `NotePathError` for one that leads outside, is hidden or is no `.md` file. */
export function notePath(path: string): string {
  if (!path.endsWith('.md')) throw new NotePathError(path, 'it does not end in .md');
  if (path.includes('\\') || Array.from(path).some((character) => character < ' '))
    throw new NotePathError(path, 'it holds a character that no path may hold');
  for (const part of path.split('/')) {
    if (part === '') throw new NotePathError(path, 'a part of it is empty');
    if (part.startsWith('.')) throw new NotePathError(path, 'a part of it is hidden or leads upwards');
  }
  return normalizePath(path);
}
