import type { StateChange } from '../../ports';
import { keys } from './keys';
import type { NotePlace } from './stored';

/** That a note is there, for the state. */
export const putPlace = (noteKey: string, place: NotePlace): StateChange => ({
  put: keys.note(noteKey),
  value: place,
});
