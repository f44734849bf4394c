import {
  closingLine,
  findSections,
  isBlankLine,
  linesOf,
  openingLine,
  sectionMark,
  styled,
  styleOf,
  withNewSection,
  type FoundSection,
  type LineStyle,
  type SectionId,
  type SectionVerdict,
} from './note-section';

/**
 * A section that is made anew each time. Lines of ours are replaced, those of the person's stay: under the line that they were
 * written under, or behind the section where that line is gone.
 */
export function renewSection({
  id,
  current,
  body,
}: {
  readonly id: SectionId;
  readonly current: string | null;
  readonly body: readonly string[];
}): SectionVerdict {
  const lines = linesOf(current);
  const marks = [...new Set(body.filter((line) => !isBlankLine(line)).map(lineMark))];
  const [section] = findSections(
    lines,
    id,
    (line, { marks: written }) => !isBlankLine(line) && written.includes(lineMark(line)),
  );
  if (section === undefined) return { kind: 'new', text: withNewSection(lines, { id, marks, body }) };
  const text = renewed(lines, { id, section, body, marks });
  return text === current ? { kind: 'unchanged' } : { kind: 'changed', text };
}

/** A line as it is known again: where its links lead does not count, because they follow notes that are renamed. */
const lineMark = (line: string): string =>
  sectionMark(
    line
      .replace(/^[\s>]+/, '')
      .trimEnd()
      .normalize('NFC')
      .replace(/\[\[[^\][|#\n]*/g, '[[')
      .replace(/\]\([^()#\s]*/g, ']('),
  );

/** Lines of the person's, with the line of ours above them; null where there is none. */
interface Words {
  readonly under: string | null;
  /** Where that is a heading, the line of ours that came next: by it one with other words is known again. */
  readonly over: string | null;
  readonly lines: readonly string[];
}

interface Renewal {
  readonly id: SectionId;
  readonly section: FoundSection;
  readonly body: readonly string[];
  readonly marks: readonly string[];
}

function renewed(lines: readonly string[], { id, section, body, marks }: Renewal): string {
  const { start, end, opening, isClosed } = section;
  const style = styleOf(lines, opening);
  const words = wordsOf(lines.slice(start + 1, end), new Set(opening.marks));
  const { inside, homeless } = withWords(body, { words, style });
  const closing = isClosed ? (lines[end] ?? '') : styled(closingLine(id), style);
  const after = lines.slice(isClosed ? end + 1 : end);
  const below =
    homeless.length === 0
      ? []
      : [
          styled('', style),
          ...homeless,
          ...(after.length === 0 || isBlankLine(after[0] ?? '') ? [] : [styled('', style)]),
        ];
  return [
    ...lines.slice(0, start),
    openingLine(id, { ...opening, marks }),
    ...inside,
    closing,
    ...below,
    ...after,
  ].join('\n');
}

/** What the person wrote among lines of ours: one entry for each of those, in order, and one for what stands above them. */
function wordsOf(lines: readonly string[], written: ReadonlySet<string>): readonly Words[] {
  const words: Words[] = [];
  let [last, isHeading]: [Words, boolean] = [{ under: null, over: null, lines: [] }, false];
  for (const line of lines) {
    const mark = isBlankLine(line) ? null : lineMark(line);
    if (mark === null || !written.has(mark)) {
      last = { ...last, lines: [...last.lines, line] };
      continue;
    }
    words.push(isHeading ? { ...last, over: mark } : last);
    [last, isHeading] = [{ under: mark, over: null, lines: [] }, HEADING.test(line)];
  }
  return [...words, last];
}

const HEADING = /^[\s>]*#/;
const aboveMark = (mark: string | null): string => `above ${mark ?? ''}`;

/** The new lines with the person's words among them, and the words whose line is gone. */
function withWords(
  body: readonly string[],
  { words, style }: { readonly words: readonly Words[]; readonly style: LineStyle },
): { readonly inside: readonly string[]; readonly homeless: readonly string[] } {
  const waiting = new Map<string | null, Words[]>();
  const ours = body.filter((line) => line !== '');
  const known = new Set<string | null>([null, ...ours.map(lineMark)]);
  for (const one of words) {
    const home = known.has(one.under) ? one.under : aboveMark(one.over);
    waiting.set(home, [...(waiting.get(home) ?? []), one]);
  }
  const housed = new Set<Words>();
  const inside: string[] = [];
  const put = (line: string): void => {
    if (line !== '' || !isBlankLine(inside[inside.length - 1] ?? 'none')) inside.push(styled(line, style));
  };
  const putWords = (under: string | null): void => {
    const found = waiting.get(under)?.shift();
    if (found === undefined || found.lines.every(isBlankLine)) return;
    housed.add(found);
    for (const line of found.lines) inside.push(line);
  };
  putWords(null);
  put('');
  for (const line of body) {
    put(line);
    if (line !== '') putWords(lineMark(line));
    if (HEADING.test(line)) putWords(aboveMark(lineMark(ours[ours.indexOf(line) + 1] ?? '')));
  }
  put('');
  const homeless = words.filter((one) => !housed.has(one)).map(({ lines }) => withoutBlankEnds(lines));
  return {
    inside,
    homeless: homeless
      .filter((lines) => lines.length > 0)
      .flatMap((lines, index) => (index === 0 ? lines : [styled('', style), ...lines])),
  };
}

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  let start = 0;
  let end = lines.length;
  while (end > 0 && isBlankLine(lines[end - 1] ?? '')) end -= 1;
  while (start < end && isBlankLine(lines[start] ?? '')) start += 1;
  return lines.slice(start, end);
}
