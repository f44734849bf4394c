import type { Hold } from '../model/report';
import type { StateEntry, StateRange, StateStore } from '../model/ports';
import { keys } from './keys';
import { readHold, readText } from './stored';

/** What the state holds under a key, as `read` takes it. */
export const readOne = async <Value>(
  state: StateStore,
  key: string,
  read: (value: unknown) => Value,
): Promise<Value> => read((await state.getMany([key]))[0]);

/** What waits for a person, null when nothing does. */
export const currentHold = (state: StateStore): Promise<Hold | null> => readOne(state, keys.hold, readHold);

/** Up to when all of v2 is in the replica; null before the first pull is through. */
export const knownUpTo = (state: StateStore): Promise<string | null> =>
  readOne(state, keys.watermark('highlights'), readText);

/**
 * How far a watermark lies before the service's time: what was committed at the service while a pull ran is
 * seen again.
 */
const OVERLAP_MS = 120_000;

/** The watermark for a pull that began at this time of the service's (ISO 8601). */
export const overlapping = (serverDate: string): string =>
  new Date(Date.parse(serverDate) - OVERLAP_MS).toISOString();

/** Entries read from the store at once, where they are small. */
const CHUNK = 500;
/** Where each holds the text of a note. */
export const CHUNK_OF_TEXTS = 50;

/**
 * All entries under a prefix in key order, chunk by chunk; never an empty chunk. Entries may be removed while
 * they are gone through.
 */
export const stateRange = (
  state: StateStore,
  prefix: string,
  chunk = CHUNK,
): AsyncGenerator<readonly StateEntry[]> =>
  chunks(
    { prefix, limit: chunk },
    (range) => state.list(range),
    ({ key }) => key,
  );

/** The same without the values. */
export const keyRange = (state: StateStore, prefix: string): AsyncGenerator<readonly string[]> =>
  chunks(
    { prefix, limit: CHUNK },
    (range) => state.keys(range),
    (key) => key,
  );

export async function countKeys(state: StateStore, prefix: string): Promise<number> {
  let count = 0;
  for await (const keys of keyRange(state, prefix)) count += keys.length;
  return count;
}

/** Removes all under a prefix but what is kept, in several commits. */
export async function forgetRange(
  state: StateStore,
  prefix: string,
  isKept: (key: string) => boolean = () => false,
): Promise<void> {
  for await (const keys of keyRange(state, prefix)) {
    const removals = keys.filter((key) => !isKept(key)).map((key) => ({ remove: key }));
    if (removals.length > 0) await state.commit(removals);
  }
}

async function* chunks<Each>(
  range: StateRange,
  next: (range: StateRange) => Promise<readonly Each[]>,
  keyOf: (each: Each) => string,
): AsyncGenerator<readonly Each[]> {
  for (let rest = range; ;) {
    const some = await next(rest);
    if (some.length > 0) yield some;
    const last = some[some.length - 1];
    if (last === undefined || some.length < range.limit) return;
    rest = { ...range, after: keyOf(last) };
  }
}
