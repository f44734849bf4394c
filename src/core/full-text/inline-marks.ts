import { backtickRuns } from '../markdown/backtick-runs';
import type { TextRange } from '../note/code-ranges';
import type { Skipped } from './word-stream';

/** Signs that belong together: `**` and `**`, `[` and `](address)`. */
export interface Pair {
  readonly kind: 'link' | 'mark' | 'format' | 'code';
  readonly open: TextRange;
  readonly close: TextRange;
}

export interface InlineMarks {
  /** In order: whatever is not words, and whether a word may go on behind it. */
  readonly skipped: readonly Skipped[];
  readonly pairs: readonly Pair[];
  /** Pairs by where their opening sign ends, and by where their closing sign starts. */
  readonly opening: ReadonlyMap<number, Pair>;
  readonly closing: ReadonlyMap<number, Pair>;
  /** Signs of format that found no partner. */
  readonly loose: readonly TextRange[];
  /** Marks of footnotes. */
  readonly notes: readonly TextRange[];
  /** Cell borders, in a table. */
  readonly borders: readonly TextRange[];
}

const ADDRESS = '\\((?:[^\\s()]|\\([^\\s()]*\\))*\\)';
const WHOLE: readonly RegExp[] = [
  new RegExp(`!\\[(?:[^[\\]\\\\]|\\\\[^])*\\]${ADDRESS}`, 'y'),
  new RegExp(`\\[(?:\\\\\\[|&#91;)?\\d{1,3}(?:\\\\?\\])?\\]${ADDRESS}`, 'y'),
  /\\?\[\d{1,3}\\?\](?!\()/y,
  /\$\$[^$]+\$\$|\$(?![\s$])(?:[^$\\]|\\[^])*\$(?!\d)/y,
  /https?:\/\/[^\s<>[\]|]*[^\s<>[\]|!()*_~.,;:?"'`$=\\]/iy,
  /&#?[A-Za-z0-9]{1,32};/y,
];
const NOTE = /\[\^[A-Za-z0-9-]{1,40}\]/y;
const LINK_END = new RegExp(`\\]${ADDRESS}`, 'y');
const FORMAT = /\*+|_+|~~|==/y;
const WORD = /[\p{L}\p{N}]/u;
/** What says that letters are raised or lowered: to whoever reads the page, they go on the word. */
const SHIFT = /(?:\\?_|\^)(?:\((?=[^()]*\))|(?=[\p{L}\p{N}](?![\p{L}\p{N}])))/uy;
const BEFORE_SHIFT = /[\p{L}\p{N}*]/u;
const STOP = /[\\`[\]!$&*_~=|^]|https?:/gi;

interface Growing {
  readonly skipped: Skipped[];
  readonly pairs: Pair[];
  readonly loose: TextRange[];
  readonly notes: TextRange[];
  readonly borders: TextRange[];
  readonly open: Opened[];
}

interface Opened extends TextRange {
  readonly sign: string;
}

const match = (
  pattern: RegExp,
  text: string,
  { at, end }: { readonly at: number; readonly end: number },
): TextRange | null => {
  pattern.lastIndex = at;
  const found = pattern.exec(text)?.[0];
  return found === undefined || at + found.length > end ? null : { start: at, end: at + found.length };
};

/** What stands in one line of a full text beside its words. */
export function inlineMarks(
  markdown: string,
  { start, end }: TextRange,
  { inTable }: { readonly inTable: boolean },
): InlineMarks {
  // Nothing is looked for behind the line: of a long text with few signs, that would be all of the rest for each line.
  const text = markdown.slice(0, end);
  const line: Growing = { skipped: [], pairs: [], loose: [], notes: [], borders: [], open: [] };
  const closers = backtickRuns(text.slice(start, end), start);
  for (let at = start; at < end;) {
    STOP.lastIndex = at;
    const stop = STOP.exec(text)?.index ?? end;
    if (stop >= end) break;
    at = Math.max(stop + 1, readSign(text, { at: stop, end }, { line, closers, inTable }));
  }
  line.loose.push(...line.open.filter(({ sign }) => sign !== '['));
  const opening = new Map(line.pairs.map((pair) => [pair.open.end, pair]));
  const closing = new Map(line.pairs.map((pair) => [pair.close.start, pair]));
  return {
    ...line,
    opening,
    closing,
    skipped: [...line.skipped].sort((left, right) => left.start - right.start),
    loose: [...line.loose].sort((left, right) => left.start - right.start),
  };
}

interface Context {
  readonly line: Growing;
  readonly closers: ReadonlyMap<number, readonly number[]>;
  readonly inTable: boolean;
}

/** Reads what begins at `at`; gives where reading goes on. */
function readSign(
  text: string,
  place: { readonly at: number; readonly end: number },
  { line, closers, inTable }: Context,
): number {
  const { at } = place;
  for (const pattern of WHOLE) {
    const whole = match(pattern, text, place);
    if (whole !== null) return skip(line, whole);
  }
  const shift = BEFORE_SHIFT.test(text.charAt(at - 1)) ? match(SHIFT, text, place) : null;
  if (shift !== null) {
    line.skipped.push({ ...shift, breaks: false });
    return shift.end;
  }
  switch (text.charAt(at)) {
    case '\\':
      return at + 2;
    case '`':
      return readCode(text, place, { line, closers });
    case '[': {
      const note = match(NOTE, text, place);
      if (note === null) {
        line.open.push({ start: at, end: at + 1, sign: '[' });
        return at + 1;
      }
      line.notes.push(note);
      return skip(line, note);
    }
    case ']':
      return closeLink(line, match(LINK_END, text, place));
    case '|':
      if (inTable) line.borders.push({ start: at, end: at + 1 });
      return inTable ? skip(line, { start: at, end: at + 1 }) : at + 1;
    default: {
      const format = match(FORMAT, text, place);
      return format === null ? at + 1 : readFormat(text, format, line);
    }
  }
}

function skip(line: Growing, { start, end }: TextRange): number {
  line.skipped.push({ start, end, breaks: true });
  return end;
}

function readCode(
  text: string,
  { at, end }: { readonly at: number; readonly end: number },
  { line, closers }: Pick<Context, 'line' | 'closers'>,
): number {
  let after = at;
  while (after < end && text[after] === '`') after += 1;
  const close = closers.get(after - at)?.find((start) => start >= after);
  if (close === undefined) return after;
  const code = { start: at, end: close + (after - at) };
  const [words] = /[\p{L}\p{N}](?:[^]*[\p{L}\p{N}]\p{M}*)?/u.exec(text.slice(after, close)) ?? [];
  if (words === undefined) return skip(line, code);
  // Its signs are those of its edges too, so that what has all of its words has all of it.
  const first = text.indexOf(words, after);
  const pair: Pair = {
    kind: 'code',
    open: { start: at, end: first },
    close: { start: first + words.length, end: code.end },
  };
  line.pairs.push(pair);
  line.skipped.push({ ...pair.open, breaks: false }, { ...pair.close, breaks: false });
  return code.end;
}

function closeLink(line: Growing, close: TextRange | null): number {
  for (let index = line.open.length - 1; index >= 0; index -= 1) {
    const opened = line.open[index];
    if (opened?.sign !== '[') continue;
    // What was opened within brackets and not closed there finds no partner outside.
    line.loose.push(...line.open.splice(index + 1));
    line.open.splice(index, 1);
    if (close === null) return opened.end;
    line.pairs.push({ kind: 'link', open: { start: opened.start, end: opened.end }, close });
    line.skipped.push({ start: opened.start, end: opened.end, breaks: false });
    break;
  }
  if (close === null) return 0;
  line.skipped.push({ ...close, breaks: false });
  return close.end;
}

/** Whether a run of signs may open or close a format, by what stands next to it (CommonMark 0.31, 6.2). */
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

const SIGN = /[\p{P}\p{S}]/u;
const isBlank = (character: string): boolean => character === '' || /\s/.test(character);

function readFormat(text: string, range: TextRange, line: Growing): number {
  const sign = text.slice(range.start, range.end);
  const before = /.$/su.exec(text.slice(Math.max(0, range.start - 2), range.start))?.[0] ?? '';
  const after = /^./su.exec(text.slice(range.end, range.end + 2))?.[0] ?? '';
  if (sign.startsWith('_') && WORD.test(before) && WORD.test(after)) return range.end;
  line.skipped.push({ ...range, breaks: false });
  const { opens, closes } = roleOf(sign, before, after);
  const last = line.open[line.open.length - 1];
  if (closes && last?.sign === sign) {
    line.open.pop();
    line.pairs.push({
      kind: sign === '==' ? 'mark' : 'format',
      open: { start: last.start, end: last.end },
      close: range,
    });
  } else if (opens) line.open.push({ ...range, sign });
  else line.loose.push(range);
  return range.end;
}
