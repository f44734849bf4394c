import { composed } from '../../model/hash';
import { unixText } from '../../model/text';

// Formatters change blank lines, indentation and the blanks around quote marks. None of that is an edit, so
// texts are compared without it. The level of quoting and the indentation of code count.

/**
 * The text without blank lines, without indentation outside of fenced code, without blanks at line ends, and
 * with its quote marks in one spelling.
 */
export function looseText(text: string): string {
  const loose: string[] = [];
  let fence: Fence | null = null;
  for (const line of composed(unixText(text)).split('\n')) {
    if (fence !== null && isOutside(line, fence)) fence = null;
    if (fence === null) {
      const bare = bareLine(line);
      if (bare !== '') loose.push(bare);
      fence = fenceIn(line);
    } else {
      const code = codeIn(line, fence);
      if (code !== '') loose.push('>'.repeat(fence.level) + code);
      if (isClosing(code, fence)) fence = null;
    }
  }
  return loose.join('\n');
}

/** The loose form of one line that is not in code: its quote marks and its text; empty without text. */
export function bareLine(line: string): string {
  const { level, end } = quoteMarks(line);
  const text = withoutEnd(line.slice(withoutStart(line, end)));
  return text === '' ? '' : '>'.repeat(level) + text;
}

/** Whether a line has more than blanks and quote marks. */
export const hasContent = (line: string): boolean => /[^ \t>]/.test(line);

/** The code fence that lines are in. */
interface Fence {
  /** Level of quoting. */
  readonly level: number;
  /** Characters before it, which a formatter changes together with the code's indentation. */
  readonly indent: number;
  readonly mark: string;
}

const FENCE = /^((?:[ \t]*(?:[-+*]|\d{1,9}[.)])(?=[ \t]))*[ \t]*)(`{3,}(?=[^`]*$)|~{3,})/;

function fenceIn(line: string): Fence | null {
  if (!line.includes('```') && !line.includes('~~~')) return null;
  const { level, end } = quoteMarks(line);
  const [, before = '', mark] = FENCE.exec(line.slice(end)) ?? [];
  return mark === undefined ? null : { level, indent: before.length, mark };
}

/** A quote that ends, ends the code in it. A blank line may be a formatter's. */
const isOutside = (line: string, { level }: Fence): boolean =>
  level > 0 && hasContent(line) && quoteMarks(line, level).level < level;

/** A line of code with its indentation as seen from the fence. */
function codeIn(line: string, { level, indent }: Fence): string {
  const { end } = quoteMarks(line, level);
  return withoutEnd(line.slice(withoutStart(line, end, indent)));
}

const isClosing = (code: string, { mark }: Fence): boolean =>
  code.startsWith(mark) && code.split(mark.charAt(0)).join('') === '';

/** The quote marks at the start of a line, at most `most`, and where the last one ends. */
function quoteMarks(line: string, most = Infinity): { readonly level: number; readonly end: number } {
  let level = 0;
  let end = 0;
  while (level < most) {
    const at = withoutStart(line, end);
    if (line[at] !== '>') break;
    level += 1;
    end = at + 1;
  }
  return { level, end };
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** The place behind the blanks at `start`, at most `most` of them. */
function withoutStart(line: string, start: number, most = Infinity): number {
  let at = start;
  while (at - start < most && isBlank(line[at])) at += 1;
  return at;
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (isBlank(text[end - 1])) end -= 1;
  return text.slice(0, end);
}
