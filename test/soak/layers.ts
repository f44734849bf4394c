/** One layer of the random tests: how many cases a round of it runs, and how it is told so. */
export interface Layer {
  readonly name: string;
  /** What is counted. */
  readonly unit: string;
  readonly tests: readonly string[];
  readonly cases: number;
  readonly environment: (options: { readonly cases: number; readonly seed: number }) => Readonly<Record<string, string>>;
}

const histories = ({ cases, seed }: { readonly cases: number; readonly seed: number }): Readonly<Record<string, string>> => ({
  PROPERTY_RUNS: String(cases),
  PROPERTY_SEED: String(seed),
});

/** The first of each has the fewest cases a second; a round of every layer takes a few minutes on one core. */
export const LAYERS: readonly Layer[] = [
  { name: 'a person\'s edits among syncs', unit: 'histories', tests: ['test/property/nothing-lost.test.ts'], cases: 500, environment: histories },
  { name: 'incremental against full', unit: 'histories', tests: ['test/property/converge.test.ts'], cases: 500, environment: histories },
  { name: 'two devices', unit: 'histories', tests: ['test/property/two-devices.test.ts'], cases: 500, environment: histories },
  { name: 'deletions found', unit: 'histories', tests: ['test/property/deletions-found.test.ts'], cases: 500, environment: histories },
  { name: 'no gap', unit: 'histories', tests: ['test/property/no-gap.test.ts'], cases: 500, environment: histories },
  { name: 'order of arrival', unit: 'histories', tests: ['test/property/order.test.ts'], cases: 500, environment: histories },
  { name: 'failures told and made good', unit: 'histories', tests: ['test/property/honest.test.ts'], cases: 500, environment: histories },
  { name: 'crashes', unit: 'crash points', tests: ['test/crash'], cases: 50_000, environment: ({ cases }) => ({ CRASH_POINTS: String(cases) }) },
  { name: 'faults of requests', unit: 'fault points', tests: ['test/faults'], cases: 60_000, environment: ({ cases }) => ({ FAULT_POINTS: String(cases) }) },
  {
    name: 'merges against the oracle',
    unit: 'merges',
    tests: ['test/property/merge-oracle.test.ts'],
    cases: 200_000,
    environment: ({ cases, seed }) => ({ MERGE_RUNS: String(cases), MERGE_SEED: String(seed) }),
  },
  {
    name: 'hostile and ordinary content',
    unit: 'texts of each kind',
    tests: ['test/property/hostile-titles.test.ts', 'test/property/hostile-bodies.test.ts', 'test/property/hostile-properties.test.ts', 'test/property/ordinary-content.test.ts'],
    cases: 100_000,
    environment: ({ cases, seed }) => ({ HOSTILE_RUNS: String(cases), PROPERTY_SEED: String(seed) }),
  },
];
