import { anchorAtEnd } from '../note/block-anchor';
import { isFilled, splitNote } from '../note/note';

/** Anchors of the highlights whose blocks stand in a note. */
export const standingAnchors = (text: string): ReadonlySet<string> =>
  new Set(text.split('\n').flatMap((line) => anchorAtEnd(line.trimEnd()) ?? []));

/**
 * The highlight whose block a line of a note is in, else the one that it stands under; null above the first. By the number of lines
 * that the last sync wrote, where the note still tells it: a block may have blank lines in it.
 */
export function anchorAt(text: string, line: number): string | null {
  const blocks = splitNote(text).trailer?.blocks;
  const lines = text.split('\n');
  let above: string | null = null;
  for (const [index, content] of lines.entries()) {
    const anchor = anchorAtEnd(content.trimEnd());
    if (anchor === null) continue;
    if (index >= line) {
      const filled = lines.slice(line, index + 1).filter(isFilled).length;
      const isInside = isFilled(lines[line] ?? '') && filled <= (blocks?.get(anchor)?.lines ?? 1);
      return isInside ? anchor : above;
    }
    above = anchor;
  }
  return above;
}
