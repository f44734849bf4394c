import { documentCalls } from '../../readwise/document-calls';
import type { Quarantined } from '../../model/model';
import { hasNoAnswer } from '../../readwise/errors';
import { pullHighlights } from '../../readwise/pull';
import { prefixes } from '../../store/keys';
import { stateRange } from '../../store/read-state';
import { readOrphan } from '../../store/stored';
import { later, placeInQueue, queueOf, queueUpTo, removeWanted, type Wanted } from '../../store/queue';
import { perItem } from '../context/contained';
import { timeOf } from '../context/time-of';
import type { Fetching } from '../run';
import { takeBooks, takeDocuments } from './take-page';

/** What is asked for again in one sync after it failed; each document costs a request, and so do all books. */
const MOST_DOCUMENTS = 10;
const MOST_BOOKS = 100;
const BOOKS_IN_A_REQUEST = 100;

/** Asks for queued books: all that were never tried, and some of those that failed before. */
export async function refetchBooks(run: Fetching): Promise<void> {
  const queue = await queueUpTo(run.deps.state, 'book', timeOf(run));
  const untried = queue.filter(({ tries }) => tries === 0);
  const retried = queue.filter(({ tries }) => tries > 0).slice(0, MOST_BOOKS);
  const wanted = [...untried, ...retried];
  for (let start = 0; start < wanted.length; start += BOOKS_IN_A_REQUEST)
    await refetchSomeBooks(run, wanted.slice(start, start + BOOKS_IN_A_REQUEST));
}

async function refetchSomeBooks(run: Fetching, wanted: readonly Wanted[]): Promise<void> {
  const unreadable: Quarantined[] = [];
  const answered = new Set<string>();
  for await (const page of pullHighlights(run.client, { ids: wanted.map(({ id }) => id) })) {
    unreadable.push(...page.quarantined);
    for (const { book } of page.books) answered.add(book.id);
    await takeBooks(run, page, []);
  }
  // A record that names no book may be any of those that were not answered.
  const hasNameless = unreadable.some((record) => placeInQueue(record) === null);
  const changes = wanted.map((entry) => {
    const itsRecords = unreadable.filter((record) => placeInQueue(record)?.id === entry.id);
    const isMissed = hasNameless && !answered.has(entry.id);
    if (itsRecords.length === 0 && !isMissed) return removeWanted(entry);
    return later(
      { ...entry, unreadable: itsRecords.length === 0 ? entry.unreadable : itsRecords },
      timeOf(run),
    );
  });
  await run.deps.state.commit(changes);
}

/** Asks for queued documents, those that waited longest first. */
export async function refetchDocuments(run: Fetching): Promise<void> {
  const { deps, stats } = run;
  const { state } = deps;
  const now = timeOf(run);
  const queue = await queueUpTo(state, 'document', now);
  let hadNoAnswer = false;
  for (const entry of queue.slice(0, MOST_DOCUMENTS)) {
    const result = await perItem(() => refetchDocument(run, entry));
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

async function refetchDocument(run: Fetching, entry: Wanted): Promise<void> {
  const page = await run.client.send(documentCalls.get(entry.id));
  // Without an unreadable record it is readable now, or deleted at the service.
  const isSettled = page.quarantined.length === 0;
  await takeDocuments(run, page, [
    isSettled ? removeWanted(entry) : later({ ...entry, unreadable: [...page.quarantined] }, timeOf(run)),
  ]);
}

/** Names every record that still could not be read, also those whose turn is another day. */
export async function reportUnreadable({ deps, stats }: Fetching): Promise<void> {
  const { state } = deps;
  const queued = [...(await queueOf(state, 'book')), ...(await queueOf(state, 'document'))];
  for (const record of queued.flatMap(({ unreadable }) => unreadable))
    stats.fail({ id: record.id, path: null, problem: { code: 'unreadable-record', ...record } });
}

/** Names the notes of Reader that are in no note of the vault, because their highlight is not listed. */
export async function reportOrphans({ deps, stats }: Fetching): Promise<void> {
  for await (const entries of stateRange(deps.state, prefixes.orphan)) {
    for (const { value } of entries) {
      const note = readOrphan(value);
      if (note === null) continue;
      const { id, highlightId: parent } = note;
      stats.notice({ id, path: null, problem: { code: 'parent-not-listed', kind: 'note', id, parent } });
    }
  }
}
