import { lineKind, standsApart, type LineKind, type LineRange } from '../../notes/note/line-kind';

/** A paragraph, quote, table, heading or list item; the items under a list item are blocks of their own. */
export interface Block extends LineRange {
  readonly kind: LineKind;
  /** How many list items it stands in. */
  readonly depth: number;
}

const ITEM = /^\s*(?:[-+*]|\d{1,9}[.)])(?:\s|$)/;
const FENCE = /^\s*(?:(?:[-+*>]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/;
const LABELLED = /^\s*\W*(?:notes?|tags?|tagged)\W*:/i;

/** Whether a line says `Note:` or `Tags:`, which plugins write under a passage. */
export const isLabelled = (line: string): boolean => LABELLED.test(line);

const indentOf = (line: string): number => (/^\s*/.exec(line)?.[0] ?? '').replace(/\t/g, '    ').length;

/** The blocks of a note in order. Blank lines belong to none. */
export function blocksOf(lines: readonly string[], idLines: ReadonlySet<number>): readonly Block[] {
  const blocks: { start: number; end: number; readonly kind: LineKind; readonly depth: number }[] = [];
  let parents: readonly number[] = [];
  let fence: string | null = null;
  lines.forEach((line, index) => {
    const marker: string | null = FENCE.exec(line)?.[1] ?? null;
    if (fence === null && lineKind(line) === 'blank') return;
    const last = blocks.at(-1);
    if (last !== undefined && (fence !== null || continues(lines, last, index))) last.end = index + 1;
    else {
      const indent = indentOf(line);
      parents = parents.filter((parent) => parent < indent);
      blocks.push({ start: index, end: index + 1, kind: kindOf(line), depth: parents.length });
      if (ITEM.test(line)) parents = [...parents, indent];
    }
    if (fence === null) fence = marker;
    else if (marker?.startsWith(fence) === true) fence = null;
  });
  return blocks.flatMap((block) => cutAtIds(lines, block, idLines));
}

const kindOf = (line: string): LineKind =>
  ITEM.test(line) && lineKind(line) !== 'rule' ? 'list' : lineKind(line);

function continues(lines: readonly string[], block: LineRange, index: number): boolean {
  const line = lines[index] ?? '';
  return block.end === index && !ITEM.test(line) && !standsApart(lines[index - 1] ?? '', line);
}

/** Some plugins write passages as lines under one another: each ends with its id, or with its note. */
function cutAtIds(lines: readonly string[], block: Block, idLines: ReadonlySet<number>): readonly Block[] {
  const { start, end, kind } = block;
  const numbers = Array.from({ length: end - start }, (_, index) => start + index);
  if (kind !== 'plain' || numbers.filter((line) => idLines.has(line)).length < 2) return [block];
  const endsPassage = (line: number): boolean => idLines.has(line) || isLabelled(lines[line] ?? '');
  const cuts = numbers.filter(
    (line) => line > start && endsPassage(line - 1) && !isLabelled(lines[line] ?? ''),
  );
  const starts = [start, ...cuts];
  return starts.map((first, index) => ({ ...block, start: first, end: starts[index + 1] ?? end }));
}
