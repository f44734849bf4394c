/**
 * A text condition of a rule: one with `*` or `?` is a glob for the whole text, any other must be contained in
 * the text. Both ignore case and accents.
 */
export type TextTest =
  | { readonly kind: 'contained'; readonly folded: string }
  | { readonly kind: 'glob'; readonly signs: readonly string[] }
  | { readonly kind: 'mistake'; readonly problem: string };

// A glob takes at most as many steps as the product of both.
const LONGEST_TEST = 200;
const LONGEST_TEXT = 2000;

const REGULAR_EXPRESSION = /^\/.+\/[dgimsuvy]*$/su;
const NO_REGULAR_EXPRESSIONS =
  'must not be a regular expression. Write words that it contains, or a pattern with * for any text and ? for ' +
  'one character, such as "*stoic*"; a list matches when one of its texts does';

export function readTextTest(test: string): TextTest {
  if (test.length > LONGEST_TEST)
    return { kind: 'mistake', problem: `is longer than ${LONGEST_TEST} characters` };
  if (REGULAR_EXPRESSION.test(test)) return { kind: 'mistake', problem: NO_REGULAR_EXPRESSIONS };
  const folded = foldText(test);
  return /[*?]/.test(test) ? { kind: 'glob', signs: [...folded] } : { kind: 'contained', folded };
}

/** Null when the condition is valid, else an error message. */
export function problemWithTextTest(test: string): string | null {
  const read = readTextTest(test);
  return read.kind === 'mistake' ? read.problem : null;
}

/** Whether a text, folded, meets a condition. Globs see its first 2,000 characters only. */
export function passesTextTest(test: TextTest, folded: string): boolean {
  switch (test.kind) {
    case 'contained':
      return folded.includes(test.folded);
    case 'glob':
      return matchesGlob(test.signs, [...folded.slice(0, LONGEST_TEXT)]);
    // An invalid condition never matches, so that it does not catch everything.
    case 'mistake':
      return false;
  }
}

/**
 * Takes for each `*` as few characters as possible, and one more where the rest does not fit. Only the last
 * `*` is ever tried again: what stands before it fits already, at the first place possible.
 */
function matchesGlob(signs: readonly string[], text: readonly string[]): boolean {
  let sign = 0;
  let star = -1;
  let afterStar = 0;
  let at = 0;
  while (at < text.length) {
    if (signs[sign] === '*') {
      star = sign;
      afterStar = at;
      sign += 1;
    } else if (signs[sign] === '?' || signs[sign] === text[at]) {
      sign += 1;
      at += 1;
    } else if (star >= 0) {
      afterStar += 1;
      at = afterStar;
      sign = star + 1;
    } else {
      return false;
    }
  }
  return signs.slice(sign).every((rest) => rest === '*');
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
