import { backtickRuns } from '../markdown/code-and-formulas';
import type { TextRange } from '../markdown/code-ranges';

/** A line of a full text in which passages can be marked. */
export interface TextLine extends TextRange, Inline {
  readonly isHeading: boolean;
}

const CONTAINERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*[ \t]*/;
const START = /^(?:(#{1,6})[ \t]+|\[\^[A-Za-z0-9-]{1,40}\]:[ \t]+)?(?:[☐☑] )?/u;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
const BORDER = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** The backslash of a hard break. */
const BREAK = /(?:^|[^\\])(?:\\\\)*\\$/;

/** The lines whose words can be marked: not code, formulas or tables. */
export function textLines(markdown: string): readonly TextLine[] {
  const lines: TextLine[] = [];
  const all = markdown.split('\n');
  let fence: string | null = null;
  let isFormula = false;
  let isTable = false;
  let start = 0;
  for (const [index, line] of all.entries()) {
    const containers = CONTAINERS.exec(line)?.[0].length ?? 0;
    const text = line.slice(containers);
    if (fence !== null) {
      if (text.startsWith(fence) && /^[`~]+\s*$/.test(text)) fence = null;
    } else if (text.trim() === '$$') {
      isFormula = !isFormula;
    } else if (!isFormula) {
      fence = FENCE.exec(text)?.[1] ?? null;
      isTable = text.trim() !== '' && (isTable || isBorder(all[index + 1] ?? ''));
      if (fence === null && !isTable)
        lines.push(...textLine(markdown, start + containers, start + line.length));
    }
    start += line.length + 1;
  }
  return lines;
}

function isBorder(line: string): boolean {
  const text = line.slice(CONTAINERS.exec(line)?.[0].length ?? 0);
  return text.includes('|') && BORDER.test(text);
}

function textLine(markdown: string, start: number, lineEnd: number): readonly TextLine[] {
  const line = markdown.slice(start, lineEnd).trimEnd();
  const text = BREAK.test(line.slice(-64)) ? line.slice(0, -1).trimEnd() : line;
  const [prefix = '', heading] = START.exec(text) ?? [];
  const range = { start: start + prefix.length, end: start + text.length };
  if (range.start >= range.end) return [];
  return [
    { ...range, isHeading: heading !== undefined, ...readInline(markdown.slice(0, range.end), range.start) },
  ];
}

/** Markup that a mark must contain as a whole or not at all; in a link or format it may also lie inside. */
export interface Span extends TextRange {
  readonly kind: 'atom' | 'link' | 'format' | 'mark';
  /** The range between its signs. */
  readonly inner: TextRange;
}

/** The markup of one line. */
interface Inline {
  readonly spans: readonly Span[];
  /** Ranges with words to compare, without markup and addresses. */
  readonly words: readonly TextRange[];
  /** Whether all format signs are paired. If not, a mark might change how the line is read. */
  readonly isClear: boolean;
}

const ADDRESS = '\\((?:[^\\s()]|\\([^\\s()]*\\))*\\)';
/** An image, formula, address, character reference, footnote mark or escape. */
const WORDLESS: readonly RegExp[] = [
  new RegExp(`!\\[(?:[^[\\]\\\\]|\\\\[^])*\\]${ADDRESS}`, 'y'),
  /\$\$[^$]+\$\$|\$(?![\s$])(?:[^$\\]|\\[^])*\$(?!\d)/y,
  /https?:\/\/[^\s<>[\]|]*[^\s<>[\]|!()*_~.,;:?"'`$=\\]/iy,
  /&#?[A-Za-z0-9]{1,32};/y,
  /\[\^[A-Za-z0-9-]{1,40}\]/y,
  /\\[^]/y,
];
const LINK_END = new RegExp(`\\]${ADDRESS}`, 'y');
const FORMAT = /\*+|_+|~~|==/y;
const STOP = /[\\`[\]!$&*_~=]|https?:/gi;

const WORD = /[\p{L}\p{N}]/u;
const SIGN = /[\p{P}\p{S}]/u;
const isBlank = (character: string): boolean => character === '' || /\s/.test(character);

/** Reads one line. `text` ends with the line, so that no pattern looks beyond it. */
const readInline = (text: string, start: number): Inline => new InlineReader(text, start).read();

interface Opened extends TextRange {
  readonly sign: string;
}

class InlineReader implements Inline {
  readonly spans: Span[] = [];
  readonly words: TextRange[] = [];
  isClear = true;
  private readonly open: Opened[] = [];
  private readonly backticks: ReadonlyMap<number, readonly number[]>;
  private done: number;

  constructor(
    private readonly text: string,
    private readonly start: number,
  ) {
    this.backticks = backtickRuns(text.slice(start), start);
    this.done = start;
  }

  read(): Inline {
    let at = this.start;
    while (at < this.text.length) {
      STOP.lastIndex = at;
      const stop = STOP.exec(this.text)?.index;
      if (stop === undefined) break;
      at = this.readWordless(stop) ?? this.readFormat(stop) ?? this.readSign(stop);
    }
    this.pass(this.text.length, this.text.length);
    if (this.open.some(({ sign }) => sign !== '[')) this.isClear = false;
    return this;
  }

  /** Skips signs; the text before them is words. */
  private pass(from: number, to: number): number {
    if (from > this.done) this.words.push({ start: this.done, end: from });
    this.done = to;
    return to;
  }

  private matchAt(pattern: RegExp, at: number): string | null {
    pattern.lastIndex = at;
    return pattern.exec(this.text)?.[0] ?? null;
  }

  private readWordless(at: number): number | null {
    for (const pattern of WORDLESS) {
      const found = this.matchAt(pattern, at);
      if (found === null) continue;
      const end = this.pass(at, at + found.length);
      this.spans.push({ kind: 'atom', start: at, end, inner: { start: end, end } });
      return end;
    }
    return null;
  }

  private readFormat(at: number): number | null {
    const sign = this.matchAt(FORMAT, at);
    if (sign === null) return null;
    const end = at + sign.length;
    const before = /.$/su.exec(this.text.slice(Math.max(0, at - 2), at))?.[0] ?? '';
    const after = /^./su.exec(this.text.slice(end, end + 2))?.[0] ?? '';
    if (sign.startsWith('_') && WORD.test(before) && WORD.test(after)) return end;
    this.pass(at, end);
    const { opens, closes } = roleOf(sign, before, after);
    const last = this.open[this.open.length - 1];
    if (closes && last?.sign === sign) {
      this.open.pop();
      this.addPair(sign === '==' ? 'mark' : 'format', last, { start: at, end });
    } else if (opens) {
      this.open.push({ start: at, end, sign });
    } else if (closes) {
      this.isClear = false;
    }
    return end;
  }

  private addPair(kind: Span['kind'], open: TextRange, close: TextRange): void {
    this.spans.push({
      kind,
      start: open.start,
      end: close.end,
      inner: { start: open.end, end: close.start },
    });
  }

  private readSign(at: number): number {
    switch (this.text.charAt(at)) {
      case '`':
        return this.readCode(at);
      case '[':
        this.open.push({ start: at, end: at + 1, sign: '[' });
        return at + 1;
      case ']':
        return this.closeBracket(at);
      default:
        return at + 1;
    }
  }

  private readCode(at: number): number {
    const length = this.matchAt(/`+/y, at)?.length ?? 1;
    const inner = at + length;
    const close = this.backticks.get(length)?.find((run) => run >= inner);
    if (close === undefined) return inner;
    this.pass(at, inner);
    const end = this.pass(close, close + length);
    this.spans.push({ kind: 'atom', start: at, end, inner: { start: inner, end: close } });
    return end;
  }

  private closeBracket(at: number): number {
    const bracket = this.open.map(({ sign }) => sign).lastIndexOf('[');
    const opened = this.open[bracket];
    if (opened === undefined) return at + 1;
    // A sign opened within brackets does not pair with one outside.
    if (this.open.length > bracket + 1) this.isClear = false;
    this.open.length = bracket;
    const close = this.matchAt(LINK_END, at);
    if (close === null) return at + 1;
    const end = this.pass(at, at + close.length);
    this.addPair('link', opened, { start: at, end });
    return end;
  }
}

/** Whether a run of signs may open or close a format (CommonMark 0.31, 6.2). */
function roleOf(
  sign: string,
  before: string,
  after: string,
): { readonly opens: boolean; readonly closes: boolean } {
  const left = !isBlank(after) && (!SIGN.test(after) || isBlank(before) || SIGN.test(before));
  const right = !isBlank(before) && (!SIGN.test(before) || isBlank(after) || SIGN.test(after));
  if (!sign.startsWith('_')) return { opens: left, closes: right };
  return { opens: left && (!right || SIGN.test(before)), closes: right && (!left || SIGN.test(after)) };
}
