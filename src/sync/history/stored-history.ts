import * as v from 'valibot';
import type { BeforeImage } from '../../core/history/before-image';
import { endedSchemas } from '../../core/history/run-end';
import { RUN_KINDS, type OpenConflict, type RunRecord } from '../../core/history/run-record';
import type { RunKind } from '../../core/report';
import type { StateStore } from '../../ports';
import { keys } from '../state/keys';
import { readOne } from '../state/read-one';
import { storedAs as read, storedNumber as number } from '../state/stored-value';

// What the state store holds of the history. A value of another shape counts as absent: nothing depends on it.

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

const conflictSchema = v.object({ path: v.string(), run: number });
export type StoredConflict = Pick<OpenConflict, 'path' | 'run'>;
export const readConflict: (value: unknown) => StoredConflict | null = read(conflictSchema);

const imageSchema = v.variant('kind', [
  v.object({ kind: v.literal('created'), path: v.string() }),
  v.object({
    kind: v.literal('changed'),
    path: v.string(),
    text: v.string(),
    newPath: v.string(),
    newText: v.string(),
  }),
  v.object({ kind: v.literal('trashed'), path: v.string(), text: v.string() }),
]);
export const readImage: (value: unknown) => BeforeImage | null = read(imageSchema);

const writtenTextSchema = v.object({ path: v.string(), was: v.string(), becomes: v.string() });
/** A text that is being written other than by a sync. */
export type WrittenText = v.InferOutput<typeof writtenTextSchema>;
const writtenTextsSchema = v.array(writtenTextSchema);
export const readWrittenTexts = (value: unknown): readonly WrittenText[] =>
  read(writtenTextsSchema)(value) ?? [];

const undoSchema = v.object({
  /** Number of the last run that has a record. */
  last: number,
  /** The run that the images are of: greater than `last` while it is under way, 0 where there are no images. */
  run: number,
  /** Of all images together. */
  size: number,
  /** Not all that it changed is kept. */
  isPartial: v.boolean(),
  /** Keys of notes that are being written: after an interruption they may be empty or cut. */
  writing: v.array(v.string()),
  /** It is not the run that writes them, but its undo. */
  isUndoing: v.optional(v.boolean()),
  /** What the run is, where it is not a sync. */
  kind: v.optional(v.picklist(RUN_KINDS)),
});
export type UndoState = v.InferOutput<typeof undoSchema>;
export const readUndo = (value: unknown): UndoState =>
  read(undoSchema)(value) ?? { last: 0, run: 0, size: 0, isPartial: false, writing: [] };
export const undoOf = (state: StateStore): Promise<UndoState> => readOne(state, keys.undo, readUndo);

/** What the run is that can be undone: one that was cut short has no record. */
export const kindOfUndone = (ended: RunRecord | null, { kind = 'sync' }: UndoState): RunKind =>
  ended?.kind ?? kind;

/** The number of a run that is about to write, or under way. */
export const runUnderWay = ({ last, run }: UndoState): number => (run > last ? run : last + 1);

const OF_PATH = 'p:';

/**
 * Key of the image of a note that goes to the trash for another note of the same item, whose image has the key of the item's note.
 */
export const pathKey = (path: string): string => `${OF_PATH}${path}`;
export const isPathKey = (key: string): boolean => key.startsWith(OF_PATH);
