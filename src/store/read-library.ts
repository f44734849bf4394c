import type { Scope } from '../model/item';
import type { ItemRecord } from '../model/record';
import { factsOf, type ItemFacts } from '../notes/rules/item-facts';
import type { Clock, StateStore } from '../model/ports';
import { Pace } from '../model/pace';
import { withHighlights } from './item-records';
import { prefixes } from './keys';
import { stateRange } from './read-state';
import { readHead, type ItemHead } from './stored';

const HEADS_AT_ONCE = 100;
/** How many highlights are read at once, roughly. */
const HIGHLIGHTS_AT_ONCE = 500;

/** All records of the replica in key order, a few at a time. */
export async function* libraryRecords(state: StateStore, pace: Pace): AsyncGenerator<ItemRecord> {
  for await (const entries of stateRange(state, prefixes.item, HEADS_AT_ONCE)) {
    for (const heads of groupsOf(entries.flatMap(({ value }) => readHead(value) ?? []))) {
      for (const record of await withHighlights(state, heads)) {
        if (record !== null) yield record;
        await pace.yieldIfDue();
      }
    }
  }
}

function* groupsOf(heads: readonly ItemHead[]): Generator<readonly ItemHead[]> {
  let group: ItemHead[] = [];
  let highlights = 0;
  for (const head of heads) {
    group.push(head);
    highlights += head.highlightIds.length + head.documentHighlightIds.length;
    if (highlights < HIGHLIGHTS_AT_ONCE) continue;
    yield group;
    group = [];
    highlights = 0;
  }
  if (group.length > 0) yield group;
}

/** An item that gets a note, as rules see it. */
export interface LibraryEntry {
  readonly key: string;
  readonly facts: ItemFacts;
}

/** Reads the replica in key order without blocking the app. Rejects with the signal's reason. */
export async function readLibrary(
  { state, clock }: { readonly state: StateStore; readonly clock: Clock },
  {
    scope,
    signal,
    take,
  }: { readonly scope: Scope; readonly signal: AbortSignal; readonly take: (entry: LibraryEntry) => void },
): Promise<void> {
  for await (const record of libraryRecords(state, new Pace(clock, signal))) {
    signal.throwIfAborted();
    const facts = factsOf(record, scope);
    if (facts !== null) take({ key: record.key, facts });
  }
  signal.throwIfAborted();
}
