const { projects, ...shared } = require('../../jest.config.cjs');

const [project] = projects;
const [, options] = project.transform['^.+\\.ts$'];

/** The usual tests, with a bug put into what they test. */
module.exports = {
  ...shared,
  rootDir: project.rootDir,
  projects: [
    {
      ...project,
      transform: { ...project.transform, '^.+\\.ts$': ['<rootDir>/test/museum/transform.cjs', options] },
    },
  ],
};
