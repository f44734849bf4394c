import type { TextRange } from '../note/code-ranges';
import type { InlineMarks, Pair } from './inline-marks';
import type { TextLine } from './text-lines';

/** Something to be put into a text. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

export interface LineRange extends TextRange {
  /** Links to put behind what is marked. */
  readonly links: readonly string[];
  /** Signs that the passage ends (begins) with, which are marked as well where they stand. */
  readonly tail: string;
  readonly head: string;
}

const CLOSING = /[.,;:!?…"'”’»)」』】。、！？）]/;
const OPENING = /["'“‘„«(¿¡「『【（]/;
// Next to one of these, a mark would give it, or get from it, another meaning.
const TOUCHY = /[*_~=\\]/;
const WORD = /[\p{L}\p{N}]/u;

const folded = (sign: string): string =>
  sign
    .replace(/[“”„«»「」『』]/g, '"')
    .replace(/[’‘]/g, "'")
    .replace(/…/g, '.');

/** Takes in the signs that the passage has at its edges, and the format that it fills. */
function widened(text: string, range: LineRange, line: TextLine): LineRange {
  let { start, end } = range;
  for (let grown = true; grown;) {
    grown = false;
    const after = text[end] ?? '';
    const before = text[start - 1] ?? '';
    if (
      end < line.end &&
      CLOSING.test(after) &&
      !text.startsWith('![', end) &&
      folded(range.tail).includes(folded(after))
    )
      [end, grown] = [end + 1, true];
    if (
      start > line.start &&
      OPENING.test(before) &&
      text[start - 2] !== ']' &&
      folded(range.head).includes(folded(before))
    )
      [start, grown] = [start - 1, true];
    const filled = line.marks.opening.get(start);
    if (filled !== undefined && filled.close.start <= end && filled.close.end > start)
      [start, end, grown] = [filled.open.start, Math.max(end, filled.close.end), true];
    const closed = line.marks.closing.get(end);
    if (closed !== undefined && closed.open.start >= start) [end, grown] = [closed.close.end, true];
  }
  return { ...range, start, end };
}

/** Ranges that touch are one. */
function united(ranges: readonly LineRange[]): readonly LineRange[] {
  const out: LineRange[] = [];
  for (const range of [...ranges].sort((left, right) => left.start - right.start || left.end - right.end)) {
    const last = out[out.length - 1];
    if (last === undefined || last.end < range.start) out.push(range);
    else
      out[out.length - 1] = {
        ...last,
        end: Math.max(last.end, range.end),
        links: [...last.links, ...range.links],
      };
  }
  return out;
}

const isIn = (inner: TextRange, outer: TextRange): boolean =>
  inner.start >= outer.start && inner.end <= outer.end;

/** The parts of a range that a mark can hold: none of them crosses a format, a link or another mark. */
function piecesOf(text: string, range: TextRange, { marks }: TextLine): readonly TextRange[] {
  const isWhole = (pair: Pair): boolean =>
    pair.kind !== 'mark' && isIn(pair.open, range) && isIn(pair.close, range);
  const signs = marks.pairs.filter((pair) => !isWhole(pair)).flatMap(({ open, close }) => [open, close]);
  const cuts = [...signs, ...marks.loose, ...marks.borders]
    .filter((cut) => cut.end > range.start && cut.start < range.end)
    .sort((left, right) => left.start - right.start);
  const closed = marks.pairs.filter(({ kind }) => kind === 'mark' || kind === 'code');
  const pieces: TextRange[] = [];
  let start = range.start;
  for (const cut of [...cuts, { start: range.end, end: range.end }]) {
    const piece = trimmed(text, { start, end: Math.max(start, cut.start) });
    const isClosed = closed.some(({ open, close }) => piece.start >= open.end && piece.end <= close.start);
    if (!isClosed && WORD.test(text.slice(piece.start, piece.end)) && isQuiet(text, piece, marks))
      pieces.push(piece);
    start = cut.end;
  }
  return pieces;
}

function trimmed(text: string, { start, end }: TextRange): TextRange {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text[from] ?? '')) from += 1;
  while (to > from && /\s/.test(text[to - 1] ?? '')) to -= 1;
  return { start: from, end: to };
}

/** Whether a mark around the piece changes nothing of what is next to it. */
function isQuiet(text: string, { start, end }: TextRange, marks: InlineMarks): boolean {
  const opened = marks.opening.get(start);
  const closed = marks.closing.get(end);
  const before = opened === undefined ? start - 1 : opened.open.start - 1;
  const after = closed === undefined ? end : closed.close.end;
  const formats = marks.pairs.filter(({ kind }) => kind === 'format');
  const isFree = (at: number, format: boolean): boolean =>
    !TOUCHY.test(text[at] ?? '') && !(format && WORD.test(text[at] ?? ''));
  return (
    (isFree(before, opened?.kind === 'format') || isClose(before + 1, formats)) &&
    (isFree(after, closed?.kind === 'format') || isOpen(after, formats))
  );
}

/** Behind what is marked, and out of links, marks and formats that end there; behind the mark of a footnote. */
function placeOfLink(text: string, end: number, { marks, end: lineEnd }: TextLine): number {
  let at = end;
  for (let moved = true; moved;) {
    moved = false;
    for (const { kind, open, close } of marks.pairs) {
      const isAround = kind !== 'format' && open.start < at && close.end > at;
      if (isAround || (close.start === at && open.start < at)) [at, moved] = [close.end, true];
    }
    const note = marks.notes.find(({ start }) => start === at);
    if (note !== undefined) [at, moved] = [note.end, true];
  }
  const isFree =
    (!TOUCHY.test(text[at - 1] ?? '') || isClose(at, marks.pairs)) &&
    (!TOUCHY.test(text[at] ?? '') || isOpen(at, marks.pairs));
  return isFree ? at : (cellEnd(text, at, marks.borders) ?? lineEnd);
}

/** Whether a pair of signs ends (begins) there: nothing that is put beside it changes what it means. */
const isClose = (at: number, pairs: readonly Pair[]): boolean => pairs.some(({ close }) => close.end === at);
const isOpen = (at: number, pairs: readonly Pair[]): boolean => pairs.some(({ open }) => open.start === at);

function cellEnd(text: string, at: number, borders: readonly TextRange[]): number | null {
  const border = borders.find(({ start }) => start >= at);
  return border === undefined ? null : trimmed(text, { start: at, end: border.start }).end;
}

/** What marks these parts of a line, in the order in which it is to be put in. */
export function markLine(text: string, line: TextLine, ranges: readonly LineRange[]): readonly Insertion[] {
  const insertions: Insertion[] = [];
  for (const range of united(ranges.map((given) => widened(text, given, line)))) {
    for (const { start, end } of piecesOf(text, range, line))
      insertions.push({ at: start, text: '==' }, { at: end, text: '==' });
    if (range.links.length > 0) insertions.push(linkInsertion(text, range, line));
  }
  return insertions;
}

function linkInsertion(text: string, { end, links }: LineRange, line: TextLine): Insertion {
  const at = placeOfLink(text, end, line);
  // Behind a bracket, these would make a link of it.
  const after = /[([:{]/.test(text[at] ?? '') ? ' ' : '';
  const written = line.kind === 'row' ? links.map((link) => link.replace(/\|/g, '\\|')) : links;
  return { at, text: ` ${written.join(' ')}${after}` };
}
