import type { NoteBlock, NoteVersion } from '../note/note';
import type { BlockBase, Trailer } from '../note/trailer';

/**
 * Of two renderings of one record, each part as the note's trailer knows it, else that of the first. Nobody remembers which of an
 * item's files were in the vault when its note was last written, and without the text of then nothing can be merged word by word.
 */
export function likelierVersion(
  trailer: Trailer | null,
  [one, other]: readonly [NoteVersion, NoteVersion],
): NoteVersion {
  const pick = (
    block: NoteBlock,
    rival: NoteBlock | undefined,
    base: BlockBase | null | undefined,
  ): NoteBlock =>
    rival !== undefined && block.base.text !== base?.text && rival.base.text === base?.text ? rival : block;
  const blocks = [...one.blocks].map(
    ([anchor, block]) =>
      [anchor, pick(block, other.blocks.get(anchor), trailer?.blocks.get(anchor))] as const,
  );
  return { ...one, header: pick(one.header, other.header, trailer?.header), blocks: new Map(blocks) };
}
