import type { ItemRecord } from '../../core/library/record';
import type { StateStore } from '../../ports';
import { keys } from '../state/keys';
import { readDue, readRecord } from '../state/stored';

/** Items read from the state at once. */
export const ITEMS_AT_ONCE = 40;

/** What this device holds of an item, with whether a sync is still to write its notes. */
export interface HeldItem {
  readonly record: ItemRecord;
  readonly isDue: boolean;
}

/** By the items' keys; none for what is not held. */
export async function heldItems(
  state: StateStore,
  itemKeys: readonly string[],
): Promise<ReadonlyMap<string, HeldItem>> {
  const [records, dues] = await Promise.all([
    state.getMany(itemKeys.map(keys.item)),
    state.getMany(itemKeys.map(keys.due)),
  ]);
  return new Map(
    itemKeys.flatMap((key, index) => {
      const record = readRecord(records[index]);
      return record === null ? [] : [[key, { record, isDue: readDue(dues[index]) !== null }] as const];
    }),
  );
}
