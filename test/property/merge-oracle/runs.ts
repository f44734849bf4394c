import { amount } from '../../support/amount';

/** Of one or two rounds, and a little more of the short ones. */
const MERGES_IN_EACH_HISTORY = 1.45;

/**
 * How many merges are tried: the same each time, unless `MERGE_SEED` says otherwise; `MERGE_RUNS` for more or fewer. A failing one
 * prints the seed and path that replay it.
 */
export const MERGES = {
  numRuns: Math.ceil(amount('MERGE_RUNS', { quick: 4000, full: 100_000 }) / MERGES_IN_EACH_HISTORY),
  seed: Number(process.env['MERGE_SEED'] ?? 20_261_121),
};
