import { embedInLine, type EmbedPlace } from './highlight-places';
import {
  findSections,
  linesOf,
  markOf,
  SECTIONS,
  withMarks,
  withoutCode,
  type FoundSection,
  type SectionId,
} from './sections';

/** An embed in a section whose highlight and block are gone. */
export interface DeadEmbed {
  /** The lines that the program wrote: the embed and its source. */
  readonly text: string;
  /** The anchors of its highlight. */
  readonly anchors: readonly string[];
}

/** The embeds alone on a line, as the program writes them, in the sections of a day. */
export const embedsInSections = (text: string, day: string): readonly EmbedPlace[] => {
  const lines = linesOf(text).map(withoutReturn);
  const sections = SECTIONS.flatMap((name) => findSections(lines, { name, day }));
  if (sections.length === 0) return [];
  const own = withoutCode(lines);
  return sections.flatMap(({ start, end }) =>
    own.slice(start, end ?? start).flatMap((line) => embedInLine(line) ?? []),
  );
};

/**
 * Removes these embeds from a note's sections of a day. One that the person changed or wrote under stays, and so
 * does a section's heading, for later highlights. What is restored at the service is written again.
 */
export function withoutEmbeds(
  text: string,
  { day, dead }: { readonly day: string; readonly dead: readonly DeadEmbed[] },
): string {
  if (dead.length === 0) return text;
  let lines = linesOf(text);
  for (const name of SECTIONS) {
    const id = { name, day };
    // From last to first, so that the line numbers of earlier ones stay valid.
    for (const section of [...findSections(lines, id)].reverse())
      lines = withoutEmbedsIn(lines, section, dead);
  }
  return lines.join('\n');
}

function withoutEmbedsIn(
  lines: readonly string[],
  section: FoundSection,
  dead: readonly DeadEmbed[],
): readonly string[] {
  const { id, start, end, marks } = section;
  // Without its end, it is unknown what belongs to it.
  if (end === null) return lines;
  const inside = lines.slice(start + 1, end);
  const searched = withoutCode(lines).slice(start + 1, end);
  const dropped = new Set<string>();
  for (const { text, anchors } of dead) {
    const own = linesOf(text);
    for (let at = indexOfLines(searched, own, id); at !== -1; at = indexOfLines(searched, own, id)) {
      const isBetweenBlanks = isBlank(inside[at - 1]) && isBlank(inside[at + own.length]);
      const height = own.length + (isBetweenBlanks ? 1 : 0);
      inside.splice(at, height);
      searched.splice(at, height);
      for (const anchor of anchors) dropped.add(markOf(anchor));
    }
  }
  const left = marks.filter((mark) => !dropped.has(mark));
  const opening = lines[start] ?? '';
  const head = left.length === marks.length ? opening : withMarks(opening, section, left);
  return [...lines.slice(0, start), head, ...inside, ...lines.slice(end)];
}

/** Index of these lines where nothing of the person's is under them; -1 if nowhere. */
function indexOfLines(inside: readonly string[], own: readonly string[], id: SectionId): number {
  return inside.findIndex((_, at) => {
    const isHere = own.every((line, index) => withoutReturn(inside[at + index] ?? '') === line);
    if (!isHere) return false;
    const next = inside.slice(at + own.length).find((line) => !isBlank(line));
    return next === undefined || startsEntry(withoutReturn(next), id);
  });
}

/** A review also has passages, as quotes. */
const startsEntry = (line: string, { name }: SectionId): boolean =>
  embedInLine(line) !== null || (name === 'review' && line.startsWith('> '));

const isBlank = (line = ''): boolean => line.trim() === '';

const withoutReturn = (line: string): string => line.replace(/\r$/, '');
