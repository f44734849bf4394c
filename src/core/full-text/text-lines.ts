import type { TextRange } from '../note/code-ranges';
import { inlineMarks, type InlineMarks } from './inline-marks';
import { wordsOf, type Word } from './word-stream';

/** A line of a full text that has words in it. */
export interface TextLine extends TextRange {
  readonly kind: 'text' | 'heading' | 'row';
  readonly marks: InlineMarks;
  readonly words: readonly Word[];
}

const CONTAINERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*[ \t]*/;
const START = /^(?:(#{1,6})[ \t]+|\[\^[A-Za-z0-9-]{1,40}\]:[ \t]+)?(?:[☐☑] )?/u;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
const BORDER = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Blanks and the backslash of a hard break. */
const BREAK = /(?:^|[^\\])(?:\\\\)*\\$/;

interface Reading {
  fence: string | null;
  formula: boolean;
  table: boolean;
}

/** The lines of a full text with words to mark: not those of code, formulas and table borders. */
export function textLines(markdown: string): readonly TextLine[] {
  const lines: TextLine[] = [];
  const state: Reading = { fence: null, formula: false, table: false };
  const all = markdown.split('\n');
  let start = 0;
  for (const [index, line] of all.entries()) {
    const containers = CONTAINERS.exec(line)?.[0].length ?? 0;
    const text = line.slice(containers);
    const end = start + withoutBreak(line).length;
    if (readsOn(state, text, insideOf(all[index + 1] ?? ''))) {
      const [prefix = '', heading] = START.exec(text) ?? [];
      const range = { start: Math.min(end, start + containers + prefix.length), end };
      const marks = inlineMarks(markdown, range, { inTable: state.table });
      const words = wordsOf(markdown, range, marks.skipped);
      if (words.length > 0)
        lines.push({
          ...range,
          kind: heading !== undefined ? 'heading' : state.table ? 'row' : 'text',
          marks,
          words,
        });
    }
    start += line.length + 1;
  }
  return lines;
}

function withoutBreak(line: string): string {
  const text = line.trimEnd();
  return BREAK.test(text.slice(-64)) ? text.slice(0, -1).trimEnd() : text;
}

const insideOf = (line: string): string => line.slice(CONTAINERS.exec(line)?.[0].length ?? 0);

/** Whether a line is one of words, given those before it. */
function readsOn(state: Reading, text: string, next: string): boolean {
  if (state.fence !== null) {
    if (text.startsWith(state.fence) && /^[`~]+\s*$/.test(text)) state.fence = null;
    return false;
  }
  if (text.trim() === '$$') {
    state.formula = !state.formula;
    return false;
  }
  if (text.trim() === '') state.table = false;
  state.fence = FENCE.exec(text)?.[1] ?? null;
  if (state.fence !== null || state.formula || text.trim() === '') return false;
  if (state.table && BORDER.test(text)) return false;
  if (!state.table && next.includes('|') && BORDER.test(next)) {
    // A bar, even one of ours, would make the head of a table of it.
    if (!text.includes('|')) return false;
    state.table = true;
  }
  return true;
}
