import { textAfter, type BeforeImage } from '../../core/history/before-image';
import { isCut } from '../../core/history/cut-text';
import { itemKeyOf } from '../../core/layout/note-part';
import type { StateStore, Vault } from '../../ports';
import { keys } from '../state/keys';
import { readNotePlace } from '../state/stored';
import { isOperational } from '../sync-errors';
import { unsettled } from './change-keeper';
import { pathOfKey } from './path-key';
import { readImage, undoOf } from './stored-history';

interface CutRun {
  readonly vault: Vault;
  readonly state: StateStore;
}

/**
 * Brings back the notes that a run was writing when it was cut short, on a host that empties a file before it writes it: a note gets the
 * text that it had; one that the run was making, or had made, is made anew by the next. Nothing is looked at when no run was cut short.
 * To be called before a run looks at any note; returns how many it wrote.
 */
export async function mendCutNotes({ vault, state }: CutRun): Promise<number> {
  const { run, last, making, writing = [] } = await undoOf(state);
  if (run <= last) return 0;
  let mended = 0;
  for (const { path } of await unsettled(making, state)) if (await dropsEmpty(path, vault)) mended += 1;
  for (const noteKey of writing) {
    const [before, stored, due] = await state.getMany([keys.before(noteKey), keys.note(noteKey), keys.due(itemKeyOf(noteKey))]);
    // The run had said that it was in order: what it is now, a person made of it.
    if (due === undefined && pathOfKey(noteKey) === null) continue;
    const [image, place] = [readImage(before), readNotePlace(stored)];
    for (const path of new Set([image?.path, place?.path, place?.movingTo])) {
      if (path === undefined) continue;
      const isMended = image === null ? place?.made === run && (await dropsEmpty(path, vault)) : await givesBack(path, { vault, image });
      if (isMended) mended += 1;
      if (isMended && image === null) await state.commit([{ remove: keys.note(noteKey) }]);
    }
  }
  return mended;
}

/** Returns whether the note was cut. */
const givesBack = (path: string, { vault, image }: { readonly vault: Vault; readonly image: BeforeImage }): Promise<boolean> =>
  isDone(async () => (await vault.update(path, (text) => (lacksWhatWas(text, image) ? image.text : text))) === 'written');

/** Returns whether there was a note with nothing in it. */
const dropsEmpty = (path: string, vault: Vault): Promise<boolean> =>
  isDone(async () => {
    const text = await vault.read(path);
    return text !== null && isEmpty(text) && (await vault.moveToTrash(path)) === 'trashed';
  });

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

const lacksWhatWas = (text: string, image: BeforeImage): boolean => (isEmpty(text) ? !isEmpty(image.text) : text !== image.text && isCut(text, textAfter(image)));
