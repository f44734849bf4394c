import * as z from 'zod/mini';
import { RUN_KINDS } from '../../model/report';
import type { StateStore } from '../../model/ports';
import { keys } from '../../store/keys';
import { storedAs } from '../../store/stored';
import { readOne } from '../../store/read-state';

// Stored state for undoing the last run and for restoring notes after an interruption.

const writtenTextSchema = z.object({ path: z.string(), was: z.string(), becomes: z.string() });
/** A text that is being written outside a sync. */
export type WrittenText = z.infer<typeof writtenTextSchema>;
const writtenTextsSchema = z.array(writtenTextSchema);
export const readWrittenTexts = (value: unknown): readonly WrittenText[] =>
  storedAs(writtenTextsSchema)(value) ?? [];

const openNoteSchema = z.object({
  noteKey: z.string(),
  /** Where the note was; null for a new one. */
  from: z.nullable(z.string()),
  /** The paths to try, in order; none for a note that stays or goes to the trash. */
  to: z.readonly(z.array(z.string())),
  isTrashed: z.boolean(),
});
/** A note that is being written, moved or trashed. */
export type OpenNote = Readonly<z.infer<typeof openNoteSchema>>;

const undoSchema = z.object({
  /** Number of the last run that has a record. */
  last: z.number(),
  /** The run that the images belong to: greater than `last` while it is under way, 0 without images. */
  run: z.number(),
  /** Size of all images together. */
  size: z.number(),
  /** Some changed notes have no image. */
  isPartial: z.boolean(),
  /** What `recover` has to look at after an interruption. */
  writing: z.array(openNoteSchema),
  /** `writing` is being written by the undo, not by the run. */
  isUndoing: z.optional(z.boolean()),
  /** Kind of the run; a sync by default. */
  kind: z.optional(z.enum(RUN_KINDS)),
});
export type UndoState = z.infer<typeof undoSchema>;
const readUndo = (value: unknown): UndoState =>
  storedAs(undoSchema)(value) ?? { last: 0, run: 0, size: 0, isPartial: false, writing: [] };
export const undoOf = (state: StateStore): Promise<UndoState> => readOne(state, keys.undo, readUndo);

/** Number of the run that is under way or about to write. */
export const runUnderWay = ({ last, run }: UndoState): number => (run > last ? run : last + 1);

const PATH_PREFIX = 'p:';

/** Image key of a duplicate note that goes to the trash; the key of the item belongs to its other note. */
export const pathKey = (path: string): string => `${PATH_PREFIX}${path}`;
export const isPathKey = (key: string): boolean => key.startsWith(PATH_PREFIX);

/** Whether `found` is only the beginning of the text: some hosts empty a file before they write it. */
export const isCut = (found: string, whole: string): boolean => found !== whole && whole.startsWith(found);

/** Whether two texts differ at most in link targets, which the app changes when it moves a note. */
export const sameButLinks = (left: string, right: string): boolean =>
  left === right || withoutTargets(left) === withoutTargets(right);

const withoutTargets = (text: string): string =>
  text.replace(/\]\([^()\n]*\)/g, ']()').replace(/\[\[[^[\]|#\n]*/g, '[[');
