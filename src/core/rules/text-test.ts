import { foldText } from './folded-text';
import { compilePattern, patternOf, type Pattern } from './pattern';
import { AT_END, AT_START, character, repeat, sequence } from './pattern-machine';

/**
 * How a rule asks for a text. `/.../` or `/.../i` is a regular expression, looked for anywhere. With `*` (any characters, or none)
 * or `?` (any one) in it, it is the whole text. Anything else must be contained. The last two do not mind case and accents.
 */
export type TextTest =
  | { readonly kind: 'anything' }
  | { readonly kind: 'contained'; readonly folded: string }
  | { readonly kind: 'wildcard'; readonly pattern: Pattern }
  | { readonly kind: 'pattern'; readonly pattern: Pattern }
  | { readonly kind: 'mistake'; readonly problem: string };

const LONGEST_TEST = 1000;
const SLASHED = /^\/(.+)\/([dgimsuvy]*)$/su;

export function readTextTest(test: string): TextTest {
  if (test.trim() === '') return { kind: 'anything' };
  if (test.length > LONGEST_TEST)
    return { kind: 'mistake', problem: `is longer than ${LONGEST_TEST} characters` };
  const [, source, flags] = SLASHED.exec(test) ?? [];
  if (source !== undefined) return readPattern(source, flags ?? '');
  return /[*?]/.test(test)
    ? { kind: 'wildcard', pattern: wildcardPattern(foldText(test)) }
    : { kind: 'contained', folded: foldText(test) };
}

function readPattern(source: string, flags: string): TextTest {
  if (flags !== '' && flags !== 'i')
    return {
      kind: 'mistake',
      problem: 'behind the last / of a pattern only i can stand, as in /stoic(ism)?/i',
    };
  const compiled = compilePattern(source, flags === 'i' ? 'ui' : 'u');
  return compiled.ok
    ? { kind: 'pattern', pattern: compiled.pattern }
    : { kind: 'mistake', problem: compiled.problem };
}

/** Null when the test can be read, else what is wrong with it. */
export function problemWithTextTest(test: string): string | null {
  const read = readTextTest(test);
  return read.kind === 'mistake' ? read.problem : null;
}

function wildcardPattern(wildcard: string): Pattern {
  const any = character(() => true);
  const parts = Array.from(wildcard, (sign) =>
    sign === '*' ? repeat(any, { min: 0, max: null }) : sign === '?' ? any : character((one) => one === sign),
  );
  return patternOf(sequence([AT_START, ...parts, AT_END]));
}

/** A text that many rules ask about, folded once. */
export interface SearchedText {
  readonly text: string;
  readonly folded: string;
}

export const searchedText = (text: string): SearchedText => ({ text, folded: foldText(text) });

export function passesTextTest(test: TextTest, { text, folded }: SearchedText): boolean {
  switch (test.kind) {
    case 'anything':
      return true;
    case 'contained':
      return folded.includes(test.folded);
    case 'wildcard':
      return test.pattern.run(folded).matches;
    case 'pattern':
      return test.pattern.run(text).matches;
    // A condition that cannot be read is never met: it must not catch everything.
    case 'mistake':
      return false;
  }
}
