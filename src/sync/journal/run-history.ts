import { runRecordOf, RUNS_KEPT, type OpenConflict, type RunRecord } from './run-record';
import { shownId } from '../../notes/layout/note-part';
import type { SyncReport } from '../../model/report';
import type { StateChange, StateStore } from '../../model/ports';
import { keys, prefixes } from '../../store/keys';
import { readConflict, readRun, runUnderWay, undoOf, type UndoState } from './stored-history';
import { readOne, stateRange } from '../../store/read-state';

/** The runs that did anything, newest first. */
export async function readRuns(state: StateStore): Promise<readonly RunRecord[]> {
  const runs: RunRecord[] = [];
  for await (const entries of stateRange(state, prefixes.run))
    runs.push(...entries.flatMap(({ value }) => readRun(value) ?? []));
  return runs.reverse();
}

/** Notes with conflicts that are not settled as far as the device knows, the latest first. */
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

interface Ended extends Pick<RunRecord, 'at' | 'kind'> {
  /** What is different of the undo state from then on. */
  readonly undo?: Partial<UndoState>;
}

/** What is to be committed at the end of a run that did anything, or could not do what it should. */
export async function recordChanges(
  state: StateStore,
  report: SyncReport,
  { at, kind, undo: over = {} }: Ended,
): Promise<readonly StateChange[]> {
  const undo = await undoOf(state);
  const last = await readOne(state, keys.run(undo.last), readRun);
  // What fails again and again is told once, with the time of the last try, so that it does not push out what was done.
  const run = last !== null && isSameTrouble(last, { report, kind }) ? last.run : runUnderWay(undo);
  return [
    { put: keys.run(run), value: runRecordOf(report, { run, at, kind }) },
    ...(run > RUNS_KEPT ? [{ remove: keys.run(run - RUNS_KEPT) }] : []),
    { put: keys.undo, value: { ...undo, last: run, writing: [], ...over } satisfies UndoState },
  ];
}

const isSameTrouble = (
  last: RunRecord,
  { report, kind }: { readonly report: SyncReport; readonly kind: RunRecord['kind'] },
): boolean =>
  last.kind === kind &&
  last.vaultWrites === 0 &&
  report.vaultWrites === 0 &&
  last.outcome === report.outcome &&
  last.cause === report.cause;
