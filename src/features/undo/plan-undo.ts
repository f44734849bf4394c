import { isOperational } from '../../model/errors';
import { isJoinedNote, itemKeyOf } from '../../model/note-part';
import type { StateStore, Vault } from '../../model/ports';
import { foldedPath } from '../../notes/names/naming';
import { isUntouched, splitNote } from '../../notes/note/note';
import { itemsSentSince } from '../../outbox/sent-since';
import { keys, prefixes } from '../../store/keys';
import type { Stores } from '../../store/outbox-store';
import { CHUNK_OF_TEXTS, readOne, stateRange } from '../../store/read-state';
import { readNotePlace } from '../../store/stored';
import { kindOfUndone, readRun } from '../../sync/journal/run-history';
import { readImage, type BeforeImage } from '../../sync/journal/before-image';
import { MadeNotes } from '../../sync/journal/made-notes';
import { isCut, undoOf, type UndoState } from '../../sync/journal/undo-state';
import { hasIdentity, identityIn, identityOfKey } from '../../sync/plan/note-identity';
import type { NotUndone, UndoPlan, UndoStep } from './undo-plan';

export interface UndoHost extends Stores {
  readonly vault: Vault;
}

type ImageOf<Kind extends BeforeImage['kind']> = Extract<BeforeImage, { kind: Kind }>;

/** What becomes of one note; null if nothing needs to be done. */
type Planned = UndoStep | NotUndone | null;

/** Plans the undo of the last run that wrote; null if there is none. Changes nothing. */
export async function planUndo(host: UndoHost): Promise<UndoPlan | null> {
  const { vault, state } = host;
  const undo = await undoOf(state);
  if (undo.run === 0) return null;
  const ended = await readOne(state, keys.run(undo.run), readRun);
  const steps: UndoStep[] = [];
  const stays: NotUndone[] = [];
  const sentItems = await itemsSentSince(host);
  for await (const { noteKey, image } of imagesIn(state)) {
    if (sentItems.has(itemKeyOf(noteKey))) {
      stays.push({ noteKey, path: pathIn(image), why: 'sent' });
      continue;
    }
    const planned = await planNote(host, { noteKey, image, steps, undo });
    if (planned === null) continue;
    if ('why' in planned) stays.push(planned);
    else steps.push(planned);
  }
  const ordered = await inOrder(vault, { steps, undo });
  const planned = await withWholeJoins(vault, { steps: ordered.steps, stays: [...stays, ...ordered.stays] });
  return {
    run: undo.run,
    kind: kindOfUndone(ended, undo),
    ended,
    isPartial: undo.isPartial,
    ...planned,
  };
}

async function* imagesIn(
  state: StateStore,
): AsyncGenerator<{ readonly noteKey: string; readonly image: BeforeImage }> {
  for await (const entries of stateRange(state, prefixes.before, CHUNK_OF_TEXTS)) {
    for (const { key, value } of entries) {
      const image = readImage(value);
      if (image !== null) yield { noteKey: key.slice(prefixes.before.length), image };
    }
  }
  for (const [noteKey, path] of (await MadeNotes.read(state)).all())
    yield { noteKey, image: { kind: 'created', path } };
}

/** Where the run left the note, or where it took it from. */
const pathIn = (image: BeforeImage): string => (image.kind === 'changed' ? image.newPath : image.path);

interface ToPlan {
  readonly noteKey: string;
  readonly image: BeforeImage;
  /** The steps planned so far. */
  readonly steps: readonly UndoStep[];
  readonly undo: UndoState;
}

async function planNote(host: UndoHost, { noteKey, image, steps, undo }: ToPlan): Promise<Planned> {
  try {
    switch (image.kind) {
      case 'created':
        return await planCreated(host, noteKey, image);
      case 'changed':
        return await planChanged(host, noteKey, { image, undo });
      case 'trashed':
        return await planTrashed(host, noteKey, { image, steps });
    }
  } catch (error) {
    if (!isOperational(error)) throw error;
    return { noteKey, path: image.path, why: 'unreadable' };
  }
}

async function planCreated(
  { vault, state }: UndoHost,
  noteKey: string,
  image: ImageOf<'created'>,
): Promise<Planned> {
  const identity = identityOfKey(noteKey);
  // The run may have renamed the note after creating it.
  const place = await readOne(state, keys.note(noteKey), readNotePlace);
  for (const path of new Set([place?.path ?? image.path, image.path])) {
    const text = await vault.read(path);
    if (text === null || !hasIdentity(text, identity)) continue;
    return isUntouched(splitNote(text)) ? { kind: 'trash', noteKey, path } : { noteKey, path, why: 'edited' };
  }
  const [elsewhere] = await vault.locate(identity);
  return elsewhere === undefined ? null : { noteKey, path: elsewhere, why: 'moved' };
}

async function planChanged(
  { vault }: UndoHost,
  noteKey: string,
  { image, undo }: { readonly image: ImageOf<'changed'>; readonly undo: UndoState },
): Promise<Planned> {
  const isBeingUndone = undo.isUndoing === true && undo.writing.some((note) => note.noteKey === noteKey);
  let edited: string | null = null;
  for (const path of new Set([image.newPath, image.path])) {
    const text = await vault.read(path);
    if (text === image.text && path === image.path) return null;
    // An interrupted undo may have left the note empty; its text is put back.
    const isEmptied = isBeingUndone && text !== null && isCut(text, image.text);
    if (text === image.newText || text === image.text || isEmptied)
      return { kind: 'revert', noteKey, path, to: path === image.path ? null : image.path };
    if (text !== null) edited ??= path;
  }
  return edited === null
    ? { noteKey, path: image.newPath, why: 'moved' }
    : { noteKey, path: edited, why: 'edited' };
}

async function planTrashed(
  { vault }: UndoHost,
  noteKey: string,
  {
    image: { path, text },
    steps,
  }: { readonly image: ImageOf<'trashed'>; readonly steps: readonly UndoStep[] },
): Promise<Planned> {
  const identity = identityIn(text);
  const current = await vault.read(path);
  const isThere = current !== null && hasIdentity(current, identity);
  // The note that the run left in its place goes back to where it was.
  const isToLeave = steps.some((step) => step.kind === 'revert' && step.path === path && step.to !== null);
  if (isThere && !isToLeave) return null;
  // Its item had another note at that time, too.
  if (isJoinedNote(noteKey)) return { kind: 'recreate', noteKey, path };
  // An adopted note in its place is reverted first, and thereby loses the identity.
  const others = await vault.locate(identity);
  const isReverted = (other: string): boolean =>
    steps.some((step) => step.kind === 'revert' && step.path === other);
  return others.every(isReverted) ? { kind: 'recreate', noteKey, path } : { noteKey, path, why: 'has-note' };
}

/** Orders the steps so that a note's old path is free when the note returns; the others stay as they are. */
async function inOrder(
  vault: Vault,
  { steps, undo }: Pick<ToPlan, 'steps' | 'undo'>,
): Promise<Pick<UndoPlan, 'steps' | 'stays'>> {
  const done: UndoStep[] = steps.filter((step) => step.kind === 'trash');
  const free = new Set(done.map(({ path }) => foldedPath(path)));
  let waiting: readonly UndoStep[] = steps.filter((step) => step.kind !== 'trash');
  let hasProgress = true;
  while (hasProgress) {
    hasProgress = false;
    const blocked: UndoStep[] = [];
    for (const step of waiting) {
      const target = targetOf(step);
      const isFree = target === null || free.has(foldedPath(target));
      if (!isFree && (await isTaken(vault, { path: target, undo }))) {
        blocked.push(step);
        continue;
      }
      done.push(step);
      hasProgress = true;
      if (step.kind === 'revert' && step.to !== null) free.add(foldedPath(step.path));
    }
    waiting = blocked;
  }
  const stays = waiting.map(({ noteKey, path }) => ({ noteKey, path, why: 'place-taken' as const }));
  return { steps: done, stays };
}

/**
 * If the note that two were joined into stays as it is, the other one stays in the trash: its content would be in
 * the vault twice.
 */
async function withWholeJoins(
  vault: Vault,
  { steps, stays }: Pick<UndoPlan, 'steps' | 'stays'>,
): Promise<Pick<UndoPlan, 'steps' | 'stays'>> {
  const staying = new Set(stays.map(({ noteKey }) => noteKey));
  const undone: UndoStep[] = [];
  const joined: NotUndone[] = [];
  for (const step of steps) {
    const { noteKey, path } = step;
    const wholeKey = itemKeyOf(noteKey);
    // If the person deleted the other note, this one is the only one.
    const isHalf =
      isJoinedNote(noteKey) &&
      staying.has(wholeKey) &&
      (await vault.locate(identityOfKey(wholeKey))).length > 0;
    if (isHalf) joined.push({ noteKey, path, why: 'has-note' });
    else undone.push(step);
  }
  return { steps: undone, stays: [...stays, ...joined] };
}

/** The path that must be free before the step; null if none. */
function targetOf(step: UndoStep): string | null {
  if (step.kind === 'recreate') return step.path;
  if (step.kind === 'trash' || step.to === null) return null;
  return foldedPath(step.to) === foldedPath(step.path) ? null : step.to;
}

async function isTaken(
  vault: Vault,
  { path, undo }: { readonly path: string; readonly undo: UndoState },
): Promise<boolean> {
  try {
    if (!(await vault.has(path))) return false;
    // An interrupted undo may have left an empty note there.
    return undo.isUndoing !== true || (await vault.read(path)) !== '';
  } catch (error) {
    if (!isOperational(error)) throw error;
    return true;
  }
}
