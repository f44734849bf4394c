import type { UndoPlan } from './undo-plan';
import type { SyncReport } from '../../model/report';
import type { Clock, Reporter, StateChange } from '../../model/ports';
import { keys } from '../../store/keys';
import { attempt, reportOf } from '../../sync/run-report';
import { SyncStats } from '../../sync/sync-stats';
import { UndoApplier } from './apply-undo';
import { imageRemovals } from '../../sync/journal/change-journal';
import { mendCutNotes } from '../../sync/journal/mend-cut-notes';
import { planUndo, type UndoHost } from './plan-undo';
import { recordChanges, kindOfUndone, readRun } from '../../sync/journal/run-history';
import { readUndo, undoOf, type UndoState } from '../../sync/journal/undo-state';

export interface UndoDependencies extends UndoHost {
  readonly clock: Clock;
  readonly reporter: Reporter;
}

export interface UndoOptions {
  /** The run that the person was shown; another is not undone in its place. */
  readonly run: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Takes back what the last run that wrote anything did to notes that are still exactly as it left them; all others stay as they are.
 * The notes do not become due by that. Once it is through, the same run cannot be undone again. Never throws for what can go wrong
 * outside: that is in the report.
 */
export async function undoLastRun(deps: UndoDependencies, { run, signal }: UndoOptions): Promise<SyncReport> {
  const started = deps.clock.monotonic();
  const stats = new SyncStats();
  const [record, undoing] = await deps.state.getMany([keys.run(run), keys.undo]);
  const undone = kindOfUndone(readRun(record), readUndo(undoing));
  const cause = await attempt(() => undo({ deps, run, signal, stats }), stats);
  const report: SyncReport = {
    ...reportOf({ stats, cause, requests: 0, durationMs: deps.clock.monotonic() - started, dryRun: false }),
    undone,
  };
  await remember(deps, report, { run });
  return report;
}

interface Undoing {
  readonly deps: UndoDependencies;
  readonly run: number;
  readonly signal: AbortSignal | undefined;
  readonly stats: SyncStats;
}

async function undo({ deps, run, signal, stats }: Undoing): Promise<void> {
  const { state } = deps;
  stats.vaultWrites += await mendCutNotes(deps);
  const plan = await planUndo(deps);
  if (plan?.run !== run) return;
  const before = await undoOf(state);
  // A run that was cut short ends with that: what follows is another one.
  const last = Math.max(before.last, run);
  if (last !== before.last)
    await state.commit([{ put: keys.undo, value: { ...before, last } satisfies UndoState }]);
  await new UndoApplier({ ...deps, signal, stats }).apply(plan);
  countKept(plan, stats);
}

function countKept({ stays }: UndoPlan, stats: SyncStats): void {
  for (const { noteKey } of stays) stats.note(noteKey, 'unchanged');
}

/** In one commit: the record, and that there is nothing left of the run to undo. Where a note could not be written, it can be tried again. */
async function remember(
  { state, clock }: UndoDependencies,
  report: SyncReport,
  { run }: { readonly run: number },
): Promise<void> {
  const before = await undoOf(state);
  if (before.run !== run) return;
  const at = new Date(clock.now()).toISOString();
  const isOver = report.outcome === 'done';
  const over: readonly StateChange[] = isOver ? await imageRemovals(state) : [];
  await state.commit([
    ...over,
    ...(await recordChanges(state, report, {
      at,
      kind: 'undo',
      ...(isOver ? { undo: { run: 0, size: 0, isPartial: false } } : {}),
    })),
    { put: keys.lastRun, value: { at, outcome: report.outcome } },
  ]);
}
