import { NotTheApiError } from './errors';

/** What the walk needs to know of a page. */
export interface WalkedPage {
  readonly nextCursor: string | null;
  readonly count: number | null;
}

export interface Walk<Page extends WalkedPage> {
  /** Where to begin; null: at the first page. */
  readonly cursor: string | null;
  /** What is being fetched, for messages: `fetching highlights`. */
  readonly doing: string;
  /** `number` counts from 1 in this walk. */
  readonly fetchPage: (cursor: string | null, doing: string) => Promise<Page>;
  readonly idsOf: (page: Page) => readonly string[];
}

/** Pages in a row that may repeat what the pages just before them brought; items do move between pages while one pages. */
const MAX_REPEATS = 3;
/** How many of the last pages are remembered, so that memory does not grow with the library. */
const REMEMBERED_PAGES = 8;
/** Pages beyond twice the service's own count that are still believed: the count drifts, and pages may be empty. */
const PAGES_BEYOND_COUNT = 1000;
const MAX_PAGES_WITHOUT_COUNT = 20_000;

/**
 * Follows the cursors until there is none, also over empty pages. What is not a walk through a library throws
 * `NotTheApiError`: a cursor that came before, pages that only repeat, pages without end.
 */
export async function* walkPages<Page extends WalkedPage>({
  cursor: start,
  doing,
  fetchPage,
  idsOf,
}: Walk<Page>): AsyncGenerator<Page> {
  const seenCursors = new Set<string>();
  const repeats = new RepeatWatch();
  let cursor = start;
  for (let number = 1; ; number += 1) {
    const doingPage = `${doing}, page ${String(number)}`;
    if (cursor !== null) seenCursors.add(cursor);
    const page = await fetchPage(cursor, doingPage);
    repeats.see(idsOf(page));
    yield page;
    if (page.nextCursor === null) return;
    refuse(
      seenCursors.has(page.nextCursor),
      doingPage,
      'the service leads in a circle: its next page is one that it gave before.',
    );
    refuse(
      repeats.inARow >= MAX_REPEATS,
      doingPage,
      `the service repeats itself: ${String(MAX_REPEATS)} pages in a row brought nothing new.`,
    );
    refuse(
      number >= mostPages(page.count),
      doingPage,
      `the service's pages do not end: ${String(number)} so far.`,
    );
    cursor = page.nextCursor;
  }
}

function mostPages(count: number | null): number {
  return count === null ? MAX_PAGES_WITHOUT_COUNT : 2 * Math.max(0, count) + PAGES_BEYOND_COUNT;
}

function refuse(isWrong: boolean, doing: string, what: string): void {
  if (isWrong) throw new NotTheApiError({ doing, what });
}

/** Counts the pages in a row that brought records, and none that the pages before them had not. */
class RepeatWatch {
  private readonly lastPages: ReadonlySet<string>[] = [];
  inARow = 0;

  see(ids: readonly string[]): void {
    if (ids.length === 0) return;
    this.inARow = ids.every((id) => this.lastPages.some((page) => page.has(id))) ? this.inARow + 1 : 0;
    this.lastPages.push(new Set(ids));
    if (this.lastPages.length > REMEMBERED_PAGES) this.lastPages.shift();
  }
}
