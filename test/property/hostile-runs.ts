import { amount } from '../support/amount';

/**
 * How often hostile and ordinary content is tried, each of titles, bodies and properties. More of it: `HOSTILE_RUNS=1000000`;
 * other content: `PROPERTY_SEED=<number>`. A failing case prints the seed and path that replay it.
 */
const CASES = amount('HOSTILE_RUNS', { quick: 4000, full: 100_000 });

/** For a property that looks at so many pieces of content in each run. */
export const hostileRuns = (piecesInEachRun: number) => ({
  numRuns: Math.ceil(CASES / piecesInEachRun),
  seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_121),
});
