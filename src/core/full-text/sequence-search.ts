/** The beginning of a sequence, or the whole of one. */
interface State {
  readonly next: Map<string, State>;
  readonly depth: number;
  /** Where the sequence that ends here was found; null where none does. */
  places: number[] | null;
  /** Where to go on when the next word does not fit; null at the root. */
  fail: State | null;
  /** The nearest state down the chain of failures at which a sequence ends. */
  output: State | null;
}

/** Of one sequence that a text repeats over and over, the first are enough. */
const MOST_OF_ONE = 200;

const newState = (depth: number): State => ({
  next: new Map(),
  depth,
  places: null,
  fail: null,
  output: null,
});

/**
 * Finds all of many sequences of words in a text in one pass (Aho and Corasick): its time grows with the text and with the
 * sequences, whatever they hold. Gives for each sequence the numbers of the words at which it begins, in order.
 */
export function findSequences(
  words: readonly string[],
  sequences: readonly (readonly string[])[],
): readonly (readonly number[])[] {
  const root = newState(0);
  const found = sequences.map((sequence) => {
    const end = sequence.reduce(grown, root);
    return end === root ? [] : (end.places ??= []);
  });
  linkFailures(root);
  let at = root;
  for (const [index, word] of words.entries()) {
    at = step(at, word);
    for (let state: State | null = at; state !== null; state = state.output) {
      if (state.places !== null && state.places.length < MOST_OF_ONE)
        state.places.push(index - state.depth + 1);
    }
  }
  return found;
}

function grown(state: State, word: string): State {
  const next = state.next.get(word) ?? newState(state.depth + 1);
  state.next.set(word, next);
  return next;
}

function step(from: State, word: string): State {
  for (let at = from; ; at = at.fail) {
    const next = at.next.get(word);
    if (next !== undefined) return next;
    if (at.fail === null) return at;
  }
}

/** Breadth first. */
function linkFailures(root: State): void {
  const queue = [root];
  for (const state of queue) {
    for (const [word, next] of state.next) {
      const fail = state.fail === null ? root : step(state.fail, word);
      next.fail = fail;
      next.output = fail.places === null ? fail.output : fail;
      queue.push(next);
    }
  }
}
