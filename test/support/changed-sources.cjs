const tsJest = require('ts-jest').default;
const { projects, ...shared } = require('../../jest.config.cjs');

const [project] = projects;
const [, options] = project.transform['^.+\\.ts$'];

/** The usual tests but those in a browser, whose sources come through a transformer of their own. */
exports.testsWith = (transformer, more = {}) => ({
  ...shared,
  rootDir: project.rootDir,
  projects: [
    { ...project, ...more, transform: { ...project.transform, '^.+\\.ts$': [transformer, options] } },
  ],
});

/** Compiles what `changed` makes of each source. Files that it leaves alone are compiled once for all changes. */
exports.transformerOf = (changed) => ({
  createTransformer(given) {
    const transformer = tsJest.createTransformer(given);
    return {
      process: (source, path, context) => transformer.process(changed(source, path), path, context),
      getCacheKey: (source, path, context) => transformer.getCacheKey(changed(source, path), path, context),
    };
  },
});
