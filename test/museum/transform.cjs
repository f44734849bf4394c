const { createHash } = require('node:crypto');
const tsJest = require('ts-jest').default;

/** Puts one bug into the engine while its sources are loaded: `MUSEUM_BUG` says which file, what stands there, and what the bug makes of it. */
const bug = JSON.parse(process.env.MUSEUM_BUG ?? 'null');

function infected(source, path) {
  if (bug === null || !path.endsWith(`/${bug.file}`)) return source;
  const pieces = source.split(bug.find);
  if (pieces.length !== 2) throw new Error(`The bug does not fit: its place was found ${pieces.length - 1} times in ${bug.file}`);
  return pieces.join(bug.replace);
}

module.exports = {
  createTransformer(options) {
    const inner = tsJest.createTransformer(options);
    return {
      ...inner,
      process: (source, path, rest) => inner.process(infected(source, path), path, rest),
      getCacheKey: (source, path, rest) => createHash('sha256').update(inner.getCacheKey(infected(source, path), path, rest)).digest('hex'),
    };
  },
};
