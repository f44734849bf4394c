import { addToList } from '../add-to-list';
import { firstLineOf } from '../merge/conflict-callout';
import { anchorAtEnd } from '../note/block-anchor';
import { parseBody, writtenParts } from '../note/note-body';
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
  const known = (text: string): number => text.split(' ').filter((word) => standing.has(word.slice(0, word.indexOf('=')))).length;
  return texts.reduce((left, right) => (known(right) >= known(left) ? right : left));
}

/** The note's trailer, where there is one and it is whole; of several, the best. */
export function wholeTrailer(lines: readonly string[], places: readonly TrailerPlace[] = findTrailers(lines)): Trailer | null {
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

/** The lines with an anchor that another line, which is the block, has too. A merge finds the block by the same rules. */
export function blockCopies(lines: readonly string[], anchors: readonly string[]): ReadonlySet<number> {
  const places = standingAnchors(lines);
  const twice = anchors.filter((anchor) => (places.get(anchor)?.length ?? 0) > 1);
  if (twice.length === 0) return new Set();
  const trailer = wholeTrailer(lines);
  const unix = lines.map((line) => line.replace(/\r$/, ''));
  const blocks = new Map([...(trailer?.blocks ?? []), ...twice.flatMap((anchor) => (trailer?.blocks.has(anchor) === true ? [] : [[anchor, NO_BASE] as const]))]);
  const body = parseBody(unix.join('\n'), writtenParts({ header: trailer?.header ?? NO_BASE, blocks }, { boxLine: firstLineOf(marks.conflict) }));
  let line = body.head.lead.length + body.head.header.length + body.head.intro.length;
  const blockLines = new Set<number>();
  for (const block of body.blocks) {
    blockLines.add(line + block.lines.length - 1);
    line += block.lines.length + block.tail.length;
  }
  return new Set(twice.flatMap((anchor) => places.get(anchor) ?? []).filter((index) => !blockLines.has(index)));
}
