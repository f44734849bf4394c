import { changedEntries } from './changed-entries';
import { paragraphsOf, type LineRange } from './line-kind';
import { wordsOf } from './words';

// Which paragraphs of a note were made of a text, as told by the words that still stand in the same order.

/** More edits than these, and two texts have nothing to do with each other. */
const MOST_EDITS = 2000;

const keysOf = (text: string): readonly string[] => wordsOf(text).map(({ key }) => key.toLowerCase());

const textIn = (lines: readonly string[], { start, end }: LineRange): string =>
  lines.slice(start, end).join('\n');

/** The places of words in `words` that also stand in `other`, in the same order. */
function keptPlaces(words: readonly string[], other: readonly string[]): readonly number[] {
  const kept: number[] = [];
  let at = 0;
  const keepUntil = (end: number): void => {
    for (; at < end; at += 1) kept.push(at);
  };
  for (const { oldStart, oldEnd } of changedEntries(words, other, MOST_EDITS)) {
    keepUntil(oldStart);
    at = oldEnd;
  }
  keepUntil(words.length);
  return kept;
}

/** How many words of a text also stand in another, in the same order. */
export const alignedWords = (text: string, other: string): number =>
  keptPlaces(keysOf(text), keysOf(other)).length;

/** So many words in a row are no accident. */
const WORDS_IN_A_ROW = 3;

/**
 * From the first to the last paragraph that was made of `text`: half or more of its words were in it, or
 * several words in a row begin in it. Null if there is none. Paragraphs of the person's may stand between.
 */
export function alignedRange(
  lines: readonly string[],
  paragraphs: readonly LineRange[],
  text: string,
): LineRange | null {
  const words = paragraphs.map((paragraph) => keysOf(textIn(lines, paragraph)));
  const all = words.flat();
  // From the end: a block ends in its anchor, and a copy of its words above it is the person's.
  const fromEnd = keptPlaces([...all].reverse(), [...keysOf(text)].reverse());
  const kept = new Set(fromEnd.map((place) => all.length - 1 - place));
  const beginsRow = (place: number): boolean =>
    Array.from({ length: WORDS_IN_A_ROW }, (_, next) => place + next).every((next) => kept.has(next));
  let first = 0;
  const aligned = paragraphs.filter((_paragraph, index) => {
    const { length } = words[index] ?? [];
    const places = Array.from({ length }, (_, next) => first + next).filter((place) => kept.has(place));
    first += length;
    return places.length > 0 && (places.length * 2 >= length || places.some(beginsRow));
  });
  const start = aligned[0]?.start;
  const end = aligned.at(-1)?.end;
  return start === undefined || end === undefined ? null : { start, end };
}

/** A paragraph with the words that it is compared by. */
interface Worded {
  readonly paragraph: LineRange;
  readonly words: readonly string[];
}

const worded = (lines: readonly string[], paragraphs: readonly LineRange[]): readonly Worded[] =>
  paragraphs.map((paragraph) => ({ paragraph, words: keysOf(textIn(lines, paragraph)) }));

/**
 * The paragraphs of a note that were made of the text's: in pairs, in order, with half or more of the longer
 * one's words in common. A paragraph without a partner is the person's.
 */
export function alignedParagraphs(
  lines: readonly string[],
  paragraphs: readonly LineRange[],
  text: string,
): readonly LineRange[] {
  const textLines = text.split('\n');
  return pairedWith(worded(lines, paragraphs), worded(textLines, paragraphsOf(textLines)));
}

/** Pairs the two that are most alike, then what stands above them and what stands below. */
function pairedWith(own: readonly Worded[], theirs: readonly Worded[]): readonly LineRange[] {
  let most = 0;
  let best = { at: 0, other: 0 };
  for (const [at, { words }] of own.entries())
    for (const [other, { words: otherWords }] of theirs.entries()) {
      const common = commonWords(words, otherWords);
      if (common <= most) continue;
      most = common;
      best = { at, other };
    }
  const pair = own[best.at];
  if (most === 0 || pair === undefined) return [];
  return [
    ...pairedWith(own.slice(0, best.at), theirs.slice(0, best.other)),
    pair.paragraph,
    ...pairedWith(own.slice(best.at + 1), theirs.slice(best.other + 1)),
  ];
}

/** How many words both have in the same order; 0 when that is less than half of the longer one's. */
function commonWords(one: readonly string[], other: readonly string[]): number {
  const longer = Math.max(one.length, other.length);
  // So different in length, they cannot be alike.
  if (Math.min(one.length, other.length) * 2 < longer) return 0;
  const common = keptPlaces(one, other).length;
  return common * 2 < longer ? 0 : common;
}
