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
export function renewSection({ id, current, body }: { readonly id: SectionId; readonly current: string | null; readonly body: readonly string[] }): SectionVerdict {
  const lines = linesOf(current);
  const marks = [...new Set(body.filter((line) => !isBlankLine(line)).map(lineMark))];
  const [section] = findSections(lines, id, (line, { marks: written }) => !isBlankLine(line) && written.includes(lineMark(line)));
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
  const below = homeless.length === 0 ? [] : [styled('', style), ...homeless, ...(after.length === 0 || isBlankLine(after[0] ?? '') ? [] : [styled('', style)])];
  return [...lines.slice(0, start), openingLine(id, { ...opening, marks }), ...inside, closing, ...below, ...after].join('\n');
}

/** What the person wrote among lines of ours: one entry for each of those, in order, and one for what stands above them. */
function wordsOf(lines: readonly string[], written: ReadonlySet<string>): readonly Words[] {
  const words: Words[] = [{ under: null, lines: [] }];
  for (const line of lines) {
    const last = words[words.length - 1];
    const mark = isBlankLine(line) ? null : lineMark(line);
    if (last === undefined || (mark !== null && written.has(mark))) words.push({ under: mark, lines: [] });
    else words[words.length - 1] = { under: last.under, lines: [...last.lines, line] };
  }
  return words;
}

/** The new lines with the person's words among them, and the words whose line is gone. */
function withWords(
  body: readonly string[],
  { words, style }: { readonly words: readonly Words[]; readonly style: LineStyle },
): { readonly inside: readonly string[]; readonly homeless: readonly string[] } {
  const waiting = new Map<string | null, Words[]>();
  for (const one of words) waiting.set(one.under, [...(waiting.get(one.under) ?? []), one]);
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
  }
  put('');
  const homeless = words.filter((one) => !housed.has(one)).map(({ lines }) => withoutBlankEnds(lines));
  return { inside, homeless: homeless.filter((lines) => lines.length > 0).flatMap((lines, index) => (index === 0 ? lines : [styled('', style), ...lines])) };
}

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  let start = 0;
  let end = lines.length;
  while (end > 0 && isBlankLine(lines[end - 1] ?? '')) end -= 1;
  while (start < end && isBlankLine(lines[start] ?? '')) start += 1;
  return lines.slice(start, end);
}
