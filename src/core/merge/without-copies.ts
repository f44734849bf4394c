import { anchorAtEnd } from '../note/block-anchor';
import { isFilled } from '../note/note';
import type { BodyBlock } from '../note/note-body';

/** Whether a text with its anchor is one that the service made of that highlight. */
export type IsRendered = (anchor: string, lines: readonly string[]) => boolean;

/**
 * A block without the copies of blocks that stand right under it, letter by letter: a file sync that merges texts leaves them
 * where two devices wrote the same. One that a person wrote over, into or under stays, because it says something there.
 */
export const withoutCopies = (block: BodyBlock, isRendered: IsRendered): BodyBlock => ({ ...block, tail: uncopied(block.tail, { own: block.anchor, isRendered }) });

function uncopied(tail: readonly string[], options: { readonly own: string; readonly isRendered: IsRendered }): readonly string[] {
  const end = tail.findIndex((line) => anchorAtEnd(line) !== null);
  const anchor = anchorAtEnd(tail[end] ?? '');
  if (anchor === null || !options.isRendered(anchor, tail.slice(0, end + 1))) return tail;
  const below = tail.slice(end + 1);
  const rest = uncopied(below, options);
  return rest === below && anchor !== options.own && below.some(isFilled) ? tail : rest;
}
