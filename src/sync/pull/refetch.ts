import { prefixes } from '../../store/keys';
import { stateRange } from '../../store/read-state';
import { readOrphan } from '../../store/stored';
import { retryLater, putOff, queueOf, queueUpTo, type Wanted } from '../../store/queue';
import { timeOf } from '../context/time-of';
import type { Fetching } from '../run';
import { fetchWanted } from './fetch-wanted';

/** What is asked for again in one sync after it failed; each document costs a request, and so do all books. */
const MOST_DOCUMENTS = 10;
const MOST_BOOKS = 100;

/** Asks for queued books: all that were never tried, and some of those that failed before. */
export async function refetchBooks(run: Fetching): Promise<void> {
  const queue = await queueUpTo(run.deps.state, 'book', timeOf(run));
  const untried = queue.filter(({ tries }) => tries === 0);
  const retried = queue.filter(({ tries }) => tries > 0).slice(0, MOST_BOOKS);
  await refetch(run, [...untried, ...retried]);
}

/** Asks for queued documents, those that waited longest first. */
export async function refetchDocuments(run: Fetching): Promise<void> {
  const queue = await queueUpTo(run.deps.state, 'document', timeOf(run));
  await refetch(run, queue.slice(0, MOST_DOCUMENTS));
}

async function refetch(run: Fetching, wanted: readonly Wanted[]): Promise<void> {
  const now = timeOf(run);
  for (const { entry, error, isTried } of await fetchWanted(run, wanted)) {
    run.stats.failStep(error);
    // Where no unreadable record tells of it at each sync, each sync tries again.
    const next = entry.unreadable.length === 0 ? putOff(entry, now + 1) : retryLater(entry, now);
    if (isTried) await run.deps.state.commit([next]);
  }
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
