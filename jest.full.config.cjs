process.env.TEST_FULL = '1';

/** All tests, with as many random cases as a release wants. */
module.exports = require('./jest.config.cjs');
