import { embeddedAnchors, embedOf, type PlacedHighlight } from './highlight-embed';
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
  type Opening,
  type SectionId,
  type SectionVerdict,
} from './note-section';

export interface GrownSection {
  readonly id: SectionId;
  /** The note's text, null where there is none yet. */
  readonly current: string | null;
  /** All that belongs there, in order. */
  readonly entries: readonly PlacedHighlight[];
  /** A whole new section between its comments. */
  readonly render: (embeds: readonly string[]) => readonly string[];
}

/**
 * A section that only grows. What was written there once is never written again, whether or not it still stands there; what the
 * note embeds elsewhere is not doubled. Something new comes behind the one before it, and behind what the person wrote under
 * that. No line that stands in the note changes, but for the first comment.
 */
export function growSection({ id, current, entries, render }: GrownSection): SectionVerdict {
  const lines = linesOf(current);
  const sections = findSections(lines, id, isWritten);
  const known = new Set([...sections.flatMap(({ opening }) => opening.marks), ...embeddedAnchors(current ?? '').map(sectionMark)]);
  const news = distinct(entries).filter((entry) => !anchorsOf(entry).some((anchor) => known.has(sectionMark(anchor))));
  if (news.length === 0) return { kind: 'unchanged' };
  const [section] = sections;
  const marks = distinct(entries).map(({ anchor }) => sectionMark(anchor));
  if (section !== undefined) return { kind: 'changed', text: grown(lines, { id, section, entries, news, marks }) };
  return { kind: 'new', text: withNewSection(lines, { id, marks, body: render(news.map(embedOf)) }) };
}

/** Whether the section holds an embed that we wrote. */
const isWritten = (line: string, opening: Opening): boolean => embeddedAnchors(line).some((anchor) => opening.marks.includes(sectionMark(anchor)));

const anchorsOf = ({ anchor, otherAnchor }: PlacedHighlight): readonly string[] => (otherAnchor === null ? [anchor] : [anchor, otherAnchor]);

function distinct(entries: readonly PlacedHighlight[]): readonly PlacedHighlight[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const isNew = !anchorsOf(entry).some((anchor) => seen.has(anchor));
    for (const anchor of anchorsOf(entry)) seen.add(anchor);
    return isNew;
  });
}

/** A run of lines that begins with an embed; the first may begin with none. */
interface Part {
  readonly anchors: readonly string[];
  readonly lines: readonly string[];
}

interface Growth {
  readonly id: SectionId;
  readonly section: FoundSection;
  readonly entries: readonly PlacedHighlight[];
  readonly news: readonly PlacedHighlight[];
  readonly marks: readonly string[];
}

function grown(lines: readonly string[], { id, section, entries, news, marks }: Growth): string {
  const { start, end, opening, isClosed } = section;
  const style = styleOf(lines, opening);
  const first = openingLine(id, { ...opening, marks: [...opening.marks, ...marks] });
  let parts = partsOf(lines.slice(start + 1, end), new Set(entries.flatMap(anchorsOf)));
  for (const entry of news) parts = withPart(parts, { entry, before: entries.slice(0, entries.indexOf(entry)), style });
  const inside = parts.flatMap((part) => part.lines);
  const last = isClosed ? [] : [styled(closingLine(id), style)];
  return [...lines.slice(0, start), first, ...inside, ...last, ...lines.slice(end)].join('\n');
}

function partsOf(lines: readonly string[], anchors: ReadonlySet<string>): readonly Part[] {
  const parts: Part[] = [{ anchors: [], lines: [] }];
  for (const line of lines) {
    const found = embeddedAnchors(line).filter((anchor) => anchors.has(anchor));
    const last = parts[parts.length - 1];
    if (found.length > 0 || last === undefined) parts.push({ anchors: found, lines: [line] });
    else parts[parts.length - 1] = { anchors: last.anchors, lines: [...last.lines, line] };
  }
  return parts;
}

function withPart(parts: readonly Part[], { entry, before, style }: { readonly entry: PlacedHighlight; readonly before: readonly PlacedHighlight[]; readonly style: LineStyle }): readonly Part[] {
  const place = before.reduce((found, one) => {
    const index = parts.findIndex((part) => part.anchors.some((anchor) => anchorsOf(one).includes(anchor)));
    return index < 0 ? found : index;
  }, 0);
  const above = parts.slice(0, place + 1).flatMap((part) => part.lines);
  const lastAbove = above[above.length - 1];
  const gap = lastAbove === undefined || !isBlankLine(lastAbove) ? [''] : [];
  const part = { anchors: anchorsOf(entry), lines: [...gap, embedOf(entry), ''].map((line) => styled(line, style)) };
  return [...parts.slice(0, place + 1), part, ...parts.slice(place + 1)];
}
