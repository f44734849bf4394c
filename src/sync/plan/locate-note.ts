import { foldedPath } from '../../notes/names/naming';
import { isConflictCopy } from './conflict-copy';
import type { LocatedNote } from './plan';
import type { NoteIdentity, Vault } from '../../model/ports';
import type { ItemToPlan } from './item-plan';
import { bears, bearsAnother, identityOfNote, otherIds } from './note-identity';
import type { NotePlace } from '../../store/stored';
import { ProblemError } from '../../model/problem';

export interface Located {
  readonly note: LocatedNote | null;
  /** Other notes with the same identity (copies, conflict copies): never written, only reported. */
  readonly duplicates: readonly string[];
}

interface ToLocate {
  readonly vault: Vault;
  readonly identity: NoteIdentity;
  readonly lastPath: string | null;
  readonly expectedPath: string;
  readonly isOthers?: ItemToPlan['isOthers'];
}

/**
 * Finds an item's note: where it was last seen, if that still is it, else wherever in the vault its identity stands. Of several,
 * the one at `expectedPath` is taken, else the first that does not look like another tool's conflict copy. Throws a `ProblemError` where
 * the host names a note and has none there: another program may have moved it.
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

/** The same for one of an item's notes, by its key. */
export const locateNoteOf = (
  vault: Vault,
  {
    item,
    noteKey,
    expectedPath,
  }: {
    readonly item: Pick<ItemToPlan, 'record' | 'places' | 'isOthers'>;
    readonly noteKey: string;
    readonly expectedPath: string;
  },
): Promise<Located> =>
  locateNote({
    vault,
    identity: identityOfNote(item.record, noteKey),
    lastPath: lastPathOf(item.places.get(noteKey)),
    expectedPath,
    isOthers: item.isOthers,
  });

/** Where this device last saw a note; null where it never had one, or moved it to the trash itself. */
export const lastPathOf = (place: NotePlace | undefined): string | null =>
  place === undefined || place.toTrash === true ? null : place.path;
