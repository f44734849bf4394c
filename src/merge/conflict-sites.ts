import { findCallout, firstLineOf } from './conflict-callout';
import { bagOf, isMadeOf } from '../notes/note/words';
import { anchored, withoutAnchor } from '../notes/note/block-anchor';
import { matches } from '../notes/note/block-extent';
import { paragraphsOf, type LineRange } from '../notes/note/line-kind';
import { NO_HEADER, parseBody, writtenParts, type NoteBody, type NoteHead } from '../notes/note/note-body';
import type { BlockBase, Trailer } from '../notes/note/trailer';

/** A text that both sides changed: the person's stands in the note, and the service's in a box under it. */
export interface NoteConflict {
  /** The block's anchor, or `header`. */
  readonly block: string;
  /** What the person made of it, without its anchor. */
  readonly mine: string;
  /** What the service has, without its anchor. */
  readonly theirs: string;
}

export const HEADER = 'header';

/** Where a conflict stands in the lines of a note's body. */
export interface ConflictSite extends NoteConflict {
  /** The person's text. A header may be in several places, or nowhere any more. */
  readonly own: readonly LineRange[];
  readonly box: LineRange;
}

/**
 * Every box that a merge put into a body and that still holds, letter by letter, what the trailer has the mark of, under a text that
 * is still the person's. A box that they wrote into is theirs, and settled.
 */
export function conflictSites(
  body: string,
  { trailer, mark }: { readonly trailer: Trailer; readonly mark: string },
): readonly ConflictSite[] {
  const boxLine = firstLineOf(mark);
  const parsed = (likely: ReadonlyMap<string, string>): NoteBody =>
    parseBody(body, writtenParts(trailer, { boxLine, likely: (anchor) => likely.get(anchor) ?? null }));
  // What the service has tells how far up the person's text reaches.
  const theirs = new Map(
    blockSites(parsed(new Map()), trailer, mark).map((site) => [
      site.block,
      anchored(site.theirs, site.block),
    ]),
  );
  const noteBody = parsed(theirs);
  return [
    ...headSites(noteBody.head, { header: trailer.header ?? NO_HEADER, mark }),
    ...blockSites(noteBody, trailer, mark),
  ];
}

interface Box {
  readonly text: string;
  readonly range: LineRange;
}

function boxIn(
  lines: readonly string[],
  { mark, isText }: { readonly mark: string; readonly isText: (text: string) => boolean },
): Box | null {
  let text = '';
  const callout = findCallout(lines, {
    mark,
    isText: (said) => {
      text = said;
      return isText(said);
    },
  });
  return callout === null
    ? null
    : { text, range: { start: callout.before.length, end: lines.length - callout.after.length } };
}

const moved = ({ start, end }: LineRange, by: number): LineRange => ({ start: start + by, end: end + by });

function blockSites({ head, blocks }: NoteBody, trailer: Trailer, mark: string): readonly ConflictSite[] {
  let start = head.lead.length + head.header.length + head.intro.length;
  return blocks.flatMap(({ anchor, lines, state, tail }): readonly ConflictSite[] => {
    const own = { start, end: start + lines.length };
    start = own.end + tail.length;
    const base = trailer.blocks.get(anchor);
    const box =
      state !== 'changed' || base === undefined
        ? null
        : boxIn(tail, { mark, isText: (text) => matches(anchored(text, anchor).split('\n'), base) });
    return box === null
      ? []
      : [
          {
            block: anchor,
            mine: withoutAnchor(lines.join('\n')),
            theirs: box.text,
            own: [own],
            box: moved(box.range, own.end),
          },
        ];
  });
}

/** Of all that stands above the first block, the header is what is made of the service's words for the better part. */
function headSites(
  { header: lines, state }: NoteHead,
  { header, mark }: { readonly header: BlockBase; readonly mark: string },
): readonly ConflictSite[] {
  const box =
    state === 'changed' ? boxIn(lines, { mark, isText: (text) => matches(text.split('\n'), header) }) : null;
  if (box === null) return [];
  const words = bagOf(box.text);
  const textIn = ({ start, end }: LineRange): string => lines.slice(start, end).join('\n');
  const around = [
    { start: 0, end: box.range.start },
    { start: box.range.end, end: lines.length },
  ];
  const own = around
    .flatMap((within) => paragraphsOf(lines, within))
    .filter((paragraph) => isMadeOf(bagOf(textIn(paragraph)), words));
  return [{ block: HEADER, mine: own.map(textIn).join('\n\n'), theirs: box.text, own, box: box.range }];
}
