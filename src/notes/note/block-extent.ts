import { lineKind, paragraphsOf, standsApart, type LineRange } from './line-kind';
import { hasContent } from './loose-text';
import { isFilled, lineMark, textMark } from './note';
import type { BlockBase } from './trailer';
import { bagOf, bagWithout, isMadeOf, sharedWords, type WordBag } from './words';

/** A block is as last written, as the service has it now, or changed by the user. */
export type BlockState = 'clean' | 'current' | 'changed';

/** The lines in which a block is searched. */
export interface SearchLines {
  readonly lines: readonly string[];
  /** The first line that may belong to the block. */
  readonly floor: number;
  /** The line after its anchor. */
  readonly end: number;
}

export interface KnownBlock {
  readonly base: BlockBase;
  /** The service's current version, if any. */
  readonly next: BlockBase | null;
  /** The probable text before the user's change, if known. Called only for changed blocks. */
  readonly likely: () => string | null;
}

/** How many paragraphs above its anchor a changed block is searched. */
const PARAGRAPHS_TO_TRY = 30;

interface Extent {
  readonly start: number;
  readonly state: BlockState;
}

/** Finds where a block begins. */
export function blockExtent(search: SearchLines, { base, next, likely }: KnownBlock): Extent {
  const expectedStarts = [base, ...(next === null ? [] : [next])]
    .map(({ lines }) => startAbove(search, lines))
    .filter((start) => canStart(search, start));
  const paragraphs = (): readonly number[] =>
    paragraphsOf(search.lines, { start: search.floor, end: search.end })
      .slice(-PARAGRAPHS_TO_TRY)
      .map(({ start }) => start);
  const exact =
    exactExtent(search, expectedStarts, base, next) ?? exactExtent(search, paragraphs(), base, next);
  if (exact !== null) return exact;
  const start =
    startAtFirstLine(search, base) ?? startByWords(search, startAbove(search, base.lines), likely());
  return { start: startOfParagraph(search, start), state: 'changed' };
}

function exactExtent(
  search: SearchLines,
  starts: readonly number[],
  base: BlockBase,
  next: BlockBase | null,
): Extent | null {
  for (const start of starts) {
    const mark = textMark(search.lines.slice(start, search.end).join('\n'), base.own);
    const state = mark === base.text ? 'clean' : 'current';
    if (mark === base.text || mark === next?.text) return { start: withQuoteMarks(search, start), state };
  }
  return null;
}

/** Quote marks alone count for no line, but those directly above a block's first line belong to it. */
function withQuoteMarks({ lines, floor }: SearchLines, start: number): number {
  let first = start;
  while (first > floor && isQuoteMark(lines[first - 1] ?? '')) first -= 1;
  return first;
}

const isQuoteMark = (line: string): boolean => isFilled(line) && !hasContent(line);

const canStart = ({ lines, floor }: SearchLines, start: number): boolean =>
  start === floor || standsApart(lines[start - 1] ?? '', lines[start] ?? '');

/** Whether the lines are the base's text. */
export const matches = (lines: readonly string[], base: BlockBase): boolean =>
  textMark(lines.join('\n'), base.own) === base.text;

/** The start of a block with `filled` lines that are not blank. */
function startAbove({ lines, floor, end }: SearchLines, filled: number): number {
  let left = filled;
  let start = end;
  for (let index = end - 1; index >= floor && left > 0; index -= 1) {
    if (!hasContent(lines[index] ?? '')) continue;
    start = index;
    left -= 1;
  }
  return start;
}

/** The block's first line, if it still exists; of several, the one that gives about the same length. */
function startAtFirstLine({ lines, floor, end }: SearchLines, base: BlockBase): number | null {
  let best: number | null = null;
  let filled = 0;
  let distance = Infinity;
  for (let index = end - 1; index >= floor; index -= 1) {
    if (!hasContent(lines[index] ?? '')) continue;
    filled += 1;
    if (lineMark(lines[index] ?? '') !== base.first || Math.abs(filled - base.lines) >= distance) continue;
    best = index;
    distance = Math.abs(filled - base.lines);
  }
  return best;
}

function startOfParagraph(search: SearchLines, start: number): number {
  let first = start;
  while (!canStart(search, first)) first -= 1;
  return first;
}

/**
 * Corrects a start found by counting lines: paragraphs above made of the block's words belong to it,
 * unrelated first paragraphs do not.
 */
function startByWords(search: SearchLines, start: number, likely: string | null): number {
  if (likely === null) return start;
  const paragraphs = paragraphsOf(search.lines, { start: search.floor, end: search.end });
  const bags = paragraphs.map((paragraph) => bagOf(textIn(search.lines, paragraph)));
  const bagAt = (index: number): WordBag => bags[index] ?? new Map();
  let from = paragraphs.findIndex((paragraph) => paragraph.end > start);
  while (isUnrelated(search.lines, paragraphs.slice(from), likely)) from += 1;
  let words = bagOf(likely);
  for (const own of bags.slice(from)) words = bagWithout(words, own);
  while (from > 0 && isMadeOf(bagAt(from - 1), words)) {
    from -= 1;
    words = bagWithout(words, bagAt(from));
  }
  return paragraphs[from]?.start ?? start;
}

/**
 * Whether the first paragraph is unrelated: it has none of the block's words, and there are too many
 * paragraphs, it is of another kind, or the block's own first one is still there.
 */
function isUnrelated(lines: readonly string[], paragraphs: readonly LineRange[], likely: string): boolean {
  const [first, second] = paragraphs;
  if (first === undefined || second === undefined) return false;
  if (sharedWords(bagOf(textIn(lines, first)), bagOf(likely)) > 0) return false;
  const expected = likely.split('\n');
  const expectedParagraphs = paragraphsOf(expected);
  const rest = { start: second.start, end: paragraphs.at(-1)?.end ?? second.end };
  return (
    paragraphs.length > expectedParagraphs.length ||
    lineKind(lines[first.start] ?? '') !== lineKind(expected[0] ?? '') ||
    isMadeOf(bagOf(textIn(expected, expectedParagraphs[0] ?? first)), bagOf(textIn(lines, rest)))
  );
}

const textIn = (lines: readonly string[], { start, end }: LineRange): string =>
  lines.slice(start, end).join('\n');
