import * as z from 'zod/mini';
import { type FailureCause, type RunKind, type SyncReport, BROKEN_TEMPLATE, type Failure } from '../../model/report';
import { problemSchema } from '../../model/problem';
import { shownId } from '../../notes/layout/note-part';
import type { StateChange, StateStore } from '../../model/ports';
import { keys, prefixes } from '../../store/keys';
import { readOne } from '../../store/read-one';
import { stateRange } from '../../store/state-range';
import { readConflict, readRun, runUnderWay, undoOf, type UndoState } from './undo-state';

export const RUN_KINDS = ['sync', 'render', 'adopt', 'undo'] as const satisfies readonly RunKind[];

/** What the device remembers of one run that did anything: of its report, at most 100 failures and conflicts each. */
export interface RunRecord extends Pick<
  SyncReport,
  'outcome' | 'notes' | 'requests' | 'vaultWrites' | 'durationMs' | 'failures' | 'conflicts'
> {
  /** Grows by one with each run that did anything. A run that was cut short has a number and no record. */
  readonly run: number;
  /** When it ended by the local clock, ISO 8601. */
  readonly at: string;
  readonly kind: RunKind;
  readonly cause?: FailureCause | undefined;
}

/** A note in which a run found a conflict that no later run has found settled. */
export interface OpenConflict {
  readonly noteKey: string;
  /** The id by which people are told of the note. */
  readonly id: string;
  readonly path: string;
  /** The run that told of the last of them. */
  readonly run: number;
}

const MOST_LISTED = 100;

/** Runs whose records are kept. */
export const RUNS_KEPT = 50;

export function runRecordOf(
  report: SyncReport,
  { run, at, kind }: Pick<RunRecord, 'run' | 'at' | 'kind'>,
): RunRecord {
  const { outcome, cause, notes, requests, vaultWrites, durationMs, failures, conflicts } = report;
  return {
    run,
    at,
    kind,
    outcome,
    ...(cause === undefined ? {} : { cause }),
    notes,
    requests,
    vaultWrites,
    durationMs,
    failures: failures.slice(0, MOST_LISTED),
    conflicts: conflicts.slice(0, MOST_LISTED),
  };
}

const count = z.number();

/** What is kept of any run that ended. */
export const endedSchemas = {
  outcome: z.enum(['done', 'partial', 'held', 'failed']),
  cause: z.optional(z.enum(['settings', 'token', 'service', 'account', 'vault', 'device', 'cancelled'])),
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
};

const schema = z.object({
  ...endedSchemas,
  undone: z.optional(z.enum(RUN_KINDS)),
  /** Notes that are held back. */
  held: count,
  /** How many things failed, and what is wrong with templates. */
  failed: count,
  templates: z.array(problemSchema),
  /** Why the run as a whole failed; empty where it did not. */
  why: z.array(problemSchema),
});

/** How a run ended: what a person is told of it in a sentence or two. */
export type RunEnd = Readonly<z.infer<typeof schema>>;

/** Of failures, only what a person is told. */
export function runEndOf(report: SyncReport): RunEnd {
  const { outcome, cause, undone, notes, hold, failures } = report;
  const failed = failedItems(report);
  const why = outcome === 'failed' ? failed.map(({ problem }) => problem) : [];
  return {
    outcome,
    cause,
    undone,
    notes,
    held: hold?.notes.length ?? 0,
    failed: failed.length,
    templates: failures.filter(isTemplate).map(({ problem }) => problem),
    why,
  };
}

/** Null where what was kept is none. */
export function readRunEnd(kept: unknown): RunEnd | null {
  const read = schema.safeParse(kept);
  return read.success ? read.data : null;
}

const isTemplate = ({ id }: Failure): boolean => id === BROKEN_TEMPLATE;

/** What failed, but for templates that cannot be used. */
export const failedItems = ({ failures }: SyncReport): readonly Failure[] =>
  failures.filter((failure) => !isTemplate(failure));

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
