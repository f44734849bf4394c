import { LINE_START } from '../markdown/write';
import { spanning, withoutSpans } from './rendered-text';

// Block markup at the start of a line, or table bars.
const STRUCTURED = /^(?:\s|[>|#]|[-+*]\s|\d{1,9}[.)]\s|```|~~~|\$\$)|\|/m;

// A line without letters could become a rule, a backslash at the end would escape the mark, and other signs
// would make a longer mark, such as that of a fence.
const canEmphasize = (paragraph: string): boolean =>
  !/^[~=]|[~=\\]$/.test(paragraph) && paragraph.split('\n').every((line) => /[\p{L}\p{N}]/u.test(line));

/** The mark that closes what a mark opens: `**==` is closed by `==**`. */
export const closingMark = (mark: string): string => (mark.match(/\*+|_+|=+|~+/g) ?? []).reverse().join('');

/** Emphasizes each paragraph. Text with other blocks stays as it is, because emphasis cannot span blocks. */
export function emphasized(markdown: string, mark: string): string {
  const text = withoutSpans(markdown);
  // Behind the mark, the first line begins no block.
  if (text.includes(LINE_START) || STRUCTURED.test(mark + text.replace(/\n\n+/g, '\n'))) return markdown;
  const paragraphs = text
    .split(/\n\n+/)
    .map((paragraph) =>
      canEmphasize(paragraph) ? mark + paragraph.trimEnd() + closingMark(mark) : paragraph,
    );
  return spanning(paragraphs.join('\n\n'));
}
