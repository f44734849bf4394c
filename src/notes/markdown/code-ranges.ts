import { backtickRuns } from './code-and-formulas';

/** A range of a text in UTF-16 units, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const FENCE = /^(?:[ \t]*(?:>|[-*+]|\d+[.)])(?=[ \t]|>))*[ \t]*(`{3,}|~{3,})(.*)$/;
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d+[.)])[ \t]/;
const INDENTED = /^(?: {4}| {0,3}\t)/;

/** The code in markdown: fenced and indented blocks, and code spans. In order, not overlapping. */
export function codeRanges(markdown: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  const state: BlockState = { fence: null, inList: false, afterBlank: true, inIndented: false };
  let paragraphStart = 0;
  let start = 0;
  for (const line of markdown.split('\n')) {
    const end = start + line.length;
    const kind = stepLine(state, line);
    if (kind !== 'text') {
      pushSpans(ranges, markdown, { start: paragraphStart, end: start });
      if (kind === 'code') ranges.push({ start, end });
      paragraphStart = end;
    }
    start = end + 1;
  }
  pushSpans(ranges, markdown, { start: paragraphStart, end: markdown.length });
  return ranges;
}

/** The indexes of lines that begin in code. */
export function linesInCode(lines: readonly string[]): ReadonlySet<number> {
  const ranges = codeRanges(lines.join('\n'));
  const inCode = new Set<number>();
  let next = 0;
  let start = 0;
  for (const [index, line] of lines.entries()) {
    while ((ranges[next]?.end ?? Infinity) <= start) next += 1;
    if ((ranges[next]?.start ?? Infinity) <= start) inCode.add(index);
    start += line.length + 1;
  }
  return inCode;
}

interface BlockState {
  fence: string | null;
  inList: boolean;
  afterBlank: boolean;
  inIndented: boolean;
}

/** The kind of a line, given the lines before it. A blank line ends a paragraph and any open code span. */
function stepLine(state: BlockState, line: string): 'text' | 'code' | 'blank' {
  const [, fence = '', info = ''] = FENCE.exec(line) ?? [];
  if (state.fence !== null) {
    if (fence.startsWith(state.fence) && info.trim() === '') state.fence = null;
    return 'code';
  }
  if (fence !== '' && !(fence.startsWith('`') && info.includes('`'))) {
    state.fence = fence;
    state.afterBlank = false;
    stepList(state, line);
    return 'code';
  }
  if (line.trim() === '') {
    state.afterBlank = true;
    return 'blank';
  }
  const isIndented = INDENTED.test(line);
  state.inIndented = isIndented && !state.inList && (state.afterBlank || state.inIndented);
  stepList(state, line);
  state.afterBlank = false;
  return state.inIndented ? 'code' : 'text';
}

function stepList(state: BlockState, line: string): void {
  if (LIST_ITEM.test(line)) state.inList = !state.inIndented;
  else if (!/^[ \t]/.test(line)) state.inList = false;
}

/** Adds code spans: a run of backticks up to the next run of the same length. Each run is visited once. */
function pushSpans(ranges: TextRange[], markdown: string, paragraph: TextRange): void {
  const text = markdown.slice(paragraph.start, paragraph.end);
  const waiting = new Map<number, number[]>();
  for (const [length, starts] of backtickRuns(text)) waiting.set(length, [...starts].reverse());
  let end = 0;
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    if (index < end) continue;
    // An escape takes one backtick off an opening run; within a span there are no escapes.
    const escaped = isEscaped(text, index) ? 1 : 0;
    const length = run.length - escaped;
    const closings = waiting.get(length) ?? [];
    while ((closings.at(-1) ?? Infinity) <= index) closings.pop();
    const closing = closings.at(-1);
    if (closing === undefined) continue;
    end = closing + length;
    ranges.push({ start: paragraph.start + index + escaped, end: paragraph.start + end });
  }
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === '\\') start -= 1;
  return (at - start) % 2 === 1;
}
