import { textAfter, type BeforeImage } from '../../core/history/before-image';
import { itemKeyOf } from '../../core/layout/note-part';
import type { StateStore, Vault } from '../../ports';
import { keys } from '../state/keys';
import { readNotePlace } from '../state/stored';
import { isOperational } from '../sync-errors';
import type { Tally } from '../tally';
import { unsettled } from './change-keeper';
import { pathOfKey } from './path-key';
import { readImage, undoOf } from './stored-history';

interface CutRun {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly tally: Pick<Tally, 'vaultWrites'>;
}

/**
 * Brings back the notes that a run was writing when it was cut short, on a host that empties a file before it writes it: a note gets the
 * text that it had; one that the run was making, or had made, is made anew by the next. Nothing is looked at when no run was cut short.
 */
export async function mendCutNotes(deps: CutRun): Promise<void> {
  const { state } = deps;
  const { run, last, making, writing = [] } = await undoOf(state);
  if (run <= last) return;
  for (const { path } of await unsettled(making, state)) await dropEmpty(path, deps);
  for (const noteKey of writing) {
    const [before, stored, due] = await state.getMany([keys.before(noteKey), keys.note(noteKey), keys.due(itemKeyOf(noteKey))]);
    // The run had said that it was in order: what it is now, a person made of it.
    if (due === undefined && pathOfKey(noteKey) === null) continue;
    const [image, place] = [readImage(before), readNotePlace(stored)];
    for (const path of new Set([image?.path, place?.path, place?.movingTo])) {
      if (path === undefined) continue;
      if (image !== null) await giveBack(path, { ...deps, image });
      else if (place?.made === run && (await dropEmpty(path, deps))) await state.commit([{ remove: keys.note(noteKey) }]);
    }
  }
}

async function giveBack(path: string, { vault, tally, image }: CutRun & { readonly image: BeforeImage }): Promise<void> {
  if (await isDone(async () => (await vault.update(path, (text) => (isCut(text, image) ? image.text : text))) === 'written')) tally.vaultWrites += 1;
}

/** Returns whether there was a note with nothing in it. */
async function dropEmpty(path: string, { vault, tally }: CutRun): Promise<boolean> {
  const dropped = await isDone(async () => {
    const text = await vault.read(path);
    return text !== null && isEmpty(text) && (await vault.moveToTrash(path)) === 'trashed';
  });
  if (dropped) tally.vaultWrites += 1;
  return dropped;
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

function isCut(text: string, image: BeforeImage): boolean {
  if (isEmpty(text)) return !isEmpty(image.text);
  const after = textAfter(image);
  return text !== image.text && text !== after && after.startsWith(text);
}
