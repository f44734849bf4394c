import type { Scope } from '../model/item';
import { factsOf, type ItemFacts } from '../notes/rules/item-facts';
import { type Clock, type StateStore, Pace } from '../model/ports';
import { libraryRecords } from './library-records';

/** An item of the replica that is to have a note, as rules see it. */
export interface LibraryEntry {
  readonly key: string;
  readonly facts: ItemFacts;
}

/**
 * Walks through the replica, item by item in key order, and lets the app have its turn in between. Writes nothing. Rejects with the
 * signal's reason when it is aborted.
 */
export async function readLibrary(
  { state, clock }: { readonly state: StateStore; readonly clock: Clock },
  options: {
    readonly scope: Scope;
    readonly signal: AbortSignal;
    readonly take: (entry: LibraryEntry) => void;
  },
): Promise<void> {
  const { scope, signal, take } = options;
  for await (const record of libraryRecords(state, new Pace(clock, signal))) {
    signal.throwIfAborted();
    const facts = factsOf(record, scope);
    if (facts !== null) take({ key: record.key, facts });
  }
  signal.throwIfAborted();
}
