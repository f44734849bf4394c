/** How good the tests of the merge and of the planner are: each small change of their code should make a test fail. */

// Only tests that take a moment: for each mutant, those run that come by its place.
const FAST_TESTS = [
  'test/core/merge/*.test.ts',
  'test/core/plan/plan*.test.ts',
  'test/core/plan/removal-*.test.ts',
  'test/core/properties/merge-front-matter.test.ts',
  'test/core/properties/property-list.test.ts',
  'test/sync/plan/plan-*.test.ts',
];

export default {
  mutate: [
    'src/core/merge/*.ts',
    'src/core/plan/plan.ts',
    'src/core/plan/removal-guard.ts',
    'src/core/properties/merge-front-matter.ts',
    'src/core/properties/property-list.ts',
    'src/sync/plan/plan-item.ts',
    'src/sync/plan/plan-note.ts',
  ],
  testRunner: 'jest',
  coverageAnalysis: 'perTest',
  jest: {
    configFile: 'jest.config.cjs',
    enableFindRelatedTests: false,
    config: { testMatch: FAST_TESTS.map((path) => `<rootDir>/${path}`) },
  },
  // What runs while a module loads is mostly tables and patterns, and would need all tests for each mutant.
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 20_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 10,
  // All that it writes is where git and the linter do not look.
  tempDirName: 'coverage/mutation',
  // Tests are compiled one by one without a check of types: neither the files nor their settings have to be made fit for it.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  ignorePatterns: ['coverage', 'demo-vault', 'dist', 'main.js'],
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: 'coverage/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
