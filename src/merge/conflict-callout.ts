import { withoutAnchor } from '../notes/note/block-anchor';
import { isFilled } from '../notes/note/note';

// A conflict callout shows the service's text under a block that the user changed. `mark` is its wording,
// several lines; the line with `{{text}}` is repeated for each line of the text.
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

/** Finds the callout whose text `isText` accepts. */
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
