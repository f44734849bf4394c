import type { StateChange, StateStore } from '../ports';
import type { LibraryClient } from '../readwise/library-client';
import { countDocuments, findDocument } from '../readwise/pull';
import { keys, prefixes } from './keys';
import type { Ingested, Replica } from './replica';
import { stateRange } from './state-range';
import { readDocumentId, readDocumentIds, readKeys, type DocumentIds } from './stored';

/**
 * Deleted documents. The v3 list does not tell of them, so: a count that is not what is held raises suspicion, a whole crawl
 * finds the ids that no longer come, and only an empty answer to `?id=` convicts. A count that lies costs requests, never a note.
 */

const documentIds = async (state: StateStore): Promise<DocumentIds> => readDocumentIds((await state.getMany([keys.documentIds]))[0]);

/** One request: whether the service's count differs from what it should be by all that is known. */
export async function isSuspicious(client: LibraryClient, state: StateStore): Promise<boolean> {
  const [count, ids] = [await countDocuments(client), await documentIds(state)];
  return count !== null && count - ids.held !== ids.offset;
}

/** Begins a crawl: every id that it does not meet keeps an older number. */
export async function beginCrawl(state: StateStore): Promise<void> {
  const ids = await documentIds(state);
  await state.commit([{ put: keys.documentIds, value: { ...ids, crawl: ids.crawl + 1 } satisfies DocumentIds }]);
}

/** The number of the crawl that is under way, or of the last one. */
export const crawlNumber = async (state: StateStore): Promise<number> => (await documentIds(state)).crawl;

/** Ends a crawl: what it did not meet becomes suspect. */
export async function endCrawl(state: StateStore, crawl: number): Promise<void> {
  const suspects: string[] = [];
  for await (const entries of stateRange(state, prefixes.documentId)) {
    for (const { key, value } of entries) {
      const known = readDocumentId(value);
      if (known !== null && known.crawl < crawl) suspects.push(key.slice(prefixes.documentId.length));
    }
  }
  if (suspects.length > 0) await state.commit([{ put: keys.suspects, value: suspects }]);
}

/** Suspects looked up in one run: each costs a request of the v3 budget (20 a minute). */
const LOOKUPS_PER_RUN = 100;

/** Asks for each suspect; takes the convicted out of the replica and returns the items that are due by it. */
export async function convict(options: { readonly client: LibraryClient; readonly state: StateStore; readonly replica: Replica }): Promise<Ingested> {
  const { client, state, replica } = options;
  const suspects = readKeys((await state.getMany([keys.suspects]))[0]);
  if (suspects.length === 0) return { due: [] };
  const gone: string[] = [];
  for (const id of suspects.slice(0, LOOKUPS_PER_RUN)) if ((await findDocument(client, id)) === 'absent') gone.push(id);
  const left = suspects.slice(LOOKUPS_PER_RUN);
  const rest: StateChange = left.length === 0 ? { remove: keys.suspects } : { put: keys.suspects, value: left };
  return replica.removeDocuments(gone, [rest]);
}

/** After a crawl the service's count is measured against what is held, so that a count which is always off does not cry wolf. */
export async function calibrate(state: StateStore, count: number | null): Promise<void> {
  const ids = await documentIds(state);
  const suspects = readKeys((await state.getMany([keys.suspects]))[0]);
  if (count === null || suspects.length > 0) return;
  const offset = count - ids.held;
  if (offset !== ids.offset) await state.commit([{ put: keys.documentIds, value: { ...ids, offset } }]);
}
