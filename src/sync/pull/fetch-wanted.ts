import type { Quarantined } from '../../model/model';
import type { StateChange } from '../../model/ports';
import { hasNoAnswer } from '../../readwise/readwise-error';
import { pageOfDocument, pullHighlights } from '../../readwise/fetch-pages';
import { retryLater, placeInQueue, removeWanted, type Wanted } from '../../store/queue';
import { perItem } from '../context/contained';
import { timeOf } from '../context/time-of';
import type { Fetching } from '../run';
import { takeBooks, takeDocuments } from './take-page';

/** A record that could not be fetched, and why. */
export interface NotFetched {
  readonly entry: Wanted;
  readonly error: Error;
  /** False if it was not requested, because those before it got no answer. */
  readonly isTried: boolean;
}

const BOOKS_IN_A_REQUEST = 100;

/**
 * Requests single books and documents, and takes them. Each leaves the queue with its answer, or is put off if it
 * still cannot be read. One that fails costs only itself and, if it is queued, stays in the queue as it is.
 */
export async function fetchWanted(run: Fetching, wanted: readonly Wanted[]): Promise<readonly NotFetched[]> {
  const books = wanted.filter(({ kind }) => kind === 'book');
  const documents = wanted.filter(({ kind }) => kind === 'document');
  const ofBooks = new Attempts();
  for (let start = 0; start < books.length; start += BOOKS_IN_A_REQUEST)
    await fetchTogether(run, books.slice(start, start + BOOKS_IN_A_REQUEST), ofBooks);
  const ofDocuments = new Attempts();
  for (const entry of documents) await ofDocuments.make(entry, () => fetchDocument(run, entry));
  return [...ofBooks.failed, ...ofDocuments.failed];
}

/** Requests all books together, and one by one if that fails. */
async function fetchTogether(run: Fetching, books: readonly Wanted[], attempts: Attempts): Promise<void> {
  const isWorthIt = books.length > 1 && attempts.outage === null;
  if (isWorthIt && (await perItem(() => fetchBooks(run, books))).ok) return;
  for (const book of books) await attempts.make(book, () => fetchBooks(run, [book]));
}

async function fetchBooks(run: Fetching, wanted: readonly Wanted[]): Promise<void> {
  const unreadable: Quarantined[] = [];
  const answered = new Set<string>();
  for await (const page of pullHighlights(run.client, { ids: wanted.map(({ id }) => id) })) {
    unreadable.push(...page.quarantined);
    for (const { book } of page.books) answered.add(book.id);
    await takeBooks(run, page, []);
  }
  // A record that names no book may be any of those that were not answered.
  const hasNameless = unreadable.some((record) => placeInQueue(record) === null);
  const changes = wanted.flatMap((entry) => {
    const itsRecords = unreadable.filter((record) => placeInQueue(record)?.id === entry.id);
    const isMissed = hasNameless && itsRecords.length === 0 && !answered.has(entry.id);
    return isMissed ? retryLater(entry, timeOf(run)) : afterAnswer(run, entry, itsRecords);
  });
  await run.deps.state.commit(changes);
}

async function fetchDocument(run: Fetching, entry: Wanted): Promise<void> {
  const page = await pageOfDocument(run.client, entry.id);
  await takeDocuments(run, page, afterAnswer(run, entry, page.quarantined));
}

/** Without unreadable records, it is readable now or was deleted at the service. */
function afterAnswer(
  run: Fetching,
  entry: Wanted,
  unreadable: readonly Quarantined[],
): readonly StateChange[] {
  if (unreadable.length === 0) return [removeWanted(entry)];
  // The first time, its page queues it for the next sync.
  if (entry.unreadable.length === 0) return [];
  return [retryLater({ ...entry, unreadable: [...unreadable] }, timeOf(run))];
}

/** Requests for one record each. Two in a row without an answer mean that the service is down. */
class Attempts {
  readonly failed: NotFetched[] = [];
  /** Why no more requests are made. */
  outage: Error | null = null;
  private hadNoAnswer = false;

  async make(entry: Wanted, fetch: () => Promise<void>): Promise<void> {
    if (this.outage !== null) {
      this.failed.push({ entry, error: this.outage, isTried: false });
      return;
    }
    const result = await perItem(fetch);
    const isUnanswered = !result.ok && hasNoAnswer(result.error);
    if (this.hadNoAnswer && isUnanswered) this.outage = result.error;
    this.hadNoAnswer = isUnanswered;
    if (!result.ok) this.failed.push({ entry, error: result.error, isTried: true });
  }
}
