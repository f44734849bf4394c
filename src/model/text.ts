import type { Limit } from './setting-shapes';

/** The text without a byte order mark and with `\n` line ends. */
export function unixText(text: string): string {
  const start = text.startsWith('\ufeff') ? text.slice(1) : text;
  return start.includes('\r') ? start.replace(/\r\n?/g, '\n') : start;
}

/** Scripts without blanks between words, for a character class; each character counts as a word. */
export const UNSPACED_SCRIPTS = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;

/** The words without empty ones and repetitions; of words that differ only in case the first stays. */
export function distinctWords(words: readonly string[]): readonly string[] {
  const seen = new Map<string, string>();
  for (const word of words)
    if (word !== '' && !seen.has(word.toLowerCase())) seen.set(word.toLowerCase(), word);
  return [...seen.values()];
}

/** The known name that is most similar; null when none is. */
export function nearest(name: string, known: readonly string[]): string | null {
  const wanted = name.slice(0, 40).toLowerCase();
  const [first] = known
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const allowed = wanted.length <= 3 ? 1 : Math.max(2, Math.floor(wanted.length / 3));
  return first !== undefined && first.distance <= allowed ? first.candidate : null;
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/**
 * A text condition of a rule: one with `*` or `?` is a glob for the whole text, any other must be contained in
 * the text. Both ignore case and accents.
 */
export type TextTest =
  | { readonly kind: 'contained'; readonly folded: string }
  | { readonly kind: 'glob'; readonly signs: readonly string[] }
  | { readonly kind: 'mistake'; readonly mistake: { readonly code: 'regular-expression' } | Limit };

// A glob takes at most as many steps as the product of both.
const LONGEST_TEST = 200;
const LONGEST_TEXT = 2000;

const REGULAR_EXPRESSION = /^\/.+\/[dgimsuvy]*$/su;

export function readTextTest(test: string): TextTest {
  if (test.length > LONGEST_TEST)
    return { kind: 'mistake', mistake: { code: 'test-length', most: LONGEST_TEST } };
  if (REGULAR_EXPRESSION.test(test)) return { kind: 'mistake', mistake: { code: 'regular-expression' } };
  const folded = foldText(test);
  return /[*?]/.test(test) ? { kind: 'glob', signs: [...folded] } : { kind: 'contained', folded };
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
