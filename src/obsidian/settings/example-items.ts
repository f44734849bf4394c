import type { ItemRecord } from '../../model/record';
import { readLibrary, type LibraryEntry } from '../../store/read-library';
import { recordOf } from '../../store/item-records';
import type { PageContext } from './page-context';
import { SAMPLES } from './sample-items';

const READ_AT_MOST = 400;

/** A few items of the library, of different kinds where it has them; made-up ones when it has none. */
export async function exampleItems(
  { engine, store }: Pick<PageContext, 'engine' | 'store'>,
  count: number,
): Promise<readonly ItemRecord[]> {
  const byKind = new Map<string, string>();
  const others: string[] = [];
  const enough = new AbortController();
  const { scope } = store.settings;
  const { signal } = enough;
  const take = ({ key, facts: { kind } }: LibraryEntry): void => {
    if (byKind.has(kind)) others.push(key);
    else byKind.set(kind, key);
    if (byKind.size >= count || others.length > READ_AT_MOST) enough.abort();
  };
  const reading = engine.withState((state) =>
    readLibrary({ clock: engine.host.clock, state }, { scope, signal, take }),
  );
  await reading.catch((error: unknown) => {
    if (!enough.signal.aborted) throw error;
  });
  const keys = [...byKind.values(), ...others].slice(0, count);
  const found = await engine.withState((state) => Promise.all(keys.map((key) => recordOf(state, key))));
  const records = found.filter((record) => record !== null);
  return records.length === 0 ? SAMPLES.slice(0, count) : records;
}
