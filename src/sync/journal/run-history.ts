import * as z from 'zod/mini';
import { FAILURE_CAUSES, RUN_KINDS, runEndOf, type RunKind, type SyncReport } from '../../model/report';
import { problemSchema } from '../../model/problem';
import type { StateChange, StateStore } from '../../model/ports';
import { keys, prefixes } from '../../store/keys';
import { readOne, stateRange } from '../../store/read-state';
import { storedAs } from '../../store/stored';
import { runUnderWay, undoOf, type UndoState } from './undo-state';

const count = z.number();

const runSchema = z.object({
  /** Grows by one with each run that did anything. A run that was cut short has no record. */
  run: count,
  /** When it ended, by the local clock, ISO 8601. */
  at: z.string(),
  kind: z.enum(RUN_KINDS),
  /** What kind of run an undo reverted. */
  undone: z.optional(z.enum(RUN_KINDS)),
  outcome: z.enum(['done', 'partial', 'held', 'failed']),
  cause: z.optional(z.enum(FAILURE_CAUSES)),
  notes: z.object({
    created: count,
    updated: count,
    renamed: count,
    trashed: count,
    archived: count,
    kept: count,
    unchanged: count,
    conflicts: count,
    failed: count,
  }),
  /** Number of notes held back. */
  held: count,
  /** Number of failures, apart from templates. */
  failed: count,
  requests: count,
  vaultWrites: count,
  durationMs: count,
  failures: z.readonly(
    z.array(
      z.object({
        id: z.string(),
        path: z.nullable(z.string()),
        title: z.optional(z.string()),
        problem: problemSchema,
      }),
    ),
  ),
  conflicts: z.readonly(z.array(z.object({ id: z.string(), path: z.string(), block: z.string() }))),
});
/** The record of one run that did anything, with at most 100 failures and conflicts each. */
export type RunRecord = Readonly<z.infer<typeof runSchema>>;
export const readRun = storedAs(runSchema);

const MAX_LISTED = 100;

/** Runs whose records are kept. */
const RUNS_KEPT = 50;

/** The runs that did anything, newest first. */
export async function readRuns(state: StateStore): Promise<readonly RunRecord[]> {
  const runs: RunRecord[] = [];
  for await (const entries of stateRange(state, prefixes.run))
    runs.push(...entries.flatMap(({ value }) => readRun(value) ?? []));
  return runs.reverse();
}

/** Kind of the run that can be undone; an interrupted run has no record. */
export const kindOfUndone = (ended: RunRecord | null, { kind = 'sync' }: UndoState): RunKind =>
  ended?.kind ?? kind;

interface EndedRun extends Pick<RunRecord, 'at' | 'kind'> {
  /** Changes to the undo state. */
  readonly undo?: Partial<UndoState>;
}

/** The changes to commit at the end of a run that did anything or failed. */
export async function recordChanges(
  state: StateStore,
  report: SyncReport,
  { at, kind, undo: undoChanges = {} }: EndedRun,
): Promise<readonly StateChange[]> {
  const undo = await undoOf(state);
  const last = await readOne(state, keys.run(undo.last), readRun);
  // A failure that repeats replaces its record, so that it does not push out runs that did something.
  const isSame = last !== null && last.kind === kind && isSameFailure(last, report);
  const run = isSame ? last.run : runUnderWay(undo);
  const { requests, vaultWrites, durationMs, conflicts } = report;
  const record: RunRecord = {
    run,
    at,
    kind,
    ...runEndOf(report),
    failures: report.failures.slice(0, MAX_LISTED),
    requests,
    vaultWrites,
    durationMs,
    conflicts: conflicts.slice(0, MAX_LISTED),
  };
  return [
    { put: keys.run(run), value: record },
    ...(run > RUNS_KEPT ? [{ remove: keys.run(run - RUNS_KEPT) }] : []),
    { put: keys.undo, value: { ...undo, last: run, ...undoChanges } satisfies UndoState },
  ];
}

/** Whether a run leaves no record: the host keeps the time of such a sync. */
export const isQuiet = ({ outcome, vaultWrites, failures }: SyncReport): boolean =>
  outcome === 'done' && vaultWrites === 0 && failures.length === 0;

const isSameFailure = (last: RunRecord, { vaultWrites, outcome, cause }: SyncReport): boolean =>
  last.vaultWrites === 0 && vaultWrites === 0 && last.outcome === outcome && last.cause === cause;
