import { editNote } from '../../core/check/edit-note';
import type { Follow, Repair, RepairOutcome, RepairResult } from '../../core/check/finding';
import { isUntouched, splitNote } from '../../core/note/note';
import type { Clock, StateChange, StateStore, Vault } from '../../ports';
import { PathRun } from '../history/path-run';
import { keys } from '../state/keys';
import { StandingWords } from '../deletions/standing-words';
import { putPlace } from '../state/put-place';
import { readDue, readRecord, type Due } from '../state/stored';
import { isOperational } from '../sync-errors';
import { Pace } from '../../pace';

export interface RepairContext {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly clock: Clock;
}

/**
 * Does the repairs that a person chose, one by one, each on what stands in the note at that moment; one that fails stops no other.
 * They are a run in the history, which can be undone.
 * Stops between two when the signal is aborted; what is done until then stays done, and the rest can be done at any other time.
 */
export async function applyRepairs(
  context: RepairContext,
  repairs: readonly Repair[],
  {
    signal,
    progress = () => undefined,
  }: { readonly signal?: AbortSignal; readonly progress?: (done: number) => void } = {},
): Promise<readonly RepairResult[]> {
  const pace = new Pace(context.clock);
  const run = await PathRun.begin(context, 'repair');
  const results: RepairResult[] = [];
  for (const repair of repairs) {
    if (signal?.aborted === true) break;
    results.push(await attempt(context, repair, run));
    progress(results.length);
    await pace.breathe();
  }
  await run.end();
  return results;
}

async function attempt(context: RepairContext, repair: Repair, run: PathRun): Promise<RepairResult> {
  try {
    const outcome = await apply(context, repair, run);
    if (outcome === 'done' || outcome === 'unchanged') await follow(context, repair);
    return { path: repair.path, outcome, message: '' };
  } catch (error) {
    if (!isOperational(error)) throw error;
    run.failed(repair.path, error.message);
    return { path: repair.path, outcome: 'failed', message: error.message };
  }
}

async function apply({ vault }: RepairContext, repair: Repair, run: PathRun): Promise<RepairOutcome> {
  const { path } = repair;
  const givesUp = repair.then.place?.path === null ? repair.then.place.noteKey : undefined;
  switch (repair.kind) {
    case 'edit': {
      // The other one goes first, or becomes a plain note.
      if (
        repair.edit.edit === 'identity-on' &&
        (await vault.locate(repair.edit.identity)).some((other) => other !== path)
      )
        return 'changed-meanwhile';
      const edit = (text: string): string => editNote(text, repair.edit);
      await run.prepare([{ path, edit, givesUp }]);
      const result = await vault.update(path, run.watching(path, edit));
      if (result !== 'written') return result;
      await run.did(path, 'updated');
      return 'done';
    }
    case 'trash': {
      const text = await vault.read(path);
      if (text === null) return 'missing';
      // Since they were looked at, somebody may have taken the note away that is kept, or written into this one.
      const kept = repair.then.place?.path ?? repair.twin;
      const first = kept === null ? '' : await vault.read(kept);
      const isCopy = repair.twin !== null && first === text;
      if (first === null || (!isCopy && !isUntouched(splitNote(text)))) return 'changed-meanwhile';
      await run.prepare([{ path, edit: () => null, givesUp }]);
      if ((await vault.moveToTrash(path)) !== 'trashed') return 'missing';
      await run.did(path, 'trashed');
      return 'done';
    }
    case 'renew':
    case 'ask-again':
      return 'done';
  }
}

async function follow({ state }: RepairContext, { kind, path, then }: Repair): Promise<void> {
  const changes = [...(await dueChanges(state, then)), ...placeChanges(path, then)];
  if (kind === 'ask-again' && then.due !== null) {
    const words = await StandingWords.read(state);
    words.say('restore', [then.due]);
    changes.push(...words.takeChanges());
  }
  if (changes.length > 0) await state.commit(changes);
}

async function dueChanges(state: StateStore, { due }: Follow): Promise<readonly StateChange[]> {
  if (due === null) return [];
  const [stored, mark] = await state.getMany([keys.item(due), keys.due(due)]);
  const record = readRecord(stored);
  return record === null || readDue(mark) !== null
    ? []
    : [{ put: keys.due(due), value: { revision: record.revision } satisfies Due }];
}

/** A note that the person gave up counts as one that they deleted. */
function placeChanges(path: string, { place }: Follow): readonly StateChange[] {
  if (place === null) return [];
  return [putPlace(place.noteKey, place.path === null ? { path, isMissing: true } : { path: place.path })];
}
