import { believedText } from '../note/believed-text';
import { isEmptied, settleBlock } from './merge-block';
import type { PlacedBlock } from './merge-layout';
import { isFilled, linesOf, type NoteBlock, type NoteVersion } from '../note/note';
import type { BodyBlock } from '../note/note-body';
import type { BlockBase } from '../note/trailer';

export interface MergedBlock extends PlacedBlock {
  /** For the next merge; null when the block is the program's no longer. */
  readonly base: BlockBase | null;
}

/** A block that is new in the note. */
export const arrivalOf = (anchor: string, block: NoteBlock): MergedBlock => ({
  anchor,
  lines: linesOf(block),
  tail: [''],
  isOurs: true,
  above: null,
  base: block.base,
});

export interface MergedBlocks {
  readonly blocks: readonly MergedBlock[];
  readonly released: ReadonlySet<string>;
  readonly conflicts: readonly string[];
}

export interface BlocksInput {
  readonly version: NoteVersion;
  /** What the last sync is believed to have written. */
  readonly ancestor: () => NoteVersion | null;
  /** Marks of what it did write. */
  readonly bases: ReadonlyMap<string, BlockBase>;
  /** What stood above each block in the note. */
  readonly above: ReadonlyMap<string, string>;
  readonly gone: ReadonlySet<string>;
  readonly released: ReadonlySet<string>;
  readonly deletedMark: string;
  readonly conflictMark: string;
}

/** Decides each block that stands in the note. */
export function mergeBlocks(standing: readonly BodyBlock[], input: BlocksInput): MergedBlocks {
  const released = new Set([...input.released].filter((anchor) => !input.version.blocks.has(anchor)));
  const conflicts: string[] = [];
  const blocks = standing.flatMap((block): readonly MergedBlock[] => {
    const base = input.bases.get(block.anchor);
    const next = input.version.blocks.get(block.anchor);
    const above = input.above.get(block.anchor) ?? null;
    if (base === undefined || next === undefined) {
      const kept = { ...block, isOurs: false, above, base: base ?? null };
      if (!input.gone.has(block.anchor)) return [kept];
      if ((block.state !== 'changed' || isEmptied(block)) && !block.tail.some(isFilled)) return [];
      released.add(block.anchor);
      return [{ ...kept, lines: [...block.lines, '', input.deletedMark], isOurs: true, base: null }];
    }
    const tail = input.released.has(block.anchor) ? withoutMark(block.tail, input.deletedMark) : block.tail;
    const settled = settleBlock({
      block: { ...block, tail },
      base,
      next,
      baseText: () => believedText(input.ancestor()?.blocks.get(block.anchor), base),
      conflictMark: input.conflictMark,
    });
    if (settled.isConflict) conflicts.push(block.anchor);
    const isSame = settled.lines.join('\n') === block.lines.join('\n');
    return [
      {
        anchor: block.anchor,
        lines: settled.lines,
        tail: settled.tail,
        isOurs: block.state !== 'changed',
        above: isSame ? above : null,
        base: settled.base,
      },
    ];
  });
  return { blocks, released, conflicts };
}

/** The service has the highlight again: what was said of its deletion does not hold any more. */
function withoutMark(tail: readonly string[], mark: string): readonly string[] {
  const first = tail.findIndex(isFilled);
  return tail[first]?.trim() === mark ? tail.slice(first + 1) : tail;
}
