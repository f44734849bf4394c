import { withoutAnchor } from '../notes/note/block-anchor';
import { isFilled } from '../notes/note/note';

/*
 * The callout with the service's text under one that the person changed. Its wording is a mark of some lines, of which the one with
 * `{{text}}` is written for each line of the text.
 */
const PLACE = '{{text}}';

/** First line of a conflict callout; identifies it without parsing. */
export const firstLineOf = (mark: string): string => mark.split('\n', 1).join('');

/** The lines of the callout around a text, without its anchor: that must not stand in the note twice. */
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
  /** The lines before it and after it. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Finds a callout whose text is exactly one that `isText` accepts; null where there is none. */
export function findCallout(
  lines: readonly string[],
  mark: string,
  isText: (text: string) => boolean,
): FoundCallout | null {
  const marks = mark.split('\n');
  const place = marks.findIndex((line) => line.includes(PLACE));
  const prefix = (marks[place] ?? '').slice(0, (marks[place] ?? '').indexOf(PLACE));
  const footLines = marks.length - place - 1;
  for (let start = 0; start < lines.length; start += 1) {
    if (!marks.slice(0, place).every((line, index) => lines[start + index]?.trimEnd() === line.trimEnd()))
      continue;
    let end = start + place;
    const found: string[] = [];
    for (; (lines[end] ?? '').startsWith(prefix.trimEnd()) && isFilled(lines[end] ?? ''); end += 1)
      found.push((lines[end] ?? '').slice(prefix.length));
    const text = found.slice(0, found.length - footLines).join('\n');
    if (isText(text)) return { text, before: lines.slice(0, start), after: lines.slice(end) };
  }
  return null;
}

/** The lines without a callout: one blank line where it stood. */
export function withoutCallout({ before, after }: FoundCallout): readonly string[] {
  return [
    ...before.slice(0, before.length - blankLines([...before].reverse())),
    '',
    ...after.slice(blankLines(after)),
  ];
}

/** Puts a callout behind the paragraph that the lines begin in, with a blank line on either side. */
export function withCallout(lines: readonly string[], callout: readonly string[]): readonly string[] {
  const paragraph = lines.findIndex((line) => !isFilled(line));
  const head = paragraph < 0 ? lines : lines.slice(0, paragraph);
  const rest = lines.slice(head.length);
  return [...head, '', ...callout, '', ...rest.slice(blankLines(rest))];
}

/** How many lines are blank before the first that is not. */
function blankLines(lines: readonly string[]): number {
  const filled = lines.findIndex(isFilled);
  return filled < 0 ? lines.length : filled;
}
