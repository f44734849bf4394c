import type { StateChange, StateStore } from '../../model/ports';
import type { ReadwiseClient } from '../../readwise/client';
import type { BookWithHighlights, HighlightPage } from '../../readwise/pages';
import { pullHighlights } from '../../readwise/pull';
import { itemsOfBooks } from '../../store/library';
import { readHighlights } from '../../store/library';
import { keys } from '../../store/keys';
import { overlapping, readOne } from '../../store/read-state';
import { wantBook } from '../../store/queue';
import { readPull, type PullState } from '../../store/stored';

/**
 * If the export lists the newest books first, a book that changes during a pull of several pages moves to the
 * front, and later pages miss it. The next answer has only its newly changed highlights. Hence what changed
 * since such a pull began is asked for once more, and a book with anything new in that answer is queued to be
 * asked for whole. A book without anything new did not move: the change that moved it would be missing here.
 * @param take stores a page in one transaction with the changes, and writes the notes that it made due
 */
export async function lookAgain(options: {
  readonly client: ReadwiseClient;
  readonly state: StateStore;
  readonly take: (page: HighlightPage, changes: readonly StateChange[]) => Promise<void>;
}): Promise<void> {
  const { client, state, take } = options;
  const { lookAgainFrom, ...others } = await readOne(state, keys.pull('highlights'), readPull);
  const stored: PullState = others;
  if (lookAgainFrom === undefined) return;
  let startedAt: string | null = null;
  let pages = 0;
  for await (const page of pullHighlights(client, { updatedAfter: overlapping(lookAgainFrom) })) {
    pages += 1;
    startedAt ??= page.serverDate;
    const changes: StateChange[] = (await booksWithNews(state, page.books)).map(wantBook);
    if (page.nextCursor === null) {
      // An answer of several pages may have missed a book, too.
      const next: PullState = { ...stored };
      if (pages > 1 && startedAt !== null) next.lookAgainFrom = startedAt;
      changes.push({ put: keys.pull('highlights'), value: next });
    }
    await take(page, changes);
  }
}

/**
 * The books of a page that have to be asked for whole, as long as nobody looked again: the page itself would make
 * what is new in them known.
 */
export async function movedBooks(state: StateStore, page: HighlightPage): Promise<readonly StateChange[]> {
  const { lookAgainFrom } = await readOne(state, keys.pull('highlights'), readPull);
  return lookAgainFrom === undefined ? [] : (await booksWithNews(state, page.books)).map(wantBook);
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
