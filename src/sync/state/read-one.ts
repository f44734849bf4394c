import type { ItemRecord } from '../../core/library/record';
import type { Hold } from '../../core/report';
import type { StateStore } from '../../ports';
import { keys } from './keys';
import { readHold, readRecord, readText } from './stored';

/** What the state holds under a key, as `read` takes it. */
export const readOne = async <Value>(
  state: StateStore,
  key: string,
  read: (value: unknown) => Value,
): Promise<Value> => read((await state.getMany([key]))[0]);

/** The record of an item that the replica holds. */
export const recordOf = (state: StateStore, itemKey: string): Promise<ItemRecord | null> =>
  readOne(state, keys.item(itemKey), readRecord);

/** What waits for a person, null when nothing does. */
export const currentHold = (state: StateStore): Promise<Hold | null> => readOne(state, keys.hold, readHold);

/** Up to when all of v2 is in the replica; null before the first pull is through. */
export const knownUpTo = (state: StateStore): Promise<string | null> =>
  readOne(state, keys.watermark('highlights'), readText);
