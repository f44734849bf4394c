const tsJest = require('ts-jest').default;
const { createHash } = require('node:crypto');

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
      getCacheKey: (source, path, context) =>
        createHash('sha256')
          .update(JSON.stringify(bug))
          .update(transformer.getCacheKey(withBug(source, path), path, context))
          .digest('hex'),
    };
  },
};
