import { Pace } from '../../model/pace';
import type { Clock, StateStore } from '../../model/ports';
import { compareText, type ItemRecord } from '../../model/record';
import { obsidianTag } from '../../notes/template/property-value';
import { libraryRecords } from '../../store/library';

/** The same for all names that are one tag in Obsidian, such as `machine learning` and `Machine-Learning`. */
export const tagKey = (name: string): string => (obsidianTag(name) || name.trim()).toLowerCase();

/** How Readwise spells the tags of the library, by key; of several spellings the first in order. */
export async function readTagSpellings({
  state,
  clock,
  signal,
}: {
  readonly state: StateStore;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}): Promise<ReadonlyMap<string, string>> {
  const spellings = new Map<string, string>();
  for await (const record of libraryRecords(state, new Pace(clock, signal))) {
    for (const name of tagsIn(record)) {
      const known = spellings.get(tagKey(name));
      if (known === undefined || compareText(name, known) < 0) spellings.set(tagKey(name), name);
    }
  }
  return spellings;
}

const tagsIn = ({ book, document, highlights }: ItemRecord): readonly string[] => [
  ...(book?.tags ?? []),
  ...(document?.tags ?? []),
  ...highlights.flatMap(({ tags }) => tags),
];
