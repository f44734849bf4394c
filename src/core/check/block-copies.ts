import { addToList } from '../add-to-list';
import { firstLineOf } from '../merge/conflict-callout';
import { withoutCopies } from '../merge/file-sync';
import { anchorAtEnd } from '../note/block-anchor';
import { parseBody, writtenParts, type NoteBody } from '../note/note-body';
import { readTrailer, type BlockBase, type Trailer } from '../note/trailer';
import { marks } from '../template/built-in-templates';
import { codeLines } from './code-lines';
import { findTrailers, type TrailerPlace } from './find-trailers';

const NO_BASE: BlockBase = { lines: 1, first: '', text: '', source: '' };

/** Of trailers that are whole, the one that knows most of the anchors in the note, and of equals the last; null where one is not whole, or there is none. */
export function bestTrailer(lines: readonly string[], places: readonly TrailerPlace[]): string | null {
  const texts = places.map(({ start }) => (lines[start] ?? '').trim());
  const [first, ...others] = texts;
  if (first === undefined || places.some(({ isWhole }) => !isWhole)) return null;
  if (others.length === 0) return first;
  const standing = standingAnchors(lines);
  const known = (text: string): number =>
    text.split(' ').filter((word) => standing.has(word.slice(0, word.indexOf('=')))).length;
  return texts.reduce((left, right) => (known(right) >= known(left) ? right : left));
}

/** The note's trailer, where there is one and it is whole; of several, the best. */
export function wholeTrailer(
  lines: readonly string[],
  places: readonly TrailerPlace[] = findTrailers(lines),
): Trailer | null {
  const text = bestTrailer(lines, places);
  return text === null ? null : readTrailer(text.split(' ').slice(3, -1));
}

/** Where anchors of ours stand, outside of code: the lines, by the anchor. */
export function standingAnchors(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const found = lines.flatMap((line, index) => {
    const anchor = line.includes('^r') ? anchorAtEnd(line.trimEnd()) : null;
    return anchor === null ? [] : [{ anchor, index }];
  });
  const places = new Map<string, number[]>();
  const isCode = found.length === 0 ? () => false : codeLines(lines);
  for (const { anchor, index } of found) {
    if (!isCode(index)) addToList(places, anchor, index);
  }
  return places;
}

/** Each copy of blocks with some anchors; of several with the same one, the one that a merge finds is the block. */
export interface BlockCopies {
  /** The lines with the anchors of copies. */
  readonly anchorLines: ReadonlySet<number>;
  /** All lines of those that a merge takes out. */
  readonly spareLines: ReadonlySet<number>;
}

export function blockCopies(lines: readonly string[], anchors: readonly string[]): BlockCopies {
  const places = standingAnchors(lines);
  const twice = anchors.filter((anchor) => (places.get(anchor)?.length ?? 0) > 1);
  const [anchorLines, spareLines] = [
    new Set(twice.flatMap((anchor) => places.get(anchor) ?? [])),
    new Set<number>(),
  ];
  if (twice.length === 0) return { anchorLines, spareLines };
  const trailer = wholeTrailer(lines);
  const blocks = new Map([
    ...(trailer?.blocks ?? []),
    ...twice.flatMap((anchor) => (trailer?.blocks.has(anchor) === true ? [] : [[anchor, NO_BASE] as const])),
  ]);
  const body = bodyOf(lines, { header: trailer?.header ?? NO_BASE, blocks });
  const { lead, header, state, intro } = body.head;
  const left = withoutCopies(body, {
    header: state === 'changed' ? '' : header.join('\n'),
    marksOf: (anchor) => [trailer?.blocks.get(anchor)?.text],
  });
  let line = lead.length + header.length + intro.length;
  for (const [index, block] of body.blocks.entries()) {
    line += block.lines.length;
    anchorLines.delete(line - 1);
    const spare = block.tail.length - (left.blocks[index]?.tail.length ?? 0);
    for (let each = 0; each < spare; each += 1) spareLines.add(line + each);
    line += block.tail.length;
  }
  return { anchorLines, spareLines };
}

/** What a note says, as a merge sees it. */
export function bodyOf(lines: readonly string[], written: Pick<Trailer, 'header' | 'blocks'>): NoteBody {
  const trailers = findTrailers(lines);
  const text = lines
    .map((line, index) =>
      trailers.some(({ start, end }) => start <= index && index < end) ? '' : line.replace(/\r$/, ''),
    )
    .join('\n');
  return parseBody(text, writtenParts(written, { boxLine: firstLineOf(marks.conflict) }));
}
