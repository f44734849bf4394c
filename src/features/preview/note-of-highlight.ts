import { readActionTags } from '../../model/action-tags';
import type { Book } from '../../model/model';
import type { NewHighlight } from '../../model/outbox';
import { bookKey, EMPTY_BOOK, EMPTY_HIGHLIGHT, emptyRecord, type ItemRecord } from '../../model/record';
import type { Clock } from '../../model/ports';
import type { Settings } from '../../model/settings';
import { utcDay } from '../../model/time-zone';
import { createDecide } from '../../notes/layout/create-decide';
import { itemInNotes } from '../../notes/layout/decision';
import { matchingBooks } from '../../outbox/book-of-highlight';
import { itemsOfBooks, recordOf } from '../../store/library';
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

/** Begins the ids of what the service has not made yet. */
const NEW = 'new';

/** New highlights of one source. */
export interface NewHighlights {
  /** The item that they come into, from `itemOfHighlight`. */
  readonly item: ItemRecord;
  readonly highlights: readonly NewHighlight[];
  readonly settings: Settings;
}

/**
 * The item of the book that the service will put a new highlight into, else a new one. Null where that cannot be
 * told. Searches the whole library.
 */
export async function itemOfHighlight(
  deps: Pick<PreviewDependencies, 'state' | 'clock'>,
  highlight: NewHighlight,
): Promise<ItemRecord | null> {
  if (highlight.title === undefined) return null;
  const [book, ...others] = await matchingBooks(deps, highlight);
  if (others.length > 0) return null;
  if (book === undefined) return newItem(highlight);
  const [itemKey = ''] = await itemsOfBooks(deps.state, [book.id]);
  return recordOf(deps.state, itemKey);
}

function newItem({ title = '', author = '', sourceUrl = '', category }: NewHighlight): ItemRecord {
  const book: Book = {
    ...EMPTY_BOOK,
    id: NEW,
    title,
    author,
    sourceUrl,
    category: category ?? (sourceUrl === '' ? 'books' : 'articles'),
  };
  return { ...emptyRecord(bookKey(book.id)), book };
}

/** How many of new highlights the settings leave out of the notes, and the note of the others; null without one. */
export async function noteOfHighlights(
  deps: PreviewDependencies,
  wanted: NewHighlights,
): Promise<{ readonly note: NoteOfHighlight | null; readonly leftOut: number }> {
  const leftOut = countLeftOut(deps, wanted);
  return { note: leftOut === wanted.highlights.length ? null : await noteOf(deps, wanted), leftOut };
}

/** How many of new highlights settings and rules leave out of the notes. */
export function countLeftOut({ clock }: { readonly clock: Clock }, wanted: NewHighlights): number {
  const { highlights, settings } = wanted;
  const decided = createDecide({ ...settings, today: utcDay(clock.now()) });
  // The settings say so themselves, and nothing syncs.
  if (!decided.ok) return 0;
  const record = withHighlights(wanted, clock);
  const shown = itemInNotes(record, settings.scope, decided.decide(record));
  const inNotes = shown?.highlights.filter(({ anchor }) => anchor.startsWith(`rw${NEW}`)) ?? [];
  return highlights.length - inNotes.length;
}

async function noteOf(deps: PreviewDependencies, wanted: NewHighlights): Promise<NoteOfHighlight | null> {
  const { item, settings } = wanted;
  const [noteKey = null] = await noteKeysOfIds(deps.state, [item.book?.id ?? '']);
  const note = noteKey === null ? null : await knownNote(deps, noteKey);
  if (note !== null) return { path: note.path, isNew: false };
  const { notes } = await previewItem(deps, { record: withHighlights(wanted, deps.clock), settings });
  const [first] = notes ?? [];
  if (first === undefined) return null;
  // Where the name is taken, an id follows it that Readwise has not given yet.
  const path = (await deps.vault.has(first.path)) ? first.path.replace(/\.md$/, ' ….md') : first.path;
  return { path, isNew: true };
}

/** What the service will make of the item. */
function withHighlights({ item, highlights }: NewHighlights, clock: Clock): ItemRecord {
  const now = new Date(clock.now()).toISOString();
  const made = highlights.map(({ text, note = '', highlightUrl = '', location, highlightedAt }, index) => ({
    ...EMPTY_HIGHLIGHT,
    id: `${NEW}${index}`,
    text,
    note,
    tags: readActionTags(note).tags,
    url: highlightUrl,
    location: location ?? null,
    highlightedAt: highlightedAt ?? now,
  }));
  return { ...item, highlights: [...item.highlights, ...made] };
}
