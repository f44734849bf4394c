/** A word of a text: what it is compared by, and where it stands (UTF-16 units, half-open). */
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

// An address or a link is one word: two changes of one would make a third that leads nowhere. A script that
// writes no blanks between words is compared character by character. Anchors are matched so that their
// letters count as no word.
const WORD = new RegExp([ADDRESS, LINK, ANCHOR, CHARACTER, LETTERS].join('|'), 'gu');

/** The words of a text in their order; blanks, marks and anchors are what stands between them. */
export function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    if (word.startsWith('^')) continue;
    words.push({ key: word.normalize('NFC'), start: match.index, end: match.index + word.length });
  }
  return words;
}

/** How often each word stands in a text. */
export type WordBag = ReadonlyMap<string, number>;

export function bagOf(text: string): WordBag {
  const bag = new Map<string, number>();
  for (const { key } of wordsOf(text)) bag.set(key, (bag.get(key) ?? 0) + 1);
  return bag;
}

export const bagSize = (bag: WordBag): number => [...bag.values()].reduce((sum, count) => sum + count, 0);

/** How many words the two have in common. */
export const sharedWords = (left: WordBag, right: WordBag): number =>
  [...left].reduce((sum, [key, count]) => sum + Math.min(count, right.get(key) ?? 0), 0);

/** What is left of `bag` when the words of `taken` are out. */
export const bagWithout = (bag: WordBag, taken: WordBag): WordBag =>
  new Map([...bag].map(([key, count]) => [key, Math.max(count - (taken.get(key) ?? 0), 0)]));

/** Whether at least half of the words of a text are words of another. */
export function isMadeOf(bag: WordBag, words: WordBag): boolean {
  const shared = sharedWords(bag, words);
  return shared > 0 && shared * 2 >= bagSize(bag);
}
