import { documentCalls } from '../../readwise/document-calls';
import type { Quarantined } from '../../model/model';
import type { StateChange, StateStore } from '../../model/ports';
import { hasNoAnswer } from '../../readwise/errors';
import type { ReadwiseClient } from '../../readwise/client';
import type { DocumentPage, HighlightPage } from '../../readwise/pages';
import { pullHighlights } from '../../readwise/pull';
import { prefixes } from '../../store/keys';
import { stateRange } from '../../store/read-state';
import { readOrphan } from '../../store/stored';
import { later, placeInQueue, queueOf, removeWanted, type Wanted } from '../../store/queue';
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

/** Asks for queued books: all that were never tried, and some of those that failed before. */
export async function refetchBooks(options: RefetchOptions<HighlightPage>): Promise<void> {
  const queue = (await queueOf(options.state, 'book')).filter(({ notBefore }) => notBefore <= options.now);
  const untried = queue.filter(({ tries }) => tries === 0);
  const retried = queue.filter(({ tries }) => tries > 0).slice(0, MOST_BOOKS);
  const wanted = [...untried, ...retried];
  for (let start = 0; start < wanted.length; start += BOOKS_IN_A_REQUEST)
    await refetchSomeBooks(wanted.slice(start, start + BOOKS_IN_A_REQUEST), options);
}

async function refetchSomeBooks(
  wanted: readonly Wanted[],
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
    if (itsRecords.length === 0 && !isMissed) return removeWanted(entry);
    return later({ ...entry, unreadable: itsRecords.length === 0 ? entry.unreadable : itsRecords }, now);
  });
  await state.commit(changes);
}

/** Asks for queued documents, those that waited longest first. */
export async function refetchDocuments(options: DocumentRefetch): Promise<void> {
  const { state, stats, now } = options;
  const queue = (await queueOf(state, 'document')).filter(({ notBefore }) => notBefore <= now);
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

async function refetchDocument(entry: Wanted, { client, now, take }: DocumentRefetch): Promise<void> {
  const page = await client.send(documentCalls.get(entry.id));
  // Without an unreadable record it is readable now, or deleted at the service.
  const isSettled = page.quarantined.length === 0;
  await take(page, [
    isSettled ? removeWanted(entry) : later({ ...entry, unreadable: [...page.quarantined] }, now),
  ]);
}

/** Names every record that still could not be read, also those whose turn is another day. */
export async function reportUnreadable({
  state,
  stats,
}: Pick<DocumentRefetch, 'state' | 'stats'>): Promise<void> {
  const queued = [...(await queueOf(state, 'book')), ...(await queueOf(state, 'document'))];
  for (const record of queued.flatMap(({ unreadable }) => unreadable))
    stats.fail({ id: record.id, path: null, problem: { code: 'unreadable-record', ...record } });
}

/** Names the notes of Reader that are in no note of the vault, because their highlight is not listed. */
export async function reportOrphans({
  state,
  stats,
}: Pick<DocumentRefetch, 'state' | 'stats'>): Promise<void> {
  for await (const entries of stateRange(state, prefixes.orphan)) {
    for (const { value } of entries) {
      const note = readOrphan(value);
      if (note === null) continue;
      const { id, highlightId: parent } = note;
      stats.notice({ id, path: null, problem: { code: 'parent-not-listed', kind: 'note', id, parent } });
    }
  }
}
