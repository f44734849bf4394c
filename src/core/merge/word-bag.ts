import { isWord, wordsOf } from './word-diff';

/** How often each word stands in a text. */
export type WordBag = ReadonlyMap<string, number>;

export function bagOf(text: string): WordBag {
  const bag = new Map<string, number>();
  for (const key of wordsOf(text).keys) if (isWord(key)) bag.set(key, (bag.get(key) ?? 0) + 1);
  return bag;
}

export const bagSize = (bag: WordBag): number => [...bag.values()].reduce((sum, count) => sum + count, 0);

/** How many words the two have in common. */
export const sharedWords = (left: WordBag, right: WordBag): number =>
  [...left].reduce((sum, [key, count]) => sum + Math.min(count, right.get(key) ?? 0), 0);

/** What is left of `bag` when the words of `taken` are out. */
export const bagWithout = (bag: WordBag, taken: WordBag): WordBag =>
  new Map([...bag].map(([key, count]) => [key, Math.max(count - (taken.get(key) ?? 0), 0)]));

/** Whether a text is made of the words of another for the better part. */
export const isMadeOf = (bag: WordBag, words: WordBag): boolean => {
  const shared = sharedWords(bag, words);
  return shared > 0 && shared * 2 >= bagSize(bag);
};
