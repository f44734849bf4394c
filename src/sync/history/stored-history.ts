import * as z from 'zod/mini';
import type { BeforeImage } from '../../core/history/before-image';
import type { NoteHistory } from '../../core/history/note-history';
import { endedSchemas } from '../../core/history/run-end';
import { RUN_KINDS, type OpenConflict, type RunRecord } from '../../core/history/run-record';
import type { RunKind } from '../../core/report';
import type { StateStore } from '../../ports';
import { keys } from '../state/keys';
import { readOne } from '../state/read-one';
import { storedAs } from '../state/stored';

/** What the state store holds of the history, read back. One of another shape counts as absent: it is a memory, and nothing hangs on it. */

const runSchema = z.object({
  run: z.number(),
  at: z.string(),
  kind: z.enum(RUN_KINDS),
  ...endedSchemas,
  requests: z.number(),
  vaultWrites: z.number(),
  durationMs: z.number(),
  failures: z.array(z.object({ id: z.string(), path: z.nullable(z.string()), message: z.string() })),
  conflicts: z.array(z.object({ id: z.string(), path: z.string(), block: z.string() })),
});
export const readRun: (value: unknown) => RunRecord | null = storedAs(runSchema);

const conflictSchema = z.object({ path: z.string(), blocks: z.array(z.string()), run: z.number() });
export type StoredConflict = Pick<OpenConflict, 'path' | 'blocks' | 'run'>;
export const readConflict: (value: unknown) => StoredConflict | null = storedAs(conflictSchema);

const patchSchema = z.array(z.object({ at: z.number(), removed: z.number(), lines: z.array(z.string()) }));
const imageSchema = z.object({
  action: z.enum(['update', 'rename', 'keep', 'archive', 'trash']),
  path: z.string(),
  text: z.string(),
  patch: z.nullable(patchSchema),
  givesUp: z.optional(z.string()),
});
export const readImage: (value: unknown) => BeforeImage | null = storedAs(imageSchema);

const runsSchema = z.record(z.string(), z.number());
const historySchema = z.object({
  made: z.nullable(z.number()),
  header: z.nullable(z.number()),
  blocks: runsSchema,
  properties: runsSchema,
});
export const readNoteHistory: (value: unknown) => NoteHistory | null = storedAs(historySchema);

const sectionSchema = z.object({ path: z.string(), was: z.string(), becomes: z.string() });
export type WrittenSection = z.infer<typeof sectionSchema>;
export const readSection: (value: unknown) => WrittenSection | null = storedAs(sectionSchema);

const undoSchema = z.object({
  /** Number of the last run that has a record. */
  last: z.number(),
  /** The run that the images are of: beyond `last` while it is under way, 0 where there are none. */
  run: z.number(),
  /** Of all images together. */
  size: z.number(),
  /** Not all that it changed is kept. */
  isPartial: z.boolean(),
  /** Notes that it was about to make. */
  making: z.array(z.object({ noteKey: z.string(), path: z.string() })),
  /** Notes, by their keys, that it was about to change. */
  writing: z.optional(z.array(z.string())),
  /** Notes, by their keys, that an undoing of it was about to write. */
  undoing: z.optional(z.array(z.string())),
  /** What the run is, where it is not a sync: one that is cut short has no record that says so. */
  kind: z.optional(z.enum(RUN_KINDS)),
});
export type UndoState = z.infer<typeof undoSchema>;
export const readUndo = (value: unknown): UndoState =>
  storedAs(undoSchema)(value) ?? { last: 0, run: 0, size: 0, isPartial: false, making: [] };
export const undoOf = (state: StateStore): Promise<UndoState> => readOne(state, keys.undo, readUndo);

/** What the run is that can be undone: one that was cut short has no record. */
export const kindOfUndone = (ended: RunRecord | null, { kind = 'sync' }: UndoState): RunKind =>
  ended?.kind ?? kind;

/** The number of a run that is about to write, or under way. */
export const runUnderWay = ({ last, run }: UndoState): number => (run > last ? run : last + 1);
