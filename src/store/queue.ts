import type { Quarantined } from '../model/model';
import type { StateChange, StateStore } from '../model/ports';
import { compareText, type ItemRecord } from '../model/record';
import { NUMERIC_ID, WORD_ID } from '../readwise/wire-fields';
import { keys, prefixes, type WantedKind } from './keys';
import { stateRange } from './read-state';
import { readQueued, type Queued } from './stored';

/**
 * The queue of what has to be asked for: books that differ from the service's lists, records that could not be
 * read, full texts and attachments. An entry is removed in the commit that stores its answer.
 */
export interface Wanted extends Queued {
  readonly kind: WantedKind;
  readonly id: string;
}

export type PlaceInQueue = Pick<Wanted, 'kind' | 'id'>;

/** An entry that was never tried, and may be at once. */
const NEW_ENTRY: Queued = { items: [], tries: 0, notBefore: 0, newest: 0, unreadable: [] };

export const putWanted = ({ kind, id, ...entry }: Wanted): StateChange => ({
  put: keys.wanted(kind, id),
  value: entry,
});

export const removeWanted = ({ kind, id }: PlaceInQueue): StateChange => ({
  remove: keys.wanted(kind, id),
});

/** Queues a book to be asked for in this sync, whole. */
export const wantBook = (id: string): StateChange => putWanted({ kind: 'book', id, ...NEW_ENTRY });

/** What a person waits for, whatever its turn in the queue, if it is there. */
export async function wantedAtOnce(
  state: StateStore,
  places: readonly PlaceInQueue[],
): Promise<readonly Wanted[]> {
  const queued = await readWanted(state, places);
  return places.map(({ kind, id }) => ({
    ...(queued.get(keys.wanted(kind, id)) ?? NEW_ENTRY),
    kind,
    id,
  }));
}

/** What has to be asked for to get a record; null for a record with neither an id of its own nor its book's. */
export function placeInQueue({ endpoint, id, bookId }: Quarantined): PlaceInQueue | null {
  if (endpoint === 'documents') return WORD_ID.test(id) ? { kind: 'document', id } : null;
  const book = bookId ?? id;
  return NUMERIC_ID.test(book) ? { kind: 'book', id: book } : null;
}

/**
 * Queues records of a page that could not be read. What waits already keeps its turn.
 * @param next when the next sync may ask for them, in milliseconds since the epoch
 */
export async function queueUnreadable(
  state: StateStore,
  { records, next }: { readonly records: readonly Quarantined[]; readonly next: number },
): Promise<readonly StateChange[]> {
  const places = records.map(placeInQueue);
  const queued = await readWanted(
    state,
    places.filter((place) => place !== null),
  );
  const changed = new Map<string, Wanted>();
  for (const [index, record] of records.entries()) {
    const place = places[index] ?? null;
    if (place === null) continue;
    const key = keys.wanted(place.kind, place.id);
    const entry = changed.get(key) ?? queued.get(key) ?? { ...NEW_ENTRY, notBefore: next };
    const others = entry.unreadable.filter(({ id }) => id !== record.id);
    changed.set(key, { ...entry, ...place, unreadable: [...others, record] });
  }
  return [...changed.values()].map(putWanted);
}

/** A full text or an attachment that the notes of an item need. */
export interface Need {
  readonly kind: 'text' | 'file';
  readonly id: string;
  /** The address of an attachment, or the category of a document. */
  readonly source: string;
  readonly record: ItemRecord;
  /** Not to be asked for before this time, in milliseconds since the epoch; without it at once. */
  readonly notBefore?: number | undefined;
}

/** Queues what notes need, the newest items first. What waits already keeps its turn, or gets an earlier one. */
export async function queueNeeds(state: StateStore, needs: readonly Need[]): Promise<readonly StateChange[]> {
  const queued = await readWanted(state, needs);
  const changed = new Map<string, Wanted>();
  for (const { kind, id, source, record, notBefore = 0 } of needs) {
    const key = keys.wanted(kind, id);
    const entry = changed.get(key) ?? queued.get(key) ?? { ...NEW_ENTRY, notBefore };
    const turn = entry.tries > 0 ? entry : earlierTurn(entry, { notBefore, newest: newestMoment(record) });
    if (entry.items.includes(record.key) && compareTurns(entry, turn) === 0) continue;
    const items = [...new Set([...entry.items, record.key])];
    changed.set(key, { ...entry, kind, id, source, items, notBefore: turn.notBefore, newest: turn.newest });
  }
  return [...changed.values()].map(putWanted);
}

type Turn = Pick<Queued, 'notBefore' | 'newest'>;

/** What may be asked for at once comes first, the newest of it before all else; then what waits least. */
const compareTurns = (one: Turn, other: Turn): number =>
  one.notBefore - other.notBefore || other.newest - one.newest;

const earlierTurn = (one: Turn, other: Turn): Turn => ({
  notBefore: Math.min(one.notBefore, other.notBefore),
  newest: Math.max(one.newest, other.newest),
});

/** Entries that are in the queue, by key. */
async function readWanted(
  state: StateStore,
  places: readonly PlaceInQueue[],
): Promise<ReadonlyMap<string, Queued>> {
  const wanted = [...new Set(places.map(({ kind, id }) => keys.wanted(kind, id)))];
  const values = wanted.length === 0 ? [] : await state.getMany(wanted);
  const found = new Map<string, Queued>();
  for (const [index, key] of wanted.entries()) {
    const entry = readQueued(values[index]);
    if (entry !== null) found.set(key, entry);
  }
  return found;
}

/** When the newest part of an item was saved or highlighted, in milliseconds since the epoch. */
function newestMoment({ document, highlights }: ItemRecord): number {
  const moments = [
    document?.savedAt ?? document?.createdAt ?? null,
    ...highlights.map(({ highlightedAt, createdAt }) => highlightedAt ?? createdAt),
  ];
  return moments.reduce((last, moment) => Math.max(last, Date.parse(moment ?? '') || 0), 0);
}

/**
 * All entries of a kind: those never tried first, the newest first, then those that wait longest for a try. Those
 * of one item follow each other.
 */
export async function queueOf(state: StateStore, kind: WantedKind): Promise<readonly Wanted[]> {
  const prefix = keys.wanted(kind, '');
  const queue: Wanted[] = [];
  for await (const entries of stateRange(state, prefix)) {
    for (const { key, value } of entries) {
      const entry = readQueued(value);
      if (entry !== null) queue.push({ kind, id: key.slice(prefix.length), ...entry });
    }
  }
  return queue.sort(
    (one, other) => compareTurns(one, other) || compareText(one.items[0] ?? '', other.items[0] ?? ''),
  );
}

/** Those of a kind whose turn has come, in that order. `now`: in milliseconds since the epoch. */
export const queueUpTo = async (
  state: StateStore,
  kind: WantedKind,
  now: number,
): Promise<readonly Wanted[]> => (await queueOf(state, kind)).filter(({ notBefore }) => notBefore <= now);

/** Lets everything of a kind be asked for at once that waits for another time. */
export async function endWaits(state: StateStore, kind: WantedKind): Promise<void> {
  const waiting = (await queueOf(state, kind)).filter(({ notBefore }) => notBefore > 0);
  if (waiting.length > 0)
    await state.commit(waiting.map((entry) => putWanted({ ...entry, tries: 0, notBefore: 0 })));
}

/** Forgets all texts and attachments that wait; those that are still needed are queued anew. */
export async function forgetNeeds(state: StateStore): Promise<void> {
  for (const kind of ['text', 'file'] as const) await state.clear(`${prefixes.wanted}${kind}/`);
}

const DAY_MS = 24 * 60 * 60 * 1000;
const LONGEST_WAIT_DAYS = 30;

/** Puts an entry off after so many failures before this one: for a day, then 2, 4, … at most 30. */
export const later = (entry: Wanted, now: number, failures = entry.tries): StateChange =>
  putOff(entry, now + Math.min(LONGEST_WAIT_DAYS, 2 ** failures) * DAY_MS);

/** Puts an entry off until a time in milliseconds since the epoch. */
export const putOff = (entry: Wanted, notBefore: number): StateChange =>
  putWanted({ ...entry, tries: entry.tries + 1, notBefore });
