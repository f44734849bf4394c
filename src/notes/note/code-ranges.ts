import { addToList } from '../../model/collections';

/** A stretch of a text: from `start` up to but not including `end` (UTF-16 units). */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const FENCE = /^(?:[ \t]*(?:>|[-*+]|\d+[.)])(?=[ \t]|>))*[ \t]*(`{3,}|~{3,})(.*)$/;
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d+[.)])[ \t]/;
const INDENTED = /^(?: {4}| {0,3}\t)/;

/** The code of a markdown text: fenced and indented blocks, and code spans. In order, not overlapping. */
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

interface BlockState {
  fence: string | null;
  inList: boolean;
  afterBlank: boolean;
  inIndented: boolean;
}

/** What a line is, given the lines before it. A blank line ends a paragraph, and with it every open code span. */
function stepLine(state: BlockState, line: string): 'text' | 'code' | 'blank' {
  const marker = FENCE.exec(line);
  if (state.fence !== null) {
    if (marker !== null && (marker[1] ?? '').startsWith(state.fence) && (marker[2] ?? '').trim() === '')
      state.fence = null;
    return 'code';
  }
  if (marker !== null && !((marker[1] ?? '').startsWith('`') && (marker[2] ?? '').includes('`'))) {
    state.fence = marker[1] ?? null;
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

/** Code spans: a run of backticks up to the next run of the same length. Each run is visited once. */
function pushSpans(ranges: TextRange[], markdown: string, paragraph: TextRange): void {
  const text = markdown.slice(paragraph.start, paragraph.end);
  const runs = [...text.matchAll(/`+/g)];
  const byLength = new Map<number, number[]>();
  for (const [index, run] of runs.entries()) addToList(byLength, run[0].length, index);
  const passed = new Map<number, number>();
  for (let index = 0; index < runs.length; index += 1) {
    const opening = runs[index];
    if (opening === undefined) continue;
    // An escape takes the first backtick away. What ends a span is inside it, where nothing is an escape.
    const escaped = isEscaped(text, opening.index) ? 1 : 0;
    const length = opening[0].length - escaped;
    const places = byLength.get(length) ?? [];
    let place = passed.get(length) ?? 0;
    while ((places[place] ?? Infinity) <= index) place += 1;
    passed.set(length, place);
    const closing = places[place];
    const closingRun = closing === undefined ? undefined : runs[closing];
    if (closing === undefined || closingRun === undefined) continue;
    ranges.push({
      start: paragraph.start + opening.index + escaped,
      end: paragraph.start + closingRun.index + length,
    });
    index = closing;
  }
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === '\\') start -= 1;
  return (at - start) % 2 === 1;
}
