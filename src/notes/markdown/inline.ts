import { backtickRuns, inlineFormula } from './code-and-formulas';

/** A range of a text in UTF-16 units, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Something in a line that is more than its characters. Emphasis is none: it passes through as it is. */
export interface Inline extends TextRange {
  /** `address`: `<https://…>`. */
  readonly kind: 'escape' | 'code' | 'formula' | 'link' | 'image' | 'footnote' | 'address';
  /** What stands between its signs, and where. */
  readonly text: string;
  readonly textStart: number;
  /** Of a link or image, as it is written; `''` if what is in the parentheses cannot be read. */
  readonly target: string;
}

const CONSTRUCT = /\\(?=[!-/:-@[-`{-~])|`|!?\[|\${1,2}|<(?=https?:\/\/)/gi;
const ADDRESS = /<(https?:\/\/[^\s<>]*)>/iy;
/** A target ends at a blank or bracket, and may contain pairs of parentheses. A title is dropped. */
const TARGET =
  /\( {0,3}(?:<([^<>]*)>|([^\s()<>[\]`]+(?:\([^\s()<>[\]`]*\)[^\s()<>[\]`]*)*))(?: {1,3}(?:"[^"]*"|'[^']*'))? {0,3}\)/y;
/** The text of `[[1]](https://…)`. Any other `[[` begins a link into the vault. */
const CITATION = /^\[[^[\]]+\]$/;
const FOOTNOTE = /\[\^([A-Za-z0-9-]{1,32})\](?!\()/y;
/** Links within more than so many others are text, so that reading takes time linear in the length. */
export const DEEPEST_LINK = 3;

/** Reads one line, or the text of one block. Pairs are found once, so that reading is linear in the length. */
export class InlineReader {
  private spans: ReadonlyMap<number, TextRange> | null = null;
  private brackets: ReadonlyMap<number, number> | null = null;

  /** `depth`: in how many links and code spans the line stands. */
  constructor(
    readonly line: string,
    readonly depth = 0,
  ) {}

  /** The first construct that begins at or after `from`. */
  next(from: number): Inline | null {
    CONSTRUCT.lastIndex = from;
    for (let sign = CONSTRUCT.exec(this.line); sign !== null; sign = CONSTRUCT.exec(this.line)) {
      const end = CONSTRUCT.lastIndex;
      const found = this.readAt(sign[0], sign.index);
      if (found !== null) return found;
      // The bracket of an image may begin something else.
      CONSTRUCT.lastIndex = sign[0] === '![' ? sign.index + 1 : end;
    }
    return null;
  }

  private readAt(sign: string, at: number): Inline | null {
    switch (sign) {
      case '\\':
        return this.found('escape', { start: at, end: at + 2 }, { start: at + 1, end: at + 2 });
      case '`':
        return this.readCode(at);
      case '![':
        return this.readLink('image', at, at + 1);
      case '[':
        return this.readFootnote(at) ?? this.readLink('link', at, at);
      case '<':
        return this.readAddress(at);
      default:
        return this.readFormula(at, sign.length);
    }
  }

  private found(kind: Inline['kind'], whole: TextRange, inner: TextRange, target = ''): Inline {
    return { kind, ...whole, text: this.line.slice(inner.start, inner.end), textStart: inner.start, target };
  }

  private readCode(at: number): Inline | null {
    this.spans ??= new Map(codeSpans(this.line).map((span) => [span.start, span]));
    const span = this.spans.get(at);
    if (span === undefined) return null;
    let start = at;
    while (this.line[start] === '`') start += 1;
    return this.found('code', span, { start, end: span.end - (start - at) });
  }

  /** `at` is the construct's first sign, `bracket` its opening bracket. */
  private readLink(kind: 'link' | 'image', at: number, bracket: number): Inline | null {
    const { line } = this;
    if (this.depth >= DEEPEST_LINK || line[bracket + 1] === '^' || line[bracket - 1] === '[') return null;
    this.brackets ??= bracketPairs(line);
    const close = this.brackets.get(bracket);
    if (close === undefined || line[close + 1] !== '(') return null;
    const inner = { start: bracket + 1, end: close };
    const isImage = kind === 'image' || line[bracket - 1] === '!';
    if (line[bracket + 1] === '[' && (isImage || !CITATION.test(line.slice(bracket + 1, close)))) return null;
    TARGET.lastIndex = close + 1;
    const target = TARGET.exec(line);
    if (target === null) return this.found(kind, { start: at, end: close + 1 }, inner);
    return this.found(kind, { start: at, end: TARGET.lastIndex }, inner, target[1] ?? target[2] ?? '');
  }

  /** A footnote's mark; not the label that begins a footnote's text. */
  private readFootnote(at: number): Inline | null {
    const { line } = this;
    if (this.depth > 0 || line[at - 1] === '[' || line[at - 1] === '!') return null;
    FOOTNOTE.lastIndex = at;
    if (!FOOTNOTE.test(line)) return null;
    const end = FOOTNOTE.lastIndex;
    if (line[end] === ':' && line.slice(0, at).trim() === '') return null;
    return this.found('footnote', { start: at, end }, { start: at + 2, end: end - 1 });
  }

  private readAddress(at: number): Inline | null {
    ADDRESS.lastIndex = at;
    if (!ADDRESS.test(this.line)) return null;
    const end = ADDRESS.lastIndex;
    return this.found('address', { start: at, end }, { start: at + 1, end: end - 1 });
  }

  /** Only what is harmless mathematics; sums of money are text. */
  private readFormula(at: number, length: number): Inline | null {
    const { line } = this;
    const start = at + length;
    const close = line.indexOf('$', start);
    if (close < 0) return null;
    const behind = line[close + 1] ?? '';
    const closes = length === 2 ? behind === '$' : !/[\d$]/.test(behind);
    if (!closes || inlineFormula(line.slice(start, close)) === null) return null;
    return this.found('formula', { start: at, end: close + length }, { start, end: close });
  }
}

/** All constructs of a line that stand in no other. */
export function readInline(line: string, depth = 0): readonly Inline[] {
  const reader = new InlineReader(line, depth);
  const found: Inline[] = [];
  for (let next = reader.next(0); next !== null; next = reader.next(next.end)) found.push(next);
  return found;
}

function bracketPairs(line: string): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const mark of line.matchAll(/\\[^]|[[\]]/g)) {
    if (mark[0] === '[') open.push(mark.index);
    const start = mark[0] === ']' ? open.pop() : undefined;
    if (start !== undefined) pairs.set(start, mark.index);
  }
  return pairs;
}

/**
 * The code spans of a line or paragraph: a run of backticks up to the next run of the same length. Each run is
 * visited once.
 */
export function codeSpans(text: string): readonly TextRange[] {
  if (!text.includes('`')) return [];
  const spans: TextRange[] = [];
  const waiting = new Map<number, number[]>();
  for (const [length, starts] of backtickRuns(text)) waiting.set(length, [...starts].reverse());
  let end = 0;
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    if (index < end) continue;
    // An escape takes one backtick off an opening run; within a span there are no escapes.
    const escaped = isEscaped(text, index) ? 1 : 0;
    const length = run.length - escaped;
    const closings = waiting.get(length) ?? [];
    while ((closings.at(-1) ?? Infinity) <= index) closings.pop();
    const closing = closings.at(-1);
    if (closing === undefined) continue;
    end = closing + length;
    spans.push({ start: index + escaped, end });
  }
  return spans;
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === '\\') start -= 1;
  return (at - start) % 2 === 1;
}

/** The words of a line without its markup. */
export interface PlainLine {
  readonly text: string;
  /** Where each unit of `text` stands in the line, and where the last one ends. */
  readonly places: readonly number[];
  /** There is no markup other than escapes. */
  readonly isPlain: boolean;
}

/** Signs of emphasis and links, and what only some readers take for markup. */
const SIGN = /[\\*_~=`$<>[\]|&]|:\/\//;
const WORDLESS = /https?:\/\/[^\s<>[\]|]*|&#?[A-Za-z0-9]{1,32};|\*+|_+|~~+|==+/gi;

/**
 * What a person reads of a line: words of links and code, without signs of emphasis, addresses, images,
 * formulas and footnote marks.
 */
export function plainOf(line: string): PlainLine {
  const words: WordRange[] = [];
  addWords(words, line, { offset: 0, depth: 0 });
  const places: number[] = [];
  let text = '';
  let end = 0;
  for (const range of words) {
    text += line.slice(range.start, range.end);
    for (let at = range.start; at < range.end; at += 1) places.push(at === range.start ? range.from : at);
    end = range.end;
  }
  const outside = readInline(line).filter(({ kind }) => kind !== 'escape').length === 0;
  return { text, places: [...places, end], isPlain: outside && !SIGN.test(withoutEscapes(line)) };
}

interface WordRange extends TextRange {
  /** `start`, or that of the escape before it. */
  readonly from: number;
}

const withoutEscapes = (line: string): string => line.replace(/\\[!-/:-@[-`{-~]/g, '');

/** Adds the words of a part of the line that begins at `offset`. */
function addWords(
  words: WordRange[],
  part: string,
  { offset, depth }: { readonly offset: number; readonly depth: number },
): void {
  const addText = (start: number, end: number): void => {
    let done = start;
    for (const sign of part.slice(start, end).matchAll(WORDLESS)) {
      addRange(words, offset + done, offset + start + sign.index);
      done = start + sign.index + sign[0].length;
    }
    addRange(words, offset + done, offset + end);
  };
  let done = 0;
  for (const found of readInline(part, depth)) {
    addText(done, found.start);
    done = found.end;
    const start = offset + found.textStart;
    if (found.kind === 'escape') words.push({ start, end: start + 1, from: start - 1 });
    if (found.kind === 'code') addRange(words, start, start + found.text.length);
    if (found.kind === 'link') addWords(words, found.text, { offset: start, depth: depth + 1 });
  }
  addText(done, part.length);
}

function addRange(words: WordRange[], start: number, end: number): void {
  if (start < end) words.push({ start, end, from: start });
}
