/**
 * How a property is tried: by the same histories each time, so that a build is green or red for what changed in it. Other
 * histories: `PROPERTY_SEED=<number>`; more of them: `PROPERTY_RUNS=<number>`. A failing one prints the seed and path that replay it.
 */
export const HISTORIES = {
  numRuns: Number(process.env['PROPERTY_RUNS'] ?? 1000),
  seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_121),
  // Of a bug that was put in on purpose nobody needs the smallest history.
  endOnFailure: process.env['MUSEUM_BUG'] !== undefined,
};
