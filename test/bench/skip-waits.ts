/**
 * Runs in the page, before anything else: a long wait takes no time where no request is under way, and the
 * clock that never goes back is put forward by it. So a first sync is measured without the ten minutes and
 * more that the service's rates cost.
 */
export function skipWaits(): void {
  /** The service's windows are of a minute; what a person is told stays for less. */
  const LONG_MS = 15_000;
  const LOOK_EACH_MS = 10;
  /** An answer is to be read before a limit of time for it may strike. */
  const READING_MS = 50;
  let skippedMs = 0;
  let underWay = 0;
  const monotonic = performance.now.bind(performance);
  const fetching = window.fetch.bind(window);
  const later = window.setTimeout.bind(window);
  performance.now = () => monotonic() + skippedMs;
  window.fetch = async (...asked) => {
    underWay += 1;
    try {
      const answer = await fetching(...asked);
      return new Response(await answer.arrayBuffer(), answer);
    } finally {
      later(() => (underWay -= 1), READING_MS);
    }
  };
  const sleep = (work: () => void, ms = 0): number => {
    if (ms < LONG_MS) return later(work, ms);
    const wakesAt = performance.now() + ms;
    const timer = window.setInterval(() => {
      if (underWay === 0) skippedMs += Math.max(0, wakesAt - performance.now());
      if (performance.now() < wakesAt) return;
      window.clearInterval(timer);
      work();
    }, LOOK_EACH_MS);
    return timer;
  };
  Object.assign(window, { setTimeout: sleep });
}
