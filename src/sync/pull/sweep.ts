import { bookKey, documentKey } from '../../model/record';
import type { Book, Highlight, Quarantined } from '../../model/model';
import type { StateChange, StateStore } from '../../model/ports';
import type { ReadwiseClient } from '../../readwise/client';
import type { ListedBook, ListedHighlight } from '../../readwise/highlight-records';
import { NUMERIC_ID } from '../../readwise/fields';
import { keys } from '../../store/keys';
import { ALL, setBack } from './pull';
import { readHeads, readHighlights } from '../../store/item-records';
import { readText, type PullState } from '../../store/stored';
import { overlapping, readOne } from '../../store/read-state';

/**
 * The metadata sweep. The export tells of changed highlights only: a book's new title, tags or document note,
 * and some changes of a highlight, surface in the v2 lists alone. A sweep lists what changed there and names
 * the books that differ from the replica.
 */
export type SweepKind = 'books' | 'highlights';

export interface SweepOptions {
  readonly client: ReadwiseClient;
  readonly state: StateStore;
}

export interface SweepResult {
  /** Books to be exported again, whole. */
  readonly bookIds: readonly string[];
  /** Where the next sweep begins; to be committed when those books are in the replica. */
  readonly changes: readonly StateChange[];
  /** Listed highlights that could not be read. */
  readonly quarantined: readonly Quarantined[];
}

const STREAMS: Readonly<Record<SweepKind, string>> = { books: 'book-list', highlights: 'highlight-list' };

/**
 * What the lists' rate lets through in a minute. Where there is more, the next sync pulls everything instead:
 * that goes on where it was cut short, while a sweep begins anew.
 */
const MOST_PAGES = 20;

/** The largest page that the service gives. */
const LARGEST_PAGE = 1000;

/**
 * Where the sweeps go on from. After a whole pull there is nothing to sweep: the lists are known up to where
 * it began. Where the export's watermark goes back, theirs do, too. Null: from where they are.
 */
export function sweptUpTo(state: PullState): readonly StateChange[] | null {
  const value =
    setBack(state) ??
    (state.since === null && state.startedAt !== null ? overlapping(state.startedAt) : null);
  if (value === null) return state.since === null ? [] : null;
  return Object.values(STREAMS).map((stream) => ({ put: keys.watermark(stream), value }));
}

/**
 * Which sweep a quiet sync makes: one of the two, by a coin thrown with the service's own time, because a
 * quiet sync leaves no trace to take turns by. (The golden ratio spreads evenly spaced times, as cron makes
 * them.)
 */
export const sweepTurn = (serverDate: string | null): SweepKind =>
  serverDate !== null && Math.imul(Math.floor(Date.parse(serverDate) / 1000), 0x9e3779b1) >>> 31 === 1
    ? 'highlights'
    : 'books';

export async function sweep(kind: SweepKind, options: SweepOptions): Promise<SweepResult> {
  const stream = keys.watermark(STREAMS[kind]);
  const updatedAfter = await readOne(options.state, stream, readText);
  if (updatedAfter === null) return { bookIds: [], changes: [], quarantined: [] };
  const bookIds = new Set<string>();
  const quarantined: Quarantined[] = [];
  let startedAt: string | null = null;
  const pages =
    kind === 'books' ? changedBooks(options, updatedAfter) : changedHighlights(options, updatedAfter);
  let left = MOST_PAGES;
  for await (const page of pages) {
    left -= 1;
    if (left === 0 && !page.isLast) {
      await options.state.commit([{ put: keys.again('highlights'), value: ALL }]);
      return { bookIds: [], changes: [], quarantined };
    }
    startedAt ??= page.serverDate;
    for (const id of page.bookIds) bookIds.add(id);
    quarantined.push(...page.quarantined);
  }
  // What could not be read is listed again by the next sweep.
  const isDone = startedAt !== null && quarantined.length === 0;
  return {
    bookIds: [...bookIds],
    changes: isDone ? [{ put: stream, value: overlapping(startedAt ?? '') }] : [],
    quarantined,
  };
}

interface SweptPage {
  readonly serverDate: string | null;
  readonly isLast: boolean;
  readonly bookIds: readonly string[];
  readonly quarantined: readonly Quarantined[];
}

async function* changedBooks(
  { client, state }: SweepOptions,
  updatedAfter: string,
): AsyncGenerator<SweptPage> {
  for await (const page of client.books.list({ updatedAfter, pageSize: LARGEST_PAGE })) {
    const itemKeys = await itemsOfBooks(
      state,
      page.entries.map(({ bookId }) => bookId),
    );
    const heads = await readHeads(state, itemKeys);
    const changed = page.entries.filter((listed, index) => bookDiffers(heads[index]?.book ?? null, listed));
    // One that cannot be read here may well be readable in the export, which has the last word anyway.
    const unread = page.quarantined.filter(({ id }) => NUMERIC_ID.test(id));
    yield {
      serverDate: page.serverDate,
      isLast: page.nextCursor === null,
      bookIds: [...changed.map(({ bookId }) => bookId), ...unread.map(({ id }) => id)],
      quarantined: page.quarantined.filter((record) => !unread.includes(record)),
    };
  }
}

async function* changedHighlights(
  { client, state }: SweepOptions,
  updatedAfter: string,
): AsyncGenerator<SweptPage> {
  for await (const page of client.highlights.list({ updatedAfter, pageSize: LARGEST_PAGE })) {
    const itemKeys = await itemsOfBooks(
      state,
      page.entries.map(({ bookId }) => bookId),
    );
    const held = await readHighlights(
      state,
      page.entries.map(({ id }, index) => ({ itemKey: itemKeys[index] ?? '', id })),
    );
    const changed = page.entries.filter((listed, index) => highlightDiffers(held[index] ?? null, listed));
    yield {
      serverDate: page.serverDate,
      isLast: page.nextCursor === null,
      bookIds: changed.map(({ bookId }) => bookId),
      quarantined: page.quarantined,
    };
  }
}

/** The items that books are of: those of a document stand under it. */
async function itemsOfBooks(state: StateStore, bookIds: readonly string[]): Promise<readonly string[]> {
  const joined = (await state.getMany(bookIds.map(keys.joined))).map(readText);
  return bookIds.map((id, index) => {
    const documentId = joined[index] ?? null;
    return documentId === null ? bookKey(id) : documentKey(documentId);
  });
}

const bookDiffers = (book: Book | null, listed: ListedBook): boolean =>
  book === null || book.deleted || toldOfBook(book) !== toldOfBook(listed);

const toldOfBook = (book: Book | ListedBook): string =>
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
  highlight === null || highlight.deleted || toldOfHighlight(highlight) !== toldOfHighlight(listed);

const toldOfHighlight = (highlight: Highlight | ListedHighlight): string =>
  JSON.stringify([
    highlight.text,
    highlight.note,
    highlight.location,
    highlight.color,
    highlight.discarded,
    [...highlight.tags].sort(),
  ]);
