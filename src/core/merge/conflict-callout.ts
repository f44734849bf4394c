import { withoutAnchor } from '../note/block-anchor';
import { isFilled } from '../note/note';

/**
 * The box in which the service's text stands under one that the person changed. Its wording is a mark with `{{text}}` in the one
 * line that is written for each line of the text.
 */
const PLACE = '{{text}}';

/** By which a box is known before it is read. */
export const firstLineOf = (mark: string): string => mark.split('\n', 1).join('');

/** The lines of the box around a text; its anchor, if it has one, stays out: there must not be a second one. */
export function writeCallout(mark: string, text: string): readonly string[] {
  const said = withoutAnchor(text).split('\n');
  return mark
    .split('\n')
    .flatMap((line) =>
      line.includes(PLACE) ? said.map((one) => line.split(PLACE).join(one).trimEnd()) : [line],
    );
}

/** Lines cut around a box in them. */
export interface CutLines {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Finds a box whose text, letter by letter, is one that `isText` knows; null where there is none. */
export function findCallout(
  lines: readonly string[],
  { mark, isText }: { readonly mark: string; readonly isText: (text: string) => boolean },
): CutLines | null {
  const marks = mark.split('\n');
  const place = marks.findIndex((line) => line.includes(PLACE));
  const prefix = (marks[place] ?? '').slice(0, (marks[place] ?? '').indexOf(PLACE));
  const foot = marks.slice(place + 1);
  for (let start = 0; start < lines.length; start += 1) {
    if (!marks.slice(0, place).every((line, index) => lines[start + index]?.trimEnd() === line.trimEnd()))
      continue;
    let end = start + place;
    const said: string[] = [];
    for (; (lines[end] ?? '').startsWith(prefix.trimEnd()) && isFilled(lines[end] ?? ''); end += 1)
      said.push((lines[end] ?? '').slice(prefix.length));
    const text = said.slice(0, said.length - foot.length).join('\n');
    if (isText(text)) return { before: lines.slice(0, start), after: lines.slice(end) };
  }
  return null;
}

/** The lines without a box: one blank line where it stood. */
export function withoutCallout({ before, after }: CutLines): readonly string[] {
  return [
    ...before.slice(0, before.length - blankLines([...before].reverse())),
    '',
    ...after.slice(blankLines(after)),
  ];
}

/** Puts a box behind the paragraph that the lines begin in, with a blank line on either side. */
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
