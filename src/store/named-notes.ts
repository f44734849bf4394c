import { itemKeyOf } from '../notes/layout/note-part';
import type { StateStore } from '../model/ports';
import { keys } from './keys';
import { readText } from './stored';

/** The keys of the notes that people are told of by these ids, in the ids' order; null where there is no such item. */
export async function namedNotes(
  state: StateStore,
  ids: readonly string[],
): Promise<readonly (string | null)[]> {
  const items = ids.map(itemKeyOf);
  const joined = (await state.getMany(items.map(keys.joined))).map(readText);
  const candidates = items.map((id, index) => [`d:${id}`, `b:${id}`, `d:${joined[index] ?? ''}`]);
  const held = await state.getMany(candidates.flat().map(keys.item));
  return candidates.map((names, index) => {
    const item = names.find((_, place) => held[index * names.length + place] !== undefined);
    const id = ids[index] ?? '';
    return item === undefined ? null : `${item}${id.slice(itemKeyOf(id).length)}`;
  });
}
