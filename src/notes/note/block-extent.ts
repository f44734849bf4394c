import { alignedRange } from './align';
import { lineKind, paragraphsOf, type LineRange } from './line-kind';
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
  const { lines, floor, end } = search;
  const all = paragraphsOf(lines, { start: floor, end });
  const paragraphs = all.slice(-PARAGRAPHS_TO_TRY);
  const counted = startAbove(search, base.lines);
  // A long block, as a full text is, begins above the paragraphs that are tried.
  const expected = [counted, startAbove(search, next?.lines ?? 0)].filter(
    (start) => start === floor || all.some((paragraph) => paragraph.start === start),
  );
  for (const start of new Set([...expected, ...paragraphs.map((paragraph) => paragraph.start)])) {
    const mark = textMark(lines.slice(start, end).join('\n'), base.own);
    if (mark === base.text) return { start: withQuoteMarks(search, start), state: 'clean' };
    if (mark === next?.text) return { start: withQuoteMarks(search, start), state: 'current' };
  }
  const isFirst = isFirstLine(lines[counted] ?? '', base);
  const start = isFirst ? counted : movedStart(search, { base, counted, paragraphs, text: likely() });
  const around = all.filter((paragraph) => paragraph.start <= start).at(-1);
  return { start: around?.start ?? start, state: 'changed' };
}

interface Moved {
  readonly base: BlockBase;
  readonly counted: number;
  readonly paragraphs: readonly LineRange[];
  readonly text: string | null;
}

function movedStart(search: SearchLines, { base, counted, paragraphs, text }: Moved): number {
  const aligned = text === null ? null : alignedRange(search.lines, paragraphs, text);
  return aligned?.start ?? startAtFirstLine(search, base) ?? startByKind(search, counted, text);
}

/** Quote marks alone count for no line, but those directly above a block's first line belong to it. */
function withQuoteMarks({ lines, floor }: SearchLines, start: number): number {
  let first = start;
  while (first > floor && isQuoteMark(lines[first - 1] ?? '')) first -= 1;
  return first;
}

/** A line of quote marks without text. */
export const isQuoteMark = (line: string): boolean => isFilled(line) && !hasContent(line);

/** Whether the lines are the base's text. */
export const matches = (lines: readonly string[], base: BlockBase): boolean =>
  textMark(lines.join('\n'), base.own) === base.text;

/** The start of a block with `filled` lines that have text. */
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

/** Whether a line is the one that the base's text begins with. */
export const isFirstLine = (line: string, base: BlockBase): boolean =>
  hasContent(line) && lineMark(line, base.own) === base.first;

/** The block's first line, if it still exists; of several, the lowest. */
function startAtFirstLine({ lines, floor, end }: SearchLines, base: BlockBase): number | null {
  for (let index = end - 1; index >= floor; index -= 1)
    if (isFirstLine(lines[index] ?? '', base)) return index;
  return null;
}
