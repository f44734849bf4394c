import * as z from 'zod/mini';
import { BROKEN_TEMPLATE, RUN_KINDS, type Failure, type RunKind, type SyncReport } from '../../model/report';
import { problemSchema } from '../../model/problem';
import { shownId } from '../../model/note-part';
import type { StateChange, StateStore } from '../../model/ports';
import { keys, prefixes } from '../../store/keys';
import { readOne, stateRange } from '../../store/read-state';
import { storedAs } from '../../store/stored';
import { runUnderWay, undoOf, type UndoState } from './undo-state';

const count = z.number();

/** What is kept of any run that ended. */
const endedSchemas = {
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

const runSchema = z.object({
  /** Grows by one with each run that did anything. A run that was cut short has a number and no record. */
  run: count,
  /** When it ended by the local clock, ISO 8601. */
  at: z.string(),
  kind: z.enum(RUN_KINDS),
  ...endedSchemas,
  requests: count,
  vaultWrites: count,
  durationMs: count,
  failures: z.readonly(
    z.array(z.object({ id: z.string(), path: z.nullable(z.string()), problem: problemSchema })),
  ),
  conflicts: z.readonly(z.array(z.object({ id: z.string(), path: z.string(), block: z.string() }))),
});
/**
 * What the device remembers of one run that did anything: of its report, at most 100 failures and conflicts
 * each.
 */
export type RunRecord = Readonly<z.infer<typeof runSchema>>;
export const readRun = storedAs(runSchema);

const MOST_LISTED = 100;

/** Runs whose records are kept. */
const RUNS_KEPT = 50;

/** The runs that did anything, newest first. */
export async function readRuns(state: StateStore): Promise<readonly RunRecord[]> {
  const runs: RunRecord[] = [];
  for await (const entries of stateRange(state, prefixes.run))
    runs.push(...entries.flatMap(({ value }) => readRun(value) ?? []));
  return runs.reverse();
}

/** What the run is that can be undone: one that was cut short has no record. */
export const kindOfUndone = (ended: RunRecord | null, { kind = 'sync' }: UndoState): RunKind =>
  ended?.kind ?? kind;

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
  // What fails again and again is told once, with the time of the last try, so that it does not push out what
  // was done.
  const isSame = last !== null && last.kind === kind && isSameTrouble(last, report);
  const run = isSame ? last.run : runUnderWay(undo);
  const { outcome, cause, notes, requests, vaultWrites, durationMs, failures, conflicts } = report;
  const record: RunRecord = {
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
  return [
    { put: keys.run(run), value: record },
    ...(run > RUNS_KEPT ? [{ remove: keys.run(run - RUNS_KEPT) }] : []),
    { put: keys.undo, value: { ...undo, last: run, writing: [], ...over } satisfies UndoState },
  ];
}

const isSameTrouble = (last: RunRecord, { vaultWrites, outcome, cause }: SyncReport): boolean =>
  last.vaultWrites === 0 && vaultWrites === 0 && last.outcome === outcome && last.cause === cause;

const conflictSchema = z.object({
  path: z.string(),
  /** The run that told of the last of them. */
  run: z.number(),
});
export type StoredConflict = Readonly<z.infer<typeof conflictSchema>>;
export const readConflict = storedAs(conflictSchema);

/** A note in which a run found a conflict that no later run has found settled. */
export interface OpenConflict extends StoredConflict {
  readonly noteKey: string;
  /** The id by which people are told of the note. */
  readonly id: string;
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

const endSchema = z.object({
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
/** How a run ended, as far as a person is told of it in a sentence or two. */
export type RunEnd = Readonly<z.infer<typeof endSchema>>;
/** Null where what was kept is none. */
export const readRunEnd = storedAs(endSchema);

export function runEndOf(report: SyncReport): RunEnd {
  const { outcome, cause, undone, notes, hold, failures } = report;
  const failed = failedItems(report);
  return {
    outcome,
    cause,
    undone,
    notes,
    held: hold?.notes.length ?? 0,
    failed: failed.length,
    templates: failures.filter(isTemplate).map(({ problem }) => problem),
    why: outcome === 'failed' ? failed.map(({ problem }) => problem) : [],
  };
}

/** What failed, but for templates that cannot be used. */
export const failedItems = ({ failures }: SyncReport): readonly Failure[] =>
  failures.filter((failure) => !isTemplate(failure));

const isTemplate = ({ id }: Failure): boolean => id === BROKEN_TEMPLATE;
