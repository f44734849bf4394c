import { isOperational } from '../model/errors';
import type { StateChange, StateStore, Vault } from '../model/ports';
import { problemOf, type Problem } from '../model/problem';
import { keys, prefixes } from './keys';
import { itemKeyOf, joinedPartId, partKey } from '../model/note-part';
import { stateRange } from './read-state';
import { readNotePlace, readText, type Absence, type NotePlace } from './stored';

export const putPlace = (noteKey: string, place: NotePlace): StateChange => ({
  put: keys.note(noteKey),
  value: place,
});

/** Records the note of a book whose item already has a note: one of the two has to go. */
export const putJoinedPlace = (itemKey: string, bookId: string, place: NotePlace): readonly StateChange[] => [
  putPlace(partKey(itemKey, joinedPartId(bookId)), place),
  { put: keys.parts, value: true },
];

/** Records that a note is missing from its last place. */
export const putAbsent = (noteKey: string, path: string, absence: Absence): StateChange =>
  putPlace(noteKey, { path, absence });

/** Where this device last saw notes, by note key. */
export async function notePlaces(state: StateStore): Promise<ReadonlyMap<string, NotePlace>> {
  const places = new Map<string, NotePlace>();
  for await (const entries of stateRange(state, prefixes.note)) {
    for (const { key, value } of entries) {
      const place = readNotePlace(value);
      if (place !== null) places.set(key.slice(prefixes.note.length), place);
    }
  }
  return places;
}

export interface UnreadableNote {
  readonly path: string;
  readonly problem: Problem;
}

/** Known notes that were not `seen` in the vault and cannot be read, as in a protected folder. */
export async function unreadableNotes(
  places: ReadonlyMap<string, NotePlace>,
  { vault, seen }: { readonly vault: Pick<Vault, 'read'>; readonly seen: ReadonlySet<string> },
): Promise<readonly UnreadableNote[]> {
  const unreadable: UnreadableNote[] = [];
  for (const { path, absence } of places.values()) {
    if (absence !== undefined || seen.has(path)) continue;
    try {
      await vault.read(path);
    } catch (error) {
      if (!isOperational(error)) throw error;
      unreadable.push({ path, problem: problemOf(error) });
    }
  }
  return unreadable;
}

/** `text` is null when there is no such note, or when it cannot be read (`isUnreadable`). */
export interface NoteText {
  readonly text: string | null;
  readonly isUnreadable: boolean;
}

export async function readNote(vault: Pick<Vault, 'read'>, path: string): Promise<NoteText> {
  try {
    return { text: await vault.read(path), isUnreadable: false };
  } catch (error) {
    if (!isOperational(error)) throw error;
    return { text: null, isUnreadable: true };
  }
}

/** Whether the note at `path` is known to belong to another item with one of these `ids`. */
export async function isNoteOfOtherItem(
  state: StateStore,
  own: string,
  { path, ids }: { readonly path: string; readonly ids: readonly string[] },
): Promise<boolean> {
  const named = await noteKeysOfIds(state, ids);
  const others = named.filter((key) => key !== null).filter((key) => key !== own);
  const places = (await state.getMany(others.map(keys.note))).map(readNotePlace);
  return places.some((place) => place?.path === path);
}

/** The note keys for ids as the user knows them, in the same order; null for an unknown id. */
export async function noteKeysOfIds(
  state: StateStore,
  ids: readonly string[],
): Promise<readonly (string | null)[]> {
  const itemIds = ids.map(itemKeyOf);
  const joined = (await state.getMany(itemIds.map(keys.book))).map(readText);
  const candidates = itemIds.map((id, index) => [`d:${id}`, `b:${id}`, joined[index] ?? '']);
  const allCandidates = candidates.flat();
  const values = await state.getMany(allCandidates.map(keys.item));
  const known = new Set(allCandidates.filter((_, index) => values[index] !== undefined));
  return ids.map((id, index) => {
    const itemKey = candidates[index]?.find((candidate) => known.has(candidate));
    return itemKey === undefined ? null : `${itemKey}${id.slice(itemKeyOf(id).length)}`;
  });
}
