import * as z from 'zod/mini';
import type { StateChange, StateStore } from '../../model/ports';
import { keys } from '../../store/keys';
import { notePlaceSchema, storedAs } from '../../store/stored';
import type { MadeNotes } from './made-notes';
import { textDifference, textDifferenceSchema, textFrom } from './text-difference';

const changedSchema = z.object({
  kind: z.literal('changed'),
  path: z.string(),
  text: z.string(),
  newPath: z.string(),
  newText: textDifferenceSchema,
  /** What the device knew of the item's note before this one was moved in; none if it knew of no note. */
  formerPlace: z.optional(notePlaceSchema),
});
const trashedSchema = z.object({ kind: z.literal('trashed'), path: z.string(), text: z.string() });
const readStored = storedAs(z.discriminatedUnion('kind', [changedSchema, trashedSchema]));

/** One note before the last run that wrote anything, and what that run made of it. */
export type BeforeImage =
  /** The run made the note. */
  { readonly kind: 'created'; readonly path: string } | StoredImage;

type StoredImage =
  /** The run changed its text, its path, or both. */
  | (Readonly<Omit<z.infer<typeof changedSchema>, 'newText'>> & { readonly newText: string })
  /** The run moved it to the trash. */
  | Readonly<z.infer<typeof trashedSchema>>;

/** The image of a note that was there before the run; null if there is none. */
export function readImage(value: unknown): StoredImage | null {
  const image = readStored(value);
  return image?.kind === 'changed' ? { ...image, newText: textFrom(image.text, image.newText) } : image;
}

/** The images of those notes that have one, by note key. */
export async function imagesOf(
  state: StateStore,
  noteKeys: readonly string[],
  made: MadeNotes,
): Promise<ReadonlyMap<string, BeforeImage>> {
  const values = await state.getMany(noteKeys.map(keys.before));
  const images = new Map<string, BeforeImage>();
  for (const [index, noteKey] of noteKeys.entries()) {
    const path = made.pathOf(noteKey);
    const image = path === null ? readImage(values[index]) : ({ kind: 'created', path } as const);
    if (image !== null) images.set(noteKey, image);
  }
  return images;
}

/** The new text is stored by the old one: most of it is the same. */
export function putImage(noteKey: string, image: StoredImage): StateChange {
  const value =
    image.kind === 'changed' ? { ...image, newText: textDifference(image.newText, image.text) } : image;
  return { put: keys.before(noteKey), value };
}

/** Most characters kept for undo. */
export const MAX_UNDO_SIZE = 128 * 1024 * 1024;

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
