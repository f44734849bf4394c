/** One call in so many waits. */
const CALLS_TO_A_WAIT = 3;
const MOST_TURNS = 3;

/**
 * Delays of some turns of the event loop at random, the same ones for the same seed, so that what runs side by
 * side comes in other orders than calls are made.
 */
export function randomDelays(seed: number): () => Promise<void> {
  let state = seed | 1;
  const below = (end: number): number => {
    // Xorshift: good enough for delays.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % end;
  };
  return async () => {
    if (below(CALLS_TO_A_WAIT) > 0) return;
    for (let turns = 1 + below(MOST_TURNS); turns > 0; turns -= 1)
      await new Promise((resolve) => setImmediate(resolve));
  };
}
