import { closeness, CLOSENESS } from './search-query';
import { unfoldedRange, wordsOf, type TextWord } from './search-words';
import type { TextRange } from '../note/code-ranges';

/** The stretches of a text that answer to words of a query (`queryWords`): of a word its beginning or part, where only that answers. */
export function matchedRanges(text: string, words: readonly string[]): readonly TextRange[] {
  return wordsOf(text).flatMap((word) => rangeIn(text, word, words) ?? []);
}

function rangeIn(text: string, word: TextWord, words: readonly string[]): TextRange | null {
  let range: TextRange | null = null;
  let best = 0;
  for (const wanted of words) {
    const close = closeness(word.folded, wanted);
    // Of two beginnings the longer one tells more.
    const worth = close * text.length + wanted.length;
    if (close === CLOSENESS.none || worth <= best) continue;
    best = worth;
    range =
      close === CLOSENESS.inside || close === CLOSENESS.prefix
        ? part(text, word, wanted)
        : { start: word.start, end: word.end };
  }
  return range;
}

function part(text: string, { folded, start, end }: TextWord, wanted: string): TextRange {
  const at = folded.indexOf(wanted);
  const inside = unfoldedRange(text.slice(start, end), { start: at, end: at + wanted.length });
  return { start: start + inside.start, end: start + inside.end };
}
