const { projects, ...shared } = require('../../jest.config.cjs');

const [project] = projects;
const [, options] = project.transform['^.+\\.ts$'];

/** The usual tests, each of them run again with every mutant that it comes by. */
module.exports = {
  ...shared,
  rootDir: project.rootDir,
  projects: [
    {
      ...project,
      testEnvironment: '<rootDir>/test/mutants/environment.cjs',
      transform: { ...project.transform, '^.+\\.ts$': ['<rootDir>/test/mutants/transform.cjs', options] },
    },
  ],
};
