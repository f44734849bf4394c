import { anchorAtEnd } from '../notes/note/block-anchor';
import { IDENTITY_PROPERTIES, isFilled, isUntouched, splitNote, textMark } from '../notes/note/note';
import type { NoteBody } from '../notes/note/note-body';

// What a file sync leaves that merges two devices' versions of a note line by line.

/** From one note's trailer to the properties of another. */
const SEAM = /^%% florilegium 1 .* %%\s*\n(?=---[ \t]*\r?\n)/m;
const { book, document, part } = IDENTITY_PROPERTIES;
const ID = new RegExp(`^(?:${book}|${document}|${part}):.*`, 'gm');

/**
 * Of whole notes of the same item, one behind the other, only the one that holds words of the person's; all
 * where two do.
 */
export function unjoined(text: string): string {
  const seam = SEAM.exec(text);
  if (seam === null) return text;
  const end = seam.index + seam[0].length;
  const first = text.slice(0, end);
  const rest = unjoined(text.slice(end));
  if (idsOf(first) !== idsOf(rest)) return text;
  if (isUntouched(splitNote(rest))) return first;
  return isUntouched(splitNote(first)) ? rest : text;
}

const idsOf = (text: string): string => [...(splitNote(text).yaml ?? '').matchAll(ID)].join();

export interface Rendered {
  /** The text over the blocks. */
  readonly header: string;
  /** The marks of texts that the service had for a block. */
  readonly marksOf: (anchor: string) => readonly (string | undefined)[];
}

type IsCopy = (anchor: string, lines: readonly string[]) => boolean;

/**
 * A body without the copies of blocks that stand right under one and hold nothing but what the service wrote.
 * One that a person wrote over, into or under stays.
 */
export function withoutCopies(body: NoteBody, { header, marksOf }: Rendered): NoteBody {
  const { lead, header: own, intro } = body.head;
  const above = new Set([...lead, ...own, ...intro]);
  // A heading of ours may have been copied along with the block under it.
  const headings = new Set(header.split('\n').filter((line) => above.has(line)));
  const isCopy: IsCopy = (anchor, lines) => {
    const start = lines.findIndex((line) => isFilled(line) && !headings.has(line));
    const text = lines.slice(start).join('\n').trim();
    return text === `^${anchor}` || marksOf(anchor).includes(textMark(text));
  };
  const blocks = body.blocks.map((block) => ({ ...block, tail: tailWithoutCopies(block, isCopy) }));
  return { ...body, blocks };
}

function tailWithoutCopies(
  { anchor: own, tail }: NoteBody['blocks'][number],
  isCopy: IsCopy,
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
