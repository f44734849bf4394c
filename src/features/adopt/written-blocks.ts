import { addToList } from '../../model/collections';
import { anchorAtEnd, anchored } from '../../notes/note/block-anchor';
import type { LineRange } from '../../notes/note/line-kind';
import { hasContent } from '../../notes/note/loose-text';
import { lineMark, textMark } from '../../notes/note/note';
import type { BlockBase, Trailer } from '../../notes/note/trailer';
import type { FoundPassages, Passage } from '../../notes/other-plugins/find-passages';

/**
 * Adds the passages that are in the note exactly as a trailer's blocks, apart from their anchors. They have all that
 * belongs to the block, even a note above the text, and need no words in common with the highlight.
 */
export function withWrittenBlocks(
  found: FoundPassages,
  { lines, trailers }: { readonly lines: readonly string[]; readonly trailers: readonly Trailer[] },
): FoundPassages {
  const passages = new Map(found.passages.map((passage) => [passage.anchor, passage]));
  for (const trailer of trailers) {
    const search = new WrittenBlocks(lines, trailer);
    for (const anchor of trailer.blocks.keys()) {
      const range = search.rangeOf(anchor);
      const isFree = [...passages.values()].every(
        (other) => other.anchor === anchor || !overlaps(other, range),
      );
      if (range !== null && isFree) passages.set(anchor, { ...AS_WRITTEN, ...range, anchor });
    }
  }
  return {
    passages: [...passages.values()].sort((left, right) => left.start - right.start),
    unmarkable: found.unmarkable.filter((anchor) => !passages.has(anchor)),
    texts: found.texts,
  };
}

const AS_WRITTEN: Omit<Passage, 'anchor' | keyof LineRange> = {
  isLinkedItem: false,
  isNested: false,
  hasText: true,
  isAsServed: true,
  isWhole: true,
  lacksNote: false,
};

const overlaps = (one: LineRange, other: LineRange | null): boolean =>
  other !== null && one.start < other.end && other.start < one.end;

class WrittenBlocks {
  private readonly byMark = new Map<string, number[]>();

  constructor(
    private readonly lines: readonly string[],
    private readonly trailer: Trailer,
  ) {
    lines.forEach((line, index) => {
      if (hasContent(line)) addToList(this.byMark, lineMark(line, trailer.own), index);
    });
  }

  /** Also null for a block of one line, because its mark includes the anchor. */
  rangeOf(anchor: string): LineRange | null {
    const base = this.trailer.blocks.get(anchor);
    if (base === undefined) return null;
    for (const start of this.byMark.get(base.first) ?? []) {
      // The anchor is still there or was at the end of the last line, or it was on a line of its own.
      for (const filled of [base.lines, base.lines - 1]) {
        const end = this.endBelow(start, filled);
        if (end > start && this.isBlock({ start, end }, anchor, base)) return { start, end };
      }
    }
    return null;
  }

  private isBlock({ start, end }: LineRange, anchor: string, base: BlockBase): boolean {
    const text = this.lines.slice(start, end).join('\n').trimEnd();
    return textMark(anchorAtEnd(text) === anchor ? text : anchored(text, anchor), base.own) === base.text;
  }

  /** The end of this many filled lines; `start` if there are fewer. */
  private endBelow(start: number, filled: number): number {
    let left = filled;
    let end = start;
    for (; left > 0 && end < this.lines.length; end += 1) if (hasContent(this.lines[end] ?? '')) left -= 1;
    return left > 0 ? start : end;
  }
}
