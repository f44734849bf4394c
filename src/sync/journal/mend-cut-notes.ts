import {
  isCut,
  type BeforeImage,
  readImage,
  readWrittenTexts,
  undoOf,
  type UndoState,
  type WrittenText,
} from './undo-state';
import { type StateStore, type Vault, isOperational } from '../../model/ports';
import { keys } from '../../store/keys';
import { readNotePlace, type NotePlace } from '../../store/stored';
import { readOne } from '../../store/read-state';

interface Host {
  readonly vault: Vault;
  readonly state: StateStore;
}

/**
 * Gives back the notes that a run, or the undo of one, was writing when it was cut short: some hosts empty a
 * file before they write it. Such a note gets the text that it had; one that was being made is removed when
 * it is empty, and the next sync makes it again. Looks at no note when nothing was cut short. To be called
 * before a run looks at any note. Returns how many notes it wrote.
 */
export async function mendCutNotes({ vault, state }: Host): Promise<number> {
  let mended = await mendCutTexts({ vault, state });
  const undo = await undoOf(state);
  const { writing } = undo;
  if (writing.length === 0) return mended;
  const images = (await state.getMany(writing.map(keys.before))).map(readImage);
  const places = (await state.getMany(writing.map(keys.note))).map(readNotePlace);
  const refused: string[] = [];
  for (const [index, noteKey] of writing.entries()) {
    const image = images[index] ?? null;
    if (image === null) continue;
    const place = places[index] ?? null;
    const result = await unlessRefused(() => mendNote({ vault, state }, { noteKey, image, place, undo }));
    if (result === true) mended += 1;
    if (result === 'refused') refused.push(noteKey);
  }
  await state.commit([{ put: keys.undo, value: { ...undo, writing: refused } satisfies UndoState }]);
  return mended;
}

interface CutNote {
  readonly noteKey: string;
  readonly image: BeforeImage;
  readonly place: NotePlace | null;
  readonly undo: UndoState;
}

/** Returns whether the note was cut. */
async function mendNote({ vault, state }: Host, { noteKey, image, place, undo }: CutNote): Promise<boolean> {
  const isUndoing = undo.isUndoing === true;
  const wasMade = image.kind === (isUndoing ? 'trashed' : 'created');
  const newPath = image.kind === 'changed' ? image.newPath : image.path;
  for (const path of new Set([image.path, newPath, place?.path, place?.movingTo])) {
    if (path === undefined) continue;
    if (wasMade) {
      if (await removeEmpty({ vault, state }, { noteKey, path })) return true;
    } else if (image.kind === 'changed') {
      const { text, newText } = image;
      const written = isUndoing ? { was: newText, becomes: text } : { was: text, becomes: newText };
      if (await giveBack(vault, { path, ...written })) return true;
    }
  }
  return false;
}

/**
 * The same for notes that are written other than by a sync: a section of a daily note, the removal of marks.
 */
export async function mendCutTexts({ vault, state }: Host): Promise<number> {
  const texts = await readOne(state, keys.section, readWrittenTexts);
  if (texts.length === 0) return 0;
  let mended = 0;
  for (const text of texts) {
    if ((await unlessRefused(() => giveBack(vault, text))) === true) mended += 1;
  }
  await state.commit([{ remove: keys.section }]);
  return mended;
}

/** Returns whether the note was cut. */
async function giveBack(vault: Vault, { path, was, becomes }: WrittenText): Promise<boolean> {
  const isNotWhole = (text: string): boolean =>
    isEmpty(text) ? !isEmpty(was) : text !== was && isCut(text, becomes);
  return (await vault.update(path, (text) => (isNotWhole(text) ? was : text))) === 'written';
}

/** Returns whether there was a note with nothing in it. */
async function removeEmpty(
  { vault, state }: Host,
  { noteKey, path }: { readonly noteKey: string; readonly path: string },
): Promise<boolean> {
  const text = await vault.read(path);
  if (text === null || !isEmpty(text)) return false;
  // Else the next sync would take it for a note that the person deleted.
  await state.commit([{ remove: keys.note(noteKey) }]);
  return (await vault.moveToTrash(path)) === 'trashed';
}

/** What the host refuses to read or write waits for the next run. */
async function unlessRefused(work: () => Promise<boolean>): Promise<boolean | 'refused'> {
  try {
    return await work();
  } catch (error) {
    if (!isOperational(error)) throw error;
    return 'refused';
  }
}

/** No bytes, or those that a disk shows where none had reached it when the power failed. */
const isEmpty = (text: string): boolean => /^\0*$/.test(text);
