import { amount } from '../support/amount';

const hasBug = process.env['MUSEUM_BUG'] !== undefined;

/** That of each `npm test`; `npm run test:full` chooses another one each time, and prints it. */
const FIXED_SEED = 20_261_121;
export const SEED = hasBug ? FIXED_SEED : Number(process.env['PROPERTY_SEED'] ?? FIXED_SEED);

/**
 * How a property is tried. `npm test` has the same histories each time, so that a build is green or red for what
 * changed in it. Other histories: `PROPERTY_SEED=<number>`; more of them: `PROPERTY_RUNS=<number>`. A failing
 * one prints the seed and path that replay it.
 */
export const HISTORIES = {
  // The least with which each bug that was put in on purpose is known to be noticed is 200.
  numRuns: amount('PROPERTY_RUNS', hasBug ? { quick: 200, full: 200 } : { quick: 6, full: 140 }),
  seed: SEED,
  // Of a bug that was put in on purpose nobody needs the smallest history.
  endOnFailure: hasBug,
};

/**
 * For a property whose histories are long: a share of as many. Whoever looks for a bug that was put in on
 * purpose gets all of them.
 */
export const shareOfHistories = (share: number) => ({
  ...HISTORIES,
  numRuns: HISTORIES.endOnFailure ? HISTORIES.numRuns : Math.ceil(HISTORIES.numRuns * share),
});
/**
 * How often hostile and ordinary content is tried, each of titles, bodies and properties. More of it:
 * `HOSTILE_RUNS=1000000`; other content: `PROPERTY_SEED=<number>`. A failing case prints the seed and path
 * that replay it.
 */
const CASES = amount('HOSTILE_RUNS', { quick: 800, full: 100_000 });

/** For a property that looks at so many pieces of content in each run. */
export const hostileRuns = (piecesInEachRun: number) => ({
  numRuns: Math.ceil(CASES / piecesInEachRun),
  seed: SEED,
});
