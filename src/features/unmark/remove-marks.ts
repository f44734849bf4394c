import { type Clock, type StateChange, type StateStore, type Vault, isOperational } from '../../model/ports';
import { Pace } from '../../model/pace';
import type { WrittenText } from '../../sync/journal/undo-state';
import { addToList } from '../../model/collections';
import { compareText } from '../../model/record';
import { keys } from '../../store/keys';
import { forgetRange } from '../../store/read-state';
import { closedNotes, notePlaces, putPlace, readNote, type ClosedNote } from '../../store/note-places';
import { mendCutNotes } from '../../sync/journal/mend-cut-notes';
import { linkedAnchors } from './note-marks';
import { anchorsToGo, mayHoldMarks, withoutMarks } from './without-marks';

/** All texts of a vault that may hold links or marks, notes and others. */
export interface VaultTexts {
  paths(): Promise<readonly string[]>;
  read(path: string): Promise<string | null>;
}

export interface LeavingContext {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly texts: VaultTexts;
  readonly clock: Clock;
}

export interface LeavingOptions {
  /** Of these notes alone; null: of all. */
  readonly paths: readonly string[] | null;
  /** Keep every anchor, not only those that something links to. */
  readonly keepsAnchors: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

/** What would lose its marks. */
export interface LeavingPlan {
  readonly notes: readonly string[];
  /** Anchors that something in the vault links to. */
  readonly linked: ReadonlySet<string>;
  /** How many anchors are in those notes. */
  readonly anchors: number;
  /** Of them, those that stay. */
  readonly keptAnchors: number;
  /** Notes that are where this device last saw them and cannot be read: they keep their marks. */
  readonly failures: readonly ClosedNote[];
}

export interface LeavingResult {
  readonly changed: number;
  /** Notes that were not reached, because it was stopped. */
  readonly left: number;
  readonly failures: readonly ClosedNote[];
}

/** Notes between two commits. */
const BATCH = 50;

/**
 * Looks through the vault for notes with marks of ours. Writes nothing. Rejects with the signal's reason when
 * it is aborted.
 */
export async function planLeaving(
  { vault, state, texts, clock }: LeavingContext,
  { paths, keepsAnchors, signal, progress = () => undefined }: LeavingOptions,
): Promise<LeavingPlan> {
  const pace = new Pace(clock, signal);
  const all = await texts.paths();
  const wanted = paths === null ? null : new Set(paths);
  const linked = new Set<string>();
  const standing: { readonly path: string; readonly anchors: readonly string[] }[] = [];
  for (const [index, path] of all.entries()) {
    const text = await texts.read(path);
    if (text !== null) {
      for (const anchor of linkedAnchors(text)) linked.add(anchor);
      if (
        path.endsWith('.md') &&
        wanted?.has(path) !== false &&
        mayHoldMarks(text) &&
        withoutMarks(text, { keepsAnchor: () => false }) !== text
      )
        standing.push({ path, anchors: anchorsToGo(text) });
    }
    progress(index + 1, all.length);
    await pace.yieldIfDue();
  }
  const anchors = standing.flatMap((note) => note.anchors);
  const stays = (anchor: string): boolean => keepsAnchors || linked.has(anchor);
  const notes = standing.map(({ path }) => path);
  const failures =
    paths === null ? await closedNotes(await notePlaces(state), { vault, seen: new Set(notes) }) : [];
  return { notes, linked, anchors: anchors.length, keptAnchors: anchors.filter(stays).length, failures };
}

/**
 * Makes plain markdown of notes. What fails stops no other note; cut short, it can be done again, and goes
 * on. It cannot be undone. Notes that were chosen by their paths count as deleted by the person from then on.
 */
export async function removeMarks(context: LeavingContext, options: LeavingOptions): Promise<LeavingResult> {
  const { state, vault, clock } = context;
  const { paths, signal, progress = () => undefined } = options;
  await mendCutNotes({ vault, state });
  const { notes, linked, failures: closed } = await planLeaving(context, options);
  const known = new Map(
    paths === null ? [] : [...(await notePlaces(state))].map(([noteKey, { path }]) => [path, noteKey]),
  );
  const change = (text: string): string =>
    withoutMarks(text, {
      keepsAnchor: (anchor) => options.keepsAnchors || linked.has(anchor),
    });
  const pace = new Pace(clock);
  const failures: ClosedNote[] = [...closed];
  const isStopped = (): boolean => signal?.aborted === true;
  let changed = 0;
  let done = 0;
  for (let start = 0; start < notes.length && !isStopped(); start += BATCH) {
    const batch = notes.slice(start, start + BATCH);
    await rememberTexts(context, { paths: batch, change });
    const givenUp: StateChange[] = [];
    for (const path of batch) {
      if (isStopped()) break;
      const outcome = await changeNote(vault, { path, change });
      if (typeof outcome !== 'string') failures.push(outcome);
      if (outcome === 'written') changed += 1;
      const noteKey = known.get(path);
      if (noteKey !== undefined && typeof outcome === 'string')
        givenUp.push(putPlace(noteKey, { path, isMissing: true }));
      done += 1;
      progress(done, notes.length);
      await pace.yieldIfDue();
    }
    await state.commit([{ remove: keys.section }, ...givenUp]);
  }
  return { changed, left: notes.length - done, failures };
}

interface TextChange {
  readonly change: (text: string) => string;
}

/**
 * Commits what the notes are before any of them is written: a host that is stopped while writing may leave an
 * empty file.
 */
async function rememberTexts(
  { vault, state }: LeavingContext,
  { paths, change }: TextChange & { readonly paths: readonly string[] },
): Promise<void> {
  const texts: WrittenText[] = [];
  for (const path of paths) {
    const { text } = await readNote(vault, path);
    if (text !== null) texts.push({ path, was: text, becomes: change(text) });
  }
  await state.commit([{ put: keys.section, value: texts }]);
}

async function changeNote(
  vault: Vault,
  { path, change }: TextChange & { readonly path: string },
): Promise<'written' | 'unchanged' | 'missing' | ClosedNote> {
  try {
    return await vault.update(path, change);
  } catch (error) {
    if (!isOperational(error)) throw error;
    return { path, message: error.message };
  }
}

/** All that this device knows of the library: what the next sync would begin with. */
export const forgetState = (state: StateStore): Promise<void> => forgetRange(state, '');

export interface FolderOf<Note> {
  /** `/` for the vault itself. */
  readonly folder: string;
  readonly notes: readonly Note[];
}

/** Notes by their folders, in the order of the folders. */
export function byFolder<Note extends { readonly path: string }>(
  notes: readonly Note[],
): readonly FolderOf<Note>[] {
  const folders = new Map<string, Note[]>();
  for (const note of notes) addToList(folders, note.path.replace(/[^/]*$/, '').slice(0, -1) || '/', note);
  return [...folders]
    .map(([folder, own]) => ({ folder, notes: own }))
    .sort((one, other) => compareText(one.folder, other.folder));
}
