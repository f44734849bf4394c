import { imagesOf, type BeforeImage } from './before-image';
import { MadeNotes } from './made-notes';
import {
  isCut,
  isPathKey,
  readWrittenTexts,
  undoOf,
  type OpenNote,
  type UndoState,
  type WrittenText,
} from './undo-state';
import { endsSync } from '../context/contained';
import { isOperational } from '../../model/errors';
import { ProblemError } from '../../model/problem';
import type { StateStore, Vault } from '../../model/ports';
import { pathMark, splitNote } from '../../notes/note/note';
import { keys } from '../../store/keys';
import { hasIdentity, identityIn, identityOfKey } from '../plan/note-identity';
import { readOne } from '../../store/read-state';

interface Stores {
  readonly vault: Vault;
  readonly state: StateStore;
}

/**
 * Repairs what a run, or its undo, left half done when it was interrupted. A note that the host emptied or cut
 * before writing it gets its old text back; an empty new one is removed. One that was moved but not written yet is
 * moved back, so that its move is planned again. One that went to the trash is forgotten. All else is the person's.
 * Call before a run reads any note. Returns how many notes were written. Throws if the host refuses one of them:
 * then the run must not begin, because it would take an emptied note for one that a person deleted.
 */
export async function recover({ vault, state }: Stores): Promise<number> {
  let recovered = await recoverTexts({ vault, state });
  const undo = await undoOf(state);
  const { writing } = undo;
  if (writing.length === 0) return recovered;
  const images = await imagesOf(
    state,
    writing.map(({ noteKey }) => noteKey),
    await MadeNotes.read(state),
  );
  for (const note of writing) {
    const image = images.get(note.noteKey) ?? null;
    const isUndoing = undo.isUndoing === true;
    if (await recoverNote({ vault, state }, { note, image, isUndoing })) recovered += 1;
  }
  await state.commit([{ put: keys.undo, value: { ...undo, writing: [] } satisfies UndoState }]);
  return recovered;
}

interface HalfDone {
  readonly note: OpenNote;
  readonly image: BeforeImage | null;
  readonly isUndoing: boolean;
}

/**
 * The same for one note. Also for one that a run under way could not write: otherwise its next try would find it empty.
 * Returns whether the note was changed.
 */
export const recoverNote = (stores: Stores, half: HalfDone): Promise<boolean> =>
  orTell(half.note.from ?? half.note.to[0] ?? '', () => repair(stores, half));

async function repair({ vault, state }: Stores, { note, image, isUndoing }: HalfDone): Promise<boolean> {
  const { noteKey, from, isTrashed } = note;
  if (isTrashed) {
    if (from !== null && (await vault.read(from)) === null)
      await state.commit([{ remove: keys.note(noteKey) }]);
    return false;
  }
  const to = await Promise.all(note.to.map((path) => vault.spelled(path)));
  const written = textsOf(image, isUndoing);
  // A note that this run made may also have been changed by it.
  const wasMade = image?.kind === (isUndoing ? 'trashed' : 'created');
  let isRestored = false;
  for (const path of new Set([...(from === null ? [] : [from]), ...to])) {
    if (wasMade && (await removeEmpty({ vault, state }, { noteKey, path }))) return true;
    if (written !== null && (await restoreText(vault, { path, ...written }))) isRestored = true;
  }
  for (const path of to)
    if (from !== null && (await moveBack(vault, { noteKey, from, to: path, written }))) return true;
  return isRestored;
}

/** The text of a note that is changed, before and after; null when no image of it is kept. */
function textsOf(image: BeforeImage | null, isUndoing: boolean): Pick<WrittenText, 'was' | 'becomes'> | null {
  if (image?.kind !== 'changed') return null;
  const { text, newText } = image;
  return isUndoing ? { was: newText, becomes: text } : { was: text, becomes: newText };
}

/** Moves a note back that was moved but not written yet: a written one has the mark of its new path. */
async function moveBack(
  vault: Vault,
  {
    noteKey,
    from,
    to,
    written,
  }: {
    readonly noteKey: string;
    readonly from: string;
    readonly to: string;
    readonly written: Pick<WrittenText, 'was' | 'becomes'> | null;
  },
): Promise<boolean> {
  if (from === to || isPathKey(noteKey) || (await vault.read(from)) !== null) return false;
  const text = await vault.read(to);
  // The note of a book that a document joins has only the book's id until it is written.
  const identity = written === null ? identityOfKey(noteKey) : identityIn(written.was);
  if (text === null || text === written?.becomes || !hasIdentity(text, identity)) return false;
  if (splitNote(text).trailer?.path === pathMark(to)) return false;
  return (await vault.rename(to, from)) === 'renamed';
}

/** The same for notes written outside a sync: sections of daily notes, removed marks. */
export async function recoverTexts({ vault, state }: Stores): Promise<number> {
  const texts = await readOne(state, keys.section, readWrittenTexts);
  if (texts.length === 0) return 0;
  let restored = 0;
  for (const text of texts) {
    if (await orTell(text.path, () => restoreText(vault, text))) restored += 1;
  }
  await state.commit([{ remove: keys.section }]);
  return restored;
}

/** Returns whether the note was cut. One that was not is only read, because it may be locked. */
async function restoreText(vault: Vault, { path, was, becomes }: WrittenText): Promise<boolean> {
  const isDamaged = (text: string): boolean =>
    isEmpty(text) ? !isEmpty(was) : text !== was && isCut(text, becomes);
  const found = await vault.read(path);
  if (found === null || !isDamaged(found)) return false;
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

/** Tells of a note that the host refuses to read or write. */
async function orTell(path: string, work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (!isOperational(error) || error instanceof ProblemError || endsSync(error)) throw error;
    throw new ProblemError({ code: 'not-put-back', path, message: error.message }, { cause: error });
  }
}

/** Empty, or only null bytes, which a disk shows after a power failure. */
const isEmpty = (text: string): boolean => /^\0*$/.test(text);
