import { UNSPACED_SCRIPTS } from '../unspaced-scripts';

/** A word of a text as it is compared, and where it stands (UTF-16 units, half-open). */
export interface TextWord {
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

/** Longer words (addresses, encoded data) count by their beginning. */
const MAX_WORD = 40;

const SINGLE = `[${UNSPACED_SCRIPTS}]`;
const LETTER = String.raw`(?:(?!${SINGLE})[\p{L}\p{M}\p{N}])`;
const WORDS = new RegExp(String.raw`${SINGLE}\p{M}*|${LETTER}+(?:['\u2019\u02bc]${LETTER}+)*`, 'gu');
const PLAIN_WORD = /^[a-z0-9]+$/;

// Marks that are accents or points. Those of other scripts, and the voicing of kana, make another letter.
const ACCENTS = /(?=\p{M})(?![\u3099\u309a])[\p{sc=Zinh}\p{sc=Hebrew}\p{sc=Arabic}]|['\u2019\u02bc]/gu;

/** Letters that decompose into nothing plainer. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  'ßss æae œoe øo łl đd ðd þth ıi ħh ςσ'.split(' ').map((word) => [word.charAt(0), word.slice(1)]),
);

/** The words of a text, in order. Accents, case and apostrophes do not count. */
export function wordsOf(text: string): readonly TextWord[] {
  const words: TextWord[] = [];
  for (const match of text.matchAll(WORDS)) {
    const folded = foldedWord(match[0]);
    if (folded !== '') words.push({ folded, start: match.index, end: match.index + match[0].length });
  }
  return words;
}

export function foldedWord(word: string): string {
  const lower = word.toLowerCase();
  return PLAIN_WORD.test(lower) ? lower.slice(0, MAX_WORD) : foldedLetters(lower).slice(0, MAX_WORD);
}

const foldedLetters = (lower: string): string =>
  lower
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/[ßæœøłđðþıħς]/g, (letter) => PLAIN.get(letter) ?? letter)
    .toLowerCase();

/** The stretch of a word that the given stretch of its folded form stands for. */
export function unfoldedRange(
  word: string,
  range: { readonly start: number; readonly end: number },
): { readonly start: number; readonly end: number } {
  let start = 0;
  let end = word.length;
  let at = 0;
  let length = 0;
  for (const character of word) {
    const next = length + foldedWord(character).length;
    if (length <= range.start && range.start < next) start = at;
    at += character.length;
    // Marks behind a letter go with it.
    if (length < range.end && range.end <= next) end = at;
    else if (next === length && length === range.end) end = at;
    length = next;
  }
  return { start, end };
}
