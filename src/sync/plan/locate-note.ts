import { gitConflictLine } from '../../notes/note/git-conflict';
import { foldedPath, folderOf, plainPath, suffixedPath, type Placement } from '../../notes/names/naming';
import { pathMark, splitNote } from '../../notes/note/note';
import { isJoinedNote, partIdOf } from '../../model/note-part';
import { ProblemError } from '../../model/problem';
import type { NoteIdentity, Vault } from '../../model/ports';
import type { ItemRecord } from '../../model/record';
import type { NotePlace } from '../../store/stored';
import { hasIdentity, hasOtherIdentity, identityOfNote, otherIds } from './note-identity';

/** Decides where a note is and where it belongs. */

/** A note found in the vault. */
export interface LocatedNote {
  readonly path: string;
  readonly text: string;
}

export interface Located {
  readonly note: LocatedNote | null;
  /** Other notes with the same identity (copies, conflict copies): never written, only reported. */
  readonly duplicates: readonly string[];
}

/** Whether the note at a path belongs to another item, although the user wrote this item's id into it. */
export type IsOtherItems = (path: string, ids: readonly string[]) => Promise<boolean>;

interface ToLocate {
  readonly vault: Vault;
  readonly identity: NoteIdentity;
  readonly lastPath: string | null;
  /** Preferred among several notes with this identity. */
  readonly expectedPath: string;
  readonly isOtherItems?: IsOtherItems | undefined;
  /** Whether to refuse a note with git's conflict markers; one that is only read is not refused. */
  readonly isToWrite?: boolean;
}

interface ItemPlaces {
  readonly record: ItemRecord;
  readonly places: ReadonlyMap<string, NotePlace>;
  readonly isOtherItems?: IsOtherItems | undefined;
}

/** A note that an item should have: where it is now, and where it will be. */
export interface PlacedNote extends Located, ChosenPaths {
  /** Where it will be: a note that the user moved stays there. */
  readonly destination: string;
  /** An interrupted sync moved it and did not record that. */
  readonly wasMovedBySync: boolean;
  /** It stays where it is, because another note of the item is in its place. */
  readonly isBarred: boolean;
}

interface NoteToPlace {
  readonly noteKey: string;
  readonly placement: Placement;
  readonly located: Located;
  /** Paths of other notes of the item, which it must not displace. */
  readonly apart?: readonly string[];
}

/** Decides where a note of an item belongs. */
export async function placeNote(
  { vault, paths }: { readonly vault: Vault; readonly paths: NotePaths },
  item: ItemPlaces,
  { noteKey, placement, located: { note, duplicates }, apart = [] }: NoteToPlace,
): Promise<PlacedNote> {
  const identity = identityOfNote(item.record, noteKey);
  const wasMovedBySync = note !== null && (await wasMoved(vault, note, item.places.get(noteKey)));
  const stays = note !== null && !isSettled(note, wasMovedBySync);
  const wanted = await paths.choose({ noteKey, identity, placement, note, stays });
  const isBarred = note !== null && !stays && apart.includes(wanted.path);
  const path = isBarred ? note.path : wanted.path;
  const otherPath = apart.includes(wanted.otherPath) ? path : wanted.otherPath;
  const destination = stays ? note.path : path;
  return { note, duplicates, path, otherPath, destination, wasMovedBySync, isBarred };
}

/** Whether the last sync put the note there. If so, it moves with its title; otherwise it stays. */
export const isSettled = ({ path, text }: LocatedNote, wasMovedBySync: boolean): boolean =>
  wasMovedBySync || splitNote(text).trailer?.path === pathMark(path);

/** Whether the note is at its last path, now spelled differently. */
async function wasMoved(
  vault: Vault,
  { path, text }: LocatedNote,
  place: NotePlace | undefined,
): Promise<boolean> {
  const lastPath = lastPathOf(place);
  return (
    lastPath !== null &&
    lastPath !== path &&
    path === (await vault.spelled(lastPath)) &&
    splitNote(text).trailer?.path === pathMark(lastPath)
  );
}

/** Finds a note of an item: where it was last seen, otherwise by its identity anywhere in the vault. */
export async function locateNoteOf(
  vault: Vault,
  { record, places, isOtherItems }: ItemPlaces,
  { noteKey, expectedPath }: { readonly noteKey: string; readonly expectedPath: string },
): Promise<Located> {
  const identity = identityOfNote(record, noteKey);
  const lastPath = lastPathOf(places.get(noteKey));
  // A note elsewhere with its ids is the one that stays.
  if (isJoinedNote(noteKey)) return locatedAt(vault, { identity, path: lastPath });
  return locateNote({ vault, identity, lastPath, expectedPath, isOtherItems, isToWrite: true });
}

async function locatedAt(
  vault: Vault,
  { identity, path }: { readonly identity: NoteIdentity; readonly path: string | null },
): Promise<Located> {
  return { note: path === null ? null : await noteAt(vault, { identity, path }), duplicates: [] };
}

/** The note at exactly this path, if it has the identity. */
export async function noteAt(
  vault: Vault,
  { identity, path }: { readonly identity: NoteIdentity; readonly path: string },
): Promise<LocatedNote | null> {
  const text = await vault.read(path);
  if (text === null) return null;
  refuseGitConflict(path, text);
  return hasIdentity(text, identity) ? { path, text } : null;
}

/**
 * Finds a note by identity. Of several, prefers the one at `expectedPath`, then the first that is not named
 * like a conflict copy. Throws a `ProblemError` when the host lists a note that is not there: another program
 * may be moving it.
 */
async function locateNote(options: ToLocate): Promise<Located> {
  const found = await find(options);
  const located = found === 'vanished' ? await find(options) : found;
  if (located === 'vanished') throw new ProblemError({ code: 'changed-meanwhile' });
  return located;
}

/** Finds a note by identity, and searches the vault only if it is not at its last path. */
export async function noteAtHand(
  vault: Vault,
  { identity, place }: { readonly identity: NoteIdentity; readonly place: string | null },
): Promise<LocatedNote | null> {
  const text = place === null ? null : await vault.read(place);
  if (place !== null && text !== null && hasIdentity(text, identity)) return { path: place, text };
  return (await locateNote({ vault, identity, lastPath: null, expectedPath: '' })).note;
}

/** Throws a `ProblemError` for a note with conflict markers of git: nothing may be written to it. */
function refuseGitConflict(path: string, text: string): void {
  const line = gitConflictLine(text);
  if (line !== null) throw new ProblemError({ code: 'git-conflict', path, line });
}

/** `vanished`: a listed note is no longer there. */
async function find(options: ToLocate): Promise<Located | 'vanished'> {
  const { vault, identity, lastPath, expectedPath, isOtherItems, isToWrite = false } = options;
  const lastText = lastPath === null ? null : await vault.read(lastPath);
  // The markers may make its front matter unreadable, so the path counts, whatever its ids are.
  if (isToWrite && lastPath !== null && lastText !== null) refuseGitConflict(lastPath, lastText);
  const paths = await vault.locate(identity);
  if (lastPath !== null && lastText !== null && hasIdentity(lastText, identity)) {
    const path = await listedSpelling(vault, { path: lastPath, text: lastText, paths });
    return { note: { path, text: lastText }, duplicates: paths.filter((other) => other !== path) };
  }
  let hasVanished = false;
  for (const path of likeliestFirst(paths, expectedPath)) {
    const text = await vault.read(path);
    if (text === null) hasVanished = true;
    // Another program may have replaced the note since the vault was listed.
    if (text === null || hasOtherIdentity(text, identity)) continue;
    if (isToWrite) refuseGitConflict(path, text);
    if ((await isOtherItems?.(path, otherIds(text, identity))) !== true)
      return { note: { path, text }, duplicates: paths.filter((other) => other !== path) };
  }
  return hasVanished ? 'vanished' : { note: null, duplicates: [] };
}

/** A disk that ignores case also reads a note under another spelling; that is not a duplicate. */
async function listedSpelling(
  vault: Vault,
  { path, text, paths }: { readonly path: string; readonly text: string; readonly paths: readonly string[] },
): Promise<string> {
  if (paths.includes(path)) return path;
  const listed = paths.find((other) => foldedPath(other) === foldedPath(path));
  return listed !== undefined && (await vault.read(listed)) === text ? listed : path;
}

const likeliestFirst = (paths: readonly string[], expectedPath: string): readonly string[] => {
  const rank = (path: string): number => {
    if (path === expectedPath) return 0;
    return isConflictCopy(path, paths) ? 2 : 1;
  };
  return [...paths].sort((one, other) => rank(one) - rank(other));
};

/**
 * Where other notes of the item link to. Of several notes with the same identity, one that every device takes, however
 * it came to know them: otherwise two devices would write each other's links anew for as long as there are several.
 */
export function linkTarget(placement: Placement, { destination, duplicates }: PlacedNote): string {
  if (duplicates.length === 0) return destination;
  const paths = [destination, ...duplicates].sort();
  return likeliestFirst(paths, plainPath(placement))[0] ?? destination;
}

/** Where this device last saw a note; null if it never did. */
export const lastPathOf = (place: NotePlace | undefined): string | null => place?.path ?? null;

interface NoteToName {
  readonly noteKey: string;
  readonly identity: NoteIdentity;
  readonly placement: Placement;
  /** The note in the vault; null if there is none. */
  readonly note: LocatedNote | null;
  /** The user moved the note, so it needs no other path. */
  readonly stays: boolean;
}

interface ChosenPaths {
  /** Where it belongs, by folder and title. */
  readonly path: string;
  /** The path with the item's id. */
  readonly otherPath: string;
}

/**
 * Chooses the paths of notes in one run: the plain path by folder and title, or the one with the item's id if that
 * is taken. Names count as equal if any file system treats them as equal, because vaults move between devices; of
 * such folders only one is used, spelled as the first note in it has it.
 */
export class NotePaths {
  /** Folded paths of the vault's notes, and of those that this run will make with their keys. */
  private taken: Map<string, string | null> | null = null;
  /** The spelling of each folder with notes, by folded path. */
  private readonly folders = new Map<string, string>();

  constructor(private readonly vault: Pick<Vault, 'spelled' | 'survey' | 'has' | 'read'>) {}

  /** A note that already has one of its two paths keeps it, so no note moves because of another. */
  async choose(wanted: NoteToName): Promise<ChosenPaths> {
    const { noteKey, note, stays } = wanted;
    const placement = { ...wanted.placement, folder: await this.folderFor(wanted) };
    const plain = await this.vault.spelled(plainPath(placement));
    const withId = await this.vault.spelled(suffixedPath({ key: noteKey, ...placement }));
    const hasId = note?.path === withId && withId !== plain;
    const isHere = stays || (note !== null && foldedPath(note.path) === foldedPath(plain));
    const isPlain = !hasId && (isHere || (await this.claim(plain, wanted)));
    if (!stays) this.learnFolders(plain);
    return { path: isPlain ? plain : withId, otherPath: withId };
  }

  /** The folder as the vault spells it. The innermost folder of a part's note belongs to its item alone. */
  private async folderFor({ noteKey, placement: { folder }, note, stays }: NoteToName): Promise<string> {
    const isPart = partIdOf(noteKey) !== null;
    const shared = isPart ? folderOf(folder) : folder;
    const own = folder.slice(shared.length);
    const noteFolder = folderOf(note?.path ?? '');
    const here = isPart ? folderOf(noteFolder) : noteFolder;
    if (note !== null && foldedPath(here) === foldedPath(shared)) return here + own;
    if (!stays) await this.takenPaths();
    return this.spelledFolder(shared) + own;
  }

  private spelledFolder(folder: string): string {
    if (folder === '') return '';
    const above = folderOf(folder);
    return this.folders.get(foldedPath(folder)) ?? this.spelledFolder(above) + folder.slice(above.length);
  }

  private async takenPaths(): Promise<Map<string, string | null>> {
    if (this.taken === null) {
      const notes = await this.vault.survey();
      this.taken = new Map(notes.map(({ path }) => [foldedPath(path), null]));
      for (const { path } of notes) this.learnFolders(path);
    }
    return this.taken;
  }

  private learnFolders(path: string): void {
    for (
      let folder = folderOf(path);
      folder !== '' && !this.folders.has(foldedPath(folder));
      folder = folderOf(folder)
    )
      this.folders.set(foldedPath(folder), folder);
  }

  private async claim(path: string, { noteKey, identity }: NoteToName): Promise<boolean> {
    const taken = await this.takenPaths();
    const folded = foldedPath(path);
    const owner = taken.get(folded);
    if (owner === noteKey) return true;
    const text = (await this.vault.has(path)) ? await this.vault.read(path) : null;
    // With git's conflict markers around its properties, a note has no readable ids.
    if (text !== null && namesItem(text, identity)) refuseGitConflict(path, text);
    // Another program may have made this very note.
    const isFree = text === null ? owner === undefined : hasIdentity(text, identity);
    if (isFree) taken.set(folded, noteKey);
    return isFree;
  }
}

/** Whether one of the ids occurs anywhere in a text. */
const namesItem = (text: string, { bookId, documentId, partId }: NoteIdentity): boolean =>
  [bookId, documentId, partId].some((id) => id !== null && text.includes(id));

/** Conflict copies of Syncthing, Dropbox, Obsidian Sync, Nextcloud, ownCloud, OneDrive. */
const CONFLICT_NAME =
  /\.sync-conflict-\d|\([^()]*conflict(?:ed)?[ -](?:copy|file)[^()]*\)|_conflict-\d|\(conflict\)/i;
/** Endings added by iCloud, OneDrive and file managers, which may also be part of a title. */
const COPY_ENDING =
  /(?: \d{1,2}|(?:(?: -)? \(?(?:copy|kopie|copie|copia|コピー)|のコピー)(?: \(?\d+)?\)?|-(?:DESKTOP|LAPTOP)-[A-Z0-9]+)\.md$/i;

/** Whether the note is named like a conflict copy of one of the others. */
export function isConflictCopy(path: string, others: readonly string[]): boolean {
  const original = path.replace(COPY_ENDING, '.md');
  return CONFLICT_NAME.test(path) || (original !== path && others.includes(original));
}
