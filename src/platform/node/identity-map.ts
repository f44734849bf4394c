import type { NoteIdentity } from '../../ports';

/** Which notes carry which id. Lookups do not depend on the number of notes. */
export class IdentityMap {
  private readonly byBook = new Map<string, Set<string>>();
  private readonly byDocument = new Map<string, Set<string>>();
  private readonly byPart = new Map<string, Set<string>>();

  add(path: string, identity: NoteIdentity): void {
    put(this.byBook, identity.bookId, path);
    put(this.byDocument, identity.documentId, path);
    put(this.byPart, identity.partId, path);
  }

  remove(path: string, identity: NoteIdentity): void {
    take(this.byBook, identity.bookId, path);
    take(this.byDocument, identity.documentId, path);
    take(this.byPart, identity.partId, path);
  }

  /** Paths of the notes that carry one of the ids, in order. */
  pathsOf(identity: NoteIdentity): readonly string[] {
    const paths = new Set<string>();
    for (const path of found(this.byBook, identity.bookId)) paths.add(path);
    for (const path of found(this.byDocument, identity.documentId)) paths.add(path);
    for (const path of found(this.byPart, identity.partId)) paths.add(path);
    return [...paths].sort();
  }
}

function put(map: Map<string, Set<string>>, id: string | null, path: string): void {
  if (id === null) return;
  const paths = map.get(id);
  if (paths === undefined) map.set(id, new Set([path]));
  else paths.add(path);
}

function take(map: Map<string, Set<string>>, id: string | null, path: string): void {
  if (id === null) return;
  const paths = map.get(id);
  paths?.delete(path);
  if (paths?.size === 0) map.delete(id);
}

function found(map: ReadonlyMap<string, ReadonlySet<string>>, id: string | null): Iterable<string> {
  return id === null ? [] : (map.get(id) ?? []);
}
