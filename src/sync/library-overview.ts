import { shownId } from '../model/note-part';
import { titleOf } from '../notes/names/naming';
import type { LibraryCounts, LibraryOverview, RetriedFailure } from '../model/overview';
import type { ReadwiseClient } from '../readwise/client';
import { NEVER_TRIED } from './attachments/attachments-state';
import { heldIn } from './deletions/removal-guard';
import type { Clock, NoteIdentity, StateStore, Vault } from '../model/ports';
import { Pace } from '../model/pace';
import { keys, prefixes } from '../store/keys';
import { identityOf } from './plan/note-identity';
import { readDue, readHold, readNotePlace, readQuarantined, readText, readLastRun } from '../store/stored';
import { headOf } from '../store/item-records';
import { countKeys, stateRange, readOne } from '../store/read-state';
import type { SyncStatus } from '../model/report';
import { findDeletedNotes } from './plan/user-decisions';

/** What the overview is read with. It rejects with the signal's reason when it is aborted. */
export interface OverviewContext {
  readonly state: StateStore;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

const ENTRIES_AT_ONCE = 500;
/** Nobody reads more of them in one go, and all of them are tried again. */
const MOST_FAILURES = 500;

/** What a device says of its syncing, wherever it does. */
interface Known extends Pick<LibraryOverview, 'watermarks' | 'due' | 'hold'> {
  /** All that it holds records of, gone and left out ones among them. */
  readonly items: number;
  readonly failures: readonly Omit<RetriedFailure, 'title'>[];
}

async function readKnown(context: OverviewContext): Promise<Known> {
  const { state } = context;
  const [highlights, documents, stored] = await state.getMany([
    keys.watermark('highlights'),
    keys.watermark('documents'),
    keys.hold,
  ]);
  const hold = readHold(stored);
  const { due, failures } = await readDueItems(context, heldIn(hold));
  const unread = await readUnread(context);
  return {
    items: await countKeys(state, prefixes.item),
    watermarks: { highlights: readText(highlights), documents: readText(documents) },
    due,
    hold,
    failures: [...failures, ...unread],
  };
}

export async function readOverview(context: OverviewContext): Promise<LibraryOverview> {
  const { state } = context;
  const { items, ...known } = await readKnown(context);
  const failures: RetriedFailure[] = [];
  for (const failure of known.failures.slice(0, MOST_FAILURES))
    failures.push({ ...failure, title: await titleOfFailed(state, failure) });
  const waiting = {
    texts: await countKeys(state, prefixes.wantedText),
    files: await countKeys(state, NEVER_TRIED),
  };
  return {
    ...known,
    ...waiting,
    counts: { items, notes: await countNotes(context) },
    failing: known.failures.length,
    failures,
  };
}

/** By which an item is fetched anew, alone; null where the device does not hold it. */
export async function identityOfItem(state: StateStore, itemKey: string): Promise<NoteIdentity | null> {
  const head = await headOf(state, itemKey);
  return head === null ? null : identityOf(head);
}

/** Entries under a prefix, a few at a time, so that the app has its turn in between. */
async function forEachEntry(
  { state, clock, signal }: OverviewContext,
  prefix: string,
  take: (key: string, value: unknown) => void,
): Promise<void> {
  signal?.throwIfAborted();
  const pace = new Pace(clock, signal);
  for await (const entries of stateRange(state, prefix, ENTRIES_AT_ONCE)) {
    for (const { key, value } of entries) take(key.slice(prefix.length), value);
    await pace.yieldIfDue();
  }
}

async function countNotes(context: OverviewContext): Promise<number> {
  let notes = 0;
  await forEachEntry(context, prefixes.note, (_key, value) => {
    const place = readNotePlace(value);
    if (place !== null && place.isMissing !== true && place.toTrash !== true) notes += 1;
  });
  return notes;
}

async function readDueItems(
  context: OverviewContext,
  isHeld: (itemKey: string) => boolean,
): Promise<Pick<Known, 'due' | 'failures'>> {
  let due = 0;
  const failures: Known['failures'][number][] = [];
  await forEachEntry(context, prefixes.due, (itemKey, value) => {
    if (!isHeld(itemKey)) due += 1;
    const failure = readDue(value)?.failure;
    if (failure !== undefined) failures.push({ id: shownId(itemKey), itemKey, ...failure });
  });
  return { due, failures };
}

async function titleOfFailed(
  state: StateStore,
  { itemKey, path }: Known['failures'][number],
): Promise<string> {
  if (itemKey === null || path !== null) return '';
  const head = await headOf(state, itemKey);
  return head === null ? '' : titleOf(head);
}

/** Records that could not be read: they come with no item yet. */
async function readUnread(context: OverviewContext): Promise<Known['failures']> {
  const failures: Known['failures'][number][] = [];
  await forEachEntry(context, prefixes.quarantine, (_key, value) => {
    const record = readQuarantined(value);
    if (record !== null)
      failures.push({
        id: record.id,
        itemKey: null,
        path: null,
        problem: { code: 'unreadable-record', ...record },
      });
  });
  return failures;
}

/** What the device knows; of the vault, only which notes it has. */
export async function readStatus({
  vault,
  ...context
}: OverviewContext & { readonly vault: Vault }): Promise<SyncStatus> {
  const { state } = context;
  const { watermarks, items, due, hold, failures } = await readKnown(context);
  return {
    ...{ watermarks, items, due, hold },
    retries: failures.map(({ id, path, problem }) => ({ id, path, problem })),
    deletedNotes: await findDeletedNotes({ state, vault }),
    lastRun: await readOne(state, keys.lastRun, readLastRun),
  };
}

/**
 * Asks how much there is: one request for the books, and for the documents one for all records less one each
 * for highlights and notes.
 */
export async function countLibrary({
  books,
  documents,
}: Pick<ReadwiseClient, 'books' | 'documents'>): Promise<LibraryCounts> {
  const [bookCount, records, highlights, notes] = await Promise.all([
    firstCount(books.list({ pageSize: 1 })),
    firstCount(documents.list()),
    firstCount(documents.list({ category: 'highlight' })),
    firstCount(documents.list({ category: 'note' })),
  ]);
  const isKnown = records !== null && highlights !== null && notes !== null;
  return { books: bookCount, documents: isKnown ? Math.max(0, records - highlights - notes) : null };
}

async function firstCount(pages: AsyncIterable<{ readonly count: number | null }>): Promise<number | null> {
  for await (const { count } of pages) return count;
  return null;
}
