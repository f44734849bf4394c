import { fencedCode, blockFormula } from './code-and-formulas';
import { safeLine } from './line';
import { cleanText } from './plain-text';

/**
 * Before or after markdown that must begin or end a line. Remote text never contains these and their like,
 * because `cleanText` drops them.
 */
export const LINE_START = '\ufdd0';
export const LINE_END = '\ufdd1';

// Without any of these, a text is plain words and emphasis and needs no parsing.
const MAYBE_ACTIVE =
  /[\\`<[\]$#^\p{Cs}\u2028-\u202e\u2066-\u2069\ufdd0-\ufdef\ufeff\ufffe\uffff]|[^\P{Cc}\t\n]|%%|::|:\/\/|^[^\S\n]|^[-+*>=~_%\d|:]|\n\n\n/mu;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
const ITEM = /^([-+*]|\d{1,9}[.)])(?:([ \t]+)(.*))?$/;
const DEEPEST = 6;
/** The line under the head of a table. */
export const BORDER = /^[\s|:]*-[\s|:-]*$/;

/** The lines of one container (passage, quote or list item). */
export interface Reader {
  readonly lines: readonly string[];
  readonly depth: number;
  readonly dialect: Dialect;
  /** For each line, the longest closing fence from there on; computed on first use. */
  closers: { readonly backticks: readonly number[]; readonly tildes: readonly number[] } | null;
}

/** A block as it is written. `next` is the index of the line after it. */
export interface Block {
  readonly kind: 'text' | 'blank' | 'item' | 'other';
  readonly lines: readonly string[];
  readonly next: number;
}

/** What one kind of text may contain in addition to passages. */
export interface Dialect {
  /** Reads a special block at a line that is not blank; null if there is none. */
  readonly readBlock: (
    reader: Reader,
    place: { readonly at: number; readonly text: string; readonly before: Block['kind'] },
  ) => Block | null;
  /** Makes one line of text safe. */
  readonly line: (
    text: string,
    place: { readonly lines: readonly string[]; readonly at: number; readonly depth: number },
  ) => string;
}

const PASSAGE: Dialect = { readBlock: () => null, line: (text) => safeLine(text, { footnotes: null }) };

const closesFence = (line: string, mark: string): number => {
  const match = mark === '`' ? /^[ \t]*(`{3,})[ \t]*$/.exec(line) : /^[ \t]*(~{3,})[ \t]*$/.exec(line);
  return match?.[1]?.length ?? 0;
};

function longestClosers(lines: readonly string[], mark: string): readonly number[] {
  const longest = new Array<number>(lines.length + 1).fill(0);
  for (let at = lines.length - 1; at >= 0; at -= 1)
    longest[at] = Math.max(longest[at + 1] ?? 0, closesFence(lines[at] ?? '', mark));
  return longest;
}

export function indentOf(line: string): number {
  let columns = 0;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === ' ') columns += 1;
    else if (line[at] === '\t') columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

/** Removes columns of blanks. Tabs after them stay, because they may be code. */
export function dedent(line: string, columns: number): string {
  let column = 0;
  let at = 0;
  for (; column < columns && (line[at] === ' ' || line[at] === '\t'); at += 1)
    column += line[at] === ' ' ? 1 : 4 - (column % 4);
  return ' '.repeat(Math.max(0, column - columns)) + line.slice(at);
}

function readFence(reader: Reader, at: number, text: string): Block | null {
  const opening = FENCE.exec(text);
  const fence = opening?.[1];
  if (fence === undefined) return null;
  const mark = fence.charAt(0);
  reader.closers ??= {
    backticks: longestClosers(reader.lines, '`'),
    tildes: longestClosers(reader.lines, '~'),
  };
  const longest = mark === '`' ? reader.closers.backticks : reader.closers.tildes;
  if ((longest[at + 1] ?? 0) < fence.length) return null;
  const indent = indentOf(reader.lines[at] ?? '');
  const content: string[] = [];
  let end = at + 1;
  while (closesFence(reader.lines[end] ?? '', mark) < fence.length) {
    const line = reader.lines[end] ?? '';
    content.push(indent === 0 ? line : dedent(line, Math.min(indent, indentOf(line))));
    end += 1;
  }
  return { kind: 'other', lines: fencedCode(opening?.[2] ?? '', content), next: end + 1 };
}

function readFormula(reader: Reader, at: number, text: string): Block | null {
  if (text.trim() !== '$$') return null;
  let end = at + 1;
  while (end < reader.lines.length && !(reader.lines[end] ?? '').includes('$$')) end += 1;
  if ((reader.lines[end] ?? '').trim() !== '$$' || end === at + 1) return null;
  const formula = blockFormula(reader.lines.slice(at + 1, end));
  return formula === null ? null : { kind: 'other', lines: ['$$', ...formula, '$$'], next: end + 1 };
}

function readQuote(reader: Reader, at: number, text: string): Block | null {
  if (!text.startsWith('>') || reader.depth >= DEEPEST) return null;
  const inner: string[] = [];
  let end = at;
  while ((reader.lines[end] ?? '').trimStart().startsWith('>')) {
    inner.push((reader.lines[end] ?? '').trimStart().replace(/^> ?/, ''));
    end += 1;
  }
  const { lines } = safeBlocks(inner, { depth: reader.depth + 1, dialect: reader.dialect });
  if (lines.length === 0) return { kind: 'blank', lines, next: end };
  return { kind: 'other', lines: lines.map((line) => (line === '' ? '>' : `> ${line}`)), next: end };
}

/** A list item with its indented lines. Only the number 1 starts a list within a paragraph. */
function readItem(reader: Reader, at: number, text: string, afterText: 'text' | 'other'): Block | null {
  const [, marker = '', gap = '', first = ''] = ITEM.exec(text) ?? [];
  if (marker === '' || reader.depth >= DEEPEST) return null;
  if (afterText === 'text' && /\d/.test(marker) && !/^1[.)]$/.test(marker)) return null;
  const offset =
    indentOf(reader.lines[at] ?? '') + marker.length + (gap.length > 4 || gap === '' ? 1 : gap.length);
  const inner = [first];
  let end = at + 1;
  for (let look = end; look < reader.lines.length; look += 1) {
    const line = reader.lines[look] ?? '';
    if (line.trim() === '') continue;
    if (indentOf(line) < Math.min(offset, 2)) break;
    while (end <= look) inner.push(dedent(reader.lines[end++] ?? '', offset));
  }
  const content = safeBlocks(inner, { depth: reader.depth + 1, dialect: reader.dialect }).lines;
  // A lone mark below a paragraph would make that a heading.
  if (content.length === 0 && first.trim() !== '') return null;
  const indent = ' '.repeat(marker.length + 1);
  const lines = content.map((line, index) => {
    if (index === 0) return `${marker} ${line}`;
    return line === '' ? '' : indent + line;
  });
  return { kind: 'item', lines: lines.length === 0 ? [marker] : lines, next: end };
}

/** Whether a line is a rule, or an underline that makes the line above a heading. */
function isRule(text: string): boolean {
  if (!/^[-=*_]/.test(text)) return false;
  return /^(?:-+|=+|\*{3,}|_{3,})$/.test(text.replace(/\s+/g, ''));
}

/** A line of a paragraph, with block markup at its start escaped. */
export function readText(
  { lines, depth, dialect }: Pick<Reader, 'lines' | 'depth' | 'dialect'>,
  { at, text }: { readonly at: number; readonly text: string },
): string {
  const line = dialect.line(text, { lines, at, depth });
  if (isRule(text) || text.startsWith('~~~') || text.startsWith('>')) return `\\${line}`;
  return ITEM.test(text)
    ? line.replace(/^(?:[-+*]|\d+(?=[.)]))/, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`))
    : line;
}

/** What stands above a line: the kind of block, and the columns before its paragraph's first line. */
interface Above {
  readonly kind: Block['kind'];
  readonly margin: number;
}

const LEAST_INDENT = 4;
const MOST_INDENT = 20;

/** No-break spaces for a line that stands further right than its paragraph, such as a line of a program. */
function keptIndent(line: string, above: Above): string {
  const columns = above.kind === 'text' ? indentOf(line) - above.margin : 0;
  return columns < LEAST_INDENT ? '' : '\u00a0'.repeat(Math.min(columns, MOST_INDENT));
}

function readBlock(reader: Reader, at: number, above: Above): Block {
  const line = reader.lines[at] ?? '';
  const text = line.trimStart();
  const before = above.kind;
  if (text === '') return { kind: 'blank', lines: [''], next: at + 1 };
  const indent = reader.dialect === PASSAGE ? keptIndent(line, above) : '';
  const textBlock = (): Block => ({
    kind: 'text',
    lines: [indent + readText(reader, { at, text })],
    next: at + 1,
  });
  const own = reader.dialect.readBlock(reader, { at, text, before });
  if (own !== null) return own;
  if (isRule(text)) return textBlock();
  return (
    readFence(reader, at, text) ??
    readFormula(reader, at, text) ??
    readQuote(reader, at, text) ??
    readItem(reader, at, text, before === 'text' ? 'text' : 'other') ??
    textBlock()
  );
}

export interface SafeBlocks {
  readonly lines: readonly string[];
  readonly first: Block['kind'];
  readonly last: Block['kind'];
}

/** Makes the lines safe and keeps the structure that the dialect allows. */
export function safeBlocks(
  lines: readonly string[],
  { depth, dialect }: Pick<Reader, 'depth' | 'dialect'>,
): SafeBlocks {
  const reader: Reader = { lines, depth, dialect, closers: null };
  const out: string[] = [];
  let first: Block['kind'] = 'blank';
  let last: Block['kind'] = 'blank';
  let above: Above = { kind: 'blank', margin: 0 };
  for (let at = 0; at < lines.length;) {
    const block = readBlock(reader, at, above);
    if (block.kind !== 'blank') {
      if (above.kind === 'blank' && out.length > 0) out.push('');
      if (first === 'blank') first = block.kind;
      last = block.kind;
      for (const line of block.lines) out.push(line);
    }
    const margin = above.kind === 'text' ? above.margin : indentOf(lines[at] ?? '');
    above = { kind: block.kind, margin };
    at = block.next;
  }
  return { lines: out, first, last };
}

// A backslash at the very end would escape whatever the template writes next.
export const closeEscape = (text: string): string =>
  /(?:^|[^\\])(?:\\\\)*\\$/.test(text.slice(-64)) ? `${text}\\` : text;

const holdsTable = (lines: readonly string[]): boolean =>
  lines.some((line, at) => at > 0 && BORDER.test(line) && lines[at - 1]?.includes('|') === true);

/**
 * Makes untrusted light markdown safe and keeps its structure (paragraphs, lines of verse, emphasis, links,
 * lists, quotes, tables, code, formulas). Nothing in it runs, hides, embeds, tags, names a field, starts a
 * heading or task, leaves its block or resembles our marks. Blocks at either end carry `LINE_START` and
 * `LINE_END`, which `settleEdges` resolves.
 */
export function passageMarkdown(text: string): string {
  if (!MAYBE_ACTIVE.test(text)) return text.trim();
  const { lines, first, last } = safeBlocks(cleanText(text).split('\n'), { depth: 0, dialect: PASSAGE });
  if (lines.length === 0) return '';
  const markdown = lines.join('\n').trimEnd();
  const isTextFirst = (first === 'text' || first === 'blank') && !holdsTable(lines.slice(0, 2));
  const start = isTextFirst ? '' : LINE_START;
  const isText = (last === 'text' || last === 'blank') && !holdsTable(lines.slice(lines.lastIndexOf('') + 1));
  return start + (isText ? closeEscape(markdown) : markdown + LINE_END);
}
