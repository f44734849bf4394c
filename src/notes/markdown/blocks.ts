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

/** The blocks of a text, in time linear in its length. */
export const readBlocks = (lines: readonly string[], grammar: Grammar): readonly Block[] =>
  new BlockReader(lines, { start: 0, depth: 0, grammar }).read();

/** All blocks without children, in the order of the text. */
export function* leavesOf(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    if (block.children.length === 0) yield block;
    else yield* leavesOf(block.children);
  }
}

interface Container {
  /** The number of its first line in the whole text. */
  readonly start: number;
  readonly depth: number;
  readonly grammar: Grammar;
}

/** What a block is, and the line of its container where it ends. */
interface Found extends Partial<Pick<Block, 'mark' | 'lines' | 'children'>> {
  readonly kind: BlockKind;
  readonly end: number;
}

/** Reads the lines of the whole text, or those that a quote or item holds. */
class BlockReader {
  private readonly blocks: Block[] = [];
  /** The first line of the paragraph that the current line may continue. */
  private paragraph: number | null = null;
  /** For each line, the longest closing fence from there on; computed on first use. */
  private readonly closers = new Map<string, readonly number[]>();

  constructor(
    private readonly lines: readonly string[],
    private readonly container: Container,
  ) {}

  read(): readonly Block[] {
    for (let at = 0; at < this.lines.length;) {
      const text = this.line(at).trimStart();
      const found = text === '' ? null : this.readMarked(at, text);
      if (text !== '' && found === null) this.paragraph ??= at;
      else this.endParagraph(at);
      // A quote without words is as good as a blank line.
      if (found !== null && (found.kind !== 'quote' || found.children?.length !== 0)) this.add(at, found);
      at = found?.end ?? at + 1;
    }
    this.endParagraph(this.lines.length);
    return this.blocks;
  }

  private line(at: number): string {
    return this.lines[at] ?? '';
  }

  private add(at: number, { kind, end, mark = '', lines = [], children = [] }: Found): void {
    const { start } = this.container;
    const indent = indentOf(this.line(at));
    this.blocks.push({ kind, start: start + at, end: start + end, indent, mark, lines, children });
  }

  /** A paragraph, and a table from the line above the first border on. */
  private endParagraph(end: number): void {
    if (this.paragraph === null) return;
    let header = this.paragraph;
    while (header < end && !(this.line(header).includes('|') && isBorder(this.line(header + 1)))) header += 1;
    this.addText('text', this.paragraph, header);
    this.addText('table', header, end);
    this.paragraph = null;
  }

  private addText(kind: BlockKind, at: number, end: number): void {
    if (at < end) this.add(at, { kind, end, lines: this.lines.slice(at, end) });
  }

  /** A block that begins with a mark; null if the line is text. */
  private readMarked(at: number, text: string): Found | null {
    const { grammar, depth } = this.container;
    const code = this.readFence(at, text) ?? this.readIndentedCode(at);
    if (code !== null) return code;
    if (grammar === 'note' || depth === 0) {
      const found = this.readWhole(at, text);
      if (found !== null) return found;
    }
    if (grammar !== 'note' && isUnderline(text)) return null;
    return this.readFormula(at, text) ?? this.readQuote(at, text) ?? this.readItem(at, text);
  }

  /** What passages do not have. */
  private readWhole(at: number, text: string): Found | null {
    const { grammar } = this.container;
    if (grammar === 'passage') return null;
    const [, mark = '', words = ''] = HEADING.exec(text) ?? [];
    if (mark !== '') return { kind: 'heading', end: at + 1, mark, lines: [words] };
    if (grammar === 'document-note') return null;
    if (RULE.test(text)) return { kind: 'rule', end: at + 1, mark: text };
    if (grammar === 'page') return this.readFootnote(at, text);
    return COMMENT.test(text) ? { kind: 'comment', end: at + 1, lines: [text] } : null;
  }

  /** A footnote holds only paragraphs, so that readers without footnotes find nothing active in it. */
  private readFootnote(at: number, text: string): Found | null {
    const [, label = '', first = ''] = FOOTNOTE.exec(text) ?? [];
    if (label === '' || this.paragraph !== null || UNSAFE_TARGET.test(first)) return null;
    const end = this.endOfIndented(at + 1, FOOTNOTE_INDENT);
    return {
      kind: 'footnote',
      end,
      mark: label,
      lines: [first, ...this.dedented(at + 1, end, FOOTNOTE_INDENT)],
    };
  }

  /** Where lines of at least this indent, with blank lines between them, end. */
  private endOfIndented(from: number, least: number): number {
    let end = from;
    for (let at = from; at < this.lines.length; at += 1) {
      if (this.line(at).trim() === '') continue;
      if (indentOf(this.line(at)) < least) break;
      end = at + 1;
    }
    return end;
  }

  private dedented(from: number, end: number, columns: number): readonly string[] {
    return this.lines.slice(from, end).map((line) => dedent(line, columns));
  }

  private readFence(at: number, text: string): Found | null {
    const fence = FENCE.exec(text)?.[1];
    if (fence === undefined) return null;
    const mark = fence.charAt(0);
    const isClosed = (this.longestClosers(mark)[at + 1] ?? 0) >= fence.length;
    if (!isClosed && this.container.grammar !== 'note') return null;
    let end = at + 1;
    while (end < this.lines.length && closesFence(this.line(end), mark) < fence.length) end += 1;
    const lines = this.dedented(at + 1, end, indentOf(this.line(at)));
    return { kind: 'code', end: Math.min(end + 1, this.lines.length), mark: text, lines };
  }

  private longestClosers(mark: string): readonly number[] {
    const known = this.closers.get(mark);
    if (known !== undefined) return known;
    const longest = new Array<number>(this.lines.length + 1).fill(0);
    for (let at = this.lines.length - 1; at >= 0; at -= 1)
      longest[at] = Math.max(longest[at + 1] ?? 0, closesFence(this.line(at), mark));
    this.closers.set(mark, longest);
    return longest;
  }

  /** Only in notes, and not in lists, whose items people indent as they like. */
  private readIndentedCode(at: number): Found | null {
    const { grammar, depth, start } = this.container;
    if (grammar !== 'note' || depth > 0 || this.paragraph !== null) return null;
    const above = this.blocks[this.blocks.length - 1];
    if (above !== undefined && above.kind !== 'code' && above.end === start + at) return null;
    let end = at;
    while (this.line(end).trim() !== '' && indentOf(this.line(end)) >= 4) end += 1;
    return end === at ? null : { kind: 'code', end, lines: this.lines.slice(at, end) };
  }

  private readFormula(at: number, text: string): Found | null {
    if (text.trim() !== '$$') return null;
    let end = at + 1;
    while (end < this.lines.length && !this.line(end).includes('$$')) end += 1;
    if (this.line(end).trim() !== '$$' || end === at + 1) return null;
    const lines = this.lines.slice(at + 1, end);
    if (this.container.grammar !== 'note' && blockFormula(lines) === null) return null;
    return { kind: 'formula', end: end + 1, mark: '$$', lines };
  }

  private readQuote(at: number, text: string): Found | null {
    if (!text.startsWith('>') || this.container.depth >= DEEPEST) return null;
    const lines: string[] = [];
    for (let next = text; next.startsWith('>'); next = this.line(at + lines.length).trimStart())
      lines.push(next.slice(next.startsWith('> ') ? 2 : 1));
    return { kind: 'quote', end: at + lines.length, mark: '>', lines, children: this.readInner(at, lines) };
  }

  private readInner(at: number, lines: readonly string[]): readonly Block[] {
    const { start, depth, grammar } = this.container;
    return new BlockReader(lines, { start: start + at, depth: depth + 1, grammar }).read();
  }

  /** A list item with its indented lines. Only the number 1 starts a list within a paragraph. */
  private readItem(at: number, text: string): Found | null {
    const [, mark = '', gap = '', first = ''] = ITEM.exec(text) ?? [];
    if (mark === '' || this.container.depth >= DEEPEST) return null;
    if (this.paragraph !== null && /\d/.test(mark) && !/^1[.)]$/.test(mark)) return null;
    const indent = indentOf(this.line(at));
    const width = mark.length + (gap.length > 4 || gap === '' ? 1 : gap.length);
    const end = this.endOfIndented(at + 1, indent + Math.min(width, 2));
    const lines = [first, ...this.dedented(at + 1, end, indent + width)];
    const children = this.readInner(at, lines);
    // A lone mark below a paragraph would make that a heading.
    if (children.length === 0 && first.trim() !== '') return null;
    return { kind: 'item', end, mark, lines, children };
  }
}

/** How long a closing fence this line is; 0 if it is none. */
function closesFence(line: string, mark: string): number {
  const text = line.trim();
  return text.startsWith(mark.repeat(3)) && text === mark.repeat(text.length) ? text.length : 0;
}

/** Whether a line may be the border between the head of a table and its rows. */
export const isBorder = (line: string): boolean => BORDER.test(line) && !isUnderline(line.trim());

/** Whether a line is a rule, or an underline that makes the line above a heading. */
export function isUnderline(text: string): boolean {
  if (!/^[-=*_]/.test(text)) return false;
  return /^(?:-+|=+|\*{3,}|_{3,})$/.test(text.replace(/\s+/g, ''));
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

/** Removes at most so many columns of blanks. Tabs after them stay, because they may be code. */
function dedent(line: string, columns: number): string {
  let column = 0;
  let at = 0;
  for (; column < columns && (line[at] === ' ' || line[at] === '\t'); at += 1)
    column += line[at] === ' ' ? 1 : 4 - (column % 4);
  return ' '.repeat(Math.max(0, column - columns)) + line.slice(at);
}
