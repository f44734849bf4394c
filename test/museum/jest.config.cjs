const { testsWith } = require('../support/changed-sources.cjs');

/** The usual tests, with a bug put into what they test. */
module.exports = testsWith('<rootDir>/test/museum/transform.cjs');
