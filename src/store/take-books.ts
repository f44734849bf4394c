import type { Book, Highlight } from '../model/model';
import { asDeleted, bookKey, compareText, documentIdOf, documentKey } from '../model/record';
import type { BookWithHighlights, HighlightPage } from '../readwise/pages';
import { keys } from './keys';
import type { PageChanges } from './page-changes';
import { readDocumentId, readText } from './stored';

/** A book on a page, with its previous item (`from`) and its present one (`into`). */
interface ArrivedBook extends BookWithHighlights {
  readonly from: string;
  readonly into: string;
}

/** The items of highlights by anchor, as after the page's joins. */
type Holders = ReadonlyMap<string, string>;

/**
 * Takes a page of books. A book belongs to the item of its document: the one that the service names, now or
 * earlier, else the one in which v3 has one of its highlights.
 */
export async function takeBooks(changes: PageChanges, page: HighlightPage): Promise<void> {
  const arrived = await arrivedBooks(changes, page.books);
  await changes.read(arrived.flatMap(({ from, into }) => [from, into]));
  // First of all, so that a highlight that left its book is looked for where that book is now.
  for (const { book, from, into } of arrived)
    if (from !== into) changes.joinBook(into, { from, bookId: book.id });
  const holders = await holdersOf(changes, arrived);
  await changes.read([...holders.values()]);
  for (const { book, highlights, from, into } of arrived) {
    for (const highlight of highlights) {
      const holder = holders.get(`rw${highlight.id}`) ?? null;
      const isElsewhere = holder !== null && holder !== into && holder !== from;
      if (isElsewhere && !takeFrom(changes, highlight, { holder, book, now: page.serverDate })) continue;
      indexHighlight(changes, highlight, { holder, into });
    }
    changes.change(into, { book, highlights }, page.serverDate);
  }
}

async function arrivedBooks(
  changes: PageChanges,
  books: readonly BookWithHighlights[],
): Promise<readonly ArrivedBook[]> {
  const known = (await changes.state.getMany(books.map(({ book }) => keys.book(book.id)))).map(readText);
  const isOpen = ({ book }: BookWithHighlights, index: number): boolean =>
    book.documentId === null && known[index] === null;
  const itemOf = await itemsOfReaderIds(changes, books.filter(isOpen));
  return books.map(({ book, highlights }, index) => {
    const joined = known[index] ?? null;
    const named = book.documentId === null ? joined : documentKey(book.documentId);
    const into = named ?? itemOf(highlights) ?? bookKey(book.id);
    return {
      book: { ...book, documentId: documentIdOf(into) },
      highlights,
      from: joined ?? bookKey(book.id),
      into,
    };
  });
}

/** Finds the item of the document in which v3 has one of the highlights. */
async function itemsOfReaderIds(
  { state }: PageChanges,
  books: readonly BookWithHighlights[],
): Promise<(highlights: readonly Highlight[]) => string | null> {
  const readerIds = books.flatMap(({ highlights }) => highlights.flatMap(readerIdOf));
  const entries = (await state.getMany(readerIds.map(keys.documentId))).map(readDocumentId);
  const items = new Map(readerIds.map((id, index) => [id, entries[index]?.key ?? '']));
  return (highlights) => {
    const found = highlights.flatMap(readerIdOf).map((id) => items.get(id) ?? '');
    const [first = null] = found.filter((itemKey) => itemKey !== '').sort(compareText);
    return first;
  };
}

const readerIdOf = ({ documentHighlightId }: Highlight): readonly string[] =>
  documentHighlightId === null ? [] : [documentHighlightId];

/** Only one item has a highlight alive. If that is the book's, the index need not be read. */
async function holdersOf(changes: PageChanges, arrived: readonly ArrivedBook[]): Promise<Holders> {
  const holders = new Map<string, string>();
  const others: string[] = [];
  for (const { highlights, into } of arrived) {
    const alive = new Set(changes.latest(into)?.highlights.flatMap(({ id, deleted }) => (deleted ? [] : id)));
    for (const { id } of highlights) {
      if (alive.has(id)) holders.set(`rw${id}`, into);
      else others.push(`rw${id}`);
    }
  }
  for (const [anchor, itemKey] of await changes.itemsOfHighlights(others))
    holders.set(anchor, changes.itemAfterJoin(itemKey));
  return holders;
}

/**
 * Marks a highlight as deleted in the book that had it: a person moved it, and the service reports only the new
 * book. Returns false if the other book keeps it.
 */
function takeFrom(
  changes: PageChanges,
  highlight: Highlight,
  { holder, book, now }: { readonly holder: string; readonly book: Book; readonly now: string | null },
): boolean {
  const held = changes.latest(holder)?.highlights.find(({ id }) => id === highlight.id);
  if (held === undefined || held.deleted) return true;
  if (highlight.deleted || book.deleted) {
    // Only a later deletion concerns this highlight; an earlier one concerns a copy that it left behind.
    const isLater =
      held.updatedAt !== null && highlight.updatedAt !== null && held.updatedAt < highlight.updatedAt;
    if (!isLater) return false;
  }
  changes.change(holder, { highlights: [asDeleted(held)] }, now);
  return true;
}

/** Stores a highlight's item under its id and, while its book has no document, under its Reader id. */
function indexHighlight(
  changes: PageChanges,
  { id, documentHighlightId }: Highlight,
  { holder, into }: { readonly holder: string | null; readonly into: string },
): void {
  if (holder !== into) changes.indexHighlight(id, into);
  if (documentHighlightId === null || documentIdOf(into) !== null) return;
  const known = changes.latest(into)?.highlights.find((highlight) => highlight.id === id);
  if (known?.documentHighlightId !== documentHighlightId)
    changes.add({ put: keys.readerHighlight(documentHighlightId), value: into });
}
