import { wellFormed } from './note-identity';
import { partIdOf } from '../../notes/layout/note-part';

/** A note that a device wrote, by its key. */
export interface KnownNote {
  readonly noteKey: string;
  readonly path: string;
}

/** A note that is in the vault now. */
export interface VisibleNote {
  readonly path: string;
  readonly bookId: string | null;
  readonly documentId: string | null;
  readonly partId: string | null;
}

/** Tells whether a known note is in the vault, wherever the person moved it. */
export function noteSight(visible: readonly VisibleNote[]): (note: KnownNote) => boolean {
  const byPath = new Map(visible.map((note) => [note.path, note]));
  // Nearly all stand where they were last seen.
  let ids: ReadonlySet<string> | null = null;
  return ({ noteKey, path }) => {
    const there = byPath.get(path);
    if (there !== undefined && !isAnothers(there, noteKey)) return true;
    ids ??= new Set(
      visible.flatMap(({ bookId, documentId, partId }) =>
        partId === null ? [`b:${bookId ?? ''}`, `d:${documentId ?? ''}`] : [partId],
      ),
    );
    return ids.has(partIdOf(noteKey) ?? noteKey);
  };
}

/** Whether what stands where a note was says, by an id of the same kind, that it is of something else. */
function isAnothers(there: VisibleNote, noteKey: string): boolean {
  const { bookId, documentId, partId } = wellFormed(there);
  const part = partIdOf(noteKey);
  if (part !== null || partId !== null)
    return partId !== part && (partId !== null || (bookId ?? documentId) !== null);
  const id = noteKey.startsWith('b:') ? bookId : documentId;
  return id !== null && id !== noteKey.slice(2);
}

/** Fewer may well have been deleted by the person. */
export const FEWEST_TO_JUDGE = 5;
const MOST_MISSING = 0.5;

/**
 * Whether the vault is only partly there: fewer than half of the notes that the device knows are, or none at all of those that it
 * wrote into the folder. A cloud may still be bringing them, or a disk is not mounted; a person rarely deletes as many.
 */
export function isPartlyThere({
  known,
  missing,
  folder,
}: {
  readonly known: readonly KnownNote[];
  readonly missing: readonly KnownNote[];
  readonly folder: string;
}): boolean {
  const inFolder = (notes: readonly KnownNote[]): number =>
    notes.filter(({ path }) => path.startsWith(`${folder}/`)).length;
  if (known.length >= FEWEST_TO_JUDGE && missing.length > known.length * MOST_MISSING) return true;
  return inFolder(known) >= FEWEST_TO_JUDGE && inFolder(missing) === inFolder(known);
}
