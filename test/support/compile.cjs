const { createHash } = require('node:crypto');
const { transformSync, version } = require('esbuild');

/** Makes a source file of TypeScript ready for Jest, one by one and without a look at types (`npm run types` does that). */
const OPTIONS = {
  loader: 'ts',
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  charset: 'utf8',
  sourcemap: 'inline',
  supported: { 'dynamic-import': false },
};

module.exports = {
  process: (source, path) => ({ code: transformSync(source, { ...OPTIONS, sourcefile: path }).code }),
  getCacheKey: (source, path) =>
    createHash('sha256')
      .update(JSON.stringify([version, OPTIONS, path, source]))
      .digest('hex'),
};
