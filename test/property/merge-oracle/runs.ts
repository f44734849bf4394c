/**
 * How many merges are tried: the same each time, unless `MERGE_SEED` says otherwise; `MERGE_RUNS` for more or fewer. A failing one
 * prints the seed and path that replay it.
 */
export const MERGES = {
  numRuns: Number(process.env['MERGE_RUNS'] ?? 100_000),
  seed: Number(process.env['MERGE_SEED'] ?? 20_261_121),
};
