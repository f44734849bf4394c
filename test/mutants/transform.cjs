const { readFileSync } = require('node:fs');
const tsJest = require('ts-jest').default;

const { sources } = JSON.parse(readFileSync(process.env.MUTANTS, 'utf8'));

/** A source with the mutants in it, or as it is. */
function withMutants(source, path) {
  const file = Object.keys(sources).find((name) => path.endsWith(`/${name}`));
  return file === undefined ? source : sources[file];
}

module.exports = {
  createTransformer(options) {
    const transformer = tsJest.createTransformer(options);
    return {
      process: (source, path, context) => transformer.process(withMutants(source, path), path, context),
      getCacheKey: (source, path, context) =>
        transformer.getCacheKey(withMutants(source, path), path, context),
    };
  },
};
