import { foldedPath, plainPath, suffixedPath, type Placement } from '../../notes/names/naming';
import type { LocatedNote } from './plan';
import type { NoteIdentity, Vault } from '../../model/ports';
import { bears } from './note-identity';

export interface NoteToName {
  readonly noteKey: string;
  readonly identity: NoteIdentity;
  readonly placement: Placement;
  /** The note as it stands in the vault, null when there is none. */
  readonly note: LocatedNote | null;
}

/**
 * Chooses the paths of notes during one run: the plain path by title and folder, or the one with the item's id in it where something
 * else has that name. Names count as equal when any file system takes them for equal, because a vault moves between devices.
 */
export class NotePaths {
  /** Folded paths of the vault's notes and of those that this run is about to make, with the keys of the latter. */
  private taken: Map<string, string | null> | null = null;

  constructor(private readonly vault: Pick<Vault, 'spelled' | 'survey' | 'read'>) {}

  /** A note that has one of its two paths already keeps it, so that no note moves because of another one. */
  async choose(wanted: NoteToName): Promise<string> {
    const { noteKey, placement, note } = wanted;
    const plain = await this.vault.spelled(plainPath(placement));
    if (note?.path === plain) return plain;
    const withId = await this.pathWithId(noteKey, placement);
    if (note?.path === withId) return withId;
    const differsInCase = note !== null && foldedPath(note.path) === foldedPath(plain);
    return differsInCase || (await this.claim(plain, wanted)) ? plain : withId;
  }

  pathWithId(noteKey: string, placement: Placement): Promise<string> {
    return this.vault.spelled(suffixedPath({ key: noteKey, ...placement }));
  }

  private async claim(path: string, { noteKey, identity }: NoteToName): Promise<boolean> {
    this.taken ??= new Map((await this.vault.survey()).map((note) => [foldedPath(note.path), null]));
    const folded = foldedPath(path);
    const owner = this.taken.get(folded);
    if (owner === noteKey) return true;
    const text = await this.vault.read(path);
    // Another program may have made this very note meanwhile.
    const isFree = text === null ? owner === undefined : bears(text, identity);
    if (isFree) this.taken.set(folded, noteKey);
    return isFree;
  }
}
