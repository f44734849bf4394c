import {
  isCut,
  type BeforeImage,
  readImage,
  readWrittenTexts,
  undoOf,
  type UndoState,
  type WrittenText,
} from './undo-state';
import { isOperational } from '../../model/errors';
import type { StateStore, Vault } from '../../model/ports';
import { keys } from '../../store/keys';
import { readNotePlace, type NotePlace } from '../../store/stored';
import { readOne } from '../../store/read-state';

interface Stores {
  readonly vault: Vault;
  readonly state: StateStore;
}

/**
 * Restores notes that a run, or its undo, was writing when it was cut short: some hosts empty a file before
 * they write it. A cut note gets its old text; an empty new one is removed, and the next sync makes it again.
 * Call before a run reads any note. Returns how many notes were written.
 */
export async function mendCutNotes({ vault, state }: Stores): Promise<number> {
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
async function mendNote(
  { vault, state }: Stores,
  { noteKey, image, place, undo }: CutNote,
): Promise<boolean> {
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
      if (await restoreText(vault, { path, ...written })) return true;
    }
  }
  return false;
}

/** The same for notes written outside a sync: sections of daily notes, removal of marks. */
export async function mendCutTexts({ vault, state }: Stores): Promise<number> {
  const texts = await readOne(state, keys.section, readWrittenTexts);
  if (texts.length === 0) return 0;
  let mended = 0;
  for (const text of texts) {
    if ((await unlessRefused(() => restoreText(vault, text))) === true) mended += 1;
  }
  await state.commit([{ remove: keys.section }]);
  return mended;
}

/** Returns whether the note was cut. */
async function restoreText(vault: Vault, { path, was, becomes }: WrittenText): Promise<boolean> {
  const isDamaged = (text: string): boolean =>
    isEmpty(text) ? !isEmpty(was) : text !== was && isCut(text, becomes);
  return (await vault.update(path, (text) => (isDamaged(text) ? was : text))) === 'written';
}

/** Returns whether there was an empty note. */
async function removeEmpty(
  { vault, state }: Stores,
  { noteKey, path }: { readonly noteKey: string; readonly path: string },
): Promise<boolean> {
  const text = await vault.read(path);
  if (text === null || !isEmpty(text)) return false;
  // Otherwise the next sync would think that the user deleted it.
  await state.commit([{ remove: keys.note(noteKey) }]);
  return (await vault.moveToTrash(path)) === 'trashed';
}

/** A note that the host refuses to read or write waits for the next run. */
async function unlessRefused(work: () => Promise<boolean>): Promise<boolean | 'refused'> {
  try {
    return await work();
  } catch (error) {
    if (!isOperational(error)) throw error;
    return 'refused';
  }
}

/** Empty, or only null bytes, which a disk shows after a power failure. */
const isEmpty = (text: string): boolean => /^\0*$/.test(text);
