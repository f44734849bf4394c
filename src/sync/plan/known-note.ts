import { itemKeyOf } from '../../model/note-part';
import { NoteNotHereError, type StateStore, type Vault } from '../../model/ports';
import { keys } from '../../store/keys';
import { readNotePlace, readRecord } from '../../store/stored';
import { lastPathOf, noteAtHand, type LocatedNote } from './locate-note';
import { identityOfNote } from './note-identity';

/**
 * A note of an item in the replica: at its last path, else found in the vault by its identity. Null if there is
 * none, or if it is only in the cloud.
 */
export async function knownNote(
  { vault, state }: { readonly vault: Vault; readonly state: StateStore },
  noteKey: string,
): Promise<LocatedNote | null> {
  const [stored, place] = await state.getMany([keys.item(itemKeyOf(noteKey)), keys.note(noteKey)]);
  const record = readRecord(stored);
  if (record === null) return null;
  try {
    return await noteAtHand(vault, {
      identity: identityOfNote(record, noteKey),
      place: lastPathOf(readNotePlace(place) ?? undefined),
    });
  } catch (error) {
    if (error instanceof NoteNotHereError) return null;
    throw error;
  }
}
