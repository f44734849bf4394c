import { shownId } from '../notes/layout/note-part';
import { titleOf } from '../notes/names/naming';
import type { LibraryOverview, RetriedFailure } from '../model/overview';
import { NEVER_TRIED } from './attachments/attachments-state';
import { heldIn } from './deletions/held-in';
import { type Clock, type NoteIdentity, type StateStore, Pace } from '../model/ports';
import { keys, prefixes } from '../store/keys';
import { identityOf } from './plan/note-identity';
import { quarantineMessage } from './pull/quarantine';
import { countKeys, stateRange } from '../store/state-range';
import { readDue, readHold, readNotePlace, readQuarantined, readText } from '../store/stored';
import { recordOf } from '../store/read-one';

/** What the overview is read with. It rejects with the signal's reason when it is aborted. */
export interface OverviewContext {
  readonly state: StateStore;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** Places of notes are small, marks of what is due may hold whole records. */
const [PLACES_AT_ONCE, DUE_AT_ONCE] = [500, 40];
/** Nobody reads more of them in one go, and all of them are tried again. */
const MOST_FAILURES = 500;

/** What a device says of its syncing, wherever it does. */
export interface Known extends Pick<LibraryOverview, 'watermarks' | 'due' | 'hold' | 'failing'> {
  /** All that it holds records of, gone and left out ones among them. */
  readonly items: number;
  readonly failures: readonly Omit<RetriedFailure, 'title'>[];
}

type Failing = Pick<Known, 'failing' | 'failures'>;

/** At most so many failures of each kind: where none is named, all of them. */
export async function readKnown(context: OverviewContext, mostFailures = Infinity): Promise<Known> {
  const { state } = context;
  const [highlights, documents, stored] = await state.getMany([
    keys.watermark('highlights'),
    keys.watermark('documents'),
    keys.hold,
  ]);
  const hold = readHold(stored);
  const { due, ...notes } = await readDueItems(context, { isHeld: heldIn(hold), mostFailures });
  const unread = await readUnread(context, mostFailures);
  return {
    items: await countKeys(state, prefixes.item),
    watermarks: { highlights: readText(highlights), documents: readText(documents) },
    due,
    hold,
    failing: notes.failing + unread.failing,
    failures: [...notes.failures, ...unread.failures],
  };
}

export async function readOverview(context: OverviewContext): Promise<LibraryOverview> {
  const { state } = context;
  const { items, ...known } = await readKnown(context, MOST_FAILURES);
  const failures: RetriedFailure[] = [];
  for (const failure of known.failures)
    failures.push({ ...failure, title: await titleOfFailed(state, failure) });
  const waiting = {
    texts: await countKeys(state, prefixes.wantedText),
    files: await countKeys(state, NEVER_TRIED),
  };
  return { ...known, ...waiting, counts: { items, notes: await countNotes(context) }, failures };
}

/** By which an item is fetched anew, alone; null where the device does not hold it. */
export async function identityOfItem(state: StateStore, itemKey: string): Promise<NoteIdentity | null> {
  const record = await recordOf(state, itemKey);
  return record === null ? null : identityOf(record);
}

/** Entries under a prefix, a few at a time, so that the app has its turn in between. */
async function forEachEntry(
  { state, clock, signal }: OverviewContext,
  { prefix, limit }: { readonly prefix: string; readonly limit: number },
  take: (key: string, value: unknown) => void,
): Promise<void> {
  signal?.throwIfAborted();
  const pace = new Pace(clock, signal);
  for await (const entries of stateRange(state, prefix, limit)) {
    for (const { key, value } of entries) take(key.slice(prefix.length), value);
    await pace.yieldIfDue();
  }
}

async function countNotes(context: OverviewContext): Promise<number> {
  let notes = 0;
  await forEachEntry(context, { prefix: prefixes.note, limit: PLACES_AT_ONCE }, (_key, value) => {
    const place = readNotePlace(value);
    if (place !== null && place.isMissing !== true && place.toTrash !== true) notes += 1;
  });
  return notes;
}

async function readDueItems(
  context: OverviewContext,
  { isHeld, mostFailures }: { readonly isHeld: (itemKey: string) => boolean; readonly mostFailures: number },
): Promise<Pick<Known, 'due'> & Failing> {
  let due = 0;
  let failing = 0;
  const failures: Known['failures'][number][] = [];
  await forEachEntry(context, { prefix: prefixes.due, limit: DUE_AT_ONCE }, (itemKey, value) => {
    if (!isHeld(itemKey)) due += 1;
    const failure = readDue(value)?.failure;
    if (failure === undefined) return;
    failing += 1;
    if (failing <= mostFailures) failures.push({ id: shownId(itemKey), itemKey, ...failure });
  });
  return { due, failing, failures };
}

async function titleOfFailed(
  state: StateStore,
  { itemKey, path }: Known['failures'][number],
): Promise<string> {
  if (itemKey === null || path !== null) return '';
  const record = await recordOf(state, itemKey);
  return record === null ? '' : titleOf(record);
}

/** Records that could not be read: they come with no item yet. */
async function readUnread(context: OverviewContext, mostFailures: number): Promise<Failing> {
  let failing = 0;
  const failures: Known['failures'][number][] = [];
  await forEachEntry(context, { prefix: prefixes.quarantine, limit: PLACES_AT_ONCE }, (_key, value) => {
    const record = readQuarantined(value);
    if (record === null) return;
    failing += 1;
    if (failing <= mostFailures)
      failures.push({ id: record.id, itemKey: null, path: null, message: quarantineMessage(record) });
  });
  return { failing, failures };
}
