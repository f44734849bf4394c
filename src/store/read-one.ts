import type { ItemRecord } from '../model/record';
import type { Hold } from '../model/report';
import type { StateStore } from '../model/ports';
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

/** How far a watermark lies before the service's time: what was committed at the service while a pull ran is seen again. */
const OVERLAP_MS = 120_000;

/** The watermark for a pull that began at this time of the service's (ISO 8601). */
export const overlapping = (serverDate: string): string =>
  new Date(Date.parse(serverDate) - OVERLAP_MS).toISOString();
