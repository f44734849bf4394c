import { ReadwiseError } from './errors';
import type { Page } from './pages';

export interface Walk<One extends Page> {
  /** Null for the first page. */
  readonly cursor: string | null;
  /** For messages: `fetching highlights`. */
  readonly doing: string;
  readonly fetchPage: (cursor: string | null, doing: string) => Promise<One>;
  readonly idsOf: (page: One) => readonly string[];
}

/** Pages in a row that may bring nothing new: records move between pages during a pull. */
const MAX_PAGES_WITHOUT_NEWS = 10;
/** How many pages are remembered to recognise repeated records; keeps memory constant. */
const REMEMBERED_PAGES = 8;
/** Pages allowed beyond twice the count of the service, which may be wrong. */
const PAGES_BEYOND_COUNT = 1000;
const MAX_PAGES_WITHOUT_COUNT = 20_000;

/** Follows the cursors to the last page. Endless answers throw `not-the-api`. */
export async function* walkPages<One extends Page>({
  cursor: start,
  doing,
  fetchPage,
  idsOf,
}: Walk<One>): AsyncGenerator<One> {
  const seenCursors = new Set<string>();
  const lastPages: ReadonlySet<string>[] = [];
  let oldPages = 0;
  let cursor = start;
  for (let number = 1; ; number += 1) {
    const doingPage = `${doing}, page ${String(number)}`;
    if (cursor !== null) seenCursors.add(cursor);
    const page = await fetchPage(cursor, doingPage);
    const ids = [...idsOf(page), ...page.quarantined.map(({ id }) => id)];
    const isNew = ids.some((id) => !lastPages.some((last) => last.has(id)));
    oldPages = isNew ? 0 : oldPages + 1;
    if (ids.length > 0) lastPages.push(new Set(ids));
    if (lastPages.length > REMEMBERED_PAGES) lastPages.shift();
    yield page;
    if (page.nextCursor === null) return;
    if (seenCursors.has(page.nextCursor))
      throw new ReadwiseError(
        'not-the-api',
        doingPage,
        'the service leads in a circle: it repeats an earlier page.',
      );
    if (oldPages >= MAX_PAGES_WITHOUT_NEWS)
      throw new ReadwiseError(
        'not-the-api',
        doingPage,
        `the service's answer does not end: ${String(oldPages)} pages in a row brought nothing new.`,
      );
    if (number >= mostPages(page.count))
      throw new ReadwiseError(
        'not-the-api',
        doingPage,
        `the service's answer does not end after ${String(number)} pages.`,
      );
    cursor = page.nextCursor;
  }
}

function mostPages(count: number | null): number {
  return count === null ? MAX_PAGES_WITHOUT_COUNT : 2 * Math.max(0, count) + PAGES_BEYOND_COUNT;
}
