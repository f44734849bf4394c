import { backtickRuns, codeSpan, isExecutableSpan, inlineFormula } from './code-and-formulas';
import { isWebScheme, startsTag } from './inline';
import { linkTarget } from './url';

const SPECIAL = /[\\`<[\]$#^%:]/g;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const AUTOLINK = /<(https?:\/\/[^\s<>]*)>/iy;
// A target ends at a blank or bracket, and may contain pairs of parentheses. A title is dropped.
const TARGET =
  /\( {0,3}(?:<([^<>]*)>|([^\s()<>[\]`]+(?:\([^\s()<>[\]`]*\)[^\s()<>[\]`]*)*))(?: {1,3}(?:"[^"]*"|'[^']*'))? {0,3}\)/y;
const DEEPEST_LINK = 3;
const CALLOUT_OR_TASK = /^\[(?:!|.\](?:\s|$))/u;
const FOOTNOTE = /\[\^[A-Za-z0-9-]{1,32}\](?!\()/y;

export interface LineOptions {
  /**
   * Prefix for footnote labels in full texts, where a table cell can also begin a callout or task. Null
   * elsewhere.
   */
  readonly footnotes: string | null;
  /** The line is in a table, where a bar ends a cell even in code. */
  readonly inTable?: boolean;
}

interface Step {
  readonly out: string;
  readonly next: number;
}

/** A line being scanned. Pairs are found once, so that scanning stays linear. */
class LineScan {
  private closers: ReadonlyMap<number, readonly number[]> | null = null;
  private brackets: ReadonlyMap<number, number> | null = null;
  private readonly passed = new Map<number, number>();

  constructor(
    readonly line: string,
    readonly depth: number,
    readonly options: LineOptions,
  ) {}

  /** The start of the next run of exactly `length` backticks from `from`, or null. */
  closingRun(length: number, from: number): number | null {
    this.closers ??= backtickRuns(this.line);
    const starts = this.closers.get(length) ?? [];
    let index = this.passed.get(length) ?? 0;
    while (index < starts.length && (starts[index] ?? 0) < from) index += 1;
    this.passed.set(length, index);
    return starts[index] ?? null;
  }

  closingBracket(at: number): number | null {
    this.brackets ??= bracketPairs(this.line);
    return this.brackets.get(at) ?? null;
  }
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

function stepBackslash({ line }: LineScan, at: number): Step {
  const escaped = line[at + 1];
  if (escaped === undefined || !PUNCTUATION.test(escaped)) return { out: '\\', next: at + 1 };
  return { out: escaped === '<' ? '&lt;' : `\\${escaped}`, next: at + 2 };
}

function stepBacktick(scan: LineScan, at: number): Step {
  let start = at;
  while (scan.line[start] === '`') start += 1;
  const length = start - at;
  const end = scan.closingRun(length, start);
  const escaped = '\\`'.repeat(length);
  if (end === null) return { out: escaped, next: start };
  const content = scan.line.slice(start, end);
  if (!isExecutableSpan(content))
    return {
      out: codeSpan(scan.options.inTable === true ? content.replace(/\\?\|/g, '\\|') : content),
      next: end + length,
    };
  return { out: escaped + scanLine(content, scan.depth + 1, scan.options) + escaped, next: end + length };
}

function stepAngle({ line }: LineScan, at: number): Step {
  AUTOLINK.lastIndex = at;
  const link = AUTOLINK.exec(line);
  if (link !== null) {
    // Without its angle brackets, the address needs blanks to separate it from its neighbours.
    const before = /[\w+.-]/.test(line[at - 1] ?? '') ? ' ' : '';
    const after = /[^\s.,;:!?)\]]/.test(line[AUTOLINK.lastIndex] ?? ' ') ? ' ' : '';
    return { out: before + linkTarget(link[1] ?? '') + after, next: AUTOLINK.lastIndex };
  }
  const after = line[at + 1];
  return { out: after === undefined || /[A-Za-z/!?%<]/.test(after) ? '&lt;' : '<', next: at + 1 };
}

/** The footnote mark at `at`; null if it begins a footnote's text. */
function footnoteAt(line: string, at: number): string | null {
  if (line[at - 1] === '[' || line[at - 1] === '!') return null;
  FOOTNOTE.lastIndex = at;
  const found = FOOTNOTE.exec(line)?.[0] ?? null;
  return found !== null && line[at + found.length] === ':' && line.slice(0, at).trim() === '' ? null : found;
}

const startsCell = (line: string, at: number): boolean =>
  /\|[ \t]*$/.test(line.slice(Math.max(0, at - 40), at));

function stepBracket(scan: LineScan, at: number): Step {
  const { line } = scan;
  const escaped = { out: '\\[', next: at + 1 };
  const { footnotes } = scan.options;
  const footnote = footnotes !== null && scan.depth === 0 ? footnoteAt(line, at) : null;
  if (footnote !== null)
    return { out: `[^${footnotes ?? ''}${footnote.slice(2)}`, next: at + footnote.length };
  if (line[at + 1] === '[' || line[at - 1] === '[' || line[at + 1] === '^') return escaped;
  // A callout, or a task if the template writes a list around it.
  const opensBox =
    (at === 0 || (footnotes !== null && startsCell(line, at))) &&
    CALLOUT_OR_TASK.test(line.slice(at, at + 5));
  const close = scan.closingBracket(at);
  if (close === null || line[close + 1] !== '(') return opensBox ? escaped : { out: '[', next: at + 1 };
  if (scan.depth >= DEEPEST_LINK) return escaped;
  TARGET.lastIndex = close + 1;
  const target = TARGET.exec(line);
  const next = TARGET.lastIndex;
  const address = linkTarget(target?.[1] ?? target?.[2] ?? '');
  if (target === null || address === '') return escaped;
  const text = scanLine(line.slice(at + 1, close), scan.depth + 1, scan.options);
  // A linked image only looks like a callout.
  if (opensBox && !text.startsWith('![')) return escaped;
  return { out: `[${line[at - 1] === '!' ? withoutBrackets(text) : text}](${address})`, next };
}

/** The text of an image must not contain links or images. */
const withoutBrackets = (text: string): string =>
  text.replace(/\\[^]|[[\]]/g, (mark) => (mark.length > 1 ? mark : `\\${mark}`));

function stepDollar({ line }: LineScan, at: number): Step {
  const length = line[at + 1] === '$' ? 2 : 1;
  const end = line.indexOf('$', at + length);
  const closes =
    end !== -1 &&
    (length === 1 ? !/\d/.test(line[end + 1] ?? '') && line[end + 1] !== '$' : line[end + 1] === '$');
  const formula = closes ? inlineFormula(line.slice(at + length, end)) : null;
  const mark = '$'.repeat(length);
  if (formula === null)
    return { out: length === 1 && line[at + 1] === ' ' ? '$' : '\\$'.repeat(length), next: at + length };
  return { out: mark + formula + mark, next: end + length };
}

function stepColon({ line }: LineScan, at: number): Step {
  const active = line[at - 1] === ':' || (line.startsWith('//', at + 1) && !isWebScheme(line, at));
  return { out: active ? '\\:' : ':', next: at + 1 };
}

/** Whether the `#` belongs to a numeric character reference (`&#8217;`). */
function isInEntity(line: string, at: number): boolean {
  return (
    line[at - 1] === '&' &&
    line[at - 2] !== '\\' &&
    /^#(?:\d{1,7}|x[0-9a-f]{1,6});/i.test(line.slice(at, at + 10))
  );
}

function step(scan: LineScan, at: number): Step {
  const { line } = scan;
  const character = line[at] ?? '';
  const escapeWhen = (active: boolean): Step => ({
    out: active ? `\\${character}` : character,
    next: at + 1,
  });
  switch (character) {
    case '\\':
      return stepBackslash(scan, at);
    case '`':
      return stepBacktick(scan, at);
    case '<':
      return stepAngle(scan, at);
    case '[':
      return stepBracket(scan, at);
    case '$':
      return stepDollar(scan, at);
    case ':':
      return stepColon(scan, at);
    case ']':
      return escapeWhen(line[at + 1] === '(' || line[at + 1] === ':');
    case '#':
      return escapeWhen(!isInEntity(line, at) && startsTag(line, at));
    case '^':
      return escapeWhen(at === 0 || /[\s>]/.test(line[at - 1] ?? '') || line[at + 1] === '[');
    default:
      return escapeWhen(line[at - 1] === '%' || line[at + 1] === '%' || at === 0);
  }
}

function scanLine(line: string, depth: number, options: LineOptions): string {
  SPECIAL.lastIndex = 0;
  let special = SPECIAL.exec(line);
  if (special === null) return line;
  const scan = new LineScan(line, depth, options);
  let out = '';
  let done = 0;
  while (special !== null) {
    const { out: safe, next } = step(scan, special.index);
    out += line.slice(done, special.index) + safe;
    done = next;
    SPECIAL.lastIndex = next;
    special = SPECIAL.exec(line);
  }
  return out + line.slice(done);
}

/**
 * Makes one line of untrusted light markdown safe. Emphasis, code spans, formulas and web links stay;
 * everything that could run, embed, link into the vault, tag, name a field, comment or forge an anchor
 * becomes plain text. The line must have no leading blanks; block markup is the caller's job.
 */
export function safeLine(line: string, options: LineOptions): string {
  return scanLine(line, 0, options);
}
