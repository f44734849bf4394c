import { textAfter, type BeforeImage } from '../../core/history/before-image';
import { isCut } from '../../core/history/cut-text';
import { itemKeyOf } from '../../core/layout/note-part';
import type { StateStore, Vault } from '../../ports';
import { keys } from '../state/keys';
import { readOne } from '../state/read-one';
import { readNotePlace, type NotePlace } from '../state/stored';
import { isOperational } from '../sync-errors';
import { unsettled } from './change-keeper';
import { pathOfKey } from './path-key';
import { readImage, readSection, undoOf, type WrittenSection } from './stored-history';

interface CutRun {
  readonly vault: Vault;
  readonly state: StateStore;
}

/** What a note was before it was written: null where it was not there, or is best made anew. */
interface Texts {
  readonly was: string | null;
  readonly becomes: string;
}

/**
 * Brings back the notes that a run, or the undoing of one, was writing when it was cut short, on a host that empties a file before it
 * writes it: a note gets the text that it had; one that was not there, or that the run had made, is made anew by the next. Nothing is
 * looked at when nothing was cut short. To be called before a run looks at any note; returns how many it wrote.
 */
export async function mendCutNotes({ vault, state }: CutRun): Promise<number> {
  const undo = await undoOf(state);
  const { run, last, making, writing = [], undoing = [] } = undo;
  const isUndo = run <= last;
  let mended = (await isDone(() => mendCutSection({ vault, state }))) ? 1 : 0;
  if (!isUndo)
    for (const { path } of await unsettled(making, state))
      if (await isDone(() => dropsEmpty(path, vault))) mended += 1;
  for (const noteKey of isUndo ? undoing : writing) {
    const [before, stored, due] = await state.getMany([
      keys.before(noteKey),
      keys.note(noteKey),
      keys.due(itemKeyOf(noteKey)),
    ]);
    // The run had said that it was in order: what it is now, a person made of it.
    if (!isUndo && due === undefined && pathOfKey(noteKey) === null) continue;
    const [image, place] = [readImage(before), readNotePlace(stored)];
    const texts = isUndo ? textsOfUndo(image) : textsOfRun(image, { place, run });
    for (const path of new Set([image?.path, place?.path, place?.movingTo])) {
      if (path === undefined || texts === null) continue;
      const { was, becomes } = texts;
      const isMended = await isDone(() =>
        was === null ? dropsEmpty(path, vault) : givesBack({ path, was, becomes }, vault),
      );
      if (isMended) mended += 1;
      if (isMended && texts.was === null) await state.commit([{ remove: keys.note(noteKey) }]);
    }
  }
  if (undoing.length > 0) await state.commit([{ put: keys.undo, value: { ...undo, undoing: [] } }]);
  return mended;
}

function textsOfRun(
  image: BeforeImage | null,
  { place, run }: { readonly place: NotePlace | null; readonly run: number },
): Texts | null {
  if (image === null) return place?.made === run ? { was: null, becomes: '' } : null;
  return { was: image.text, becomes: textAfter(image) };
}

const textsOfUndo = (image: BeforeImage | null): Texts | null =>
  image === null ? null : { was: image.patch === null ? null : textAfter(image), becomes: image.text };

/** The same for a note of the person's into which a section was being written: to be called before another is. Returns whether it was cut. */
export async function mendCutSection({ vault, state }: CutRun): Promise<boolean> {
  const section = await readOne(state, keys.section, readSection);
  if (section === null) return false;
  const isMended = await givesBack(section, vault);
  await state.commit([{ remove: keys.section }]);
  return isMended;
}

/** Returns whether the note was cut. */
const givesBack = async ({ path, was, becomes }: WrittenSection, vault: Vault): Promise<boolean> =>
  (await vault.update(path, (text) =>
    (isEmpty(text) ? !isEmpty(was) : text !== was && isCut(text, becomes)) ? was : text,
  )) === 'written';

/** Returns whether there was a note with nothing in it. */
async function dropsEmpty(path: string, vault: Vault): Promise<boolean> {
  const text = await vault.read(path);
  return text !== null && isEmpty(text) && (await vault.moveToTrash(path)) === 'trashed';
}

/** What the host refuses to read or write waits for the next sync, as any note. */
async function isDone(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (!isOperational(error)) throw error;
    return false;
  }
}

/** No bytes, or those that a disk shows where none had reached it when the power failed. */
const isEmpty = (text: string): boolean => /^\0*$/.test(text);
