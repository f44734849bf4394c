const usual = require('../../jest.config.cjs');

const [, options] = usual.transform['^.+\\.ts$'];

/** The usual tests, with a bug put into what they test. */
module.exports = {
  ...usual,
  rootDir: '../..',
  transform: { ...usual.transform, '^.+\\.ts$': ['<rootDir>/test/museum/transform.cjs', options] },
};
