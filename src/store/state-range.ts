import type { StateEntry, StateRange, StateStore } from '../model/ports';

/** Entries read from the store at once, where they are small. */
const CHUNK = 500;
/** Where each holds the text of a note. */
export const CHUNK_OF_TEXTS = 50;

/** All entries under a prefix in key order, chunk by chunk; never an empty chunk. Entries may be removed while they are gone through. */
export const stateRange = (
  state: StateStore,
  prefix: string,
  chunk = CHUNK,
): AsyncGenerator<readonly StateEntry[]> =>
  chunks({ prefix, limit: chunk }, { next: (range) => state.list(range), keyOf: ({ key }) => key });

/** The same without the values. */
export const keyRange = (state: StateStore, prefix: string): AsyncGenerator<readonly string[]> =>
  chunks({ prefix, limit: CHUNK }, { next: (range) => state.keys(range), keyOf: (key) => key });

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
  {
    next,
    keyOf,
  }: {
    readonly next: (range: StateRange) => Promise<readonly Each[]>;
    readonly keyOf: (each: Each) => string;
  },
): AsyncGenerator<readonly Each[]> {
  for (let rest = range; ;) {
    const some = await next(rest);
    if (some.length > 0) yield some;
    const last = some[some.length - 1];
    if (last === undefined || some.length < range.limit) return;
    rest = { ...range, after: keyOf(last) };
  }
}
