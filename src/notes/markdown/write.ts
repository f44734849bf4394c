import { readBlocks, indentOf, isUnderline, startsItem, type Block, type BlockKind } from './blocks';
import { blockFormula, fencedCode } from './code-and-formulas';
import { htmlAsMarkdown } from './inline-html';
import { cleanText } from '../../model/clean-text';
import { closeEscape, safeLine } from './write-line';

// Without any of these, a text is plain words and emphasis and needs no parsing.
const MAYBE_ACTIVE =
  /[\\`<[\]$#^\p{Cs}\u2028-\u202e\u2066-\u2069\ufdd0-\ufdef\ufeff\ufffe\uffff]|[^\P{Cc}\t\n]|%%|::|:\/\/|^[^\S\n]|^[-+*>=~_%\d|:]|\n\n\n/mu;

const APART = '\n\n';

/** A document's note may have headings. */
export type PassageGrammar = 'passage' | 'document-note';

/**
 * Makes untrusted light markdown safe and keeps its structure (paragraphs, lines of verse, emphasis, links,
 * lists, quotes, tables, code, formulas). Nothing in it runs, hides, embeds, tags, names a field, starts a
 * task, leaves its block or resembles our marks; only a document's note has headings. A blank line keeps a block
 * at either end apart from what stands beside the passage.
 */
export function writePassage(text: string, grammar: PassageGrammar = 'passage'): string {
  if (!MAYBE_ACTIVE.test(text)) return text.trim();
  const blocks = readBlocks(cleanText(text).split('\n'), grammar);
  const { lines, first, last } = writeBlocks(blocks, PASSAGE);
  if (first === null) return '';
  const markdown = lines.join('\n').trimEnd();
  const start = first === 'text' ? '' : APART;
  return start + (last === 'text' ? closeEscape(markdown) : markdown + APART);
}

export interface PageOptions {
  /** Prefix for footnote labels (letters, digits, dashes), so that labels are unique in the note. */
  readonly footnotes: string;
  /**
   * The level for the text's first and second level: below the note's title, or below the heading above the
   * text.
   */
  readonly topHeading: 2 | 3;
}

/**
 * Makes a whole untrusted text safe and keeps its structure, with headings from the second level down.
 * Nothing in it runs, hides, embeds, tags, names a field, is a task or resembles our marks. It can stand
 * anywhere a block can.
 */
export function writePage(text: string, options: PageOptions = { footnotes: '', topHeading: 2 }): string {
  const blocks = readBlocks(cleanText(text).split('\n'), 'page');
  const { lines } = writeBlocks(blocks, { ...options, isPage: true, isTop: true });
  return closeEscape(lines.join('\n').trimEnd());
}

interface Style {
  readonly isPage: boolean;
  readonly footnotes: string | null;
  readonly topHeading: number;
  /** The block stands in no other. */
  readonly isTop: boolean;
}

const PASSAGE: Style = { isPage: false, footnotes: null, topHeading: 2, isTop: true };

interface Written {
  readonly lines: readonly string[];
  /** Of the blocks of which something was written. */
  readonly first: BlockKind | null;
  readonly last: BlockKind | null;
}

function writeBlocks(blocks: readonly Block[], style: Style): Written {
  const out: string[] = [];
  let first: BlockKind | null = null;
  let above: Block | null = null;
  for (const block of blocks) {
    const lines = writeBlock(block, style);
    if (lines.length === 0) continue;
    if (above !== null && above.end < block.start) out.push('');
    for (const line of lines) out.push(line);
    first ??= block.kind;
    above = block;
  }
  return { lines: out, first, last: above?.kind ?? null };
}

function writeBlock(block: Block, style: Style): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return [writeHeading(block, style)];
    case 'rule':
      // A rule of dashes would make the line above a heading, or begin front matter.
      return ['***'];
    case 'code':
      return fencedCode(block.mark.replace(/^[`~]+/, ''), block.lines);
    case 'formula':
      return ['$$', ...(blockFormula(block.lines) ?? []), '$$'];
    case 'quote':
      return childLines(block, style).map((line) => (line === '' ? '>' : `> ${line}`));
    case 'item':
      return writeItem(block, style);
    case 'footnote':
      return writeFootnote(block, style);
    case 'text':
    case 'table':
    case 'comment':
      return writeText(block, style);
  }
}

const childLines = (block: Block, style: Style): readonly string[] =>
  writeBlocks(block.children, { ...style, isTop: false }).lines;

function writeHeading({ mark, lines }: Block, { topHeading, footnotes }: Style): string {
  const level = Math.min(6, Math.max(2, mark.length) + topHeading - 2);
  return `${'#'.repeat(level)} ${safeLine((lines[0] ?? '').trimEnd(), { footnotes })}`;
}

function writeItem(block: Block, style: Style): readonly string[] {
  const content = childLines(block, style);
  if (content.length === 0) return [block.lines[0]?.trim() === '' ? block.mark : escapeStart(block.mark)];
  const indent = ' '.repeat(block.mark.length + 1);
  return content.map((line, index) => {
    if (index === 0) return `${block.mark} ${line}`;
    return line === '' ? '' : indent + line;
  });
}

const FOOTNOTE_INDENT = '    ';

function writeFootnote({ mark, lines }: Block, style: Style): readonly string[] {
  const written = lines.map((line) =>
    line.trim() === '' ? '' : closeEscape(writeTextLine(line.trim(), { ...style, isTop: false }, false)),
  );
  return written
    .filter((line, index) => line !== '' || written[index - 1] !== '')
    .map((line, index) => {
      if (index === 0) return `[^${style.footnotes ?? ''}${mark}]: ${line}`;
      return line === '' ? '' : FOOTNOTE_INDENT + line;
    });
}

const LEAST_INDENT = 2;
const MOST_INDENT = 20;

/** Lines of a passage that stand further right than others, such as verse or code, begin with no-break spaces. */
function writeText({ kind, lines }: Block, style: Style): readonly string[] {
  const isTable = kind === 'table';
  if (style.isPage) return lines.map((line) => writeTextLine(line.trimStart(), style, isTable));
  const margin = lines.reduce((least, line) => Math.min(least, indentOf(line)), Infinity);
  const out: string[] = [];
  for (const line of lines) {
    const columns = indentOf(line) - margin;
    const indent = columns < LEAST_INDENT ? '' : '\u00a0'.repeat(Math.min(columns, MOST_INDENT));
    for (const text of linesOfHtml(line.trimStart(), isTable))
      out.push(indent + writeTextLine(text, style, false));
  }
  return out;
}

/** A line that may have line breaks of HTML in it. */
function linesOfHtml(line: string, isTable: boolean): readonly string[] {
  if (!line.includes('<')) return [line];
  const lines = htmlAsMarkdown(line, isTable ? ' ' : '\n').split('\n');
  return lines.map((text) => text.trimStart()).filter((text) => text !== '');
}

const TASK = /^\[([ xX])\][ \t]+(?=\S)/;

/** A line of text, with block markup at its start escaped. */
function writeTextLine(text: string, { isPage, isTop, footnotes }: Style, inTable: boolean): string {
  // Tasks in a page are not the user's, so they are written as plain box characters.
  const box = isPage && !isTop ? TASK.exec(text) : null;
  const line = safeLine(text.slice(box?.[0].length ?? 0), {
    footnotes,
    inTable: inTable && text.includes('|'),
  });
  if (box === null) return escapeStart(line);
  return `${box[1] === ' ' ? '☐' : '☑'} ${line}`;
}

function escapeStart(line: string): string {
  if (isUnderline(line) || line.startsWith('~~~') || line.startsWith('>')) return `\\${line}`;
  if (!startsItem(line)) return line;
  return line.replace(/^(?:[-+*]|\d+(?=[.)]))/, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`));
}
