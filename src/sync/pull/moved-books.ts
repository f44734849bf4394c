import type { StateChange, StateStore } from '../../model/ports';
import type { BookWithHighlights, HighlightPage } from '../../readwise/pages';
import type { ReadwiseClient } from '../../readwise/client';
import { pullHighlights } from '../../readwise/pull';
import { itemsOfBooks } from '../../store/book-joins';
import { readHighlights } from '../../store/item-records';
import { keys } from '../../store/keys';

/**
 * If the export lists the newest books first, a book that changes during a pull of several pages moves to the
 * front, and later pages miss it. The next answer has only its newly changed highlights. Hence what changed
 * since such a pull began is asked for once more, and a book with anything new in that answer is fetched whole.
 * A book without anything new did not move: the change that moved it would be missing here.
 */

/** Whether even that answer had several pages, so that the next pull must fetch such books whole, too. */
export const mayHaveMoved = async (state: StateStore): Promise<boolean> =>
  (await state.getMany([keys.mayHaveMoved]))[0] !== undefined;

/** The same pages, each with all the highlights of the books of which it has anything new. */
export async function* withMovedBooks(
  client: ReadwiseClient,
  state: StateStore,
  pages: AsyncIterable<HighlightPage>,
): AsyncGenerator<HighlightPage> {
  for await (const page of pages) {
    const ids = await booksWithNews(state, page.books);
    const books = [...page.books];
    const quarantined = [...page.quarantined];
    const incomplete = [...page.incomplete];
    for await (const whole of ids.length === 0 ? [] : pullHighlights(client, { ids })) {
      books.push(...whole.books);
      quarantined.push(...whole.quarantined);
      incomplete.push(...whole.incomplete);
    }
    yield { ...page, books, quarantined, incomplete };
  }
}

/** The change to commit with the watermark. */
export async function movedBooksChanges(
  state: StateStore,
  isPaged: boolean,
): Promise<readonly StateChange[]> {
  if ((await mayHaveMoved(state)) === isPaged) return [];
  return [isPaged ? { put: keys.mayHaveMoved, value: true } : { remove: keys.mayHaveMoved }];
}

/** The books with a highlight that the replica has not, or has from another time. */
async function booksWithNews(
  state: StateStore,
  books: readonly BookWithHighlights[],
): Promise<readonly string[]> {
  const bookIds = books.map(({ book }) => book.id);
  const itemKeys = await itemsOfBooks(state, bookIds);
  const received = books.flatMap(({ book, highlights }, index) =>
    highlights.map((highlight) => ({ bookId: book.id, itemKey: itemKeys[index] ?? '', ...highlight })),
  );
  const held = await readHighlights(state, received);
  const news = new Set(books.filter(({ highlights }) => highlights.length === 0).map(({ book }) => book.id));
  for (const [index, { bookId, updatedAt }] of received.entries()) {
    const known = held[index] ?? null;
    if (known === null || known.updatedAt === null || known.updatedAt !== updatedAt) news.add(bookId);
  }
  return [...new Set(bookIds)].filter((id) => news.has(id));
}
