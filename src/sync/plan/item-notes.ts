import type { NoteLayout } from '../../core/layout/layout';
import { isTextPart, partIdOf } from '../../core/layout/note-part';
import type { ItemNotes } from '../../core/library/model';
import { notePath } from '../../core/library/naming';
import { pathMark, splitNote } from '../../core/note/note';
import { destinationOf, type LocatedNote } from '../../core/plan/plan';
import type { ItemToPlan, PlanContext } from './item-plan';
import { lastPathOf, locateNoteOf } from './locate-note';
import type { Vault } from '../../ports';
import type { NotePlace, StoredText } from '../state/stored';

interface NotesOptions {
  readonly item: ItemToPlan;
  /** That of the whole first. */
  readonly layouts: readonly NoteLayout[];
  readonly text: StoredText | null;
}

/** Where the notes of an item that others of it link to will be when they are in order. Of an item with one note nothing is looked up. */
export async function notesOfItem(
  context: PlanContext,
  { item, layouts: [whole, ...parts], text }: NotesOptions,
): Promise<ItemNotes> {
  if (whole === undefined) return { whole: '', fullText: '' };
  if (parts.length === 0)
    return { whole: await expectedPath(whole, { vault: context.vault, item }), fullText: '' };
  const fullText = parts.find(({ noteKey }) => isTextPart(partIdOf(noteKey) ?? ''));
  const textPlace = fullText === undefined ? null : await destination(context, fullText, item);
  // Without a text that is here, only a note that another device may have made.
  const hasTextNote = text === null ? textPlace?.isThere === true : text.markdown.trim() !== '';
  return {
    whole: (await destination(context, whole, item)).path,
    fullText: textPlace !== null && hasTextNote ? textPlace.path : '',
  };
}

/** Where a note belongs by records, settings and the folders that are there. */
export const expectedPath = (
  { noteKey, placement }: NoteLayout,
  { vault, item }: { readonly vault: Vault; readonly item: ItemToPlan },
): Promise<string> =>
  vault.spelled(notePath({ key: noteKey, ...placement, rivals: item.rivals.get(noteKey) ?? [] }));

/** Whether a note stands at either end of a move that a sync began and did not finish, or where it was put, in a folder that is spelled otherwise since. */
export async function wasMovedBySync(
  { path, text }: LocatedNote,
  { vault, place }: { readonly vault: Vault; readonly place: NotePlace | undefined },
): Promise<boolean> {
  const lastPath = lastPathOf(place);
  if (place?.movingTo !== undefined && (path === place.movingTo || path === lastPath)) return true;
  return (
    lastPath !== null &&
    lastPath !== path &&
    path === (await vault.spelled(lastPath)) &&
    splitNote(text).trailer?.path === pathMark(lastPath)
  );
}

async function destination(
  { vault }: PlanContext,
  layout: NoteLayout,
  item: ItemToPlan,
): Promise<{ readonly path: string; readonly isThere: boolean }> {
  const path = await expectedPath(layout, { vault, item });
  const { noteKey } = layout;
  const { note } = await locateNoteOf(vault, { item, noteKey, expectedPath: path });
  return note === null
    ? { path, isThere: false }
    : {
        path: destinationOf({
          note,
          path,
          wasMovedBySync: await wasMovedBySync(note, { vault, place: item.places.get(noteKey) }),
        }),
        isThere: true,
      };
}
