import type { Quarantined } from '../../model/model';
import type { StateChange, StateStore } from '../../model/ports';
import type { ReadwiseClient } from '../../readwise/client';
import { pullHighlights } from '../../readwise/pull';
import { NO_ID } from '../../readwise/parse-record';
import { NUMERIC_ID, WORD_ID } from '../../readwise/fields';
import { keys, prefixes } from '../../store/keys';
import type { Replica } from '../../store/replica';
import { stateRange } from '../../store/state-range';
import { readQuarantined } from '../../store/stored';

export interface QuarantineOptions {
  readonly client: ReadwiseClient;
  readonly state: StateStore;
  readonly replica: Replica;
  /** Keys of those that this run has met: there is no sense in asking for them at once. */
  readonly fresh: ReadonlySet<string>;
}

export interface Retried {
  /** Items that now are due. */
  readonly due: readonly string[];
  /** What still cannot be read. */
  readonly quarantined: readonly Quarantined[];
}

/** Asked for in one run: each document costs a request. */
const MOST_DOCUMENTS = 10;
const MOST_BOOKS = 100;

/** A record that told neither its own id nor its book's. */
export const isNameless = ({ id, bookId }: Quarantined): boolean => id === NO_ID && bookId === undefined;

export const quarantineKey = ({ endpoint, id }: Quarantined): string => keys.quarantine(endpoint, id);

/** Asks again, by id, for the records that earlier runs could not read: no page would bring them until they change at the service. */
export async function retryQuarantined(options: QuarantineOptions): Promise<Retried> {
  const kept = await keptRecords(options);
  if (kept.length === 0) return { due: [], quarantined: [] };
  const due = [...(await retryDocuments(kept, options)), ...(await retryBooks(kept, options))];
  return { due, quarantined: await keptRecords(options) };
}

async function keptRecords({ state, fresh }: QuarantineOptions): Promise<readonly Quarantined[]> {
  const kept: Quarantined[] = [];
  for await (const entries of stateRange(state, prefixes.quarantine)) {
    for (const { key, value } of entries) {
      const record = fresh.has(key) ? null : readQuarantined(value);
      if (record !== null && !isNameless(record)) kept.push(record);
    }
  }
  return kept;
}

async function retryDocuments(
  kept: readonly Quarantined[],
  { client, replica }: QuarantineOptions,
): Promise<readonly string[]> {
  const due: string[] = [];
  for (const record of kept
    .filter(({ endpoint, id }) => endpoint === 'documents' && WORD_ID.test(id))
    .slice(0, MOST_DOCUMENTS)) {
    const page = await client.documents.listById(record.id);
    // Read, or gone from the service.
    const isSettled = page.quarantined.length === 0;
    due.push(
      ...(await replica.takeDocuments(page, () => (isSettled ? [{ remove: quarantineKey(record) }] : [])))
        .due,
    );
  }
  return due;
}

async function retryBooks(
  kept: readonly Quarantined[],
  { client, state, replica }: QuarantineOptions,
): Promise<readonly string[]> {
  const inBooks = new Map(
    kept.flatMap((record) =>
      record.endpoint === 'highlights' ? [[record, record.bookId ?? record.id] as const] : [],
    ),
  );
  const ids = [...new Set(inBooks.values())].filter((id) => NUMERIC_ID.test(id)).slice(0, MOST_BOOKS);
  if (ids.length === 0) return [];
  const due: string[] = [];
  const unread = new Set<string>();
  let isComplete = true;
  for await (const page of pullHighlights(client, { ids })) {
    page.quarantined.forEach((record) => unread.add(quarantineKey(record)));
    isComplete &&= !page.quarantined.some(isNameless);
    due.push(...(await replica.takeHighlights(page, () => [])).due);
  }
  // A record that tells no id may be any of them.
  const settled = [...inBooks].filter(
    ([record, bookId]) => isComplete && ids.includes(bookId) && !unread.has(quarantineKey(record)),
  );
  const changes: readonly StateChange[] = settled.map(([record]) => ({ remove: quarantineKey(record) }));
  if (changes.length > 0) await state.commit(changes);
  return due;
}
