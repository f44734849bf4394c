import { linesOfValue, valueOfLines } from './settle';

// Block markup at the start of a line, or table bars.
const STRUCTURED = /^(?:[ \t]|[>|#]|[-+*]\s|\d{1,9}[.)]\s|```|~~~|\$\$)|\|/m;

// A line without letters could become a rule, a backslash at the end would escape the mark, and other signs
// would make a longer mark, such as that of a fence.
const canEmphasize = (paragraph: string): boolean =>
  !/^[~=]|[~=\\]$/.test(paragraph) && paragraph.split('\n').every((line) => /[\p{L}\p{N}]/u.test(line));

/** Emphasizes each paragraph. Text with other blocks stays as it is, because emphasis cannot span blocks. */
export function emphasized(value: string, mark: string): string {
  const text = linesOfValue(value);
  // Behind the mark, the first line begins no block.
  if (/^\n|\n$/.test(text) || STRUCTURED.test(mark + text)) return value;
  const paragraphs = text
    .split(/\n\n+/)
    .map((paragraph) => (canEmphasize(paragraph) ? mark + paragraph.trimEnd() + mark : paragraph));
  return valueOfLines(paragraphs.join('\n\n'));
}
