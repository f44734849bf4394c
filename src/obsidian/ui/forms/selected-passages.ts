import { anchorAtEnd } from '../../../notes/note/block-anchor';
import { lineKind, paragraphsOf, type LineKind, type LineRange } from '../../../notes/note/line-kind';
import { linesInCode } from '../../../notes/markdown/code-ranges';

interface Position {
  readonly line: number;
  readonly ch: number;
}

export interface Selection {
  readonly from: Position;
  readonly to: Position;
}

/** A selected paragraph, list item, heading, quote or table, or the selected part of it. */
export interface Passage {
  /** What is selected of it, without the marks of lists, quotes and headings. */
  readonly text: string;
  /** The id that the block has already. */
  readonly blockId: string | null;
  /** The last line of the block, where an id belongs. */
  readonly line: number;
  readonly lineText: string;
  /** Quotes and tables have their id on a line below. */
  readonly hasIdBelow: boolean;
}

const BLOCK_ID = /(?:^|\s)\^([A-Za-z0-9-]+)\s*$/;
const ONLY_BLOCK_ID = /^\s*\^([A-Za-z0-9-]+)\s*$/;
const HAS_ID_BELOW: ReadonlySet<LineKind> = new Set<LineKind>(['quote', 'table']);
const NO_PASSAGE: ReadonlySet<LineKind> = new Set<LineKind>(['blank', 'rule', 'fence', 'comment']);

/** The passages of a note that are selected; blocks of synced highlights, code and properties are none. */
export function selectedPassages(text: string, { from, to }: Selection): readonly Passage[] {
  const lines = text.split('\n');
  const inCode = linesInCode(lines);
  const start = endOfProperties(lines);
  return paragraphsOf(lines, { start, end: lines.length })
    .flatMap((paragraph) => itemsOf(lines, paragraph))
    .filter((block) => block.end > from.line && block.start <= to.line && !inCode.has(block.start))
    .flatMap((block) => passageIn(lines, block, { from, to }) ?? []);
}

function endOfProperties(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  return lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---') + 1;
}

/** A list is divided into its items. */
function itemsOf(lines: readonly string[], { start, end }: LineRange): readonly LineRange[] {
  const starts = [start];
  for (let index = start + 1; index < end; index += 1)
    if (lineKind(lines[index] ?? '') === 'list') starts.push(index);
  return starts.map((first, index) => ({ start: first, end: starts[index + 1] ?? end }));
}

function passageIn(
  lines: readonly string[],
  { start, end }: LineRange,
  { from, to }: Selection,
): Passage | null {
  const kind = lineKind(lines[start] ?? '');
  const line = end - 1;
  const lineText = lines[line] ?? '';
  if (NO_PASSAGE.has(kind) || ONLY_BLOCK_ID.test(lineText)) return null;
  const idLine = BLOCK_ID.test(lineText) ? lineText : idLineBelow(lines, end);
  if (anchorAtEnd(idLine) !== null) return null;
  const selected: string[] = [];
  for (let index = Math.max(start, from.line); index <= Math.min(line, to.line); index += 1) {
    const whole = lines[index] ?? '';
    const last = index === to.line ? to.ch : whole.length;
    selected.push(whole.slice(index === from.line ? from.ch : 0, last));
  }
  const text = plainLines(selected, kind);
  if (text === '') return null;
  return {
    text,
    blockId: BLOCK_ID.exec(idLine)?.[1] ?? null,
    line,
    lineText,
    hasIdBelow: HAS_ID_BELOW.has(kind),
  };
}

/** The line of an id that stands alone below a block. */
function idLineBelow(lines: readonly string[], end: number): string {
  const next = lines.slice(end).find((line) => line.trim() !== '') ?? '';
  return ONLY_BLOCK_ID.test(next) ? next : '';
}

const MARKS: Readonly<Partial<Record<LineKind, RegExp>>> = {
  list: /^\s*(?:[-+*]|\d{1,9}[.)])\s+(?:\[.\]\s+)?/,
  heading: /^\s*#{1,6}\s+/,
};

function plainLines(selected: readonly string[], kind: LineKind): string {
  const mark = MARKS[kind];
  return selected
    .map((line, index) => {
      if (kind === 'quote') return line.replace(/^\s*(?:>\s?)+(?:\[![^\]]*\][-+]?\s*)?/, '');
      return mark !== undefined && index === 0 ? line.replace(mark, '') : line.trimStart();
    })
    .join('\n')
    .replace(BLOCK_ID, '')
    .trim();
}
