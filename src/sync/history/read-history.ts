import type { OpenConflict, RunRecord } from '../../core/history/run-record';
import { shownId } from '../../core/layout/note-part';
import type { StateStore } from '../../ports';
import { prefixes } from '../state/keys';
import { stateRange } from '../state/state-range';
import { readConflict, readRun } from './stored-history';

/** The runs that did anything, newest first. */
export async function readRuns(state: StateStore): Promise<readonly RunRecord[]> {
  const runs: RunRecord[] = [];
  for await (const entries of stateRange(state, prefixes.run))
    runs.push(...entries.flatMap(({ value }) => readRun(value) ?? []));
  return runs.reverse();
}

/** Clashes that runs told of and that are not settled as far as the device knows, the latest first. */
export async function readConflicts(state: StateStore): Promise<readonly OpenConflict[]> {
  const conflicts: OpenConflict[] = [];
  for await (const entries of stateRange(state, prefixes.conflict)) {
    for (const { key, value } of entries) {
      const conflict = readConflict(value);
      const noteKey = key.slice(prefixes.conflict.length);
      if (conflict !== null) conflicts.push({ noteKey, id: shownId(noteKey), ...conflict });
    }
  }
  return conflicts.sort((left, right) => right.run - left.run || (left.path < right.path ? -1 : 1));
}
