import { isCut, type BeforeImage, readImage, undoOf, type UndoState } from '../../sync/journal/undo-state';
import { kindOfUndone, readRun } from '../../sync/journal/run-history';
import type { NotUndone, Obstacle, UndoPlan, UndoStep } from './undo-plan';
import { foldedPath } from '../../notes/names/naming';
import { isUntouched, splitNote } from '../../notes/note/note';
import { isOperational } from '../../model/errors';
import type { StateStore, Vault } from '../../model/ports';
import { hasIdentity, identityIn, identityOfKey } from '../../sync/plan/note-identity';
import { keys, prefixes } from '../../store/keys';
import { readNotePlace, type NotePlace } from '../../store/stored';
import { CHUNK_OF_TEXTS, readOne, stateRange } from '../../store/read-state';

export interface UndoHost {
  readonly vault: Vault;
  readonly state: StateStore;
}

interface Kept<Image extends BeforeImage = BeforeImage> {
  readonly noteKey: string;
  readonly image: Image;
  readonly place: NotePlace | null;
}

type Changed = Extract<BeforeImage, { kind: 'changed' }>;
type Trashed = Extract<BeforeImage, { kind: 'trashed' }>;

type Planned = UndoStep | NotUndone | null;

interface Planning {
  readonly undo: UndoState;
  readonly steps: readonly UndoStep[];
}

/** Plans the undo of the last run that wrote; null if there is none. Changes nothing. */
export async function planUndo({ vault, state }: UndoHost): Promise<UndoPlan | null> {
  const undo = await undoOf(state);
  if (undo.run === 0) return null;
  const ended = await readOne(state, keys.run(undo.run), readRun);
  const steps: UndoStep[] = [];
  const stays: NotUndone[] = [];
  for await (const entries of stateRange(state, prefixes.before, CHUNK_OF_TEXTS)) {
    const noteKeys = entries.map(({ key }) => key.slice(prefixes.before.length));
    const places = (await state.getMany(noteKeys.map(keys.note))).map(readNotePlace);
    for (const [index, noteKey] of noteKeys.entries()) {
      const image = readImage(entries[index]?.value);
      if (image === null) continue;
      const kept = { noteKey, image, place: places[index] ?? null };
      const planned = await planNote(vault, kept, { undo, steps });
      if (planned === null) continue;
      if ('why' in planned) stays.push(planned);
      else steps.push(planned);
    }
  }
  const ordered = await inOrder(vault, { steps, undo });
  return {
    run: undo.run,
    kind: kindOfUndone(ended, undo),
    ended,
    isPartial: undo.isPartial,
    steps: ordered.steps,
    stays: [...stays, ...ordered.stays],
  };
}

/** Null if nothing needs to be done. */
async function planNote(vault: Vault, kept: Kept, planning: Planning): Promise<Planned> {
  const { noteKey, image, place } = kept;
  try {
    switch (image.kind) {
      case 'created':
        return await planCreated(vault, kept);
      case 'changed':
        return await planChanged(vault, { noteKey, image }, planning.undo);
      case 'trashed':
        return await planTrashed(vault, { noteKey, image, place }, planning.steps);
    }
  } catch (error) {
    if (!isOperational(error)) throw error;
    return { noteKey, path: image.path, why: 'unreadable' };
  }
}

async function planCreated(vault: Vault, { noteKey, image, place }: Kept): Promise<Planned> {
  const identity = identityOfKey(noteKey);
  for (const path of new Set([place?.path ?? image.path, image.path])) {
    const text = await vault.read(path);
    if (text === null || !hasIdentity(text, identity)) continue;
    return isUntouched(splitNote(text))
      ? { kind: 'trash', noteKey, path }
      : { noteKey, path, why: 'written-in' };
  }
  const [elsewhere] = await vault.locate(identity);
  return elsewhere === undefined ? null : { noteKey, path: elsewhere, why: 'moved' };
}

async function planChanged(
  vault: Vault,
  { noteKey, image }: Pick<Kept<Changed>, 'noteKey' | 'image'>,
  undo: UndoState,
): Promise<Planned> {
  const isBeingUndone = undo.isUndoing === true && undo.writing.some((note) => note.noteKey === noteKey);
  let found: string | null = null;
  for (const path of new Set([image.newPath, image.path])) {
    const text = path === undefined ? null : await vault.read(path);
    if (path === undefined || text === null) continue;
    const isAsLeft = text === image.newText || text === image.text;
    // An interrupted undo may have left the note empty; its text is put back.
    if (isAsLeft || (isBeingUndone && isCut(text, image.text))) {
      if (text === image.text && path === image.path) return null;
      return { kind: 'revert', noteKey, path, to: path === image.path ? null : image.path };
    }
    found ??= path;
  }
  const why: Obstacle = found === null ? 'gone' : 'edited';
  return { noteKey, path: found ?? image.newPath, why };
}

async function planTrashed(
  vault: Vault,
  { noteKey, image: { path, text } }: Kept<Trashed>,
  steps: readonly UndoStep[],
): Promise<Planned> {
  const identity = identityIn(text);
  const current = await vault.read(path);
  if (current !== null && hasIdentity(current, identity)) return null;
  // An adopted note in its place is reverted first, and loses the identity by that.
  const others = await vault.locate(identity);
  const isReverted = (other: string): boolean =>
    steps.some((step) => step.kind === 'revert' && step.path === other);
  return others.every(isReverted) ? { kind: 'recreate', noteKey, path } : { noteKey, path, why: 'has-note' };
}

/** Orders the steps so that a note's old path is free when the note returns; the others stay as they are. */
async function inOrder(vault: Vault, { steps, undo }: Planning): Promise<Pick<UndoPlan, 'steps' | 'stays'>> {
  const ordered: UndoStep[] = steps.filter((step) => step.kind === 'trash');
  const free = new Set(ordered.map(({ path }) => foldedPath(path)));
  let waiting: readonly UndoStep[] = steps.filter((step) => step.kind !== 'trash');
  for (;;) {
    const blocked: UndoStep[] = [];
    for (const step of waiting) {
      const target = targetOf(step);
      const isFree = target === null || free.has(foldedPath(target));
      if (!isFree && (await isTaken(vault, { path: target, undo }))) {
        blocked.push(step);
        continue;
      }
      ordered.push(step);
      if (step.kind === 'revert' && step.to !== null) free.add(foldedPath(step.path));
    }
    if (blocked.length === waiting.length || blocked.length === 0) {
      const stays = blocked.map(({ noteKey, path }) => ({ noteKey, path, why: 'place-taken' as const }));
      return { steps: ordered, stays };
    }
    waiting = blocked;
  }
}

/** The path that must be free before the step; null if none. */
function targetOf(step: UndoStep): string | null {
  if (step.kind === 'recreate') return step.path;
  if (step.kind === 'trash' || step.to === null) return null;
  return foldedPath(step.to) === foldedPath(step.path) ? null : step.to;
}

async function isTaken(vault: Vault, { path, undo }: { path: string; undo: UndoState }): Promise<boolean> {
  try {
    if (!(await vault.has(path))) return false;
    // An interrupted undo may have left an empty note there.
    return undo.isUndoing !== true || (await vault.read(path)) !== '';
  } catch (error) {
    if (!isOperational(error)) throw error;
    return true;
  }
}
