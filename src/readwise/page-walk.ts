import { NotTheApiError } from './errors';
import type { Page } from './pages';

export interface Walk<One extends Page> {
  /** Where to begin; null: at the first page. */
  readonly cursor: string | null;
  /** What is being fetched, for messages: `fetching highlights`. */
  readonly doing: string;
  readonly fetchPage: (cursor: string | null, doing: string) => Promise<One>;
  readonly idsOf: (page: One) => readonly string[];
}

/**
 * Pages in a row that may be empty or repeat the pages before them: items move between pages while one pages.
 */
const MAX_PAGES_WITHOUT_NEWS = 10;
/** How many of the last pages are remembered, so that memory does not grow with the library. */
const REMEMBERED_PAGES = 8;
/**
 * Pages beyond twice the service's own count that are still believed: the count drifts, and pages may be
 * empty.
 */
const PAGES_BEYOND_COUNT = 1000;
const MAX_PAGES_WITHOUT_COUNT = 20_000;

/**
 * Follows the cursors until there is none, also over empty pages. An answer that never ends throws
 * `NotTheApiError`: a cursor that came before, pages that bring nothing new, more pages than there can be.
 */
export async function* walkPages<One extends Page>({
  cursor: start,
  doing,
  fetchPage,
  idsOf,
}: Walk<One>): AsyncGenerator<One> {
  const seenCursors = new Set<string>();
  const lastPages: ReadonlySet<string>[] = [];
  let withoutNews = 0;
  let cursor = start;
  for (let number = 1; ; number += 1) {
    const doingPage = `${doing}, page ${String(number)}`;
    if (cursor !== null) seenCursors.add(cursor);
    const page = await fetchPage(cursor, doingPage);
    const ids = [...idsOf(page), ...page.quarantined.map(({ id }) => id)];
    const isNew = ids.some((id) => !lastPages.some((last) => last.has(id)));
    withoutNews = isNew ? 0 : withoutNews + 1;
    if (ids.length > 0) lastPages.push(new Set(ids));
    if (lastPages.length > REMEMBERED_PAGES) lastPages.shift();
    yield page;
    if (page.nextCursor === null) return;
    if (seenCursors.has(page.nextCursor))
      throw new NotTheApiError(
        doingPage,
        'the service leads in a circle: its next page is one that it gave before.',
      );
    if (withoutNews >= MAX_PAGES_WITHOUT_NEWS)
      throw new NotTheApiError(
        doingPage,
        `the service's answer does not end: ${String(withoutNews)} pages in a row brought nothing new.`,
      );
    if (number >= mostPages(page.count))
      throw new NotTheApiError(
        doingPage,
        `the service's answer does not end: ${String(number)} pages so far.`,
      );
    cursor = page.nextCursor;
  }
}

function mostPages(count: number | null): number {
  return count === null ? MAX_PAGES_WITHOUT_COUNT : 2 * Math.max(0, count) + PAGES_BEYOND_COUNT;
}
