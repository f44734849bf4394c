import { keys, prefixes } from '../state/keys';
import { CHUNK_OF_TEXTS, stateRange } from '../state/state-range';
import type { StateChange, StateStore } from '../../ports';
import type { UndoState } from './stored-history';

/** What can be undone of a run in characters, to be held in memory while it is not certain that a later one writes anything. */
const MOST_HELD = 512 * 1024;

/** What puts back what could be undone before a run took its place; null where that is too much to be held. */
export async function earlierUndo(
  state: StateStore,
  undo: UndoState,
): Promise<readonly StateChange[] | null> {
  if (undo.size > MOST_HELD) return null;
  const changes: StateChange[] = [{ put: keys.undo, value: undo }];
  for await (const entries of stateRange(state, prefixes.before, CHUNK_OF_TEXTS))
    changes.push(...entries.map(({ key, value }) => ({ put: key, value })));
  return changes;
}
