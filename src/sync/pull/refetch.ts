import type { Quarantined } from '../../model/model';
import type { StateChange, StateStore } from '../../model/ports';
import { hasNoAnswer } from '../../readwise/errors';
import type { ReadwiseClient } from '../../readwise/client';
import type { DocumentPage, HighlightPage } from '../../readwise/pages';
import { pullHighlights } from '../../readwise/pull';
import {
  placeInQueue,
  putRefetch,
  readRefetchQueue,
  removeRefetch,
  type QueuedRefetch,
} from '../../store/refetch-entries';
import type { SyncStats } from '../context/sync-stats';
import { perItem } from '../context/contained';

export interface RefetchOptions<Page> {
  readonly client: ReadwiseClient;
  readonly state: StateStore;
  /** The service's time, in milliseconds since the epoch. */
  readonly now: number;
  /** Stores a page in one transaction with the changes, and writes the notes that it made due. */
  readonly take: (page: Page, changes: readonly StateChange[]) => Promise<void>;
}

export interface DocumentRefetch extends RefetchOptions<DocumentPage> {
  readonly stats: SyncStats;
}

/** What is asked for again in one sync after it failed; each document costs a request, and so do all books. */
const MOST_DOCUMENTS = 10;
const MOST_BOOKS = 100;
const BOOKS_IN_A_REQUEST = 100;

const DAY_MS = 24 * 60 * 60 * 1000;
const LONGEST_WAIT_DAYS = 30;

/** Asks for queued books: all that were never tried, and some of those that failed before. */
export async function refetchBooks(options: RefetchOptions<HighlightPage>): Promise<void> {
  const queue = await dueEntries('book', options);
  const untried = queue.filter(({ tries }) => tries === 0);
  const retried = queue.filter(({ tries }) => tries > 0).slice(0, MOST_BOOKS);
  const wanted = [...untried, ...retried];
  for (let start = 0; start < wanted.length; start += BOOKS_IN_A_REQUEST)
    await refetchSomeBooks(wanted.slice(start, start + BOOKS_IN_A_REQUEST), options);
}

async function refetchSomeBooks(
  wanted: readonly QueuedRefetch[],
  { client, state, now, take }: RefetchOptions<HighlightPage>,
): Promise<void> {
  const unreadable: Quarantined[] = [];
  const answered = new Set<string>();
  for await (const page of pullHighlights(client, { ids: wanted.map(({ id }) => id) })) {
    unreadable.push(...page.quarantined);
    for (const { book } of page.books) answered.add(book.id);
    await take(page, []);
  }
  // A record that names no book may be any of those that were not answered.
  const hasNameless = unreadable.some((record) => placeInQueue(record) === null);
  const changes = wanted.map((entry) => {
    const itsRecords = unreadable.filter((record) => placeInQueue(record)?.id === entry.id);
    const isMissed = hasNameless && !answered.has(entry.id);
    if (itsRecords.length === 0 && !isMissed) return removeRefetch(entry);
    return later({ ...entry, unreadable: itsRecords.length === 0 ? entry.unreadable : itsRecords }, now);
  });
  await state.commit(changes);
}

/** Asks for queued documents, those that waited longest first. */
export async function refetchDocuments(options: DocumentRefetch): Promise<void> {
  const { state, stats, now } = options;
  const queue = await dueEntries('document', options);
  let hadNoAnswer = false;
  for (const entry of queue.slice(0, MOST_DOCUMENTS)) {
    const result = await perItem(() => refetchDocument(entry, options));
    if (!result.ok) {
      await state.commit([later(entry, now)]);
      stats.failStep(result.error);
    }
    const isUnanswered = !result.ok && hasNoAnswer(result.error);
    // Two in a row without an answer: the service is down, not one document.
    if (hadNoAnswer && isUnanswered) return;
    hadNoAnswer = isUnanswered;
  }
}

async function refetchDocument(entry: QueuedRefetch, { client, now, take }: DocumentRefetch): Promise<void> {
  const page = await client.documents.listById(entry.id);
  // Without an unreadable record it is readable now, or deleted at the service.
  const isSettled = page.quarantined.length === 0;
  await take(page, [
    isSettled ? removeRefetch(entry) : later({ ...entry, unreadable: [...page.quarantined] }, now),
  ]);
}

/** Names every record that still could not be read, also those whose turn is another day. */
export async function reportUnreadable({
  state,
  stats,
}: Pick<DocumentRefetch, 'state' | 'stats'>): Promise<void> {
  for (const { unreadable } of await readRefetchQueue(state)) {
    for (const record of unreadable)
      stats.fail({ id: record.id, path: null, problem: { code: 'unreadable-record', ...record } });
  }
}

/** Entries whose time has come, those that were tried least recently first. */
async function dueEntries(
  kind: QueuedRefetch['kind'],
  { state, now }: Pick<DocumentRefetch, 'state' | 'now'>,
): Promise<readonly QueuedRefetch[]> {
  const queue = await readRefetchQueue(state);
  return queue
    .filter((entry) => entry.kind === kind && entry.notBefore <= now)
    .sort((one, other) => one.notBefore - other.notBefore);
}

/** The wait grows: a day, then 2, 4, … */
function later(entry: QueuedRefetch, now: number): StateChange {
  const days = Math.min(LONGEST_WAIT_DAYS, 2 ** entry.tries);
  return putRefetch({ ...entry, tries: entry.tries + 1, notBefore: now + days * DAY_MS });
}
