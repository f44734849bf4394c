import type { Steps } from './in-steps';
import { wordsOf } from './search-words';

/** How well a word answers to one of the query: the higher, the better. */
export const CLOSENESS = { none: 0, typo: 1, inside: 2, prefix: 3, same: 4 } as const;
export type Closeness = (typeof CLOSENESS)[keyof typeof CLOSENESS];

/** More words than anybody types; those behind them are left out, so that a pasted page cannot stop the app. */
const MAX_WORDS = 16;
const SHORTEST_WITH_TYPO = 5;

/** The words of a query, folded, in their order. */
export const queryWords = (query: string): readonly string[] =>
  wordsOf(query)
    .slice(0, MAX_WORDS)
    .map(({ folded }) => folded);

/** How well a folded word answers to a folded word of the query: as the same, its beginning, a part of it, or with one typo. */
export function closeness(word: string, wanted: string): Closeness {
  if (word === wanted) return CLOSENESS.same;
  const at = word.indexOf(wanted);
  if (at === 0) return CLOSENESS.prefix;
  if (at > 0) return CLOSENESS.inside;
  return wanted.length >= SHORTEST_WITH_TYPO && isOneTypo(word, wanted) ? CLOSENESS.typo : CLOSENESS.none;
}

/** Whether two different words differ by one letter that is wrong, missing or too many, or by two neighbours that changed places. */
function isOneTypo(left: string, right: string): boolean {
  const difference = left.length - right.length;
  if (difference < -1 || difference > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  const skipLeft = difference >= 0 ? 1 : 0;
  const skipRight = difference <= 0 ? 1 : 0;
  if (left.slice(start + skipLeft) === right.slice(start + skipRight)) return true;
  return (
    difference === 0 &&
    left[start] === right[start + 1] &&
    left[start + 1] === right[start] &&
    left.slice(start + 2) === right.slice(start + 2)
  );
}

/** For each word of a vocabulary, by its number, which words of the query it answers to, and how well. */
export interface Answers {
  /** One bit for each word of the query. */
  readonly bits: Uint16Array;
  /** By word of the query. */
  readonly closeness: readonly Uint8Array[];
}

/** Words that are compared with one step. */
const WORDS_IN_A_STEP = 20_000;

/** Null where a word of the query has no answer at all. */
export function* answersIn(vocabulary: readonly string[], words: readonly string[]): Steps<Answers | null> {
  const bits = new Uint16Array(vocabulary.length);
  const table = words.map(() => new Uint8Array(vocabulary.length));
  for (const [place, wanted] of words.entries()) {
    let found = false;
    for (let number = 1; number < vocabulary.length; number += 1) {
      if (number % WORDS_IN_A_STEP === 0) yield;
      const close = closeness(vocabulary[number] ?? '', wanted);
      if (close === CLOSENESS.none) continue;
      found = true;
      bits[number] = (bits[number] ?? 0) | (1 << place);
      const row = table[place];
      if (row !== undefined) row[number] = close;
    }
    if (!found) return null;
  }
  return { bits, closeness: table };
}
