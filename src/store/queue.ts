import type { Quarantined } from '../model/model';
import type { StateChange, StateStore } from '../model/ports';
import { compareText, type ItemRecord } from '../model/record';
import { NUMERIC_ID, WORD_ID } from '../readwise/wire-fields';
import { keys, prefixes, type WantedKind } from './keys';
import { stateRange } from './read-state';
import { readQueued, type Queued } from './stored';

/**
 * An entry of the refetch queue: a book that differs from the service's lists, a record that could not be read,
 * a full text or an attachment. It is removed in the commit that stores its answer.
 */
export interface Wanted extends Queued {
  readonly kind: WantedKind;
  readonly id: string;
}

export type PlaceInQueue = Pick<Wanted, 'kind' | 'id'>;

/** An entry that was never tried and may be requested at once. */
const NEW_ENTRY: Queued = { items: [], tries: 0, notBefore: 0, newest: 0, unreadable: [] };

const putWanted = ({ kind, id, ...entry }: Wanted): StateChange => ({
  put: keys.wanted(kind, id),
  value: entry,
});

export const removeWanted = ({ kind, id }: PlaceInQueue): StateChange => ({
  remove: keys.wanted(kind, id),
});

/** Queues a book, with all its highlights, for this sync. */
export const wantBook = (id: string): StateChange => putWanted({ kind: 'book', id, ...NEW_ENTRY });

/** Entries for what a person is waiting for: the queued ones, whatever their turn, or new ones. */
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

/** What to request in order to get a record; null if neither it nor its book has an id. */
export function placeInQueue({ endpoint, id, bookId }: Quarantined): PlaceInQueue | null {
  if (endpoint === 'documents') return WORD_ID.test(id) ? { kind: 'document', id } : null;
  const book = bookId ?? id;
  return NUMERIC_ID.test(book) ? { kind: 'book', id: book } : null;
}

/**
 * Queues records of a page that could not be read. Those already queued keep their turn.
 * @param next when the next sync may request them, in milliseconds since the epoch
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
  /** Not to be requested before this time, in milliseconds since the epoch; undefined: at once. */
  readonly notBefore?: number | undefined;
}

/** Queues what notes need. Entries already queued keep their turn, or get an earlier one. */
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

/** What may be requested earliest comes first; of several, that of the newest items. */
const compareTurns = (one: Turn, other: Turn): number =>
  one.notBefore - other.notBefore || other.newest - one.newest;

const earlierTurn = (one: Turn, other: Turn): Turn => ({
  notBefore: Math.min(one.notBefore, other.notBefore),
  newest: Math.max(one.newest, other.newest),
});

/** The queued entries among these, by key. */
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
 * All entries of a kind in the order of their turns: what may be requested earliest first, of several the newest.
 * Entries of one item follow each other.
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

/** The entries of a kind whose turn has come, in that order. `now`: in milliseconds since the epoch. */
export const queueUpTo = async (
  state: StateStore,
  kind: WantedKind,
  now: number,
): Promise<readonly Wanted[]> => (await queueOf(state, kind)).filter(({ notBefore }) => notBefore <= now);

/** Ends the waits of a kind: all its entries may be requested at once. */
export async function endWaits(state: StateStore, kind: WantedKind): Promise<void> {
  const waiting = (await queueOf(state, kind)).filter(({ notBefore }) => notBefore > 0);
  if (waiting.length > 0)
    await state.commit(waiting.map((entry) => putWanted({ ...entry, tries: 0, notBefore: 0 })));
}

/** Drops all queued texts and attachments; those still needed are queued again. */
export async function forgetNeeds(state: StateStore): Promise<void> {
  for (const kind of ['text', 'file'] as const) await state.clear(`${prefixes.wanted}${kind}/`);
}

const DAY_MS = 24 * 60 * 60 * 1000;
const LONGEST_WAIT_DAYS = 30;

/** Puts an entry off for 1, 2, 4, … days, at most 30, depending on how often it failed before. */
export const retryLater = (entry: Wanted, now: number, failures = entry.tries): StateChange =>
  putOff(entry, now + Math.min(LONGEST_WAIT_DAYS, 2 ** failures) * DAY_MS);

/** Puts an entry off until a time in milliseconds since the epoch. */
export const putOff = (entry: Wanted, notBefore: number): StateChange =>
  putWanted({ ...entry, tries: entry.tries + 1, notBefore });
