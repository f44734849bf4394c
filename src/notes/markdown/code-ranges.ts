import { leavesOf, readBlocks } from './blocks';
import { codeSpans, type TextRange } from './inline';

/** The code in a note: the lines of fenced and indented blocks, and code spans. In order, not overlapping. */
export function codeRanges(markdown: string): readonly TextRange[] {
  const lines = markdown.split('\n');
  const starts = lineStarts(lines);
  const ranges: TextRange[] = [];
  for (const { kind, start, end } of leavesOf(readBlocks(lines, 'note'))) {
    if (kind === 'code') {
      for (let at = start; at < end; at += 1) ranges.push(rangeOfLine(lines, starts, at));
      continue;
    }
    const offset = starts[start] ?? 0;
    const text = markdown.slice(offset, rangeOfLine(lines, starts, end - 1).end);
    for (const span of codeSpans(text)) ranges.push({ start: offset + span.start, end: offset + span.end });
  }
  return ranges;
}

function lineStarts(lines: readonly string[]): readonly number[] {
  const starts: number[] = [];
  let start = 0;
  for (const line of lines) {
    starts.push(start);
    start += line.length + 1;
  }
  return starts;
}

function rangeOfLine(lines: readonly string[], starts: readonly number[], at: number): TextRange {
  const start = starts[at] ?? 0;
  return { start, end: start + (lines[at]?.length ?? 0) };
}

/** The text with another character for each one in code. It is as long, and has the same lines. */
export function withHiddenCode(markdown: string): string {
  let hidden = '';
  for (const { start, end } of codeRanges(markdown))
    hidden += markdown.slice(hidden.length, start) + markdown.slice(start, end).replace(/[^\n]/g, '\0');
  return hidden + markdown.slice(hidden.length);
}

/** The fence in which a text ends that nobody closed; null if it ends in none. */
export function openFence(markdown: string): string | null {
  const last = readBlocks([...markdown.split('\n'), 'x'], 'note').at(-1);
  return last?.kind === 'code' ? (/^(?:`+|~+)/.exec(last.mark)?.[0] ?? null) : null;
}

/** The indexes of lines that begin in code. */
export function linesInCode(lines: readonly string[]): ReadonlySet<number> {
  const ranges = codeRanges(lines.join('\n'));
  const inCode = new Set<number>();
  let next = 0;
  for (const [index, start] of lineStarts(lines).entries()) {
    while ((ranges[next]?.end ?? Infinity) <= start) next += 1;
    if ((ranges[next]?.start ?? Infinity) <= start) inCode.add(index);
  }
  return inCode;
}
