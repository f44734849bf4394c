import { run, sizeOf, startOf, type PatternRun } from './pattern-machine';
import { parsePattern, type PatternFlags, type PatternNode } from './pattern-syntax';

/** A regular expression that cannot hang, whatever it is and whatever text it meets. */
export interface Pattern {
  /** How many states it has: a text costs at most that many steps for each of its characters, and once more for its end. */
  readonly size: number;
  run(text: string): PatternRun;
}

export type CompiledPattern = { readonly ok: true; readonly pattern: Pattern } | { readonly ok: false; readonly problem: string };

const MOST_STATES = 4000;

/** `pattern-syntax.ts` says what a pattern may hold. It is looked for anywhere in the text, unless `^` or `$` say where. */
export function compilePattern(source: string, flags: PatternFlags): CompiledPattern {
  const syntax = parsePattern(source, flags);
  if (!syntax.ok) return syntax;
  return sizeOf(syntax.node) > MOST_STATES ? { ok: false, problem: 'the pattern is too large: it repeats too much too often' } : { ok: true, pattern: patternOf(syntax.node) };
}

/** A pattern made of a tree. */
export function patternOf(node: PatternNode): Pattern {
  const start = startOf(node);
  return { size: sizeOf(node) + 1, run: (text) => run(start, text) };
}
