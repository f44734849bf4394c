import type { NoteBlock } from './note';
import type { BlockBase } from './trailer';

/** The text of a believed ancestor, if it is the one that the trailer has the mark of. */
export const believedText = (ancestor: NoteBlock | undefined, base: BlockBase): string | null =>
  ancestor !== undefined && ancestor.base.text === base.text ? ancestor.text : null;
