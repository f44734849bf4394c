import { oneLine } from './plain-text';

const MAYBE_ACTIVE = /[\\`*_[\]<$#^&%=~:]|^[-+>\d]/;
// Doubled signs (comment, mark, strike, field) come first, so that each sign of the run is escaped.
const ACTIVE =
  /%{2,}|={2,}|~{2,}|:{2,}|^[%=~:]|[\\`*[\]_#^]|:(?=\/\/)|\$(?!\s)|<(?=[A-Za-z/!?%]|$)|&(?=#?[A-Za-z0-9]{1,32};)/g;
const WORD = /[\p{L}\p{N}]/u;

const isWord = (character: string | undefined): boolean => character !== undefined && WORD.test(character);
const isBlank = (character: string | undefined): boolean => character === undefined || /\s/.test(character);

/** Whether a `#` at `at` starts a heading, or a tag (which is never only digits). */
export function startsTag(line: string, at: number): boolean {
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
  let open = 0;
  for (const character of before.slice(scheme)) {
    if (character === '(') open += 1;
    if (character === ')') open -= 1;
    if (open < 0 || /[\s<>\]]/.test(character)) return false;
  }
  return true;
}

/** Whether the `://` at `at` belongs to a web address. */
export function isWebScheme(line: string, at: number): boolean {
  return /(?:^|[^A-Za-z0-9+.-])https?$/i.test(line.slice(Math.max(0, at - 6), at));
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

/**
 * Escapes plain text as one line of inline markdown that reads the same anywhere in a paragraph and has no
 * active markup.
 */
export function inlineMarkdown(text: string): string {
  const line = oneLine(text);
  if (!MAYBE_ACTIVE.test(line)) return line;
  return escapeStart(line.replace(ACTIVE, escapeActive));
}
