import type { Quarantined } from '../../model/model';
import type { StateChange, StateStore } from '../../model/ports';
import type { ItemRecord } from '../../model/record';
import type { ReadwiseClient } from '../../readwise/client';
import { pullHighlights } from '../../readwise/pull';
import { NO_ID } from '../../readwise/parse-record';
import { NUMERIC_ID, WORD_ID } from '../../readwise/fields';
import { keys, prefixes } from '../../store/keys';
import type { Replica } from '../../store/replica';
import { readQuarantined } from '../../store/stored';
import { stateRange } from '../../store/read-state';

export interface QuarantineOptions {
  readonly client: ReadwiseClient;
  readonly state: StateStore;
  readonly replica: Replica;
  /** Keys of those that this run has met: there is no sense in asking for them at once. */
  readonly fresh: ReadonlySet<string>;
  /** Writes the notes of items that a page made due. */
  readonly write: (due: readonly ItemRecord[]) => Promise<void>;
}

/** Asked for in one run: each document costs a request. */
const MOST_DOCUMENTS = 10;
const MOST_BOOKS = 100;

/** A record that told neither its own id nor its book's. */
export const isNameless = ({ id, bookId }: Quarantined): boolean => id === NO_ID && bookId === undefined;

export const quarantineKey = ({ endpoint, id }: Quarantined): string => keys.quarantine(endpoint, id);

/**
 * Asks again, by id, for the records that earlier runs could not read: no page would bring them until they
 * change at the service. Returns those that still cannot be read.
 */
export async function retryQuarantined(options: QuarantineOptions): Promise<readonly Quarantined[]> {
  const kept = await keptRecords(options);
  if (kept.length === 0) return [];
  await retryDocuments(kept, options);
  await retryBooks(kept, options);
  return keptRecords(options);
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
  { client, replica, write }: QuarantineOptions,
): Promise<void> {
  const documents = kept.filter(({ endpoint, id }) => endpoint === 'documents' && WORD_ID.test(id));
  for (const record of documents.slice(0, MOST_DOCUMENTS)) {
    const page = await client.documents.listById(record.id);
    // Read, or gone from the service.
    const isSettled = page.quarantined.length === 0;
    await write(
      await replica.takeDocuments(page, () => (isSettled ? [{ remove: quarantineKey(record) }] : [])),
    );
  }
}

async function retryBooks(
  kept: readonly Quarantined[],
  { client, state, replica, write }: QuarantineOptions,
): Promise<void> {
  const inBooks = kept.filter(({ endpoint }) => endpoint === 'highlights');
  const ids = [...new Set(inBooks.map(bookIdOf))].filter((id) => NUMERIC_ID.test(id)).slice(0, MOST_BOOKS);
  if (ids.length === 0) return;
  const unread = new Set<string>();
  let isComplete = true;
  for await (const page of pullHighlights(client, { ids })) {
    page.quarantined.forEach((record) => unread.add(quarantineKey(record)));
    isComplete &&= !page.quarantined.some(isNameless);
    await write(await replica.takeHighlights(page, () => []));
  }
  // A record that tells no id may be any of them.
  const settled = inBooks.filter(
    (record) => isComplete && ids.includes(bookIdOf(record)) && !unread.has(quarantineKey(record)),
  );
  const changes: readonly StateChange[] = settled.map((record) => ({ remove: quarantineKey(record) }));
  if (changes.length > 0) await state.commit(changes);
}

const bookIdOf = ({ id, bookId }: Quarantined): string => bookId ?? id;
