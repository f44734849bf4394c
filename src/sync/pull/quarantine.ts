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
  /** Keys of records that this run quarantined; retrying them now would be useless. */
  readonly fresh: ReadonlySet<string>;
  readonly write: (due: readonly ItemRecord[]) => Promise<void>;
}

/** Retried in one run; each document costs a request. */
const MAX_DOCUMENTS = 10;
const MAX_BOOKS = 100;

/** A record with neither an id of its own nor its book's. */
export const isNameless = ({ id, bookId }: Quarantined): boolean => id === NO_ID && bookId === undefined;

export const quarantineKey = ({ endpoint, id }: Quarantined): string => keys.quarantine(endpoint, id);

/** Fetches quarantined records of earlier runs by id. Returns those that are still unreadable. */
export async function retryQuarantined(options: QuarantineOptions): Promise<readonly Quarantined[]> {
  const records = await recordsToRetry(options);
  if (records.length === 0) return [];
  await retryDocuments(records, options);
  await retryBooks(records, options);
  return recordsToRetry(options);
}

async function recordsToRetry({ state, fresh }: QuarantineOptions): Promise<readonly Quarantined[]> {
  const records: Quarantined[] = [];
  for await (const entries of stateRange(state, prefixes.quarantine)) {
    for (const { key, value } of entries) {
      const record = fresh.has(key) ? null : readQuarantined(value);
      if (record !== null && !isNameless(record)) records.push(record);
    }
  }
  return records;
}

async function retryDocuments(
  records: readonly Quarantined[],
  { client, replica, write }: QuarantineOptions,
): Promise<void> {
  const documents = records.filter(({ endpoint, id }) => endpoint === 'documents' && WORD_ID.test(id));
  for (const record of documents.slice(0, MAX_DOCUMENTS)) {
    const page = await client.documents.listById(record.id);
    // Readable now, or deleted at the service.
    const isSettled = page.quarantined.length === 0;
    const changes = isSettled ? [{ remove: quarantineKey(record) }] : [];
    await write(await replica.takeDocuments(page, () => changes));
  }
}

async function retryBooks(
  records: readonly Quarantined[],
  { client, state, replica, write }: QuarantineOptions,
): Promise<void> {
  const inBooks = records.filter(({ endpoint }) => endpoint === 'highlights');
  const ids = [...new Set(inBooks.map(bookIdOf))].filter((id) => NUMERIC_ID.test(id)).slice(0, MAX_BOOKS);
  if (ids.length === 0) return;
  const unread = new Set<string>();
  let isComplete = true;
  for await (const page of pullHighlights(client, { ids })) {
    page.quarantined.forEach((record) => unread.add(quarantineKey(record)));
    isComplete &&= !page.quarantined.some(isNameless);
    await write(await replica.takeHighlights(page, () => []));
  }
  // A record without an id may be any of them.
  const settled = inBooks.filter(
    (record) => isComplete && ids.includes(bookIdOf(record)) && !unread.has(quarantineKey(record)),
  );
  const changes: readonly StateChange[] = settled.map((record) => ({ remove: quarantineKey(record) }));
  if (changes.length > 0) await state.commit(changes);
}

const bookIdOf = ({ id, bookId }: Quarantined): string => bookId ?? id;
