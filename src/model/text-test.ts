/**
 * A text condition of a rule: `/.../` or `/.../i` is a regular expression that may match anywhere, one with
 * `*` or `?` is a wildcard for the whole text, any other must be contained in the text. The last two ignore
 * case and accents.
 */
export type TextTest =
  | { readonly kind: 'anything' }
  | { readonly kind: 'contained'; readonly folded: string }
  | { readonly kind: 'wildcard'; readonly pattern: RegExp }
  | { readonly kind: 'pattern'; readonly pattern: RegExp }
  | { readonly kind: 'mistake'; readonly problem: string };

// Limits for slow regular expressions, which would freeze the app.
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
      problem: 'only i may follow the last / of a pattern, as in /stoic(ism)?/i',
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

/** Null when the condition is valid, else an error message. */
export function problemWithTextTest(test: string): string | null {
  const read = readTextTest(test);
  return read.kind === 'mistake' ? read.problem : null;
}

/** A text that is tested many times, with its folded form. */
export interface SearchedText {
  readonly text: string;
  readonly folded: string;
}

export const searchedText = (text: string): SearchedText => ({ text, folded: foldText(text) });

/** Whether a text meets a condition. Patterns see its first 2,000 characters only. */
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
    // An invalid condition never matches, so that it does not catch everything.
    case 'mistake':
      return false;
  }
}

const ASCII = /^[\0-\x7f]*$/;
const ACCENTS = /[\u0300-\u036f]/g;

/** The text without case and accents: "Ünïcode STRASSE" and "unicode straße" become the same. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // By way of upper case, because "ß" becomes "SS" there; then composed, so that Hangul syllables stay whole.
  return text
    .normalize('NFD')
    .replace(ACCENTS, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}
