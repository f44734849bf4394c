import type { Book } from '../../model/model';
import type { NewHighlight } from '../../model/outbox';
import { bookKey, EMPTY_BOOK, EMPTY_HIGHLIGHT, emptyRecord, type ItemRecord } from '../../model/record';
import type { Settings } from '../../model/settings';
import { matchingBooks } from '../../outbox/book-of-highlight';
import { noteKeysOfIds } from '../../store/note-places';
import { knownNote } from '../../sync/plan/known-note';
import { previewItem, type PreviewDependencies } from './preview-item';

/** Where a new highlight will stand. */
export interface NoteOfHighlight {
  /** With `…` in the place of what only a sync knows. */
  readonly path: string;
  /** The next sync makes the note. */
  readonly isNew: boolean;
}

/**
 * The note that a new highlight comes into: that of the book which the service will put it into, else a new one.
 * Null where the settings make none, or where that cannot be told.
 */
export async function noteOfHighlight(
  deps: PreviewDependencies,
  { highlight, settings }: { readonly highlight: NewHighlight; readonly settings: Settings },
): Promise<NoteOfHighlight | null> {
  if (highlight.title === undefined) return null;
  const [book, ...others] = await matchingBooks(deps, highlight);
  if (others.length > 0) return null;
  if (book !== undefined) {
    const [noteKey = null] = await noteKeysOfIds(deps.state, [book.id]);
    const note = noteKey === null ? null : await knownNote(deps, noteKey);
    if (note !== null) return { path: note.path, isNew: false };
  }
  const { notes } = await previewItem(deps, { record: recordOf(highlight, book), settings });
  const [first] = notes ?? [];
  if (first === undefined) return null;
  // Where the name is taken, an id follows it that Readwise has not given yet.
  const path = (await deps.vault.has(first.path)) ? first.path.replace(/\.md$/, ' ….md') : first.path;
  return { path, isNew: true };
}

/** What the service will make of it. */
function recordOf({ text, note = '', highlightUrl = '', ...source }: NewHighlight, known?: Book): ItemRecord {
  const { title = '', author = '', sourceUrl = '' } = source;
  const category = source.category ?? (sourceUrl === '' ? 'books' : 'articles');
  const book: Book = known ?? { ...EMPTY_BOOK, id: 'new', title, author, sourceUrl, category };
  const highlight = { ...EMPTY_HIGHLIGHT, id: 'new', text, note, url: highlightUrl };
  return { ...emptyRecord(bookKey(book.id)), book, highlights: [highlight] };
}
