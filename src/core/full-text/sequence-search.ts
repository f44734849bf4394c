/** Where a sequence was found: the place of its first word among all words. */
export interface Occurrence {
  readonly pattern: number;
  readonly start: number;
}

interface State {
  readonly next: Map<number, number>;
  fail: number;
  /** The pattern that ends here, and the nearest state down the chain of failures at which one ends. */
  pattern: number;
  output: number;
  readonly depth: number;
}

const NONE = -1;
/** Of one sequence that a text repeats over and over, the first are enough. */
const MOST_OF_ONE = 200;

/**
 * Finds all of many sequences of words in a text in one pass (Aho and Corasick): its time grows with the text and with the
 * sequences, whatever they hold. Of the same sequence given twice, the first is found.
 */
export function findSequences(words: readonly string[], patterns: readonly (readonly string[])[]): readonly Occurrence[] {
  const ids = new Map<string, number>();
  const states = buildStates(patterns, ids);
  const counts = new Array<number>(patterns.length).fill(0);
  const found: Occurrence[] = [];
  let at = 0;
  for (const [index, word] of words.entries()) {
    const id = ids.get(word);
    at = id === undefined ? 0 : step(states, at, id);
    for (let state = at; state !== NONE; state = states[state]?.output ?? NONE) {
      const { pattern = NONE, depth = 0 } = states[state] ?? {};
      if (pattern === NONE || (counts[pattern] ?? 0) >= MOST_OF_ONE) continue;
      counts[pattern] = (counts[pattern] ?? 0) + 1;
      found.push({ pattern, start: index - depth + 1 });
    }
  }
  return found;
}

function step(states: readonly State[], from: number, id: number): number {
  let at = from;
  for (;;) {
    const next = states[at]?.next.get(id);
    if (next !== undefined) return next;
    if (at === 0) return 0;
    at = states[at]?.fail ?? 0;
  }
}

const newState = (depth: number): State => ({ next: new Map(), fail: 0, pattern: NONE, output: NONE, depth });

function buildStates(patterns: readonly (readonly string[])[], ids: Map<string, number>): readonly State[] {
  const states = [newState(0)];
  for (const [number, pattern] of patterns.entries()) {
    let state = states[0];
    for (const word of pattern) {
      const id = ids.get(word) ?? ids.size;
      ids.set(word, id);
      let next = state?.next.get(id);
      if (next === undefined) {
        next = states.length;
        states.push(newState((state?.depth ?? 0) + 1));
        state?.next.set(id, next);
      }
      state = states[next];
    }
    if (state !== undefined && pattern.length > 0 && state.pattern === NONE) state.pattern = number;
  }
  linkFailures(states);
  return states;
}

/** Breadth first: where to go on when the next word does not fit. */
function linkFailures(states: readonly State[]): void {
  const queue = [...(states[0]?.next.values() ?? [])];
  for (let head = 0; head < queue.length; head += 1) {
    const from = states[queue[head] ?? 0];
    if (from === undefined) continue;
    for (const [id, to] of from.next) {
      queue.push(to);
      const state = states[to];
      if (state === undefined) continue;
      state.fail = step(states, from.fail, id);
      const failed = states[state.fail];
      state.output = failed === undefined || state.fail === 0 ? NONE : failed.pattern !== NONE ? state.fail : failed.output;
    }
  }
}
