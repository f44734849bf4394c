import type { NoteIdentity } from '../../model/ports';

/** The paths of notes by the ids that they have. */
export class IdentityMap {
  private readonly paths = new Map<string, Set<string>>();

  add(path: string, identity: NoteIdentity): void {
    for (const key of keysOf(identity)) {
      const paths = this.paths.get(key);
      if (paths === undefined) this.paths.set(key, new Set([path]));
      else paths.add(path);
    }
  }

  remove(path: string, identity: NoteIdentity): void {
    for (const key of keysOf(identity)) {
      const paths = this.paths.get(key);
      paths?.delete(path);
      if (paths?.size === 0) this.paths.delete(key);
    }
  }

  /** Sorted paths of the notes that have one of the ids. */
  pathsOf(identity: NoteIdentity): readonly string[] {
    const found = keysOf(identity).flatMap((key) => [...(this.paths.get(key) ?? [])]);
    return [...new Set(found)].sort();
  }
}

function keysOf({ bookId, documentId, partId }: NoteIdentity): readonly string[] {
  const keys: string[] = [];
  if (bookId !== null) keys.push(`book ${bookId}`);
  if (documentId !== null) keys.push(`document ${documentId}`);
  if (partId !== null) keys.push(`part ${partId}`);
  return keys;
}
