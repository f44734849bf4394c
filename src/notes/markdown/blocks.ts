import { blockFormula } from './code-and-formulas';

export type BlockKind =
  'text' | 'heading' | 'rule' | 'code' | 'formula' | 'quote' | 'item' | 'table' | 'footnote' | 'comment';

/** A block of markdown. Blank lines belong to no block, so a gap between two blocks is a blank line. */
export interface Block {
  readonly kind: BlockKind;
  /** Its lines in the whole text, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** Columns of blanks before its first line, within its container. */
  readonly indent: number;
  /** What makes it this kind of block: `>`, `-`, `2.`, `##`, a fence with its language, a footnote's label. */
  readonly mark: string;
  /** Its lines without its own mark and those of the blocks around it. */
  readonly lines: readonly string[];
  /** What a quote or item holds. */
  readonly children: readonly Block[];
}

/**
 * What a text may contain.
 * - `passage`: text, tables, closed fences, formulas, quotes, lists.
 * - `document-note`: a passage that may have headings.
 * - `page`: also headings, rules and footnotes, outside of quotes and lists.
 * - `note`: as Obsidian reads a note: also comments, indented code, and fences that are never closed.
 */
export type Grammar = 'passage' | 'document-note' | 'page' | 'note';

/** Quotes and items within more than so many others are text, so that reading takes time linear in the length. */
const DEEPEST = 6;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
const ITEM = /^([-+*]|\d{1,9}[.)])(?:([ \t]+)(.*))?$/;
const HEADING = /^(#{1,6})[ \t]+(\S.*)$/;
const RULE = /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const COMMENT = /^(?:%%|<!--)/;
const BORDER = /^[\s|:]*-[\s|:-]*$/;
const FOOTNOTE = /^\[\^([A-Za-z0-9-]{1,32})\]:[ \t]+(\S.*)$/;
const FOOTNOTE_INDENT = 4;
/**
 * Readers without footnotes take `[^1]: word` for a link definition, whose target is safe only if it is a web
 * address or no address at all.
 */
const UNSAFE_TARGET = /^(?!https?:\/\/|\[)(?=[^ \t]*[:&\\<])[^ \t]+(?:[ \t]+["'(].*)?[ \t]*$/i;

/** The lines of the whole text, or those that a quote or item holds. */
interface Container {
  readonly lines: readonly string[];
  /** The number of its first line in the whole text. */
  readonly start: number;
  readonly depth: number;
  readonly grammar: Grammar;
  /** For each line, the longest closing fence from there on; computed on first use. */
  closers: { readonly backticks: readonly number[]; readonly tildes: readonly number[] } | null;
}

/** A line that is not blank, and what it stands under. */
interface Place {
  readonly at: number;
  readonly line: string;
  /** The line without leading blanks. */
  readonly text: string;
  readonly isInParagraph: boolean;
  /** A block that is no code ends right above. */
  readonly isBelowBlock: boolean;
}

/** The blocks of a text, in time linear in its length. */
export const readBlocks = (lines: readonly string[], grammar: Grammar): readonly Block[] =>
  readContainer({ lines, start: 0, depth: 0, grammar, closers: null });

/** All blocks without children, in the order of the text. */
export function* leavesOf(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    if (block.children.length === 0) yield block;
    else yield* leavesOf(block.children);
  }
}

function readContainer(container: Container): readonly Block[] {
  const { lines } = container;
  const blocks: Block[] = [];
  let paragraph: number | null = null;
  const endParagraph = (end: number): void => {
    if (paragraph !== null) blocks.push(...paragraphBlocks(container, paragraph, end));
    paragraph = null;
  };
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const text = line.trimStart();
    if (text === '') {
      endParagraph(at);
      at += 1;
      continue;
    }
    const above = blocks[blocks.length - 1];
    const isBelowBlock = above?.end === container.start + at && above.kind !== 'code';
    const isInParagraph = paragraph !== null;
    const block = readMarked(container, { at, line, text, isInParagraph, isBelowBlock });
    if (block === null) {
      paragraph ??= at;
      at += 1;
      continue;
    }
    endParagraph(at);
    // A quote without words is as good as a blank line.
    if (block.kind !== 'quote' || block.children.length > 0) blocks.push(block);
    at = block.end - container.start;
  }
  endParagraph(lines.length);
  return blocks;
}

/** A block from line `at` up to `end`, both counted within the container. */
function blockAt(
  container: Container,
  { at, line }: Pick<Place, 'at' | 'line'>,
  block: Pick<Block, 'kind' | 'mark' | 'lines'> & {
    readonly end: number;
    readonly children?: readonly Block[];
  },
): Block {
  return {
    kind: block.kind,
    start: container.start + at,
    end: container.start + block.end,
    indent: indentOf(line),
    mark: block.mark,
    lines: block.lines,
    children: block.children ?? [],
  };
}

/** Lines of text: a paragraph, and a table from the line above the first border on. */
function paragraphBlocks(container: Container, start: number, end: number): readonly Block[] {
  const lines = container.lines.slice(start, end);
  const header = lines.findIndex((line, index) => line.includes('|') && isBorder(lines[index + 1] ?? ''));
  const textOf = (kind: BlockKind, from: number, to: number): Block =>
    blockAt(
      container,
      { at: start + from, line: lines[from] ?? '' },
      { kind, mark: '', lines: lines.slice(from, to), end: start + to },
    );
  if (header < 0) return [textOf('text', 0, lines.length)];
  const table = textOf('table', header, lines.length);
  return header === 0 ? [table] : [textOf('text', 0, header), table];
}

const isBorder = (line: string): boolean => BORDER.test(line) && !isUnderline(line.trim());

/** Whether a line is a rule, or an underline that makes the line above a heading. */
export function isUnderline(text: string): boolean {
  if (!/^[-=*_]/.test(text)) return false;
  return /^(?:-+|=+|\*{3,}|_{3,})$/.test(text.replace(/\s+/g, ''));
}

/** Reads a block that begins with a mark; null if the line is text. */
function readMarked(container: Container, place: Place): Block | null {
  const { grammar, depth } = container;
  if (grammar === 'note') {
    const block =
      readComment(container, place) ?? readRule(container, place) ?? readHeading(container, place);
    if (block !== null) return block;
  } else if (depth === 0) {
    const block = readTopLevel(container, place);
    if (block !== null) return block;
  }
  if (grammar !== 'note' && isUnderline(place.text)) return null;
  return (
    readFence(container, place) ??
    readIndentedCode(container, place) ??
    readFormula(container, place) ??
    readQuote(container, place) ??
    readItem(container, place)
  );
}

/** What only the top level of some texts has. */
function readTopLevel(container: Container, place: Place): Block | null {
  const { grammar } = container;
  if (grammar === 'passage') return null;
  if (grammar === 'document-note') return readHeading(container, place);
  return readRule(container, place) ?? readHeading(container, place) ?? readFootnote(container, place);
}

function readComment(container: Container, place: Place): Block | null {
  if (!COMMENT.test(place.text)) return null;
  return blockAt(container, place, { kind: 'comment', mark: '', lines: [place.text], end: place.at + 1 });
}

function readRule(container: Container, place: Place): Block | null {
  if (!RULE.test(place.text)) return null;
  return blockAt(container, place, { kind: 'rule', mark: place.text, lines: [], end: place.at + 1 });
}

function readHeading(container: Container, place: Place): Block | null {
  const [, mark = '', words = ''] = HEADING.exec(place.text) ?? [];
  if (mark === '') return null;
  return blockAt(container, place, { kind: 'heading', mark, lines: [words], end: place.at + 1 });
}

/** A footnote holds only paragraphs, so that readers without footnotes find nothing active in it. */
function readFootnote(container: Container, place: Place): Block | null {
  const [, label = '', first = ''] = FOOTNOTE.exec(place.text) ?? [];
  if (label === '' || place.isInParagraph || UNSAFE_TARGET.test(first)) return null;
  const end = endOfIndented(container.lines, place.at + 1, FOOTNOTE_INDENT);
  const others = container.lines.slice(place.at + 1, end).map((line) => dedent(line, FOOTNOTE_INDENT));
  return blockAt(container, place, { kind: 'footnote', mark: label, lines: [first, ...others], end });
}

/** Where lines of at least this indent, with blank lines between them, end. */
function endOfIndented(lines: readonly string[], from: number, least: number): number {
  let end = from;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if (indentOf(line) < least) break;
    end = at + 1;
  }
  return end;
}

function readFence(container: Container, place: Place): Block | null {
  const fence = FENCE.exec(place.text)?.[1];
  if (fence === undefined) return null;
  const { lines, grammar } = container;
  const mark = fence.charAt(0);
  const isClosed = (longestClosers(container, mark)[place.at + 1] ?? 0) >= fence.length;
  if (!isClosed && grammar !== 'note') return null;
  const indent = indentOf(place.line);
  const content: string[] = [];
  let at = place.at + 1;
  while (at < lines.length && closesFence(lines[at] ?? '', mark) < fence.length) {
    const line = lines[at] ?? '';
    content.push(indent === 0 ? line : dedent(line, Math.min(indent, indentOf(line))));
    at += 1;
  }
  const end = Math.min(at + 1, lines.length);
  return blockAt(container, place, { kind: 'code', mark: place.text, lines: content, end });
}

function longestClosers(container: Container, mark: string): readonly number[] {
  const { lines } = container;
  container.closers ??= { backticks: closersOf(lines, '`'), tildes: closersOf(lines, '~') };
  return mark === '`' ? container.closers.backticks : container.closers.tildes;
}

function closersOf(lines: readonly string[], mark: string): readonly number[] {
  const longest = new Array<number>(lines.length + 1).fill(0);
  for (let at = lines.length - 1; at >= 0; at -= 1)
    longest[at] = Math.max(longest[at + 1] ?? 0, closesFence(lines[at] ?? '', mark));
  return longest;
}

/** How long a closing fence this line is; 0 if it is none. */
function closesFence(line: string, mark: string): number {
  const text = line.trim();
  return text.startsWith(mark.repeat(3)) && text === mark.repeat(text.length) ? text.length : 0;
}

/** Only in notes, and not in lists, whose items people indent as they like. */
function readIndentedCode(container: Container, place: Place): Block | null {
  const { grammar, depth, lines } = container;
  if (grammar !== 'note' || depth > 0 || place.isInParagraph || place.isBelowBlock) return null;
  let end = place.at;
  while ((lines[end] ?? '').trim() !== '' && indentOf(lines[end] ?? '') >= 4) end += 1;
  if (end === place.at) return null;
  return blockAt(container, place, { kind: 'code', mark: '', lines: lines.slice(place.at, end), end });
}

function readFormula(container: Container, place: Place): Block | null {
  const { lines } = container;
  if (place.text.trim() !== '$$') return null;
  let end = place.at + 1;
  while (end < lines.length && !(lines[end] ?? '').includes('$$')) end += 1;
  if ((lines[end] ?? '').trim() !== '$$' || end === place.at + 1) return null;
  const content = lines.slice(place.at + 1, end);
  if (container.grammar !== 'note' && blockFormula(content) === null) return null;
  return blockAt(container, place, { kind: 'formula', mark: '$$', lines: content, end: end + 1 });
}

function readQuote(container: Container, place: Place): Block | null {
  const { lines, start, depth } = container;
  if (!place.text.startsWith('>') || depth >= DEEPEST) return null;
  const inner: string[] = [];
  for (let at = place.at; at < lines.length; at += 1) {
    const text = (lines[at] ?? '').trimStart();
    if (!text.startsWith('>')) break;
    inner.push(text.slice(text.startsWith('> ') ? 2 : 1));
  }
  const children = childrenOf(container, inner, start + place.at);
  return blockAt(container, place, {
    kind: 'quote',
    mark: '>',
    lines: inner,
    end: place.at + inner.length,
    children,
  });
}

const childrenOf = (
  { depth, grammar }: Container,
  lines: readonly string[],
  start: number,
): readonly Block[] => readContainer({ lines, start, depth: depth + 1, grammar, closers: null });

/** A list item with its indented lines. Only the number 1 starts a list within a paragraph. */
function readItem(container: Container, place: Place): Block | null {
  const [, mark = '', gap = '', first = ''] = ITEM.exec(place.text) ?? [];
  if (mark === '' || container.depth >= DEEPEST) return null;
  if (place.isInParagraph && /\d/.test(mark) && !/^1[.)]$/.test(mark)) return null;
  const offset = indentOf(place.line) + mark.length + (gap.length > 4 || gap === '' ? 1 : gap.length);
  const end = endOfIndented(container.lines, place.at + 1, Math.min(offset, 2));
  const others = container.lines.slice(place.at + 1, end).map((line) => dedent(line, offset));
  const lines = [first, ...others];
  const children = childrenOf(container, lines, container.start + place.at);
  // A lone mark below a paragraph would make that a heading.
  if (children.length === 0 && first.trim() !== '') return null;
  return blockAt(container, place, { kind: 'item', mark, lines, end, children });
}

/** Whether a line would begin a list item. */
export const startsItem = (line: string): boolean => ITEM.test(line);

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
function dedent(line: string, columns: number): string {
  let column = 0;
  let at = 0;
  for (; column < columns && (line[at] === ' ' || line[at] === '\t'); at += 1)
    column += line[at] === ' ' ? 1 : 4 - (column % 4);
  return ' '.repeat(Math.max(0, column - columns)) + line.slice(at);
}
