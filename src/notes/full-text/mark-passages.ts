import { isBorder, leavesOf, readBlocks } from '../markdown/blocks';
import { plainOf, type PlainLine } from '../markdown/inline';
import { cleanText } from '../../model/clean-text';

export interface MarkPassagesOptions {
  /** The result of `writePage`. */
  readonly text: string;
  /** In the order of the text, if known. */
  readonly passages: readonly { readonly anchor: string; readonly text: string }[];
  /** The link name of the note with the passages' blocks; '' if the text is in the same note. */
  readonly note: string;
}

/**
 * Links each passage that the text contains to its block. A passage that stands in the text only once, in one
 * line without markup, is marked (`==passage==`) with the link right behind it; for any other the link stands
 * at the end of its last line.
 */
export function markPassages({ text, passages, note }: MarkPassagesOptions): string {
  if (passages.length === 0) return text;
  const lines = text.split('\n');
  const letters = lettersOfText(lines);
  const marks = new Map<number, LineMarks>();
  let last = 0;
  for (const { anchor, text: passage } of passages) {
    const found = findPassage(letters.text, passage, last);
    if (found === null) continue;
    last = found.end;
    const link = `[[${note}#^${anchor}|↗]]`;
    const [first, end] = [found.start, found.end - 1];
    const line = letters.lines[end];
    if (line === undefined) continue;
    const inLine = marks.get(line.index) ?? new LineMarks(line);
    marks.set(line.index, inLine);
    if (found.isOnly && letters.lines[first] === line)
      inLine.mark(letters.places[first] ?? 0, letters.places[end] ?? 0, passage, link);
    else inLine.links.push(link);
  }
  return lines.map((line, index) => marks.get(index)?.write(line) ?? line).join('\n');
}

/** A line with words: not code, a formula or a table. */
interface ReadLine {
  readonly index: number;
  /** Its words without the marks of containers before them. */
  readonly words: string;
  readonly plain: PlainLine;
}

/** Letters and digits in one form, so that blanks, punctuation, case and accents do not matter. */
interface Letters {
  readonly text: string;
  /** For each unit of `text`, its line and its place in that line's plain text. */
  readonly lines: readonly ReadLine[];
  readonly places: readonly number[];
}

const LETTER = /[\p{L}\p{N}]/u;
const ACCENTS = /\p{M}/gu;

function formOf(letter: string): string {
  if (letter < '\x80') return letter.toLowerCase();
  return letter.toLowerCase().normalize('NFKD').replace(ACCENTS, '');
}

function lettersOfText(lines: readonly string[]): Letters {
  const forms: string[] = [];
  const lineOf: ReadLine[] = [];
  const places: number[] = [];
  for (const { kind, start, lines: words } of leavesOf(readBlocks(lines, 'page'))) {
    if (kind !== 'text' && kind !== 'heading' && kind !== 'footnote') continue;
    for (const [index, each] of words.entries()) {
      if (mayBeTable(lines, start + index)) break;
      if (MAY_BE_ITEM.test(each)) break;
      const line = { index: start + index, words: each.trimStart(), plain: plainOf(each.trimStart()) };
      let at = 0;
      for (const character of line.plain.text) {
        const form = LETTER.test(character) ? formOf(character) : '';
        if (form !== '') forms.push(form);
        for (let unit = 0; unit < form.length; unit += 1) {
          lineOf.push(line);
          places.push(at);
        }
        at += character.length;
      }
    }
  }
  return { text: forms.join(''), lines: lineOf, places };
}

/** A number that ours takes for text may begin a list to another reader, as below a footnote. */
const MAY_BE_ITEM = /^\s*\d+[.)](?:\s|$)/;

/**
 * Whether another reader may see a table from this line on, which ours takes for text. A link has a `|`, so it
 * would begin one or divide a cell.
 */
function mayBeTable(lines: readonly string[], at: number): boolean {
  return [lines[at], lines[at + 1]].some((line = '') => isBorder(line.replace(/^[\s>]+/, '')));
}

/** The letters and digits of plain text. */
export const lettersOf = (text: string): string =>
  Array.from(text.match(/[\p{L}\p{N}]/gu) ?? [], formOf).join('');

function lettersOfPassage(passage: string): string {
  const words: string[] = [];
  for (const { kind, lines } of leavesOf(readBlocks(passage.split('\n'), 'passage')))
    for (const line of lines) words.push(kind === 'code' ? line : plainOf(line).text);
  return lettersOf(words.join('\n'));
}

/** Shorter passages that occur more than once are ambiguous. */
const FEWEST_LETTERS = 12;
const FEWEST_WORDS = 3;

/** Footnote numbers, which are copied along with text from a page. */
const NOTE_NUMBERS = /([\p{L}.,;:!?…"'”’)])(?:\[\d{1,3}\]|\d{1,3}(?!\p{N}))/gu;

interface FoundPassage {
  readonly start: number;
  readonly end: number;
  /** It stands nowhere else in the text. */
  readonly isOnly: boolean;
}

/** Where a passage stands among the letters. */
function findPassage(letters: string, passage: string, last: number): FoundPassage | null {
  const clean = cleanText(passage);
  const isShort = (clean.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < FEWEST_WORDS;
  const readings = [
    lettersOfPassage(clean),
    lettersOfPassage(clean.replace(NOTE_NUMBERS, '$1')),
    lettersOf(clean),
  ];
  for (const wanted of new Set(readings)) {
    const first = wanted === '' ? -1 : letters.indexOf(wanted);
    if (first < 0) continue;
    if (!letters.includes(wanted, first + 1))
      return { start: first, end: first + wanted.length, isOnly: true };
    if (isShort && wanted.length < FEWEST_LETTERS) return null;
    // Passages come in the text's order.
    const next = letters.indexOf(wanted, last);
    const start = next < 0 ? first : next;
    return { start, end: start + wanted.length, isOnly: false };
  }
  return null;
}

const CLOSING = /[.,;:!?…"'”’»)」』】。、！？）]/;
const OPENING = /["'“‘„«(¿¡「『【（]/;
const OUTER_SIGNS = /^[^\p{L}\p{N}\s]*/u;

/** The marks and links that one line gets. */
class LineMarks {
  readonly links: string[] = [];
  private readonly marks: { readonly start: number; readonly end: number; readonly link: string }[] = [];

  constructor(private readonly line: ReadLine) {}

  /** Marks from one letter to another of the line's plain text, with the punctuation that the passage has. */
  mark(first: number, last: number, passage: string, link: string): void {
    const { text, isPlain } = this.line.plain;
    if (!isPlain) {
      this.links.push(link);
      return;
    }
    const words = passage.trim();
    const before = OUTER_SIGNS.exec(words)?.[0].length ?? 0;
    const after = OUTER_SIGNS.exec([...words.slice(-20)].reverse().join(''))?.[0].length ?? 0;
    let start = first;
    while (start > 0 && first - start < before && OPENING.test(text.charAt(start - 1))) start -= 1;
    // Between a letter and punctuation, signs of a mark would be text.
    if (LETTER.test(text.charAt(start - 1))) start = first;
    let end = last + String.fromCodePoint(text.codePointAt(last) ?? 0).length;
    while (/\p{M}/u.test(text.charAt(end))) end += 1;
    for (let count = 0; count < after && CLOSING.test(text.charAt(end)); count += 1) end += 1;
    this.marks.push({ start, end, link });
  }

  write(source: string): string {
    const { words, plain } = this.line;
    const out: string[] = [source.slice(0, source.length - words.length)];
    let done = 0;
    for (const { start, end, link } of this.separateMarks()) {
      const from = plain.places[start] ?? 0;
      const to = plain.places[end] ?? words.length;
      // After the link, these characters would make another link of it.
      const gap = /[([:{]/.test(words.charAt(to)) ? ' ' : '';
      out.push(words.slice(done, from), `==${words.slice(from, to)}== ${link}${gap}`);
      done = to;
    }
    const end = Math.max(done, endOfWords(words));
    // With a blank behind them, such signs could not open emphasis any more.
    const mayOpen = words.charAt(end) === '\\' && /[*_~]$/.test(words.slice(done, end));
    const links = mayOpen ? [] : this.links.map((link) => ` ${link}`);
    out.push(words.slice(done, end), ...links, words.slice(end));
    return out.join('');
  }

  /** The marks in order; of one that touches another only the link stays. */
  private separateMarks(): typeof this.marks {
    const separate: typeof this.marks = [];
    for (const mark of [...this.marks].sort((left, right) => left.start - right.start)) {
      if (mark.start > (separate[separate.length - 1]?.end ?? -1)) separate.push(mark);
      else this.links.push(mark.link);
    }
    return separate;
  }
}

/** Where a line's words end: before the signs that close a heading, or the blanks or backslash of a hard break. */
function endOfWords(line: string): number {
  const text = line
    .trimEnd()
    .replace(/[ \t]#+$/, '')
    .trimEnd();
  const isBreak = /(?:^|[^\\])(?:\\\\)*\\$/.test(text.slice(-64));
  return isBreak ? text.slice(0, -1).trimEnd().length : text.length;
}
