import { once } from '../../model/collections';
import { alignedRange } from './align';
import { lineKind, paragraphsOf, standsApart, type LineRange } from './line-kind';
import { hasContent } from './loose-text';
import { isFilled, lineMark, textMark } from './note';
import type { BlockBase } from './trailer';

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

/**
 * Finds where a block begins: by its exact text; else by its first line, where that has not moved; else by the
 * words of its probable text; else by its first line; else by how many lines it had.
 */
export function blockExtent(search: SearchLines, { base, next, likely }: KnownBlock): Extent {
  const counted = startAbove(search, base.lines);
  const expectedStarts = [counted, ...(next === null ? [] : [startAbove(search, next.lines)])].filter(
    (start) => canStart(search, start),
  );
  const paragraphs = once(() =>
    paragraphsOf(search.lines, { start: search.floor, end: search.end }).slice(-PARAGRAPHS_TO_TRY),
  );
  const exact =
    exactExtent(search, expectedStarts, base, next) ??
    exactExtent(
      search,
      paragraphs().map(({ start }) => start),
      base,
      next,
    );
  if (exact !== null) return exact;
  const isFirst = lineMark(search.lines[counted] ?? '') === base.first;
  const start = isFirst
    ? counted
    : movedStart(search, base, { counted, paragraphs: paragraphs(), text: likely() });
  return { start: startOfParagraph(search, start), state: 'changed' };
}

function movedStart(
  search: SearchLines,
  base: BlockBase,
  {
    counted,
    paragraphs,
    text,
  }: {
    readonly counted: number;
    readonly paragraphs: readonly LineRange[];
    readonly text: string | null;
  },
): number {
  const aligned = text === null ? null : alignedRange(search.lines, paragraphs, text);
  return aligned?.start ?? startAtFirstLine(search, base) ?? startByKind(search, counted, text);
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

/** A line of quote marks without text. */
export const isQuoteMark = (line: string): boolean => isFilled(line) && !hasContent(line);

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

/** The counted start, below paragraphs of another kind than the block's first: those are the person's. */
function startByKind({ lines, end }: SearchLines, start: number, text: string | null): number {
  if (text === null) return start;
  const kind = lineKind(text.split('\n', 1).join(''));
  const starts = paragraphsOf(lines, { start, end }).map((paragraph) => paragraph.start);
  return starts.find((each) => lineKind(lines[each] ?? '') === kind) ?? starts.at(-1) ?? start;
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
