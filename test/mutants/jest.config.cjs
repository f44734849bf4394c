const { testsWith } = require('../support/changed-sources.cjs');

/** The usual tests, each of them run again with every mutant that it comes by. */
module.exports = testsWith('<rootDir>/test/mutants/transform.cjs', {
  testEnvironment: '<rootDir>/test/mutants/environment.cjs',
});
