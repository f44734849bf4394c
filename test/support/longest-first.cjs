/** The folders whose suites take longest, the longest first: at the end of a run no core waits for one long suite, and those that need much memory find it clean. */
const LONG = ['crash/engine-crashes', 'crash/crash-twice', 'property/merge-oracle', 'crash', 'faults', 'museum', 'property', 'browser', 'build', 'cli'];

const rank = ({ path }) => {
  const place = LONG.findIndex((part) => path.includes(`/test/${part}`));
  return place < 0 ? LONG.length : place;
};

module.exports = class LongestFirst {
  sort(tests) {
    return [...tests].sort((one, other) => rank(one) - rank(other));
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
};
