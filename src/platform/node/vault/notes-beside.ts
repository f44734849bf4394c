import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isConflictCopy } from '../../../core/plan/conflict-copy';
import type { NoteIdentity } from '../../../ports';
import { lookAt } from '../index/note-head';
import { asVaultError } from './vault-error';
import { problemWithNotePath } from './vault-path';

/** Finds a note where it is thought to be, with the conflict copies of it that file syncs put beside it. */
export class NotesBeside {
  /** By folder, the paths of what is in it, in order: a folder may hold thousands, and is asked about for each of them. */
  private readonly paths = new Map<string, readonly string[]>();

  constructor(private readonly root: string) {}

  /** In path order; empty when the note at `path` does not carry the identity. Throws `VaultError`. */
  find(path: string, identity: NoteIdentity): readonly string[] {
    try {
      if (!this.carries(path, identity)) return [];
      const stem = path.slice(0, -'.md'.length);
      const copies = startingWith(stem, this.pathsIn(dirname(path))).filter(
        (other) => other !== path && isConflictCopy(other, [path]) && this.carries(other, identity),
      );
      return [path, ...copies].sort();
    } catch (error) {
      throw asVaultError(error, { action: 'look for', path });
    }
  }

  private carries(path: string, { bookId, documentId, partId }: NoteIdentity): boolean {
    if (
      problemWithNotePath(path) !== null ||
      lstatSync(join(this.root, path), { throwIfNoEntry: false })?.isFile() !== true
    )
      return false;
    const note = lookAt(this.root, path);
    if (note === null) return false;
    return (
      (bookId !== null && note.bookId === bookId) ||
      (documentId !== null && note.documentId === documentId) ||
      (partId !== null && note.partId === partId)
    );
  }

  private pathsIn(folder: string): readonly string[] {
    const known = this.paths.get(folder);
    if (known !== undefined) return known;
    const paths = readdirSync(join(this.root, folder))
      .map((name) => (folder === '.' ? name : `${folder}/${name}`).normalize('NFC'))
      .sort();
    this.paths.set(folder, paths);
    return paths;
  }
}

/** Of texts in order, those that start so. */
function startingWith(start: string, texts: readonly string[]): readonly string[] {
  let [from, to] = [0, texts.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((texts[middle] ?? '') < start) from = middle + 1;
    else to = middle;
  }
  let end = from;
  while (texts[end]?.startsWith(start) === true) end += 1;
  return texts.slice(from, end);
}
