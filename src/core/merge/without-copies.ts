import { anchorAtEnd } from '../note/block-anchor';
import { isFilled } from '../note/note';
import type { NoteBody } from '../note/note-body';
import { textMark } from '../note/text-mark';

export interface Rendered {
  /** The text over the blocks. */
  readonly header: string;
  /** The marks of texts that the service had for a block. */
  readonly marksOf: (anchor: string) => readonly (string | undefined)[];
}

/**
 * A body without the copies of blocks that stand right under one, letter by letter: a file sync that merges texts leaves them
 * where two devices wrote the same. One that a person wrote over, into or under stays, because it says something there.
 */
export function withoutCopies(body: NoteBody, { header, marksOf }: Rendered): NoteBody {
  const { lead, header: own, intro } = body.head;
  const above = new Set([...lead, ...own, ...intro]);
  // Of a heading that came with a copy, another stands over the blocks.
  const headings = new Set(header.split('\n').filter((line) => above.has(line)));
  const isCopy = (anchor: string, lines: readonly string[]): boolean => {
    const text = lines
      .slice(lines.findIndex((line) => isFilled(line) && !headings.has(line)))
      .join('\n')
      .trim();
    return text === `^${anchor}` || marksOf(anchor).includes(textMark(text));
  };
  return {
    ...body,
    blocks: body.blocks.map((block) => ({
      ...block,
      tail: uncopied(block.tail, { own: block.anchor, isCopy }),
    })),
  };
}

function uncopied(
  tail: readonly string[],
  {
    own,
    isCopy,
  }: { readonly own: string; readonly isCopy: (anchor: string, lines: readonly string[]) => boolean },
): readonly string[] {
  let last = { start: 0, end: 0, anchor: own };
  for (const [index, line] of tail.entries()) {
    const anchor = anchorAtEnd(line);
    if (anchor === null) continue;
    if (!isCopy(anchor, tail.slice(last.end, index + 1))) break;
    last = { start: last.end, end: index + 1, anchor };
  }
  const below = tail.slice(last.end);
  // A person's words under the last one are about its highlight.
  return last.anchor !== own && below.some(isFilled) ? tail.slice(last.start) : below;
}
