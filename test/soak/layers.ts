/** One layer of the random tests: how many cases a round of it runs, and how it is told so. */
export interface Layer {
  readonly name: string;
  /** What is counted. */
  readonly unit: string;
  readonly tests: readonly string[];
  readonly cases: number;
  readonly environment: (options: {
    readonly cases: number;
    readonly seed: number;
  }) => Readonly<Record<string, string>>;
}

const histories = ({
  cases,
  seed,
}: {
  readonly cases: number;
  readonly seed: number;
}): Readonly<Record<string, string>> => ({
  PROPERTY_RUNS: String(cases),
  PROPERTY_SEED: String(seed),
});

/** Tests of `test/property`, and what their histories are of. */
const HISTORIES = {
  'nothing-lost': "a person's edits among syncs",
  'any-order': 'all that a person can do, in any order',
  converge: 'incremental against full',
  wishes: 'settings that change',
  'two-devices': 'two devices',
  'two-vaults': 'two vaults, all that can be done in either',
  'two-programs': 'two programs',
  caseless: 'disks that ignore case',
  'deletions-found': 'deletions found',
  'no-gap': 'no gap',
  order: 'order of arrival',
  honest: 'failures told and made good',
  undo: 'undo',
  'apply-some': 'what is chosen of a preview',
  conflicts: 'conflicts settled',
  adopt: 'adoption',
  repair: 'repairs',
  'template-edits': 'templates broken and mended',
  attachments: 'attachments',
};

/** All tests of `test/property`, crashes and faults. */
export const LAYERS: readonly Layer[] = [
  ...Object.entries(HISTORIES).map(([test, name]): Layer => ({
    name,
    unit: 'histories',
    tests: [`test/property/${test}.test.ts`],
    cases: 500,
    environment: histories,
  })),
  {
    name: 'crashes',
    unit: 'crash points',
    tests: ['test/crash'],
    cases: 50_000,
    environment: ({ cases }) => ({ CRASH_POINTS: String(cases) }),
  },
  {
    name: 'faults of requests',
    unit: 'fault points',
    tests: ['test/faults'],
    cases: 60_000,
    environment: ({ cases }) => ({ FAULT_POINTS: String(cases) }),
  },
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
    tests: [
      'test/property/hostile-titles.test.ts',
      'test/property/hostile-bodies.test.ts',
      'test/property/hostile-properties.test.ts',
      'test/property/hostile-paths.test.ts',
      'test/property/ordinary-content.test.ts',
    ],
    cases: 100_000,
    environment: ({ cases, seed }) => ({ HOSTILE_RUNS: String(cases), PROPERTY_SEED: String(seed) }),
  },
];
