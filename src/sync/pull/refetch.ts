import { prefixes } from '../../store/keys';
import { stateRange } from '../../store/read-state';
import { readOrphan } from '../../store/stored';
import { retryLater, putOff, queueOf, queueUpTo, type Wanted } from '../../store/queue';
import { timeOf } from '../context/time-of';
import type { Fetching } from '../run';
import { fetchWanted } from './fetch-wanted';
import { failureOfRecord } from './take-page';

/** How many failed entries one sync retries; each document costs a request, all books together one. */
const MAX_DOCUMENTS = 10;
const MAX_BOOKS = 100;

/** Fetches queued books: all that were never tried, and some of those that failed before. */
export async function refetchBooks(run: Fetching): Promise<void> {
  const queue = await queueUpTo(run.deps.state, 'book', timeOf(run));
  const untried = queue.filter(({ tries }) => tries === 0);
  const retried = queue.filter(({ tries }) => tries > 0).slice(0, MAX_BOOKS);
  await refetch(run, [...untried, ...retried]);
}

/** Fetches queued documents, in the order of the queue. */
export async function refetchDocuments(run: Fetching): Promise<void> {
  const queue = await queueUpTo(run.deps.state, 'document', timeOf(run));
  await refetch(run, queue.slice(0, MAX_DOCUMENTS));
}

async function refetch(run: Fetching, wanted: readonly Wanted[]): Promise<void> {
  const now = timeOf(run);
  for (const { entry, error, isTried } of await fetchWanted(run, wanted)) {
    run.stats.failStep(error);
    // If no unreadable record is reported for it, each sync tries again.
    const next = entry.unreadable.length === 0 ? putOff(entry, now + 1) : retryLater(entry, now);
    if (isTried) await run.deps.state.commit([next]);
  }
}

/** Reports every record that still could not be read, even if its turn is another day. */
export async function reportUnreadable({ deps, stats }: Fetching): Promise<void> {
  const { state } = deps;
  const queued = [...(await queueOf(state, 'book')), ...(await queueOf(state, 'document'))];
  for (const record of queued.flatMap(({ unreadable }) => unreadable))
    stats.fail(failureOfRecord('unreadable-record', record));
}

/** Reports Reader notes that are in no note of the vault because their highlight is not listed. */
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
