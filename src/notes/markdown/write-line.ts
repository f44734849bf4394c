import { codeSpan, inlineFormula, isExecutableSpan } from './code-and-formulas';
import { DEEPEST_LINK, InlineReader, type Inline } from './inline';
import { oneLine } from '../../model/clean-text';
import { linkTarget } from './url';

const SPECIAL = /\${1,2}|[\\`<[\]#^%:]/g;
const CALLOUT_OR_TASK = /^\[(?:!|\\?.\](?:\s|\\?$))/u;

export interface LineOptions {
  /**
   * Prefix for footnote labels in full texts, where a table cell can also begin a callout or task. Null
   * elsewhere.
   */
  readonly footnotes: string | null;
  /** The line is in a table, where a bar ends a cell even in code. */
  readonly inTable?: boolean;
}

/**
 * Makes one line of untrusted light markdown safe. Emphasis, code spans, formulas and harmless links stay;
 * everything that could run, embed, link into the vault, tag, name a field, comment or forge an anchor
 * becomes plain text. The line must have no leading blanks; block markup is the caller's job.
 */
export const safeLine = (line: string, options: LineOptions): string => writeLine(line, options, 0);

function writeLine(line: string, options: LineOptions, depth: number): string {
  if (line.search(SPECIAL) < 0) return line;
  const reader = new InlineReader(line, depth);
  const place = { options, depth };
  const out: string[] = [];
  let done = 0;
  for (let found = reader.next(0); found !== null; found = reader.next(done)) {
    out.push(textBetween(line, done, found.start, place));
    const written = writeInline(found, line, options, depth);
    // What is refused becomes text: its first sign is escaped, and the rest is read again.
    out.push(written ?? refusedSign(found));
    done = written === null ? found.start + 1 : found.end;
  }
  out.push(textBetween(line, done, line.length, place));
  return out.join('');
}

const refusedSign = (found: Inline): string => (found.kind === 'image' ? '!' : '\\[');

/** A backslash at the very end would escape what is written behind it. */
export const closeEscape = (text: string): string =>
  /(?:^|[^\\])(?:\\\\)*\\$/.test(text.slice(-64)) ? `${text}\\` : text;

/** Null if the construct must not stay. */
function writeInline(found: Inline, line: string, options: LineOptions, depth: number): string | null {
  const { kind, text } = found;
  switch (kind) {
    case 'escape':
      return text === '<' ? '&lt;' : `\\${text}`;
    case 'code':
      return writeCode(found, options, depth);
    case 'formula':
      return writeFormula(found);
    case 'footnote':
      return options.footnotes === null ? null : `[^${options.footnotes}${text}]`;
    case 'address':
      return writeAddress(found, line);
    case 'link':
    case 'image':
      return writeLink(found, line, options, depth);
  }
}

function writeCode({ text, start, textStart }: Inline, options: LineOptions, depth: number): string {
  if (!isExecutableSpan(text))
    return codeSpan(options.inTable === true ? text.replace(/\\?\|/g, '\\|') : text);
  const escaped = '\\`'.repeat(textStart - start);
  return escaped + closeEscape(writeLine(text, options, depth + 1)) + escaped;
}

function writeFormula({ text, start, textStart }: Inline): string {
  const mark = '$'.repeat(textStart - start);
  return mark + (inlineFormula(text) ?? '') + mark;
}

/** Without its angle brackets, the address needs blanks to separate it from its neighbours. */
function writeAddress({ text, start, end }: Inline, line: string): string {
  const before = /[\w+.-]/.test(line[start - 1] ?? '') ? ' ' : '';
  const after = /[^\s.,;:!?)\]]/.test(line[end] ?? ' ') ? ' ' : '';
  return before + withoutInnerSchemes(linkTarget(text)) + after;
}

/** Another reader may begin an address at a scheme within a bare one, and only those of the web may stay. */
const withoutInnerSchemes = (address: string): string =>
  address.replace(/:\/\//g, (sign, at: number) => (isWebScheme(address, at) ? sign : '%3A//'));

function writeLink(found: Inline, line: string, options: LineOptions, depth: number): string | null {
  const address = linkTarget(found.target);
  if (address === '') return null;
  const text = linkText(found.text, options, depth + 1);
  if (found.kind === 'image') return `![${withoutBrackets(text)}](${address})`;
  // A linked image only looks like a callout.
  if (opensBox(line, found.start, options) && !text.startsWith('![')) return null;
  return `[${text}](${address})`;
}

/** A text in brackets, as of citations, would begin a link into the vault. */
function linkText(text: string, options: LineOptions, depth: number): string {
  if (!text.startsWith('[')) return writeLine(text, options, depth);
  return `\\[${closeEscape(writeLine(text.slice(1, -1), options, depth))}\\]`;
}

/** A callout, or a task if the template writes a list around it. */
function opensBox(line: string, at: number, { footnotes }: LineOptions): boolean {
  const mayOpen = at === 0 || (footnotes !== null && startsCell(line, at));
  return mayOpen && CALLOUT_OR_TASK.test(line.slice(at, at + 5));
}

const startsCell = (line: string, at: number): boolean =>
  /\|[ \t]*$/.test(line.slice(Math.max(0, at - 40), at));

/** The text of an image must not contain links or images. */
const withoutBrackets = (text: string): string =>
  text.replace(/\\[^]|[[\]]/g, (mark) => (mark.length > 1 ? mark : `\\${mark}`));

/** How the line is written, and in how many links and code spans it stands. */
interface TextPlace {
  readonly options: LineOptions;
  readonly depth: number;
}

/** The text of a line between two constructs, with all that could be active escaped. */
function textBetween(line: string, start: number, end: number, place: TextPlace): string {
  let out = '';
  let done = start;
  SPECIAL.lastIndex = start;
  for (let sign = SPECIAL.exec(line); sign !== null && sign.index < end; sign = SPECIAL.exec(line)) {
    out += line.slice(done, sign.index) + escapeSign(sign[0], line, sign.index, place);
    done = SPECIAL.lastIndex;
  }
  return out + line.slice(done, end);
}

function escapeSign(sign: string, line: string, at: number, place: TextPlace): string {
  if (sign === '<') return /[A-Za-z/!?%<]/.test(line[at + 1] ?? 'end') ? '&lt;' : '<';
  return isActive(sign, line, at, place) ? sign.replace(/[^]/g, '\\$&') : sign;
}

function isActive(sign: string, line: string, at: number, { options, depth }: TextPlace): boolean {
  const before = line[at - 1];
  const after = line[at + 1];
  switch (sign) {
    case '\\':
      return false;
    case '[':
      return (
        depth >= DEEPEST_LINK ||
        before === '[' ||
        after === '[' ||
        after === '^' ||
        opensBox(line, at, options)
      );
    case ']':
      return after === '(' || after === ':';
    case '#':
      return !isInEntity(line, at) && startsTag(line, at);
    case '^':
      return at === 0 || /[\s>]/.test(before ?? '') || after === '[';
    case ':':
      return before === ':' || (line.startsWith('//', at + 1) && !isWebScheme(line, at));
    case '$':
      return after !== ' ';
    case '%':
      return at === 0 || before === '%' || after === '%';
    default:
      return true;
  }
}

/** Whether the `#` belongs to a numeric character reference (`&#8217;`). */
function isInEntity(line: string, at: number): boolean {
  return (
    line[at - 1] === '&' &&
    line[at - 2] !== '\\' &&
    /^#(?:\d{1,7}|x[0-9a-f]{1,6});/i.test(line.slice(at, at + 10))
  );
}

const WORD = /[\p{L}\p{N}]/u;

const isWord = (character: string | undefined): boolean => character !== undefined && WORD.test(character);
const isBlank = (character: string | undefined): boolean => character === undefined || /\s/.test(character);

/** Whether a `#` at `at` starts a heading, or a tag (which is never only digits). */
function startsTag(line: string, at: number): boolean {
  if (at === 0) return true;
  const next = line.slice(at, at + 20);
  if (isWord(line[at - 1]) || isBlank(line[at + 1]) || /^#\d{1,18}(?:[^\p{L}\p{N}_/-]|$)/u.test(next))
    return false;
  return !isInAddress(line, at);
}

const LONGEST_ADDRESS = 2000;

/** Whether a bare web address reaches up to `at`. */
function isInAddress(line: string, at: number): boolean {
  const start = Math.max(0, at - LONGEST_ADDRESS);
  const before = line.slice(start, at);
  const scheme = before.lastIndexOf('://');
  if (scheme <= 0 || !isWebScheme(line, start + scheme)) return false;
  // Emphasis that began before the address, also in a line above, may end here.
  if (/(?:_|~~|==)$/.test(before)) return false;
  let open = 0;
  for (const character of before.slice(scheme)) {
    if (character === '(') open += 1;
    if (character === ')') open -= 1;
    if (open < 0 || /[\s<>\]*`]/.test(character)) return false;
  }
  return true;
}

/** Whether the `://` at `at` belongs to a web address. */
function isWebScheme(line: string, at: number): boolean {
  return /(?:^|[^A-Za-z0-9+.-])https?$/i.test(line.slice(Math.max(0, at - 6), at));
}

const MAYBE_ACTIVE = /[\\`*_[\]<$#^&%=~:]|^[-+>\d]/;
// Doubled signs (comment, mark, strike, field) come first, so that each sign of the run is escaped.
const ACTIVE =
  /%{2,}|={2,}|~{2,}|:{2,}|^[%=~:]|[\\`*[\]_#^]|:(?=\/\/)|\$(?!\s)|<(?=[A-Za-z/!?%]|$)|&(?=#?[A-Za-z0-9]{1,32};)/g;

/**
 * Escapes plain text as one line of inline markdown that reads the same anywhere in a paragraph and has no
 * active markup.
 */
export function inlineMarkdown(text: string): string {
  const line = oneLine(text);
  if (!MAYBE_ACTIVE.test(line)) return line;
  return escapeStart(line.replace(ACTIVE, escapeActive));
}

function escapeActive(match: string, at: number, line: string): string {
  switch (match) {
    case '<':
      return '&lt;';
    case '_':
      return isWord(line[at - 1]) && isWord(line[at + 1]) ? match : '\\_';
    case '#':
      return startsTag(line, at) ? '\\#' : match;
    case '^':
      return isBlank(line[at - 1]) || line[at - 1] === '>' ? '\\^' : match;
    case ':':
      return at > 0 && isWebScheme(line, at) ? match : '\\:';
    default:
      return match.replace(/[^]/g, '\\$&');
  }
}

const escapeStart = (line: string): string =>
  line.replace(/^(?:[-+](?= |$)|>|-+$)/, '\\$&').replace(/^(\d{1,9})(?=[.)](?: |$))(.)/, '$1\\$2');
