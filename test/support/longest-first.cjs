/**
 * The suites that keep a core busy the longest, in this order: at the end of a run no core waits for one of
 * them, and those that need much memory find it clean.
 */
const BUSY = [
  'property/merge-oracle',
  'crash/engine-crashes',
  'crash/crash-twice',
  'museum',
  'crash',
  'property/hostile-bodies',
  'faults',
  'property/hostile-titles',
];
/** Shorter ones, still the longer first. */
const THEN = ['property', 'build', 'cli'];
/** These wait for a browser more than they work. */
const WAITING = 'browser';
const AT_ONCE = 2;

const place = (parts, { path }) => {
  const found = parts.findIndex((part) => path.includes(`/test/${part}`));
  return found < 0 ? parts.length : found;
};

const sorted = (tests, parts) => [...tests].sort((one, other) => place(parts, one) - place(parts, other));

/** Beside every two busy suites a share of those that wait, so that no core does. */
function sort(tests) {
  const isWaiting = (test) => place([WAITING], test) === 0;
  const isBusy = (test) => !isWaiting(test) && place(BUSY, test) < BUSY.length;
  const waiting = tests.filter(isWaiting);
  const busy = sorted(tests.filter(isBusy), BUSY);
  const rest = sorted(
    tests.filter((test) => !isWaiting(test) && !isBusy(test)),
    THEN,
  );
  const share = Math.ceil((waiting.length * AT_ONCE) / Math.max(1, busy.length));
  const mixed = [];
  for (let pair = 0; pair * AT_ONCE < busy.length; pair += 1)
    mixed.push(
      ...busy.slice(pair * AT_ONCE, (pair + 1) * AT_ONCE),
      ...waiting.slice(pair * share, (pair + 1) * share),
    );
  return busy.length === 0 ? [...waiting, ...rest] : [...mixed, ...rest];
}

module.exports = class LongestFirst {
  sort(tests) {
    return sort(tests);
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
};
