import { embeddedAnchors } from './highlight-embed';
import { closingLine, isBlankLine, sectionMark, type FoundSection, type SectionId } from './note-section';

export interface Doubled {
  readonly id: SectionId;
  readonly sections: readonly FoundSection[];
  /** What a section with these highlights is made of. */
  readonly written: (anchors: ReadonlySet<string>) => readonly string[];
}

/** The lines without the sections that hold nothing but what was written there, beside one that stays: a file sync that merges texts leaves such. */
export function withoutDoubles(
  lines: readonly string[],
  { id, sections, written }: Doubled,
): readonly string[] {
  if (sections.length < 2) return lines;
  const untouched = sections.filter((section) => isUntouched(lines, { id, section, written }));
  const gone = untouched.length === sections.length ? untouched.slice(1) : untouched;
  const isGone = (index: number): boolean => gone.some(({ start, end }) => start <= index && index <= end);
  const isSpare = (index: number): boolean =>
    isGone(index + 1) && !isGone(index) && isBlankLine(lines[index] ?? '');
  return gone.length === 0 ? lines : lines.filter((_, index) => !isGone(index) && !isSpare(index));
}

function isUntouched(
  lines: readonly string[],
  { id, section, written }: Pick<Doubled, 'id' | 'written'> & { readonly section: FoundSection },
): boolean {
  const { start, end, isClosed, opening } = section;
  const inside = lines.slice(start + 1, end);
  const anchors = new Set(inside.flatMap(embeddedAnchors));
  const said = `${opening.before}${opening.words.join('')}${opening.after}`.trim();
  return (
    isClosed &&
    said === '' &&
    lines[end]?.trim() === closingLine(id) &&
    opening.marks.join() === [...anchors].map(sectionMark).join() &&
    filled(inside) === filled(written(anchors))
  );
}

const filled = (lines: readonly string[]): string =>
  lines
    .filter((line) => !isBlankLine(line))
    .map((line) => line.trimEnd())
    .join('\n');
