import type { StateChange, StateStore } from '../../model/ports';
import type { ReadwiseClient } from '../../readwise/client';
import type { HighlightPage } from '../../readwise/pages';
import { pullHighlights } from '../../readwise/pull';
import { keys } from '../../store/keys';
import type { PullState } from '../../store/stored';

/**
 * Whether the last pull had several pages. If the export lists the newest books first, a book that changes
 * during such a pull moves to the front, and later pages miss it. The next pull brings only its newly changed
 * highlights, so books of that pull are fetched whole.
 */
export const mayHaveMoved = async (state: StateStore): Promise<boolean> =>
  (await state.getMany([keys.mayHaveMoved]))[0] !== undefined;

/** The same pages, each with all the highlights of its books. */
export async function* withWholeBooks(
  client: ReadwiseClient,
  pages: AsyncIterable<HighlightPage>,
): AsyncGenerator<HighlightPage> {
  for await (const page of pages) {
    const ids = [...new Set(page.books.map(({ book }) => book.id))];
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

/** The change to commit with the watermark: whether this pull had several pages. */
export async function movedBooksChanges(
  state: StateStore,
  { isPaged = false }: PullState,
): Promise<readonly StateChange[]> {
  if ((await mayHaveMoved(state)) === isPaged) return [];
  return [isPaged ? { put: keys.mayHaveMoved, value: true } : { remove: keys.mayHaveMoved }];
}
