const { readFileSync } = require('node:fs');
const { transformerOf } = require('../support/changed-sources.cjs');

const { sources } = JSON.parse(readFileSync(process.env.MUTANTS, 'utf8'));

/** A source with the mutants in it, or as it is. */
function withMutants(source, path) {
  const file = Object.keys(sources).find((name) => path.endsWith(`/${name}`));
  return file === undefined ? source : sources[file];
}

module.exports = transformerOf(withMutants);
