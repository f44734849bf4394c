const { transformerOf } = require('../support/changed-sources.cjs');

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

module.exports = transformerOf(withBug);
