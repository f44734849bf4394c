import type { NoteIdentity } from '../../../ports';

/** Nearly always there is one: a set for each would be most of the index. */
type Paths = string | Set<string>;

/** Which notes carry which id. Lookups do not depend on the number of notes. */
export class IdentityMap {
  private readonly byBook = new Map<string, Paths>();
  private readonly byDocument = new Map<string, Paths>();
  private readonly byPart = new Map<string, Paths>();

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

function put(map: Map<string, Paths>, id: string | null, path: string): void {
  if (id === null) return;
  const paths = map.get(id);
  if (paths === undefined) map.set(id, path);
  else if (typeof paths !== 'string') paths.add(path);
  else if (paths !== path) map.set(id, new Set([paths, path]));
}

function take(map: Map<string, Paths>, id: string | null, path: string): void {
  if (id === null) return;
  const paths = map.get(id);
  if (paths === path) map.delete(id);
  else if (paths instanceof Set && paths.delete(path) && paths.size === 0) map.delete(id);
}

function found(map: ReadonlyMap<string, Paths>, id: string | null): Iterable<string> {
  const paths = id === null ? undefined : map.get(id);
  return typeof paths === 'string' ? [paths] : (paths ?? []);
}
