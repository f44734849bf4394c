import { foldedPath, plainPath, suffixedPath, type Placement } from '../../notes/names/naming';
import { pathMark, splitNote } from '../../notes/note/note';
import { ProblemError } from '../../model/problem';
import type { NoteIdentity, Vault } from '../../model/ports';
import type { ItemRecord } from '../../model/record';
import type { NotePlace } from '../../store/stored';
import { bears, bearsAnother, identityOfNote, otherIds } from './note-identity';

/** Where a note lies and where it belongs is decided here. */

/** A note as it stands in the vault. */
export interface LocatedNote {
  readonly path: string;
  readonly text: string;
}

export interface Located {
  readonly note: LocatedNote | null;
  /** Other notes with the same identity (copies, conflict copies): never written, only reported. */
  readonly duplicates: readonly string[];
}

/**
 * Whether the note there is known to be that of another item with one of these ids: a person may have written
 * this one's id into it.
 */
export type IsOthers = (path: string, ids: readonly string[]) => Promise<boolean>;

interface ToLocate {
  readonly vault: Vault;
  readonly identity: NoteIdentity;
  readonly lastPath: string | null;
  /** Of several notes, the one here is taken. */
  readonly expectedPath: string;
  readonly isOthers?: IsOthers | undefined;
}

/** What is known of an item's notes. */
interface ItemPlaces {
  readonly record: ItemRecord;
  readonly places: ReadonlyMap<string, NotePlace>;
  readonly isOthers?: IsOthers | undefined;
}

/** A note that an item is to have: what stands there now, and where it will be. */
export interface PlacedNote extends Located {
  /** Where it belongs by its folder and title. */
  readonly path: string;
  /** Where it will be: a note that the person moved stays where it is. */
  readonly destination: string;
  /** A sync moved it and was interrupted before it could say so. */
  readonly wasMovedBySync: boolean;
}

/** Finds one of an item's notes, and decides where it belongs. */
export async function placeNote(
  { vault, paths }: { readonly vault: Vault; readonly paths: NotePaths },
  item: ItemPlaces,
  { noteKey, placement }: { readonly noteKey: string; readonly placement: Placement },
): Promise<PlacedNote> {
  const { note, duplicates } = await locateNoteOf(vault, item, {
    noteKey,
    expectedPath: plainPath(placement),
  });
  const identity = identityOfNote(item.record, noteKey);
  const path = await paths.choose({ noteKey, identity, placement, note });
  if (note === null) return { note, duplicates, path, destination: path, wasMovedBySync: false };
  const wasMovedBySync = await wasMoved(vault, note, item.places.get(noteKey));
  const destination = isSettled({ note, wasMovedBySync }) ? path : note.path;
  return { note, duplicates, path, destination, wasMovedBySync };
}

/**
 * Whether a note is where the last sync put it. Then it follows its title; one that the person moved stays
 * where they want it.
 */
export const isSettled = ({
  note,
  wasMovedBySync,
}: {
  readonly note: LocatedNote;
  readonly wasMovedBySync: boolean;
}): boolean => wasMovedBySync || splitNote(note.text).trailer?.path === pathMark(note.path);

/**
 * Whether a note stands at either end of a move that a sync began and did not finish, or where it was put, in
 * a folder that is spelled otherwise since.
 */
async function wasMoved(
  vault: Vault,
  { path, text }: LocatedNote,
  place: NotePlace | undefined,
): Promise<boolean> {
  const lastPath = lastPathOf(place);
  if (place?.movingTo !== undefined && (path === place.movingTo || path === lastPath)) return true;
  return (
    lastPath !== null &&
    lastPath !== path &&
    path === (await vault.spelled(lastPath)) &&
    splitNote(text).trailer?.path === pathMark(lastPath)
  );
}

/**
 * Finds one of an item's notes by its key: where it was last seen, if that still is it, else wherever in the
 * vault its identity stands.
 */
export const locateNoteOf = (
  vault: Vault,
  { record, places, isOthers }: ItemPlaces,
  { noteKey, expectedPath }: { readonly noteKey: string; readonly expectedPath: string },
): Promise<Located> =>
  locateNote({
    vault,
    identity: identityOfNote(record, noteKey),
    lastPath: lastPathOf(places.get(noteKey)),
    expectedPath,
    isOthers,
  });

/**
 * The same by an identity. Of several notes, the one at `expectedPath` is taken, else the first that does not
 * look like another tool's conflict copy. Throws a `ProblemError` where the host names a note and has none
 * there: another program may have moved it.
 */
export async function locateNote(options: ToLocate): Promise<Located> {
  const found = await look(options);
  const located = typeof found === 'string' ? await look(options) : found;
  if (typeof located === 'string') throw new ProblemError({ code: 'went-away', path: located });
  return located;
}

/** The same where a look through the whole vault is to be made only for a note that is not where it was. */
export async function noteAtHand(
  vault: Vault,
  { identity, place }: { readonly identity: NoteIdentity; readonly place: string | null },
): Promise<LocatedNote | null> {
  const text = place === null ? null : await vault.read(place);
  if (place !== null && text !== null && bears(text, identity)) return { path: place, text };
  return (await locateNote({ vault, identity, lastPath: null, expectedPath: '' })).note;
}

/** The path of a note that went away since the vault was looked through, where that would have been it. */
async function look({
  vault,
  identity,
  lastPath,
  expectedPath,
  isOthers,
}: ToLocate): Promise<Located | string> {
  const paths = await vault.locate(identity, lastPath);
  if (lastPath !== null) {
    const text = await vault.read(lastPath);
    if (text !== null && bears(text, identity)) {
      const path = await asListed(vault, { path: lastPath, text, paths });
      return { note: { path, text }, duplicates: paths.filter((other) => other !== path) };
    }
  }
  let gone: string | null = null;
  for (const path of likeliestFirst(paths, expectedPath)) {
    const text = await vault.read(path);
    if (text === null) gone = path;
    // Another program may have put another note there since the vault was looked through.
    if (text === null || bearsAnother(text, identity)) continue;
    if ((await isOthers?.(path, otherIds(text, identity))) !== true)
      return { note: { path, text }, duplicates: paths.filter((other) => other !== path) };
  }
  return gone ?? { note: null, duplicates: [] };
}

/** A disk that ignores case reads a note by another name than it has: it is no second note of itself. */
async function asListed(
  vault: Vault,
  { path, text, paths }: { readonly path: string; readonly text: string; readonly paths: readonly string[] },
): Promise<string> {
  const listed = paths.includes(path)
    ? undefined
    : paths.find((other) => foldedPath(other) === foldedPath(path));
  return listed !== undefined && (await vault.read(listed)) === text ? listed : path;
}

const likeliestFirst = (paths: readonly string[], expectedPath: string): readonly string[] => {
  const rank = (path: string): number => (path === expectedPath ? 0 : isConflictCopy(path, paths) ? 2 : 1);
  return [...paths].sort((one, other) => rank(one) - rank(other));
};

/** Where this device last saw a note; null where it never had one, or moved it to the trash itself. */
export const lastPathOf = (place: NotePlace | undefined): string | null =>
  place === undefined || place.toTrash === true ? null : place.path;

interface NoteToName {
  readonly noteKey: string;
  readonly identity: NoteIdentity;
  readonly placement: Placement;
  /** The note as it stands in the vault, null when there is none. */
  readonly note: LocatedNote | null;
}

/**
 * Chooses the paths of notes during one run: the plain path by title and folder, or the one with the item's
 * id in it where something else has that name. Names count as equal when any file system takes them for
 * equal, because a vault moves between devices.
 */
export class NotePaths {
  /**
   * Folded paths of the vault's notes and of those that this run is about to make, with the keys of the
   * latter.
   */
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

/**
 * The names that file syncs give to what two devices wrote at once: Syncthing, Dropbox and Obsidian Sync,
 * Nextcloud and ownCloud, OneDrive.
 */
const MARKED =
  /\.sync-conflict-\d|\([^()]*conflict(?:ed)?[ -](?:copy|file)[^()]*\)|_conflict-\d|\(conflict\)/i;
/** What iCloud, OneDrive and a person's file manager put behind a name may as well be part of a title. */
const APPENDED =
  /(?: \d{1,2}|(?:(?: -)? \(?(?:copy|kopie|copie|copia|コピー)|のコピー)(?: \(?\d+)?\)?|-(?:DESKTOP|LAPTOP)-[A-Z0-9]+)\.md$/i;

/** Whether a note bears the name of a conflict copy of one of the others. */
export function isConflictCopy(path: string, others: readonly string[]): boolean {
  const original = path.replace(APPENDED, '.md');
  return MARKED.test(path) || (original !== path && others.includes(original));
}
