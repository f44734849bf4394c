import { firstLineOf } from '../merge/conflict-callout';
import { anchorAtEnd } from '../note/block-anchor';

/**
 * Of the parts that a run told of as changed on both sides, those whose box still stands in the note. `mark`: the markdown of a box.
 * A property has none: told once, it is told.
 */
export function openBlocks(
  text: string,
  { blocks, mark }: { readonly blocks: readonly string[]; readonly mark: string },
): readonly string[] {
  const box = firstLineOf(mark).trimEnd();
  const told = new Set<string>();
  let above = 'header';
  for (const line of text.split('\n')) {
    const anchor = anchorAtEnd(line);
    if (anchor !== null) above = anchor;
    else if (line.trimEnd() === box) told.add(above);
  }
  return blocks.filter((block) => told.has(block));
}
