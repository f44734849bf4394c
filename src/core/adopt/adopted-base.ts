import type { BlockBase } from '../note/trailer';

/**
 * The base of a block that was taken over from another plugin's note. It stands as that plugin wrote it, and is left so as long as
 * the service does not change what it says: a mark of its record that is one character longer than any other says that.
 */
export const adoptedBase = (base: BlockBase): BlockBase => ({ ...base, source: `a${base.source}` });

/** Whether a block stands in another plugin's style, and the service says what it said then. */
export const standsAsAdopted = (base: BlockBase, next: BlockBase): boolean =>
  base.source === `a${next.source}`;
