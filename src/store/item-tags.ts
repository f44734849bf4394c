import type { StateStore } from '../model/ports';
import type { Pace } from '../model/pace';
import { prefixes } from './keys';
import { stateRange } from './read-state';
import { readHead } from './stored';

/** The tags of all books and documents, sorted. Those of highlights are left out: to read all takes long. */
export async function tagsOfItems(state: StateStore, pace: Pace): Promise<readonly string[]> {
  const tags = new Set<string>();
  for await (const entries of stateRange(state, prefixes.item)) {
    for (const { value } of entries) {
      const head = readHead(value);
      for (const tag of [...(head?.book?.tags ?? []), ...(head?.document?.tags ?? [])]) tags.add(tag);
    }
    await pace.yieldIfDue();
  }
  return [...tags].sort();
}
