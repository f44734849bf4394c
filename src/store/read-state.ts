import type { Hold } from '../model/report';
import type { StateEntry, StateRange, StateStore } from '../model/ports';
import { keys } from './keys';
import { readHold, readPull } from './stored';

/** Reads one key; `read` validates the value. */
export const readOne = async <Value>(
  state: StateStore,
  key: string,
  read: (value: unknown) => Value,
): Promise<Value> => read((await state.getMany([key]))[0]);

export const currentHold = (state: StateStore): Promise<Hold | null> => readOne(state, keys.hold, readHold);

/** The time up to which all of v2 is in the replica; null before the first full pull. */
export const knownUpTo = async (state: StateStore): Promise<string | null> =>
  (await readOne(state, keys.pull('highlights'), readPull)).watermark;

/** How far a watermark is set back, so that changes made during a pull are fetched again. */
const OVERLAP_MS = 120_000;

/** The watermark of a pull that began at this time of the service (ISO 8601). */
export const withOverlap = (serverDate: string): string =>
  new Date(Date.parse(serverDate) - OVERLAP_MS).toISOString();

/** How many small entries are read at a time. */
const CHUNK = 500;
/** The same for entries with the text of a note. */
export const CHUNK_OF_TEXTS = 50;

/** All entries with a prefix in key order, in non-empty chunks. Entries may be removed meanwhile. */
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

/** The same for keys alone. */
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

/** Removes all entries with a prefix unless `isKept`, in several commits. */
export async function forgetRange(
  state: StateStore,
  prefix: string,
  isKept: (key: string) => boolean,
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
