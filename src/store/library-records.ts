import type { ItemRecord } from '../model/record';
import type { Pace, StateStore } from '../model/ports';
import { prefixes } from './keys';
import { readRecord } from './stored';

/** Records are read, and made of their text, some at once: as many as hold about so many highlights. */
const HIGHLIGHTS_AT_ONCE = 500;
const [FEWEST, MOST] = [4, 200];

/** Every record of the replica in key order, a few at a time. */
export async function* libraryRecords(state: StateStore, pace: Pace): AsyncGenerator<ItemRecord> {
  let limit = FEWEST;
  for (let after: string | undefined; ;) {
    const entries = await state.list({
      prefix: prefixes.item,
      limit,
      ...(after === undefined ? {} : { after }),
    });
    let highlights = 0;
    for (const { value } of entries) {
      const record = readRecord(value);
      if (record !== null) yield record;
      highlights += 1 + (record?.highlights.length ?? 0) + (record?.documentHighlights.length ?? 0);
      await pace.yieldIfDue();
    }
    after = entries[entries.length - 1]?.key;
    if (entries.length < limit) return;
    limit = Math.min(MOST, Math.max(FEWEST, Math.floor((HIGHLIGHTS_AT_ONCE * entries.length) / highlights)));
  }
}
