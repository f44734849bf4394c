/**
 * Thompson's way of matching: all ways through the pattern are followed at once, one character of the text after the other. No
 * state is visited twice at the same character, so a text costs at most its length times the number of states.
 */

/** Between two characters; undefined at the text's ends. */
export interface Place {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

interface State {
  /** Whether a way goes on from here. */
  readonly holds: (place: Place) => boolean;
  /** Whether it goes on behind the next character. */
  readonly takes: boolean;
  readonly next: readonly State[];
}

/** A part of a pattern; which it is to be followed by is said when the states are made. */
export interface PatternPart {
  /** How many states it needs, at least one for each part, so that it also bounds the work of making them. */
  readonly size: number;
  /** The state from which it and then `next` is matched. */
  readonly before: (next: State) => State;
}

const single = (takes: boolean, holds: State['holds']): PatternPart => ({
  size: 1,
  before: (next) => ({ holds, takes, next: [next] }),
});

export const character = (fits: (character: string) => boolean): PatternPart =>
  single(true, ({ after }) => after !== undefined && fits(after));
export const assertion = (holds: State['holds']): PatternPart => single(false, holds);
export const AT_START = assertion(({ before }) => before === undefined);
export const AT_END = assertion(({ after }) => after === undefined);

const fork = (next: readonly State[]): State => ({ holds: () => true, takes: false, next });
const sizeOf = (parts: readonly PatternPart[]): number => parts.reduce((sum, { size }) => sum + size, 1);

export const sequence = (parts: readonly PatternPart[]): PatternPart => ({
  size: sizeOf(parts),
  before: (next) => parts.reduceRight((following, part) => part.before(following), next),
});

export const choice = (parts: readonly PatternPart[]): PatternPart => ({
  size: sizeOf(parts),
  before: (next) => fork(parts.map((part) => part.before(next))),
});

/** How often something may come; `max` null: without end. */
export interface Times {
  readonly min: number;
  readonly max: number | null;
}

export const repeat = (part: PatternPart, { min, max }: Times): PatternPart => ({
  size: 1 + (part.size + 1) * (max ?? min + 1),
  before: (next) => {
    let state = max === null ? loop(part, next) : next;
    for (let time = min; time < (max ?? min); time += 1) state = fork([part.before(state), next]);
    for (let time = 0; time < min; time += 1) state = part.before(state);
    return state;
  },
});

function loop(part: PatternPart, next: State): State {
  const ways = [next];
  const again = fork(ways);
  ways.push(part.before(again));
  return again;
}

export interface PatternRun {
  readonly matches: boolean;
  /** Visits to a state. */
  readonly steps: number;
}

const MATCH = fork([]);

/** A way to ask whether the pattern matches anywhere in a text. */
export function runOf(pattern: PatternPart): (text: string) => PatternRun {
  const start = pattern.before(MATCH);
  return (text) => {
    const characters = Array.from(text);
    let steps = 0;
    let waiting: readonly State[] = [];
    for (let index = 0; index <= characters.length; index += 1) {
      // A set that is added to while it is walked through is walked through to its end.
      const reached = new Set([...waiting, start]);
      const behind: State[] = [];
      for (const { holds, takes, next } of reached) {
        if (!holds({ before: characters[index - 1], after: characters[index] })) continue;
        for (const state of next)
          if (takes) behind.push(state);
          else reached.add(state);
      }
      steps += reached.size;
      if (reached.has(MATCH)) return { matches: true, steps };
      waiting = behind;
    }
    return { matches: false, steps };
  };
}
