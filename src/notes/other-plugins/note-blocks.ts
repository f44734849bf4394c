import { readBlocks, type Block as MarkdownBlock, type BlockKind } from '../markdown/blocks';
import type { LineRange } from '../note/line-kind';

/** A paragraph, quote, table, heading or list item; the items under a list item are blocks of their own. */
export interface Block extends LineRange {
  readonly kind: BlockKind;
  /** How many list items it stands in. */
  readonly depth: number;
}

const LABELLED = /^\s*\W*(?:notes?|tags?|tagged)\W*:/i;

/** Whether a line says `Note:` or `Tags:`, which plugins write under a passage. */
export const isLabelled = (line: string): boolean => LABELLED.test(line);

/** The blocks of a note in order. Blank lines belong to none. */
export function blocksOf(lines: readonly string[], idLines: ReadonlySet<number>): readonly Block[] {
  const blocks: Block[] = [];
  for (const block of unnested(readBlocks(lines, 'note'), 0)) {
    const last = blocks.at(-1);
    if (last !== undefined && goesOn(last, block)) blocks.splice(-1, 1, { ...last, end: block.end });
    else blocks.push(block);
  }
  return blocks.flatMap((block) => cutAtIds(lines, block, idLines));
}

/** An item or quote goes on in the lines below it, also without its indentation or mark. */
const goesOn = (above: Block, block: Block): boolean =>
  (above.kind === 'item' || above.kind === 'quote') && block.kind === 'text' && above.end === block.start;

function* unnested(blocks: readonly MarkdownBlock[], depth: number): Generator<Block> {
  for (const { kind, start, end, children } of blocks) {
    const first = children.find((child) => child.start === start);
    const ownEnd = kind === 'item' ? (first?.end ?? start + 1) : end;
    yield { kind, start, end: ownEnd, depth };
    const inner = children.filter((child) => child.start >= ownEnd);
    yield* unnested(inner, depth + 1);
  }
}

/** Some plugins write passages as lines under one another: each ends with its id, or with its note. */
function cutAtIds(lines: readonly string[], block: Block, idLines: ReadonlySet<number>): readonly Block[] {
  const { start, end, kind } = block;
  const numbers = Array.from({ length: end - start }, (_, index) => start + index);
  if (kind !== 'text' || numbers.filter((line) => idLines.has(line)).length < 2) return [block];
  const endsPassage = (line: number): boolean => idLines.has(line) || isLabelled(lines[line] ?? '');
  const cuts = numbers.filter(
    (line) => line > start && endsPassage(line - 1) && !isLabelled(lines[line] ?? ''),
  );
  const starts = [start, ...cuts];
  return starts.map((first, index) => ({ ...block, start: first, end: starts[index + 1] ?? end }));
}
