import { withoutDoubles } from './doubled-sections';
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
 * that. No line that stands in the note changes, but for the first comment; of sections that a file sync doubled, one stays.
 */
export function growSection({ id, current, entries, render }: GrownSection): SectionVerdict {
  const all = distinct(entries);
  const given = linesOf(current);
  const written = (anchors: ReadonlySet<string>): readonly string[] =>
    render(all.filter(({ anchor }) => anchors.has(anchor)).map(embedOf));
  const lines = withoutDoubles(given, { id, sections: findSections(given, id, isWritten), written });
  const sections = findSections(lines, id, isWritten);
  const known = new Set([
    ...sections.flatMap(({ opening }) => opening.marks),
    ...lines.flatMap(embeddedAnchors).map(sectionMark),
  ]);
  const news = all.filter((entry) => !anchorsOf(entry).some((anchor) => known.has(sectionMark(anchor))));
  if (news.length === 0)
    return lines === given ? { kind: 'unchanged' } : { kind: 'changed', text: lines.join('\n') };
  const [section] = sections;
  const marks = all.map(({ anchor }) => sectionMark(anchor));
  if (section !== undefined)
    return { kind: 'changed', text: grown(lines, { id, section, entries: all, news: new Set(news), marks }) };
  return { kind: 'new', text: withNewSection(lines, { id, marks, body: render(news.map(embedOf)) }) };
}

/** Whether the section holds an embed that we wrote. */
const isWritten = (line: string, opening: Opening): boolean =>
  embeddedAnchors(line).some((anchor) => opening.marks.includes(sectionMark(anchor)));

export const anchorsOf = ({ anchor, otherAnchor }: PlacedHighlight): readonly string[] =>
  otherAnchor === null ? [anchor] : [anchor, otherAnchor];

function distinct(entries: readonly PlacedHighlight[]): readonly PlacedHighlight[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const isNew = !anchorsOf(entry).some((anchor) => seen.has(anchor));
    for (const anchor of anchorsOf(entry)) seen.add(anchor);
    return isNew;
  });
}

interface Growth {
  readonly id: SectionId;
  readonly section: FoundSection;
  readonly entries: readonly PlacedHighlight[];
  readonly news: ReadonlySet<PlacedHighlight>;
  readonly marks: readonly string[];
}

function grown(lines: readonly string[], { id, section, entries, news, marks }: Growth): string {
  const { start, end, opening, isClosed } = section;
  const style = styleOf(lines, opening);
  const first = openingLine(id, { ...opening, marks: [...opening.marks, ...marks] });
  const { parts, placeOf } = partsOf(lines.slice(start + 1, end), new Set(entries.flatMap(anchorsOf)));
  let place = 0;
  for (const entry of entries) {
    if (news.has(entry)) parts[place]?.push(...added(entry, { above: parts[place], style }));
    else for (const anchor of anchorsOf(entry)) place = placeOf.get(anchor) ?? place;
  }
  const last = isClosed ? [] : [styled(closingLine(id), style)];
  return [...lines.slice(0, start), first, ...parts.flat(), ...last, ...lines.slice(end)].join('\n');
}

/** Runs of lines that begin with an embed, but for the first, which may be empty, and in which of them an anchor is embedded first. */
function partsOf(
  lines: readonly string[],
  anchors: ReadonlySet<string>,
): { readonly parts: readonly string[][]; readonly placeOf: ReadonlyMap<string, number> } {
  const parts: string[][] = [[]];
  const placeOf = new Map<string, number>();
  for (const line of lines) {
    const found = embeddedAnchors(line).filter((anchor) => anchors.has(anchor));
    if (found.length > 0) parts.push([]);
    parts[parts.length - 1]?.push(line);
    for (const anchor of found) if (!placeOf.has(anchor)) placeOf.set(anchor, parts.length - 1);
  }
  return { parts, placeOf };
}

function added(
  entry: PlacedHighlight,
  { above = [], style }: { readonly above: readonly string[] | undefined; readonly style: LineStyle },
): readonly string[] {
  const lastAbove = above[above.length - 1];
  const gap = lastAbove === undefined || !isBlankLine(lastAbove) ? [''] : [];
  return [...gap, embedOf(entry), ''].map((line) => styled(line, style));
}
