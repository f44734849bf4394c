import { suffixedPath } from '../../core/library/naming';
import { folderOf } from '../../core/layout/folder-of';
import { partIdOf } from '../../core/layout/note-part';
import type { NoteIdentity, StateStore, Vault } from '../../ports';
import { keys } from '../state/keys';
import { notePlaces } from '../state/note-places';
import { lastPathOf, locateNote } from '../plan/locate-note';
import { readNotePlace, type NotePlace } from '../state/stored';
import { isOperational } from '../sync-errors';
import { pathOfKey } from './path-key';
import type { UndoState } from './stored-history';

export interface UndoScene {
  readonly vault: Vault;
  readonly state: StateStore;
}

/** A note that a run made, and where it was last seen. */
export interface MadeNote {
  readonly noteKey: string;
  readonly place: NotePlace;
}

/** Notes that the run made, with those that it was about to make when it was cut short. */
export async function madeBy({ run, making }: UndoState, state: StateStore): Promise<readonly MadeNote[]> {
  const made = new Map(
    making.map(({ noteKey, path }) => [noteKey, { noteKey, place: { path } satisfies NotePlace }]),
  );
  for (const [noteKey, place] of await notePlaces(state)) {
    if (place.made === run) made.set(noteKey, { noteKey, place });
    else made.delete(noteKey);
  }
  return [...made.values()];
}

/** Where a note now is; `unreadable` where only a cloud has it, or it cannot be read. What is known by its path only is there, or nowhere. */
export async function findNote(
  { vault }: UndoScene,
  { noteKey, place }: { readonly noteKey: string; readonly place: NotePlace | null },
): Promise<{ readonly path: string; readonly text: string } | 'unreadable' | null> {
  const path = pathOfKey(noteKey);
  try {
    if (path !== null) {
      const text = await vault.read(path);
      return text === null ? null : { path, text };
    }
    return (
      await locateNote({
        vault,
        identity: identityOfKey(noteKey),
        lastPath: lastPathOf(place ?? undefined),
        expectedPath: place?.movingTo ?? place?.path ?? '',
      })
    ).note;
  } catch (error) {
    if (!isOperational(error)) throw error;
    return 'unreadable';
  }
}

export async function placesOf(
  state: StateStore,
  noteKeys: readonly string[],
): Promise<ReadonlyMap<string, NotePlace | null>> {
  const values = await state.getMany(noteKeys.map(keys.note));
  return new Map(noteKeys.map((noteKey, index) => [noteKey, readNotePlace(values[index])]));
}

/** Its name with the id in it, in the same folder. */
export function otherPath(noteKey: string, path: string): string {
  return suffixedPath({
    key: noteKey,
    title: path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, ''),
    folder: folderOf(path),
  }).replace(/^\//, '');
}

function identityOfKey(noteKey: string): NoteIdentity {
  const partId = partIdOf(noteKey);
  if (partId !== null) return { bookId: null, documentId: null, partId };
  const id = noteKey.slice(2);
  return noteKey.startsWith('b:')
    ? { bookId: id, documentId: null, partId: null }
    : { bookId: null, documentId: id, partId: null };
}
