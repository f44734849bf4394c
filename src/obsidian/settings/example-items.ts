import type { ItemRecord } from '../../model/record';
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
  const reading = engine.readLibrary({
    scope: store.settings.scope,
    signal: enough.signal,
    take: ({ key, facts: { kind } }) => {
      if (byKind.has(kind)) others.push(key);
      else byKind.set(kind, key);
      if (byKind.size >= count || others.length > READ_AT_MOST) enough.abort();
    },
  });
  await reading.catch((error: unknown) => {
    if (!enough.signal.aborted) throw error;
  });
  const keys = [...byKind.values(), ...others].slice(0, count);
  const records = (await Promise.all(keys.map((key) => engine.record(key)))).filter(
    (record) => record !== null,
  );
  return records.length === 0 ? SAMPLES.slice(0, count) : records;
}
