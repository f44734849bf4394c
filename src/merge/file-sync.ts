import { anchorAtEnd } from '../notes/note/block-anchor';
import { IDENTITY_PROPERTIES, isFilled, isUntouched, splitNote, textMark } from '../notes/note/note';
import type { OwnNotes } from '../notes/note/own-links';
import type { NoteBody } from '../notes/note/note-body';

// Repairs notes after a file sync that merged two devices' versions line by line.

/** The end of one note's trailer, followed by the front matter of another. */
const SEAM = /^%% florilegium 1 .* %%\s*\n(?=---[ \t]*\r?\n)/m;
const { book, document, part } = IDENTITY_PROPERTIES;
const ID = new RegExp(`^(?:${book}|${document}|${part}):.*`, 'gm');

/** Of two joined copies of the same note, keeps the edited one; both when both were edited. */
export function withoutSecondCopy(text: string): string {
  const seam = SEAM.exec(text);
  if (seam === null) return text;
  const end = seam.index + seam[0].length;
  const first = text.slice(0, end);
  const rest = withoutSecondCopy(text.slice(end));
  if (idsOf(first) !== idsOf(rest)) return text;
  if (isUntouched(splitNote(rest))) return first;
  return isUntouched(splitNote(first)) ? rest : text;
}

const idsOf = (text: string): string => [...(splitNote(text).yaml ?? '').matchAll(ID)].join();

export interface Rendered {
  /** The rendered header. */
  readonly header: string;
  /** Marks of texts that the service had for a block. */
  readonly marksOf: (anchor: string) => readonly (string | undefined)[];
  readonly own: OwnNotes;
}

type IsCopy = (anchor: string, lines: readonly string[]) => boolean;

/** Removes unedited copies of a block that stand right under it. Copies with the user's text stay. */
export function withoutBlockCopies(body: NoteBody, { header, marksOf, own: ownNotes }: Rendered): NoteBody {
  const above = new Set([...body.lead, ...body.header.lines, ...body.header.tail]);
  // A heading of the template may have been copied together with the block under it.
  const headings = new Set(header.split('\n').filter((line) => above.has(line)));
  const isCopy: IsCopy = (anchor, lines) => {
    const start = lines.findIndex((line) => isFilled(line) && !headings.has(line));
    const text = lines.slice(start).join('\n').trim();
    return text === `^${anchor}` || marksOf(anchor).includes(textMark(text, ownNotes));
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
  // What the user wrote under the last copy belongs to its highlight.
  return last.anchor !== own && below.some(isFilled) ? tail.slice(last.start) : below;
}
