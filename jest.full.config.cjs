process.env.TEST_FULL = '1';

// Beside the fixed cases of `npm test`, new ones with each run.
if (process.env.PROPERTY_SEED === undefined) {
  process.env.PROPERTY_SEED = String(Math.floor(Math.random() * 2 ** 31));
  console.log(`Random tests: PROPERTY_SEED=${process.env.PROPERTY_SEED} replays them.`);
}

/** All tests, with as many random cases as a release wants. */
module.exports = require('./jest.config.cjs');
