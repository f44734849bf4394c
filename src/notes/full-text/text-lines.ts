import type { TextRange } from '../note/code-ranges';
import { readInline, type Inline } from './inline-spans';

/** A line of a full text in which passages can be marked. */
export interface TextLine extends TextRange, Inline {
  readonly isHeading: boolean;
}

const CONTAINERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*[ \t]*/;
const START = /^(?:(#{1,6})[ \t]+|\[\^[A-Za-z0-9-]{1,40}\]:[ \t]+)?(?:[☐☑] )?/u;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
const BORDER = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** The backslash of a hard break. */
const BREAK = /(?:^|[^\\])(?:\\\\)*\\$/;

/** The lines of a full text with words to mark: not those of code, formulas and tables. */
export function textLines(markdown: string): readonly TextLine[] {
  const lines: TextLine[] = [];
  const all = markdown.split('\n');
  let fence: string | null = null;
  let isFormula = false;
  let isTable = false;
  let start = 0;
  for (const [index, line] of all.entries()) {
    const containers = CONTAINERS.exec(line)?.[0].length ?? 0;
    const text = line.slice(containers);
    if (fence !== null) {
      if (text.startsWith(fence) && /^[`~]+\s*$/.test(text)) fence = null;
    } else if (text.trim() === '$$') {
      isFormula = !isFormula;
    } else if (!isFormula) {
      fence = FENCE.exec(text)?.[1] ?? null;
      isTable = text.trim() !== '' && (isTable || isBorder(all[index + 1] ?? ''));
      if (fence === null && !isTable)
        lines.push(...textLine(markdown, start + containers, start + line.length));
    }
    start += line.length + 1;
  }
  return lines;
}

function isBorder(line: string): boolean {
  const text = line.slice(CONTAINERS.exec(line)?.[0].length ?? 0);
  return text.includes('|') && BORDER.test(text);
}

function textLine(markdown: string, start: number, lineEnd: number): readonly TextLine[] {
  const line = markdown.slice(start, lineEnd).trimEnd();
  const text = BREAK.test(line.slice(-64)) ? line.slice(0, -1).trimEnd() : line;
  const [prefix = '', heading] = START.exec(text) ?? [];
  const range = { start: start + prefix.length, end: start + text.length };
  if (range.start >= range.end) return [];
  return [
    { ...range, isHeading: heading !== undefined, ...readInline(markdown.slice(0, range.end), range.start) },
  ];
}
