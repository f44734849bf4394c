import { runRecordOf, RUNS_KEPT, type RunRecord } from '../../core/history/run-record';
import type { SyncReport } from '../../core/report';
import type { StateChange, StateStore } from '../../ports';
import { keys } from '../state/keys';
import { readRun, undoOf, runUnderWay, type UndoState } from './stored-history';
import { readOne } from '../state/read-one';

interface Ended extends Pick<RunRecord, 'at' | 'kind'> {
  /** What is different of the undoing from then on. */
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
  // What cannot be done is tried again and again: told once, with the time of the last try, it leaves room for what was done.
  const run = last !== null && isSameTrouble(last, { report, kind }) ? last.run : runUnderWay(undo);
  return [
    { put: keys.run(run), value: runRecordOf(report, { run, at, kind }) },
    ...(run > RUNS_KEPT ? [{ remove: keys.run(run - RUNS_KEPT) }] : []),
    { put: keys.undo, value: { ...undo, last: run, making: [], undoing: [], ...over } satisfies UndoState },
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
