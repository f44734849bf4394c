import { isOperational, type StateChange, type StateStore, type Vault } from '../model/ports';
import { keys, prefixes } from './keys';
import { itemKeyOf } from '../model/note-part';
import { stateRange } from './read-state';
import { readNotePlace, readText, type NotePlace } from './stored';

/** The change that remembers where a note is. */
export const putPlace = (noteKey: string, place: NotePlace): StateChange => ({
  put: keys.note(noteKey),
  value: place,
});

/** Where this device last saw notes, by the notes' keys. */
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

/** A note that stands where it is, and cannot be read. */
export interface ClosedNote {
  readonly path: string;
  readonly message: string;
}

/**
 * Notes that the device remembers and that cannot be read: in a folder that is closed to us, whoever looks
 * through the vault does not meet them. `seen` were met.
 */
export async function closedNotes(
  places: ReadonlyMap<string, NotePlace>,
  { vault, seen }: { readonly vault: Pick<Vault, 'read'>; readonly seen: ReadonlySet<string> },
): Promise<readonly ClosedNote[]> {
  const closed: ClosedNote[] = [];
  for (const { path, isMissing, toTrash } of places.values()) {
    if (isMissing === true || toTrash === true || seen.has(path)) continue;
    try {
      await vault.read(path);
    } catch (error) {
      if (!isOperational(error)) throw error;
      closed.push({ path, message: error.message });
    }
  }
  return closed;
}

/**
 * `text` null: there is no such note. `isUnread`: it cannot be read, so that nothing can be said about it.
 */
export interface NoteText {
  readonly text: string | null;
  readonly isUnread: boolean;
}

export async function readNote(vault: Pick<Vault, 'read'>, path: string): Promise<NoteText> {
  try {
    return { text: await vault.read(path), isUnread: false };
  } catch (error) {
    if (!isOperational(error)) throw error;
    return { text: null, isUnread: true };
  }
}

/**
 * The keys of the notes that people are told of by these ids, in the ids' order; null where there is no such
 * item.
 */
export async function namedNotes(
  state: StateStore,
  ids: readonly string[],
): Promise<readonly (string | null)[]> {
  const items = ids.map(itemKeyOf);
  const joined = (await state.getMany(items.map(keys.joined))).map(readText);
  const candidates = items.map((id, index) => [`d:${id}`, `b:${id}`, `d:${joined[index] ?? ''}`]);
  const held = await state.getMany(candidates.flat().map(keys.item));
  return candidates.map((names, index) => {
    const item = names.find((_, place) => held[index * names.length + place] !== undefined);
    const id = ids[index] ?? '';
    return item === undefined ? null : `${item}${id.slice(itemKeyOf(id).length)}`;
  });
}
