import type { StateStore } from '../ports';
import { keys } from './keys';
import { readText } from './stored';

/** The items that have these ids at the service, in the ids' order; null for an id that no item has. */
export async function namedItems(state: StateStore, ids: readonly string[]): Promise<readonly (string | null)[]> {
  const joined = (await state.getMany(ids.map(keys.joined))).map(readText);
  const candidates = ids.map((id, index) => [`d:${id}`, `b:${id}`, `d:${joined[index] ?? ''}`]);
  const held = await state.getMany(candidates.flat().map(keys.item));
  return candidates.map((names, index) => names.find((_, place) => held[index * names.length + place] !== undefined) ?? null);
}
