import type { StateChange, StateStore } from '../../model/ports';
import type { ReadwiseClient } from '../../readwise/client';
import type { HighlightPage } from '../../readwise/pages';
import { pullHighlights } from '../../readwise/pull';
import { keys } from '../../store/keys';
import type { PullState } from '../../store/stored';

/**
 * Books that move while one pages. Where the export has the newest first, which it does not promise, a book
 * that changes during a pull of several pages moves to its front, and the later pages pass it by. The next
 * pull tells of it, but of its changed highlights only, never of those that were missed. So what comes in the
 * pull after one of several pages is fetched whole.
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

/**
 * What is to be remembered with a watermark that moves: whether the pull behind it may have been passed by.
 */
export async function movedBooksChanges(
  state: StateStore,
  { isPaged = false }: PullState,
): Promise<readonly StateChange[]> {
  if ((await mayHaveMoved(state)) === isPaged) return [];
  return [isPaged ? { put: keys.mayHaveMoved, value: true } : { remove: keys.mayHaveMoved }];
}
