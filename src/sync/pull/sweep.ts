import type { Book, Highlight, Quarantined } from '../../model/model';
import type { StateChange, StateStore } from '../../model/ports';
import type { ReadwiseClient } from '../../readwise/client';
import type { ListedBook, ListedHighlight } from '../../readwise/highlight-records';
import { NUMERIC_ID } from '../../readwise/fields';
import { keys } from '../../store/keys';
import { ALL, correctedWatermark } from './pull';
import { itemsOfBooks } from '../../store/book-joins';
import { readHeads, readHighlights } from '../../store/item-records';
import { readText, type PullState } from '../../store/stored';
import { overlapping, readOne } from '../../store/read-state';

/**
 * A metadata sweep. The export reports changed highlights only; a new title, tags or note of a book, and some
 * changes of highlights, appear in the v2 lists alone. A sweep lists those and names the books that differ
 * from the replica.
 */
export type SweepKind = 'books' | 'highlights';

export interface SweepOptions {
  readonly client: ReadwiseClient;
  readonly state: StateStore;
}

export interface SweepResult {
  /** Books to export again, whole. */
  readonly bookIds: readonly string[];
  /** The start of the next sweep; commit when those books are in the replica. */
  readonly changes: readonly StateChange[];
  readonly quarantined: readonly Quarantined[];
}

const STREAMS: Readonly<Record<SweepKind, string>> = { books: 'book-list', highlights: 'highlight-list' };

/** The rate limit of one minute. If there are more pages, the next sync pulls everything. */
const MAX_PAGES = 20;

/** The largest page size of the service. */
const LARGEST_PAGE = 1000;

/**
 * Watermarks of the sweeps after a pull. A full pull makes a sweep unnecessary up to its start. If the
 * export's watermark is set back, theirs are, too. Null: unchanged.
 */
export function sweptUpTo(state: PullState): readonly StateChange[] | null {
  const { since, startedAt } = state;
  const afterFullPull = since === null && startedAt !== null ? overlapping(startedAt) : null;
  const value = correctedWatermark(state) ?? afterFullPull;
  if (value === null) return since === null ? [] : null;
  return Object.values(STREAMS).map((stream) => ({ put: keys.watermark(stream), value }));
}

/**
 * Which sweep a quiet sync makes. As it writes no state, it cannot take turns, so a hash of the service's
 * time decides. (The golden ratio spreads evenly spaced times, as cron makes them.)
 */
export function sweepTurn(serverDate: string | null): SweepKind {
  if (serverDate === null) return 'books';
  const hash = Math.imul(Math.floor(Date.parse(serverDate) / 1000), 0x9e3779b1);
  return hash >>> 31 === 1 ? 'highlights' : 'books';
}

export async function sweep(kind: SweepKind, options: SweepOptions): Promise<SweepResult> {
  const stream = keys.watermark(STREAMS[kind]);
  const updatedAfter = await readOne(options.state, stream, readText);
  if (updatedAfter === null) return { bookIds: [], changes: [], quarantined: [] };
  const bookIds = new Set<string>();
  const quarantined: Quarantined[] = [];
  let startedAt: string | null = null;
  const list = kind === 'books' ? changedBooks : changedHighlights;
  let left = MAX_PAGES;
  for await (const page of list(options, updatedAfter)) {
    left -= 1;
    if (left === 0 && !page.isLast) {
      await options.state.commit([{ put: keys.again('highlights'), value: ALL }]);
      return { bookIds: [], changes: [], quarantined };
    }
    startedAt ??= page.serverDate;
    for (const id of page.bookIds) bookIds.add(id);
    quarantined.push(...page.quarantined);
  }
  // Unreadable records are listed again by the next sweep.
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
    // A book that is unreadable here may be readable in the export.
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
    const wanted = page.entries.map(({ id }, index) => ({ itemKey: itemKeys[index] ?? '', id }));
    const stored = await readHighlights(state, wanted);
    const changed = page.entries.filter((listed, index) => highlightDiffers(stored[index] ?? null, listed));
    yield {
      serverDate: page.serverDate,
      isLast: page.nextCursor === null,
      bookIds: changed.map(({ bookId }) => bookId),
      quarantined: page.quarantined,
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
