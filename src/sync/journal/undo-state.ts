import * as z from 'zod/mini';
import { RUN_KINDS } from '../../model/report';
import type { StateStore } from '../../model/ports';
import { keys } from '../../store/keys';
import { storedAs } from '../../store/stored';
import { readOne } from '../../store/read-state';

// What the state keeps for undoing the last run and for mending what an interruption cut. A value of another
// shape counts as absent.

const imageSchema = z.discriminatedUnion('kind', [
  /** The run was to make it there. */
  z.object({ kind: z.literal('created'), path: z.string() }),
  /** The run changed its text, its place, or both. */
  z.object({
    kind: z.literal('changed'),
    path: z.string(),
    text: z.string(),
    newPath: z.string(),
    newText: z.string(),
  }),
  /** The run moved it to the trash. */
  z.object({ kind: z.literal('trashed'), path: z.string(), text: z.string() }),
]);
/** What one note was before the last run that wrote anything, and what that run left of it. */
export type BeforeImage = Readonly<z.infer<typeof imageSchema>>;
export const readImage = storedAs(imageSchema);

/** How much is kept for an undo, in characters. */
export const MOST_KEPT = 128 * 1024 * 1024;

export function imageSize(image: BeforeImage): number {
  switch (image.kind) {
    case 'created':
      return image.path.length;
    case 'changed':
      return image.text.length + image.newText.length;
    case 'trashed':
      return image.text.length;
  }
}

const writtenTextSchema = z.object({ path: z.string(), was: z.string(), becomes: z.string() });
/** A text that is being written other than by a sync. */
export type WrittenText = z.infer<typeof writtenTextSchema>;
const writtenTextsSchema = z.array(writtenTextSchema);
export const readWrittenTexts = (value: unknown): readonly WrittenText[] =>
  storedAs(writtenTextsSchema)(value) ?? [];

const undoSchema = z.object({
  /** Number of the last run that has a record. */
  last: z.number(),
  /**
   * The run that the images are of: greater than `last` while it is under way, 0 where there are no images.
   */
  run: z.number(),
  /** Of all images together. */
  size: z.number(),
  /** Not all that it changed is kept. */
  isPartial: z.boolean(),
  /** Keys of notes that are being written: after an interruption they may be empty or cut. */
  writing: z.array(z.string()),
  /** It is not the run that writes them, but its undo. */
  isUndoing: z.optional(z.boolean()),
  /** What the run is, where it is not a sync. */
  kind: z.optional(z.enum(RUN_KINDS)),
});
export type UndoState = z.infer<typeof undoSchema>;
export const readUndo = (value: unknown): UndoState =>
  storedAs(undoSchema)(value) ?? { last: 0, run: 0, size: 0, isPartial: false, writing: [] };
export const undoOf = (state: StateStore): Promise<UndoState> => readOne(state, keys.undo, readUndo);

/** The number of a run that is about to write, or under way. */
export const runUnderWay = ({ last, run }: UndoState): number => (run > last ? run : last + 1);

const OF_PATH = 'p:';

/**
 * Key of the image of a note that goes to the trash for another note of the same item, whose image has the
 * key of the item's note.
 */
export const pathKey = (path: string): string => `${OF_PATH}${path}`;
export const isPathKey = (key: string): boolean => key.startsWith(OF_PATH);

/**
 * Whether `found` is only the beginning of a text, or nothing: some hosts empty a file before they write it,
 * and may be stopped in between.
 */
export const isCut = (found: string, whole: string): boolean => found !== whole && whole.startsWith(found);

/**
 * Whether two texts differ in nothing but the targets of their links: the app changes these when it moves a
 * note.
 */
export const sameButLinks = (left: string, right: string): boolean =>
  left === right || withoutTargets(left) === withoutTargets(right);

const withoutTargets = (text: string): string =>
  text.replace(/\]\([^()\n]*\)/g, ']()').replace(/\[\[[^[\]|#\n]*/g, '[[');
