import MarkdownIt, { type Env, type Token } from 'markdown-it';
import { readMathematics } from './mathematics';

/** A part of a note as a parser sees it that knows nothing of ours. */
export interface Part {
  /**
   * `paragraph`, `heading`, `blockquote`, `fence`, `link`, `text`, ...: the parser's own words. `escape`: a
   * character that only stands for itself.
   */
  readonly kind: string;
  /** Of text, code, formulas and HTML. */
  readonly content: string;
  /**
   * The fence's language, the link's or image's address, the heading's level, the cell's alignment, the
   * number that a list begins with.
   */
  readonly detail: string;
  readonly parts: readonly Part[];
}

interface GrowingPart extends Part {
  readonly parts: GrowingPart[];
}

const withMathematics = new MarkdownIt('default', { html: true }).disable('text_join');
readMathematics(withMathematics);
const withoutMathematics = new MarkdownIt('default', { html: true }).disable('text_join');

function detailOf(token: Token): string {
  if (token.type === 'fence') return token.info.trim();
  if (token.type === 'heading_open') return token.tag;
  return String(
    token.attrGet('href') ?? token.attrGet('src') ?? token.attrGet('start') ?? token.attrGet('style') ?? '',
  );
}

function partOf(token: Token): GrowingPart {
  const isEscape = token.type === 'text_special' && !/^\\./.test(token.content);
  const kind = isEscape
    ? 'escape'
    : token.type.replace(/^text_special$|_open$/, (end) => (end === '_open' ? '' : 'text'));
  const content = token.type === 'image' ? '' : token.content;
  const parts: GrowingPart[] = [];
  addAll(parts, token.type === 'inline' || token.type === 'image' ? (token.children ?? []) : []);
  return { kind, content: token.type === 'inline' ? '' : content, detail: detailOf(token), parts };
}

function addAll(into: GrowingPart[], tokens: readonly Token[]): void {
  const open: GrowingPart[][] = [into];
  for (const token of tokens) {
    if (token.nesting < 0) open.pop();
    else {
      const part = partOf(token);
      const holder = open[open.length - 1];
      // What a paragraph or heading says stands in it directly.
      if (token.type === 'inline') holder?.push(...part.parts);
      else holder?.push(part);
      if (token.nesting > 0) open.push(part.parts);
    }
  }
}

export interface ReadNote {
  readonly parts: readonly Part[];
  /** Labels that `[label]: address` lines define. */
  readonly definitions: readonly string[];
}

/** Whether the reader knows mathematics: plugins and exports know none. */
export type Formulas = 'formulas' | 'no formulas';

/** Reads markdown by the rules of CommonMark with tables and strikethrough. */
export function readNote(markdown: string, formulas: Formulas): ReadNote {
  const memory: Env = {};
  const parts: GrowingPart[] = [];
  addAll(parts, (formulas === 'formulas' ? withMathematics : withoutMathematics).parse(markdown, memory));
  return { parts, definitions: Object.keys(memory.references ?? {}) };
}

/** All parts, each before what it holds. */
export function* everyPart(parts: readonly Part[]): Generator<Part> {
  for (const part of parts) {
    yield part;
    yield* everyPart(part.parts);
  }
}

const STRUCTURE = '\ufffc';

/** What a person reads, with line ends as they are. */
export function readableText(part: Part): string {
  if (part.kind === 'softbreak' || part.kind === 'hardbreak') return '\n';
  return part.content + part.parts.map(readableText).join('');
}

/**
 * The text of one paragraph that Obsidian and plugins look through for marks of their own: escapes, code and
 * the edges of other constructs are a placeholder.
 */
export function activeText(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.content;
      if (part.kind === 'softbreak' || part.kind === 'hardbreak') return '\n';
      return part.parts.length > 0 ? STRUCTURE + activeText(part.parts) + STRUCTURE : STRUCTURE;
    })
    .join('');
}
