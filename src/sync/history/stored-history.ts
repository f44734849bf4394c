import * as v from 'valibot';
import type { BeforeImage } from '../../core/history/before-image';
import type { NoteHistory } from '../../core/history/note-history';
import { endedSchemas } from '../../core/history/run-end';
import { RUN_KINDS, type OpenConflict, type RunRecord } from '../../core/history/run-record';
import type { RunKind } from '../../core/report';
import type { StateStore } from '../../ports';
import { keys } from '../state/keys';
import { readOne } from '../state/read-one';
import { storedAs as read, storedNumber as number } from '../state/stored-value';

/** What the state store holds of the history, read back. One of another shape counts as absent: it is a memory, and nothing hangs on it. */

const runSchema = v.object({
  run: number,
  at: v.string(),
  kind: v.picklist(RUN_KINDS),
  ...endedSchemas,
  requests: number,
  vaultWrites: number,
  durationMs: number,
  failures: v.array(v.object({ id: v.string(), path: v.nullable(v.string()), message: v.string() })),
  conflicts: v.array(v.object({ id: v.string(), path: v.string(), block: v.string() })),
});
export const readRun: (value: unknown) => RunRecord | null = read(runSchema);

const conflictSchema = v.object({ path: v.string(), blocks: v.array(v.string()), run: number });
export type StoredConflict = Pick<OpenConflict, 'path' | 'blocks' | 'run'>;
export const readConflict: (value: unknown) => StoredConflict | null = read(conflictSchema);

const patchSchema = v.array(v.object({ at: number, removed: number, lines: v.array(v.string()) }));
const imageSchema = v.object({
  action: v.picklist(['update', 'rename', 'keep', 'archive', 'trash']),
  path: v.string(),
  text: v.string(),
  patch: v.nullable(patchSchema),
  givesUp: v.optional(v.string()),
});
export const readImage: (value: unknown) => BeforeImage | null = read(imageSchema);

const runsSchema = v.record(v.string(), number);
const historySchema = v.object({
  made: v.nullable(number),
  header: v.nullable(number),
  blocks: runsSchema,
  properties: runsSchema,
});
export const readNoteHistory: (value: unknown) => NoteHistory | null = read(historySchema);

const sectionSchema = v.object({ path: v.string(), was: v.string(), becomes: v.string() });
export type WrittenSection = v.InferOutput<typeof sectionSchema>;
export const readSection: (value: unknown) => WrittenSection | null = read(sectionSchema);

const undoSchema = v.object({
  /** Number of the last run that has a record. */
  last: number,
  /** The run that the images are of: beyond `last` while it is under way, 0 where there are none. */
  run: number,
  /** Of all images together. */
  size: number,
  /** Not all that it changed is kept. */
  isPartial: v.boolean(),
  /** Notes that it was about to make. */
  making: v.array(v.object({ noteKey: v.string(), path: v.string() })),
  /** Notes, by their keys, that it was about to change. */
  writing: v.optional(v.array(v.string())),
  /** Notes, by their keys, that an undoing of it was about to write. */
  undoing: v.optional(v.array(v.string())),
  /** What the run is, where it is not a sync: one that is cut short has no record that says so. */
  kind: v.optional(v.picklist(RUN_KINDS)),
});
export type UndoState = v.InferOutput<typeof undoSchema>;
export const readUndo = (value: unknown): UndoState =>
  read(undoSchema)(value) ?? { last: 0, run: 0, size: 0, isPartial: false, making: [] };
export const undoOf = (state: StateStore): Promise<UndoState> => readOne(state, keys.undo, readUndo);

/** What the run is that can be undone: one that was cut short has no record. */
export const kindOfUndone = (ended: RunRecord | null, { kind = 'sync' }: UndoState): RunKind =>
  ended?.kind ?? kind;

/** The number of a run that is about to write, or under way. */
export const runUnderWay = ({ last, run }: UndoState): number => (run > last ? run : last + 1);
