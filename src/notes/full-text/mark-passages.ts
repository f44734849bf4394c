import { addToList } from '../../model/collections';
import { cleanText } from '../markdown/plain-text';
import type { TextRange } from '../markdown/code-ranges';
import { writePage } from '../markdown/write';
import { lettersIn, lettersOf, type Letters } from './letters';
import { textLines, type Span, type TextLine } from './text-lines';

export interface MarkPassagesOptions {
  /** The result of `writePage`. */
  readonly text: string;
  /** In the order of the text, if known. */
  readonly passages: readonly { readonly anchor: string; readonly text: string }[];
  /** The link name of the note with the passages' blocks; '' if the text is in the same note. */
  readonly note: string;
}

const SIGN = '↗';

/** A marked part of a line, and the links after it. */
interface LineRange extends TextRange {
  readonly links: readonly string[];
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/**
 * Marks each highlighted passage in the full text (`==passage==`) and links to its block. Passages are found
 * by their letters, ignoring formatting. Where a mark would change how the line is read, there is only the
 * link.
 */
export function markPassages({ text, passages, note }: MarkPassagesOptions): string {
  if (passages.length === 0) return text;
  const lines = textLines(text);
  const letters = lettersOfLines(text, lines);
  const ranges = new Map<TextLine, LineRange[]>();
  let last: TextRange | null = null;
  for (const passage of passages) {
    const found = findPassage(letters.text, passage.text, last);
    if (found === null) continue;
    last = found;
    const parts = partsOf(letters.places.slice(found.start, found.end), lines);
    const link = `[[${note}#^${passage.anchor}|${SIGN}]]`;
    for (const [line, range] of rangesOf(parts, text, passage.text, link)) addToList(ranges, line, range);
  }
  return insertAll(
    text,
    [...ranges].flatMap(([line, given]) => insertionsFor(text, line, given)),
  );
}

/** Shorter passages that occur more than once are ambiguous. */
const FEWEST_LETTERS = 12;
const FEWEST_WORDS = 3;

/** Footnote numbers, which are copied along with text from a page. */
const NOTE_NUMBERS = /([\p{L}.,;:!?…"'”’)])(?:\[\d{1,3}\]|\d{1,3}(?!\p{N}))/gu;

const lettersOfLines = (text: string, lines: readonly TextLine[]): Letters =>
  lettersIn(
    text,
    lines.flatMap(({ words }) => words),
  );

function lettersOfMarkdown(markdown: string): string {
  const text = writePage(markdown);
  return lettersOfLines(text, textLines(text)).text;
}

/** Where a passage stands among the letters. */
function findPassage(letters: string, passage: string, last: TextRange | null): TextRange | null {
  const clean = cleanText(passage);
  const isShort = (clean.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < FEWEST_WORDS;
  for (const text of new Set([passage, clean.replace(NOTE_NUMBERS, '$1')])) {
    for (const read of [lettersOfMarkdown, lettersOf]) {
      const found = findLetters(letters, read(text), last, isShort);
      if (found !== null) return found;
    }
  }
  return null;
}

/**
 * Passages come in the text's order, so this takes the first place after the previous one, else the first of
 * all.
 */
function findLetters(
  letters: string,
  wanted: string,
  last: TextRange | null,
  isShort: boolean,
): TextRange | null {
  if (wanted === '') return null;
  const first = letters.indexOf(wanted);
  if (first === -1) return null;
  if (isShort && wanted.length < FEWEST_LETTERS && letters.includes(wanted, first + 1)) return null;
  const from = last?.start ?? 0;
  let start = letters.indexOf(wanted, from);
  if (start === last?.start && last.end === start + wanted.length) {
    const next = letters.indexOf(wanted, start + 1);
    if (next !== -1) start = next;
  }
  if (start === -1) start = first;
  return { start, end: start + wanted.length };
}

/** Most punctuation at a line's edge that belongs to a passage continued on the next line. */
const MOST_SIGNS = 9;

/**
 * The parts of lines that a passage covers, the last with the link. Headings are skipped if anything else is
 * covered.
 */
function rangesOf(
  parts: readonly Part[],
  text: string,
  passage: string,
  link: string,
): readonly (readonly [TextLine, LineRange])[] {
  const body = parts.filter(({ line }) => !line.isHeading);
  const marked = body.length > 0 ? body : parts;
  const signsAtStart = /^[^\p{L}\p{N}\s]*/u.exec(passage.trim())?.[0].length ?? 0;
  const signsAtEnd = /([^\p{L}\p{N}\s]*)\d{0,3}$/u.exec(passage.slice(-20).trim())?.[1]?.length ?? 0;
  return marked.map(({ line, start, end }, index) => {
    const isFirst = index === 0;
    const isLast = index === marked.length - 1;
    const range = withSigns(text, line, { start, end }, [
      isFirst ? signsAtStart : MOST_SIGNS,
      isLast ? signsAtEnd : MOST_SIGNS,
    ]);
    return [line, { ...range, links: isLast ? [link] : [] }];
  });
}

interface Part extends TextRange {
  readonly line: TextLine;
}

function partsOf(places: Letters['places'], lines: readonly TextLine[]): readonly Part[] {
  const parts: Part[] = [];
  let index = firstLineAt(lines, places[0]?.start ?? 0);
  for (const place of places) {
    while (index < lines.length && (lines[index]?.end ?? 0) <= place.start) index += 1;
    const line = lines[index];
    const last = parts[parts.length - 1];
    if (line === undefined) break;
    if (last?.line === line) parts[parts.length - 1] = { ...last, end: place.end };
    else parts.push({ line, start: place.start, end: place.end });
  }
  return parts;
}

function firstLineAt(lines: readonly TextLine[], at: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((lines[middle]?.end ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

const CLOSING = /[.,;:!?…"'”’»)」』】。、！？）]/;
const OPENING = /["'“‘„«(¿¡「『【（]/;

/** Extends a range over the punctuation that the passage has at its edges. */
function withSigns(
  text: string,
  line: TextLine,
  range: TextRange,
  [mostBefore, mostAfter]: readonly [number, number],
): TextRange {
  let { start, end } = range;
  const startsSpan = (at: number): boolean => line.spans.some((span) => span.start === at);
  const endsSpan = (at: number): boolean => line.spans.some((span) => span.end === at);
  for (let count = 0; count < mostAfter && end < line.end && !startsSpan(end); count += 1) {
    if (!CLOSING.test(text.charAt(end))) break;
    end += 1;
  }
  for (let count = 0; count < mostBefore && start > line.start && !endsSpan(start); count += 1) {
    if (!OPENING.test(text.charAt(start - 1)) || text.charAt(start - 2) === ']') break;
    start -= 1;
  }
  return { start, end };
}

/** The marks and links for the ranges in a line. */
function insertionsFor(text: string, line: TextLine, ranges: readonly LineRange[]): readonly Insertion[] {
  const insertions: Insertion[] = [];
  for (const range of joinTouching(ranges.map((given) => ({ ...given, ...expanded(given, line.spans) })))) {
    if (isSafe(text, range, line))
      insertions.push({ at: range.start, text: '==' }, { at: range.end, text: '==' });
    if (range.links.length > 0) insertions.push(linkInsertion(text, range, line));
  }
  return insertions;
}

/** Extends a range until it contains each span as a whole or lies within it. */
function expanded(range: TextRange, spans: readonly Span[]): TextRange {
  let { start, end } = range;
  for (let isGrown = true; isGrown;) {
    isGrown = false;
    for (const span of spans) {
      const isApart = span.end <= start || span.start >= end;
      const isWhole = span.start >= start && span.end <= end;
      const isFilled = start <= span.inner.start && end >= span.inner.end;
      const isWithin = span.kind !== 'atom' && start >= span.inner.start && end <= span.inner.end;
      if (isApart || isWhole || (isWithin && !isFilled)) continue;
      start = Math.min(start, span.start);
      end = Math.max(end, span.end);
      isGrown = true;
    }
  }
  return { start, end };
}

/** Joins ranges that touch. */
function joinTouching(ranges: readonly LineRange[]): readonly LineRange[] {
  const out: LineRange[] = [];
  for (const range of [...ranges].sort((left, right) => left.start - right.start || left.end - right.end)) {
    const last = out[out.length - 1];
    if (last === undefined || last.end < range.start) out.push(range);
    else
      out[out.length - 1] = {
        start: last.start,
        end: Math.max(last.end, range.end),
        links: [...last.links, ...range.links],
      };
  }
  return out;
}

// Next to these characters, a mark would change meaning.
const SENSITIVE = /[*_~=\\]/;
const WORD = /[\p{L}\p{N}]/u;

/** Whether a mark does not change how the rest of the line is read. */
function isSafe(text: string, { start, end }: TextRange, { spans, isClear }: TextLine): boolean {
  if (!isClear) return false;
  if (spans.some((span) => span.kind === 'mark' && span.start < end && span.end > start)) return false;
  for (const span of spans) {
    if (span.kind !== 'format') continue;
    // After a word, the signs of a mark would keep the format from opening.
    if (span.inner.start === start && WORD.test(text.charAt(span.start - 1))) return false;
    if (span.inner.end === end && WORD.test(text.charAt(span.end))) return false;
  }
  const isEdge = (at: number): boolean =>
    spans.some(
      (span) => span.start === at || span.end === at || span.inner.start === at || span.inner.end === at,
    );
  return (
    (!SENSITIVE.test(text.charAt(start - 1)) || isEdge(start)) &&
    (!SENSITIVE.test(text.charAt(end)) || isEdge(end))
  );
}

/**
 * Puts the link after the marked text, outside of links and formats that end there and after an adjacent
 * footnote mark or link; if that is not safe, at the line's end.
 */
function linkInsertion(text: string, { end, links }: LineRange, line: TextLine): Insertion {
  let at = end;
  for (let isMoved = true; isMoved;) {
    isMoved = false;
    for (const span of line.spans) {
      const isAround = span.kind !== 'format' && span.start < at && span.end > at;
      const isBeside = span.start === at && text.startsWith('[', at);
      if (!isAround && !isBeside && span.inner.end !== at) continue;
      if (span.end === at) continue;
      at = span.end;
      isMoved = true;
    }
  }
  const isEdge = line.spans.some((span) => span.start === at || span.end === at);
  const isFree = isEdge || !(SENSITIVE.test(text.charAt(at - 1)) || SENSITIVE.test(text.charAt(at)));
  const place = line.isClear && isFree ? at : line.end;
  // After the link, these characters would make another link of it.
  const gap = /[([:{]/.test(text.charAt(place)) ? ' ' : '';
  return { at: place, text: ` ${links.join(' ')}${gap}` };
}

function insertAll(text: string, insertions: readonly Insertion[]): string {
  let out = '';
  let done = 0;
  for (const { at, text: added } of [...insertions].sort((left, right) => left.at - right.at)) {
    out += text.slice(done, at) + added;
    done = at;
  }
  return out + text.slice(done);
}
