import { addToList } from '../add-to-list';

/** Where each run of backticks starts, by its length. `offset`: where the text begins in what places are told in. */
export function backtickRuns(text: string, offset = 0): ReadonlyMap<number, readonly number[]> {
  const runs = new Map<number, number[]>();
  for (const run of text.matchAll(/`+/g)) addToList(runs, run[0].length, offset + run.index);
  return runs;
}
