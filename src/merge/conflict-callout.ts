import { withoutAnchor } from '../notes/note/block-anchor';
import { bareLine } from '../notes/note/loose-text';
import { isFilled } from '../notes/note/note';

// A conflict callout shows the service's text under a block that the user changed. `mark` is its wording: a
// callout of one or more lines, of which the last is repeated for each line of the text.
const PLACE = '{{text}}';

/** First line of a conflict callout; identifies it without parsing. */
export const firstLineOf = (mark: string): string => mark.split('\n', 1).join('');

/** The callout around a text, without the text's anchor, which may stand in the note only once. */
export function writeCallout(mark: string, text: string): readonly string[] {
  const textLines = withoutAnchor(text).split('\n');
  return mark
    .split('\n')
    .flatMap((line) =>
      line.includes(PLACE) ? textLines.map((one) => line.split(PLACE).join(one).trimEnd()) : [line],
    );
}

export interface FoundCallout {
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Finds the callout whose text `isText` accepts, however a formatter spells its quote marks. */
export function findCallout(
  lines: readonly string[],
  mark: string,
  isText: (text: string) => boolean,
): FoundCallout | null {
  const head = mark.split('\n').slice(0, -1).map(bareLine);
  for (let start = 0; start < lines.length; start += 1) {
    if (!head.every((bare, index) => bareLine(lines[start + index] ?? '') === bare)) continue;
    const found = quoteFrom(lines, start + head.length, isText);
    if (found !== null)
      return { text: found.text, before: lines.slice(0, start), after: lines.slice(found.end) };
  }
  return null;
}

/** The text of the quote that begins at `start`. A formatter may have split it by blank lines. */
function quoteFrom(
  lines: readonly string[],
  start: number,
  isText: (text: string) => boolean,
): { readonly text: string; readonly end: number } | null {
  for (let end = start; isQuote(lines[end]) || !isFilled(lines[end] ?? '.'); end += 1) {
    if (!isQuote(lines[end]) || isQuote(lines[end + 1])) continue;
    const text = unquoted(lines.slice(start, end + 1));
    if (isText(text)) return { text, end: end + 1 };
  }
  return null;
}

const QUOTE_MARK = /^[ \t]*>/;

const isQuote = (line: string | undefined): boolean => line !== undefined && QUOTE_MARK.test(line);

/** The lines without one level of quoting, and without the blank behind it where all have one. */
function unquoted(lines: readonly string[]): string {
  const texts = lines.map((line) => line.replace(QUOTE_MARK, ''));
  const isSpaced = texts.every((text) => text === '' || text.startsWith(' '));
  return texts.map((text) => (isSpaced ? text.slice(1) : text)).join('\n');
}

/** As many lines, with a comment in place of each line of a callout: what it says is no text of the note. */
export function withHiddenCallouts(lines: readonly string[], mark: string): readonly string[] {
  const head = bareLine(firstLineOf(mark));
  let isInside = false;
  return lines.map((line) => {
    isInside = isQuote(line) && (isInside || bareLine(line) === head);
    return isInside ? '%%' : line;
  });
}

/** The lines without the callout, with one blank line in its place. */
export function withoutCallout({ before, after }: FoundCallout): readonly string[] {
  return [
    ...before.slice(0, before.length - blankLines([...before].reverse())),
    '',
    ...after.slice(blankLines(after)),
  ];
}

/** Puts a callout after the first paragraph, between blank lines. */
export function withCallout(lines: readonly string[], callout: readonly string[]): readonly string[] {
  const paragraph = lines.findIndex((line) => !isFilled(line));
  const head = paragraph < 0 ? lines : lines.slice(0, paragraph);
  const rest = lines.slice(head.length);
  return [...head, '', ...callout, '', ...rest.slice(blankLines(rest))];
}

/** The number of blank lines at the start. */
function blankLines(lines: readonly string[]): number {
  const filled = lines.findIndex(isFilled);
  return filled < 0 ? lines.length : filled;
}
