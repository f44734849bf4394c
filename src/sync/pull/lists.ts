import { highlightCalls, bookCalls } from '../../readwise/highlight-calls';
import type { Book, Highlight, Quarantined } from '../../model/model';
import type { StateChange, StateStore } from '../../model/ports';
import { pagesOf } from '../../readwise/page-walk';
import type { ListedBook, ListedHighlight } from '../../readwise/highlight-records';
import { itemsOfBooks, readRecords, readHighlights } from '../../store/library';
import { keys, type Stream } from '../../store/keys';
import { withOverlap, readOne } from '../../store/read-state';
import { placeInQueue, wantBook } from '../../store/queue';
import { readPull, type PullState } from '../../store/stored';
import type { Fetching } from '../run';
import { isWorthMoving, nextWatermark, type Pulled } from './pull';
import { takeBooks } from './take-page';
import type { BookWithHighlights, HighlightPage } from '../../readwise/pages';
import { pullHighlights } from '../../readwise/fetch-pages';

/**
 * The lists of v2. The export reports changed highlights only; a new title, tags or note of a book, and some
 * changes of highlights, appear in these lists alone.
 */
export const LISTS = ['book-list', 'highlight-list'] as const satisfies readonly Stream[];
export type List = (typeof LISTS)[number];

/** As many as the rate limit allows in a minute. If there are more, the next sync pulls everything. */
const MAX_PAGES = 20;

/** The largest page size of the service. */
const LARGEST_PAGE = 1000;

/** A pull of everything makes the lists unnecessary up to its start. */
export function listedUpTo({ since, startedAt }: Pulled): readonly StateChange[] {
  if (since !== null || startedAt === null) return [];
  const value: PullState = { watermark: withOverlap(startedAt) };
  return LISTS.map((list) => ({ put: keys.pull(list), value }));
}

/**
 * Reads what changed in a list since it was last read, and queues the books that differ from the replica to be
 * fetched whole. The list's watermark is committed with them.
 */
export async function listChanges(run: Fetching, list: List): Promise<void> {
  const { deps, stats } = run;
  const { state } = deps;
  const stored = await readOne(state, keys.pull(list), readPull);
  const since = stored.watermark;
  if (since === null) return;
  const books = new Set<string>();
  let startedAt: string | null = null;
  let hasNameless = false;
  let left = MAX_PAGES;
  for await (const page of list === 'book-list' ? listedBooks(run, since) : listedHighlights(run, since)) {
    left -= 1;
    if (left === 0 && !page.isLast) return pullEverything(state);
    startedAt ??= page.serverDate;
    for (const id of page.changedBooks) books.add(id);
    for (const record of page.unreadable) {
      const place = placeInQueue(record);
      if (place === null) {
        hasNameless = true;
        stats.fail({
          id: record.id,
          path: null,
          problem: { code: 'unreadable-list', list, problem: record.problem },
        });
      } else books.add(place.id);
    }
  }
  // A record that names no book may be readable when the same changes are listed again.
  const isRepeated = stored.repeatedFrom === since;
  const next: PullState =
    hasNameless && !isRepeated
      ? { watermark: since, repeatedFrom: since }
      : { watermark: nextWatermark(since, { since, startedAt }) };
  const isQuiet = books.size === 0 && next.repeatedFrom === stored.repeatedFrom;
  // A quiet sync writes no state, so it lists the same changes again, for a day at most.
  if (isQuiet && !isWorthMoving(since, next.watermark)) return;
  await state.commit([...[...books].map(wantBook), { put: keys.pull(list), value: next }]);
}

async function pullEverything(state: StateStore): Promise<void> {
  const stored = await readOne(state, keys.pull('highlights'), readPull);
  const value: PullState = { ...stored, full: true };
  await state.commit([{ put: keys.pull('highlights'), value }]);
}

interface ListedPage {
  readonly serverDate: string | null;
  readonly isLast: boolean;
  readonly changedBooks: readonly string[];
  readonly unreadable: readonly Quarantined[];
}

async function* listedBooks({ client, deps }: Fetching, updatedAfter: string): AsyncGenerator<ListedPage> {
  const { state } = deps;
  for await (const page of pagesOf(client, bookCalls.list({ updatedAfter, pageSize: LARGEST_PAGE }))) {
    const itemKeys = await itemsOfBooks(
      state,
      page.entries.map(({ bookId }) => bookId),
    );
    const records = await readRecords(state, itemKeys);
    const changed = page.entries.filter((listed, index) => bookDiffers(records[index]?.book ?? null, listed));
    yield {
      serverDate: page.serverDate,
      isLast: page.nextCursor === null,
      changedBooks: changed.map(({ bookId }) => bookId),
      unreadable: page.quarantined,
    };
  }
}

async function* listedHighlights(
  { client, deps }: Fetching,
  updatedAfter: string,
): AsyncGenerator<ListedPage> {
  const { state } = deps;
  for await (const page of pagesOf(client, highlightCalls.list({ updatedAfter, pageSize: LARGEST_PAGE }))) {
    const itemKeys = await itemsOfBooks(
      state,
      page.entries.map(({ bookId }) => bookId),
    );
    const wanted = page.entries.map(({ id }, index) => ({ itemKey: itemKeys[index] ?? '', id }));
    const stored = await readHighlights(state, wanted);
    const changed = page.entries.filter((listed, index) => highlightDiffers(stored[index] ?? null, listed));
    yield {
      serverDate: page.serverDate,
      isLast: page.nextCursor === null,
      changedBooks: changed.map(({ bookId }) => bookId),
      unreadable: page.quarantined,
    };
  }
}

const bookDiffers = (book: Book | null, listed: ListedBook): boolean =>
  book === null || book.deleted || bookMetadata(book) !== bookMetadata(listed);

const bookMetadata = (book: Book | ListedBook): string =>
  JSON.stringify([
    book.title,
    book.author,
    book.category,
    book.coverUrl,
    book.sourceUrl,
    book.documentNote,
    [...book.tags].sort(),
  ]);

const highlightDiffers = (highlight: Highlight | null, listed: ListedHighlight): boolean =>
  highlight === null || highlight.deleted || highlightMetadata(highlight) !== highlightMetadata(listed);

const highlightMetadata = (highlight: Highlight | ListedHighlight): string =>
  JSON.stringify([
    highlight.text,
    highlight.note,
    highlight.location,
    highlight.color,
    highlight.discarded,
    [...highlight.tags].sort(),
  ]);

/**
 * If the export lists the newest books first, a book that changes during a pull of several pages moves to the
 * front, and later pages miss it. The next answer has only its newly changed highlights. So what changed since such
 * a pull began is requested once more, and a book with anything new in that answer is queued to be fetched whole.
 * A book without anything new did not move: the change that moved it would be new here.
 */
export async function lookAgain(run: Fetching): Promise<void> {
  const { client, deps } = run;
  const { state } = deps;
  const { lookAgainFrom, ...others } = await readOne(state, keys.pull('highlights'), readPull);
  const stored: PullState = others;
  if (lookAgainFrom === undefined) return;
  let startedAt: string | null = null;
  let pages = 0;
  for await (const page of pullHighlights(client, { updatedAfter: withOverlap(lookAgainFrom) })) {
    pages += 1;
    startedAt ??= page.serverDate;
    const changes: StateChange[] = (await booksWithNews(state, page.books)).map(wantBook);
    if (page.nextCursor === null) {
      // An answer of several pages may also have missed a book.
      const next: PullState = { ...stored };
      if (pages > 1 && startedAt !== null) next.lookAgainFrom = startedAt;
      changes.push({ put: keys.pull('highlights'), value: next });
    }
    await takeBooks(run, page, changes);
  }
}

/**
 * Queues the books of a page that have to be fetched whole while `lookAgain` is still to come: once the page is
 * stored, nothing in them would look new.
 */
export async function movedBooks(state: StateStore, page: HighlightPage): Promise<readonly StateChange[]> {
  const { lookAgainFrom } = await readOne(state, keys.pull('highlights'), readPull);
  return lookAgainFrom === undefined ? [] : (await booksWithNews(state, page.books)).map(wantBook);
}

/** The books with a highlight that the replica does not have, or has in another version. */
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
