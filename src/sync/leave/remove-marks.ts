import { linkedAnchors } from '../../core/leave/our-anchors';
import type { LeavingPlan, LeavingResult } from '../../core/leave/leaving';
import { anchorsToGo, mayHoldMarks, withoutMarks } from '../../core/leave/without-marks';
import type { Clock, StateStore, Vault } from '../../ports';
import { PathRun, type ComingEdit } from '../history/path-run';
import { closedNotes, notePlaces } from '../state/note-places';
import { forgetRange } from '../state/state-range';
import { putPlace } from '../state/put-place';
import { isOperational } from '../sync-errors';
import { Pace } from '../../pace';

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

/** Notes between two commits. */
const BATCH = 50;

/** Looks through the vault for notes with marks of ours. Writes nothing. Rejects with the signal's reason when it is aborted. */
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
    await pace.breathe();
  }
  const anchors = standing.flatMap((note) => note.anchors);
  const stays = (anchor: string): boolean => keepsAnchors || linked.has(anchor);
  const notes = standing.map(({ path }) => path);
  const failures =
    paths === null ? await closedNotes(await notePlaces(state), { vault, seen: new Set(notes) }) : [];
  return { notes, linked, anchors: anchors.length, keptAnchors: anchors.filter(stays).length, failures };
}

/**
 * Makes plain markdown of notes. What fails stops no other note; cut short, it can be done again, and goes on. It is a run in the
 * history, which can be undone. Notes that were chosen by their paths count as deleted by the person from then on.
 */
export async function removeMarks(context: LeavingContext, options: LeavingOptions): Promise<LeavingResult> {
  const { state, clock } = context;
  const { paths, keepsAnchors, signal, progress = () => undefined } = options;
  const run = await PathRun.begin(context, 'unmark');
  // What could not be read before the first was made plain is what is told of.
  const { notes, linked, failures: closed } = await planLeaving(context, options);
  const keepsAnchor = (anchor: string): boolean => keepsAnchors || linked.has(anchor);
  const known = new Map(
    paths === null ? [] : [...(await notePlaces(state))].map(([noteKey, { path }]) => [path, noteKey]),
  );
  const edits = notes.map((path): ComingEdit & { edit: (text: string) => string } => ({
    path,
    edit: (text) => withoutMarks(text, { keepsAnchor }),
    givesUp: known.get(path),
  }));
  const pace = new Pace(clock);
  const failures: { path: string; message: string }[] = [...closed];
  const isStopped = (): boolean => signal?.aborted === true;
  let [changed, done] = [0, 0];
  for (let start = 0; start < notes.length && !isStopped(); start += BATCH) {
    const batch = edits.slice(start, start + BATCH);
    await run.prepare(batch);
    for (const each of batch) {
      if (isStopped()) break;
      const outcome = await takeOff(context, run, each);
      if (outcome === 'written') changed += 1;
      else if (outcome !== 'missing' && outcome !== 'unchanged')
        failures.push({ path: each.path, message: outcome.failed });
      done += 1;
      progress(done, notes.length);
      await pace.breathe();
    }
  }
  await run.end();
  return { changed, left: notes.length - done, failures };
}

async function takeOff(
  { vault, state }: LeavingContext,
  run: PathRun,
  { path, edit, givesUp }: ComingEdit & { edit: (text: string) => string },
): Promise<'written' | 'unchanged' | 'missing' | { readonly failed: string }> {
  try {
    const result = await vault.update(path, run.watching(path, edit));
    if (result === 'written') await run.did(path, 'updated');
    if (givesUp !== undefined) await state.commit([putPlace(givesUp, { path, isMissing: true })]);
    return result;
  } catch (error) {
    if (!isOperational(error)) throw error;
    run.failed(path, error.message);
    return { failed: error.message };
  }
}

/** All that this device knows of the library: what the next sync would begin with. */
export const forgetState = (state: StateStore): Promise<void> => forgetRange(state, '');
