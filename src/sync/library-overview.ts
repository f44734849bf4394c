import { itemKeyOf, shownId } from '../core/layout/note-part';
import { titleOf } from '../core/library/item-title';
import type { LibraryOverview, RetriedFailure } from '../core/library/overview';
import type { Failure } from '../core/report';
import { heldIn } from './deletions/held-in';
import type { Clock, NoteIdentity, StateStore } from '../ports';
import { keys, prefixes } from './state/keys';
import { identityOf } from './plan/note-identity';
import { quarantineMessage } from './pull/quarantine';
import { readDue, readHold, readNotePlace, readQuarantined, readRecord, readText } from './state/stored';
import { Pace } from '../pace';

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

export async function readOverview(context: OverviewContext): Promise<LibraryOverview> {
  const { state } = context;
  const [highlights, documents, hold] = await state.getMany([keys.watermark('highlights'), keys.watermark('documents'), keys.hold]);
  const isHeld = heldIn(readHold(hold));
  const { due, failures } = await readDueItems(context, isHeld);
  return {
    counts: await countNotes(context),
    watermarks: { highlights: readText(highlights), documents: readText(documents) },
    due,
    hold: readHold(hold),
    failures: [...failures, ...(await readUnread(context))],
  };
}

/** By which an item is fetched anew, alone; null where the device does not hold it. */
export async function identityOfItem(state: StateStore, itemKey: string): Promise<NoteIdentity | null> {
  const record = readRecord((await state.getMany([keys.item(itemKey)]))[0]);
  return record === null ? null : identityOf(record);
}

/** Entries under a prefix, a few at a time, so that the app has its turn in between. */
async function forEachEntry(
  { state, clock, signal }: OverviewContext,
  { prefix, limit }: { readonly prefix: string; readonly limit: number },
  take: (key: string, value: unknown) => void,
): Promise<void> {
  const pace = new Pace(clock, signal);
  for (let after: string | undefined; ;) {
    const entries = await state.list({ prefix, limit, ...(after === undefined ? {} : { after }) });
    for (const { key, value } of entries) take(key.slice(prefix.length), value);
    signal?.throwIfAborted();
    await pace.breathe();
    after = entries[entries.length - 1]?.key;
    if (entries.length < limit) return;
  }
}

async function countNotes(context: OverviewContext): Promise<LibraryOverview['counts']> {
  let notes = 0;
  let items = 0;
  let last = '';
  await forEachEntry(context, { prefix: prefixes.note, limit: PLACES_AT_ONCE }, (noteKey, value) => {
    const place = readNotePlace(value);
    if (place === null || place.isMissing === true || place.toTrash === true) return;
    notes += 1;
    // The notes of an item stand one behind the other.
    if (itemKeyOf(noteKey) !== last) items += 1;
    last = itemKeyOf(noteKey);
  });
  return { items, notes };
}

async function readDueItems(context: OverviewContext, isHeld: (itemKey: string) => boolean): Promise<{ readonly due: number; readonly failures: readonly RetriedFailure[] }> {
  let due = 0;
  const failed: (Omit<Failure, 'id'> & { readonly itemKey: string })[] = [];
  await forEachEntry(context, { prefix: prefixes.due, limit: DUE_AT_ONCE }, (itemKey, value) => {
    if (!isHeld(itemKey)) due += 1;
    const failure = readDue(value)?.failure;
    if (failure !== undefined && failed.length < MOST_FAILURES) failed.push({ itemKey, ...failure });
  });
  const failures: RetriedFailure[] = [];
  for (const { itemKey, path, message } of failed) failures.push({ id: shownId(itemKey), itemKey, path, message, title: path === null ? await titleOfItem(context.state, itemKey) : '' });
  return { due, failures };
}

async function titleOfItem(state: StateStore, itemKey: string): Promise<string> {
  const record = readRecord((await state.getMany([keys.item(itemKey)]))[0]);
  return record === null ? '' : titleOf(record);
}

/** Records that could not be read: they come with no item yet. */
async function readUnread(context: OverviewContext): Promise<readonly RetriedFailure[]> {
  const failures: RetriedFailure[] = [];
  await forEachEntry(context, { prefix: prefixes.quarantine, limit: PLACES_AT_ONCE }, (_key, value) => {
    const record = readQuarantined(value);
    if (record !== null && failures.length < MOST_FAILURES) failures.push({ id: record.id, itemKey: null, path: null, message: quarantineMessage(record), title: '' });
  });
  return failures;
}
