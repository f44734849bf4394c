/**
 * How a rule asks for a text. `/.../` or `/.../i` is a regular expression, looked for anywhere. With `*` (any
 * characters, or none) or `?` (any one) in it, it is the whole text. Anything else must be contained. The
 * last two do not mind case and accents.
 */
export type TextTest =
  | { readonly kind: 'anything' }
  | { readonly kind: 'contained'; readonly folded: string }
  | { readonly kind: 'wildcard'; readonly pattern: RegExp }
  | { readonly kind: 'pattern'; readonly pattern: RegExp }
  | { readonly kind: 'mistake'; readonly problem: string };

// A regular expression can take very long over a long text: these keep a clumsy one from stopping the app for
// good.
const LONGEST_TEST = 200;
const LONGEST_TEXT = 2000;

const SLASHED = /^\/(.+)\/([dgimsuvy]*)$/su;

export function readTextTest(test: string): TextTest {
  if (test.trim() === '') return { kind: 'anything' };
  if (test.length > LONGEST_TEST)
    return { kind: 'mistake', problem: `is longer than ${LONGEST_TEST} characters` };
  const [, source, flags] = SLASHED.exec(test) ?? [];
  if (source !== undefined) return readPattern(source, flags ?? '');
  const folded = foldText(test);
  return /[*?]/.test(test)
    ? { kind: 'wildcard', pattern: wildcardPattern(folded) }
    : { kind: 'contained', folded };
}

function readPattern(source: string, flags: string): TextTest {
  if (flags !== '' && flags !== 'i')
    return {
      kind: 'mistake',
      problem: 'behind the last / of a pattern only i can stand, as in /stoic(ism)?/i',
    };
  try {
    return { kind: 'pattern', pattern: new RegExp(source, `${flags}u`) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: 'mistake', problem: error.message };
  }
}

function wildcardPattern(wildcard: string): RegExp {
  const source = wildcard
    .replace(/[\\^$.+()[\]{}|/]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${source}$`, 'su');
}

/** Null when the test can be read, else what is wrong with it. */
export function problemWithTextTest(test: string): string | null {
  const read = readTextTest(test);
  return read.kind === 'mistake' ? read.problem : null;
}

/** A text that many rules ask about, folded once. */
export interface SearchedText {
  readonly text: string;
  readonly folded: string;
}

export const searchedText = (text: string): SearchedText => ({ text, folded: foldText(text) });

/** Whether a text passes. Patterns look at its first 2,000 characters. */
export function passesTextTest(test: TextTest, { text, folded }: SearchedText): boolean {
  switch (test.kind) {
    case 'anything':
      return true;
    case 'contained':
      return folded.includes(test.folded);
    case 'wildcard':
      return test.pattern.test(folded.slice(0, LONGEST_TEXT));
    case 'pattern':
      return test.pattern.test(text.slice(0, LONGEST_TEXT));
    // A condition that cannot be read is never met: it must not catch everything.
    case 'mistake':
      return false;
  }
}

const ASCII = /^[\0-\x7f]*$/;
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * A text in which case and accents no longer tell anything: "Ünïcode STRASSE" and "unicode straße" are one.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // By way of capitals, because "ß" has one and "ς" has that of "σ"; composed again, so that a syllable of
  // Hangul stays whole.
  return text
    .normalize('NFD')
    .replace(ACCENTS, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}
