const tsJest = require('ts-jest').default;

/**
 * Puts one bug into the engine while its sources are loaded: `MUSEUM_BUG` says which file, what stands there,
 * and what the bug makes of it.
 */
const bug = JSON.parse(process.env.MUSEUM_BUG ?? 'null');

function withBug(source, path) {
  if (bug === null || !path.endsWith(`/${bug.file}`)) return source;
  const pieces = source.split(bug.find);
  if (pieces.length !== 2) {
    throw new Error(`The bug does not fit: its place was found ${pieces.length - 1} times in ${bug.file}`);
  }
  return pieces.join(bug.replace);
}

module.exports = {
  createTransformer(options) {
    const transformer = tsJest.createTransformer(options);
    return {
      process: (source, path, context) => transformer.process(withBug(source, path), path, context),
      // Files without the bug are compiled once for all bugs.
      getCacheKey: (source, path, context) => transformer.getCacheKey(withBug(source, path), path, context),
    };
  },
};
