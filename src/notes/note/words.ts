/** A word, its comparison key and its range (UTF-16 units, `end` exclusive). */
export interface Word {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

const ADDRESS = String.raw`https?:\/\/[^\s<>()\]]+`;
const LINK = String.raw`!?\[\[[^[\]\n]*\]\]`;
const ANCHOR = String.raw`\^[A-Za-z0-9-]+(?=[ \t]*(?:\n|$))`;
const CHARACTER = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*`;
const LETTERS = String.raw`[\p{L}\p{M}\p{N}]+(?:['\u2019.,:-][\p{L}\p{M}\p{N}]+)*`;

// An address or link is one word, because merging two changes of it would give a broken one. Scripts without
// blanks between words are compared by character. Anchors are matched so that they do not count as words.
const WORD = new RegExp([ADDRESS, LINK, ANCHOR, CHARACTER, LETTERS].join('|'), 'gu');

/** The words of a text in order, without blanks, punctuation and anchors. */
export function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    if (word.startsWith('^')) continue;
    words.push({ key: word.normalize('NFC'), start: match.index, end: match.index + word.length });
  }
  return words;
}
