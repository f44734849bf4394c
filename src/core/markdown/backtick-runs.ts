/** Where each run of backticks starts, by its length. `offset`: where the text begins in what places are told in. */
export function backtickRuns(text: string, offset = 0): ReadonlyMap<number, readonly number[]> {
  const runs = new Map<number, number[]>();
  for (const run of text.matchAll(/`+/g)) {
    const starts = runs.get(run[0].length);
    if (starts === undefined) runs.set(run[0].length, [offset + run.index]);
    else starts.push(offset + run.index);
  }
  return runs;
}
