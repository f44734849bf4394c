import { runOf, type PatternPart, type PatternRun } from './pattern-machine';
import { PatternMistake, PatternReader, type PatternFlags } from './pattern-syntax';

/** A regular expression that cannot hang, whatever it is and whatever text it meets. */
export interface Pattern {
  /** How many states it has: a text costs at most that many steps for each of its characters, and once more for its end. */
  readonly size: number;
  run(text: string): PatternRun;
}

export type CompiledPattern =
  { readonly ok: true; readonly pattern: Pattern } | { readonly ok: false; readonly problem: string };

const LONGEST_PATTERN = 1000;
const MOST_STATES = 4000;

/** `pattern-syntax.ts` says what a pattern may hold. It is looked for anywhere in the text, unless `^` or `$` say where. */
export function compilePattern(source: string, flags: PatternFlags): CompiledPattern {
  if (Array.from(source).length > LONGEST_PATTERN)
    return { ok: false, problem: `the pattern is longer than ${LONGEST_PATTERN} characters` };
  try {
    const whole = new PatternReader(source, flags).read();
    return whole.size > MOST_STATES
      ? { ok: false, problem: 'the pattern is too large: it repeats too much too often' }
      : { ok: true, pattern: patternOf(whole) };
  } catch (error) {
    if (error instanceof PatternMistake) return { ok: false, problem: error.message };
    throw error;
  }
}

/** A pattern made of its parts. */
export const patternOf = (whole: PatternPart): Pattern => ({ size: whole.size + 1, run: runOf(whole) });
