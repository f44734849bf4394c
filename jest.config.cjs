const { availableParallelism } = require('node:os');

/** Two projects' worth of settings in one: everything runs in Node; browser tests drive a real Chromium from there. */
module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  moduleNameMapper: { '^obsidian$': '<rootDir>/test/browser/app/obsidian.ts' },
  transform: {
    '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json' }],
    '\\.hbs$': '<rootDir>/test/support/template-transform.cjs',
  },
  setupFiles: ['<rootDir>/test/support/quick-digest.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/support/watch-for-token.ts'],
  testTimeout: 60_000,
  // In Jest's sandbox each look at a global is dear; these never change while tests run.
  sandboxInjectedGlobals: [
    'Array',
    'BigInt',
    'Boolean',
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
    'TypeError',
    'Uint8Array',
    'WeakMap',
    'parseInt',
  ],
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  // What each suite leaves behind in a worker slows down those after it.
  workerIdleMemoryLimit: '700MB',
  // One more than there are cores: the tests in a browser wait for it more than half of their time.
  maxWorkers: availableParallelism() + 1,
};
