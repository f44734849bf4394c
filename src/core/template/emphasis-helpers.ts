import { LINE_START } from '../markdown/passage';
import { inlineHelper, type Helper, type HelperTable } from './helper';
import { Markdown, markdownOf, plainText } from './values';

// Marks that begin a line of its own kind, or a table's.
const STRUCTURED = /^(?:\s|[>|#]|[-+*]\s|\d{1,9}[.)]\s|```|~~~|\$\$)|\|/m;

// A line of signs alone could become a rule, and a backslash at the end would take the mark for itself.
const canBear = (paragraph: string): boolean =>
  !paragraph.endsWith('\\') && paragraph.split('\n').every((line) => /[\p{L}\p{N}]/u.test(line));

/** Puts the mark around each paragraph; a text that has more than paragraphs stays as it is, because marks reach no further. */
function emphasized(text: string, mark: string): string {
  if (text.includes(LINE_START) || STRUCTURED.test(text.replace(/\n\n+/g, '\n'))) return text;
  return text
    .split(/\n\n+/)
    .map((paragraph) => (canBear(paragraph) ? `${mark}${paragraph.trimEnd()}${mark}` : paragraph))
    .join('\n\n');
}

const emphasis = (mark: string): Helper =>
  inlineHelper(
    [1, 1],
    ({ params: [value] }) => new Markdown(emphasized(markdownOf(value), mark), plainText(value)),
  );

/** Helpers that emphasize a value. */
export const EMPHASIS_HELPERS: HelperTable = { italic: emphasis('_'), bold: emphasis('**') };
