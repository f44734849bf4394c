import type { NoteLayout } from '../../notes/layout/layout';
import { isTextPart, partIdOf } from '../../notes/layout/note-part';
import type { ItemNotes } from '../../model/model';
import { plainPath } from '../../notes/names/naming';
import { pathMark, splitNote } from '../../notes/note/note';
import { destinationOf, type LocatedNote } from './plan';
import type { ItemToPlan, PlanContext } from './plan-context';
import { identityOfNote } from './note-identity';
import { lastPathOf, locateNoteOf } from './locate-note';
import type { Vault } from '../../model/ports';
import type { NotePlace, StoredText } from '../../store/stored';

interface NotesOptions {
  readonly item: ItemToPlan;
  /** That of the whole first. */
  readonly layouts: readonly NoteLayout[];
  readonly text: StoredText | null;
}

/** Where the notes of an item that others of it link to will be when they are in order. Nothing is looked up for an item with one note. */
export async function notesOfItem(
  context: PlanContext,
  { item, layouts: [whole, ...parts], text }: NotesOptions,
): Promise<ItemNotes> {
  if (whole === undefined || parts.length === 0) return { whole: '', fullText: '' };
  const fullText = parts.find(({ noteKey }) => isTextPart(partIdOf(noteKey) ?? ''));
  const textPlace = fullText === undefined ? null : await destination(context, fullText, item);
  // Without a text that is here, only a note that another device may have made.
  const hasTextNote = text === null ? textPlace?.isThere === true : text.markdown.trim() !== '';
  return {
    whole: (await destination(context, whole, item)).path,
    fullText: textPlace !== null && hasTextNote ? textPlace.path : '',
  };
}

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
  context: PlanContext,
  layout: NoteLayout,
  item: ItemToPlan,
): Promise<{ readonly path: string; readonly isThere: boolean }> {
  const { vault, paths } = context;
  const { noteKey, placement } = layout;
  const { note } = await locateNoteOf(vault, {
    item,
    noteKey,
    expectedPath: plainPath(placement),
  });
  const path = await paths.choose({ ...layout, identity: identityOfNote(item.record, noteKey), note });
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
