const { availableParallelism } = require('node:os');

// What takes longer has the ending `.full.test.ts` and runs with `npm run test:full` only, where random tests
// also try more.
const isFull = process.env.TEST_FULL === '1';

const common = {
  rootDir: __dirname,
  testEnvironment: 'node',
  testPathIgnorePatterns: ['/node_modules/', ...(isFull ? [] : ['\\.full\\.test\\.ts$'])],
  moduleNameMapper: { '^obsidian$': '<rootDir>/test/browser/app/obsidian.ts' },
  transform: {
    '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json' }],
    '\\.hbs$': '<rootDir>/test/support/template-transform.cjs',
  },
  setupFiles: ['<rootDir>/test/support/quick-digest.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/support/watch-for-token.ts'],
  // In Jest's sandbox each look at a global is expensive, and these never change while tests run.
  sandboxInjectedGlobals: [
    'Array',
    'Error',
    'JSON',
    'Map',
    'Math',
    'Number',
    'Object',
    'Promise',
    'RegExp',
    'Set',
    'String',
    'Symbol',
    'WeakMap',
  ],
};

module.exports = {
  projects: [
    {
      ...common,
      displayName: 'node',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: [...common.testPathIgnorePatterns, '<rootDir>/test/browser/'],
    },
    {
      ...common,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
      // One Chromium for all of them.
      globalSetup: '<rootDir>/test/browser/start-chromium.ts',
      globalTeardown: '<rootDir>/test/browser/stop-chromium.ts',
    },
  ],
  testTimeout: 60_000,
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  // What each suite leaves behind in a worker slows down those after it.
  workerIdleMemoryLimit: '700MB',
  // One more than there are cores: the tests in a browser wait for it more than half of their time.
  maxWorkers: availableParallelism() + 1,
};
