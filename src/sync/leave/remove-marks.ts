import { linkedAnchors } from '../../core/leave/our-anchors';
import type { LeavingPlan, LeavingResult } from '../../core/leave/leaving';
import { anchorsToGo, mayHoldMarks, withoutMarks } from '../../core/leave/without-marks';
import type { ReadYaml } from '../../core/properties/yaml-entries';
import type { Clock, StateStore, Vault } from '../../ports';
import { stateRange } from '../state-range';
import { isOperational } from '../sync-errors';
import { Pace } from '../../pace';

/** All texts of a vault that may hold links or marks, notes and others. */
export interface VaultTexts {
  paths(): Promise<readonly string[]>;
  read(path: string): Promise<string | null>;
}

export interface LeavingContext {
  readonly vault: Vault;
  readonly texts: VaultTexts;
  readonly clock: Clock;
  readonly readYaml: ReadYaml;
}

export interface LeavingOptions {
  /** Of these notes alone; null: of all. */
  readonly paths: readonly string[] | null;
  /** Keep every anchor, not only those that something links to. */
  readonly keepsAnchors: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

/** Looks through the vault for notes with marks of ours. Writes nothing. Rejects with the signal's reason when it is aborted. */
export async function planLeaving({ texts, clock, readYaml }: LeavingContext, { paths, keepsAnchors, signal, progress = () => undefined }: LeavingOptions): Promise<LeavingPlan> {
  const pace = new Pace(clock, signal);
  const all = await texts.paths();
  const wanted = paths === null ? null : new Set(paths);
  const linked = new Set<string>();
  const standing: { readonly path: string; readonly anchors: readonly string[] }[] = [];
  for (const [index, path] of all.entries()) {
    const text = await texts.read(path);
    if (text !== null) {
      for (const anchor of linkedAnchors(text)) linked.add(anchor);
      if (path.endsWith('.md') && wanted?.has(path) !== false && mayHoldMarks(text) && withoutMarks(text, { keepsAnchor: () => false, readYaml }) !== text) standing.push({ path, anchors: anchorsToGo(text) });
    }
    progress(index + 1, all.length);
    await pace.breathe();
  }
  const anchors = standing.flatMap((note) => note.anchors);
  const stays = (anchor: string): boolean => keepsAnchors || linked.has(anchor);
  return { notes: standing.map(({ path }) => path), linked, anchors: anchors.length, keptAnchors: anchors.filter(stays).length };
}

/** Makes plain markdown of notes. What fails stops no other note; cut short, it can be done again, and goes on. */
export async function removeMarks(context: LeavingContext, options: LeavingOptions): Promise<LeavingResult> {
  const { vault, clock, readYaml } = context;
  const { notes, linked } = await planLeaving(context, options);
  const pace = new Pace(clock);
  const keepsAnchor = (anchor: string): boolean => options.keepsAnchors || linked.has(anchor);
  const failures: { path: string; message: string }[] = [];
  let changed = 0;
  for (const [index, path] of notes.entries()) {
    if (options.signal?.aborted === true) return { changed, left: notes.length - index, failures };
    try {
      if ((await vault.update(path, (text) => withoutMarks(text, { keepsAnchor, readYaml }))) === 'written') changed += 1;
    } catch (error) {
      if (!isOperational(error)) throw error;
      failures.push({ path, message: error.message });
    }
    options.progress?.(index + 1, notes.length);
    await pace.breathe();
  }
  return { changed, left: 0, failures };
}

/** All that this device knows of the library: what the next sync would begin with. */
export async function forgetState(state: StateStore): Promise<void> {
  for await (const entries of stateRange(state, '')) await state.commit(entries.map(({ key }) => ({ remove: key })));
}
