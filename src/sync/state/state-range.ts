import type { StateEntry, StateStore } from '../../ports';

/** Entries read from the store at once, where they are small. */
const CHUNK = 500;
/** Where each holds the text of a note. */
export const CHUNK_OF_TEXTS = 50;

/** All entries under a prefix in key order, chunk by chunk; never an empty chunk. Entries may be removed while they are gone through. */
export async function* stateRange(state: StateStore, prefix: string, chunk = CHUNK): AsyncGenerator<readonly StateEntry[]> {
  let after: string | undefined;
  for (;;) {
    const entries = await state.list({ prefix, limit: chunk, ...(after === undefined ? {} : { after }) });
    if (entries.length > 0) yield entries;
    after = entries[entries.length - 1]?.key;
    if (entries.length < chunk) return;
  }
}
