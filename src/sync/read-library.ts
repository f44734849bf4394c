import type { Scope } from '../core/library/item';
import { factsOf, type ItemFacts } from '../core/rules/item-facts';
import type { Clock, StateStore } from '../ports';
import { prefixes } from './keys';
import { readRecord } from './stored';

/** An item of the replica that is to have a note, as rules see it. */
export interface LibraryEntry {
  readonly key: string;
  readonly facts: ItemFacts;
}

/** Records read from the store at once: few, because the store reads their JSON in one go. */
const CHUNK = 40;
/** The longest that an app must wait for its turn, with the chunk that is just being read. */
const SLICE_MS = 12;

/**
 * Walks through the replica, item by item in key order, and lets the app have its turn in between. Writes nothing. Rejects with the
 * signal's reason when it is aborted.
 */
export async function readLibrary({ state, clock }: { readonly state: StateStore; readonly clock: Clock }, options: { readonly scope: Scope; readonly signal: AbortSignal; readonly take: (entry: LibraryEntry) => void }): Promise<void> {
  const { scope, signal, take } = options;
  let turn = clock.monotonic();
  for (let after = ''; ; ) {
    const entries = await state.list({ prefix: prefixes.item, limit: CHUNK, after });
    for (const { value } of entries) {
      const record = readRecord(value);
      const facts = record === null ? null : factsOf(record, { scope, v2KnownUpTo: null });
      if (record !== null && facts !== null) take({ key: record.key, facts });
      if (clock.monotonic() - turn < SLICE_MS) continue;
      await clock.sleep(0, signal);
      turn = clock.monotonic();
    }
    signal.throwIfAborted();
    after = entries[entries.length - 1]?.key ?? '';
    if (entries.length < CHUNK) return;
  }
}
