import type { Quarantined } from '../model/model';
import type { StateChange, StateStore } from '../model/ports';
import { NUMERIC_ID, WORD_ID } from '../readwise/fields';
import { keys, prefixes, type RefetchKind } from './keys';
import { stateRange } from './read-state';
import { readRefetch, type Refetch } from './stored';

/**
 * The queue of books and documents that have to be asked for again: books that differ from the service's lists,
 * and records that could not be read. An entry is removed in the commit that stores its answer.
 */
export interface QueuedRefetch extends Refetch {
  readonly kind: RefetchKind;
  readonly id: string;
}

export const putRefetch = ({ kind, id, ...entry }: QueuedRefetch): StateChange => ({
  put: keys.refetch(kind, id),
  value: entry,
});

export const removeRefetch = ({ kind, id }: Pick<QueuedRefetch, 'kind' | 'id'>): StateChange => ({
  remove: keys.refetch(kind, id),
});

/** Queues a book to be asked for in this sync, whole. */
export const wantBook = (id: string): StateChange =>
  putRefetch({ kind: 'book', id, tries: 0, notBefore: 0, unreadable: [] });

/** What has to be asked for to get a record; null for a record with neither an id of its own nor its book's. */
export function placeInQueue({
  endpoint,
  id,
  bookId,
}: Quarantined): Pick<QueuedRefetch, 'kind' | 'id'> | null {
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
  const places = records.map(placeInQueue).filter((place) => place !== null);
  if (places.length === 0) return [];
  const stored = await state.getMany(places.map(({ kind, id }) => keys.refetch(kind, id)));
  const queued = new Map<string, QueuedRefetch>();
  for (const [index, { kind, id }] of places.entries()) {
    const entry = readRefetch(stored[index]) ?? { tries: 0, notBefore: next, unreadable: [] };
    queued.set(`${kind} ${id}`, { kind, id, ...entry });
  }
  for (const record of records) {
    const place = placeInQueue(record);
    const entry = place === null ? undefined : queued.get(`${place.kind} ${place.id}`);
    if (entry === undefined || place === null) continue;
    const others = entry.unreadable.filter(({ id }) => id !== record.id);
    queued.set(`${place.kind} ${place.id}`, { ...entry, unreadable: [...others, record] });
  }
  return [...queued.values()].map(putRefetch);
}

/** The whole queue. */
export async function readRefetchQueue(state: StateStore): Promise<readonly QueuedRefetch[]> {
  const queue: QueuedRefetch[] = [];
  for await (const entries of stateRange(state, prefixes.refetch)) {
    for (const { key, value } of entries) {
      const [kind, id = ''] = key.slice(prefixes.refetch.length).split('/');
      const entry = readRefetch(value);
      if (entry !== null) queue.push({ kind: kind === 'book' ? 'book' : 'document', id, ...entry });
    }
  }
  return queue;
}
