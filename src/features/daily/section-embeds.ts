import { embedOn, type EmbedPlace } from './highlight-places';
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
  /** The lines that the program wrote: the embed, in a review with its source. */
  readonly embed: string;
  readonly withSource: string;
  /** The anchors of its highlight. */
  readonly anchors: readonly string[];
}

/** The embeds that stand alone on a line, as the program writes them, in the sections of a day. */
export const embedsInSections = (text: string, day: string): readonly EmbedPlace[] => {
  const lines = linesOf(text).map(withoutReturn);
  const sections = SECTIONS.flatMap((name) => findSections(lines, { name, day }));
  if (sections.length === 0) return [];
  const own = withoutCode(lines);
  return sections.flatMap(({ start, end }) =>
    own.slice(start, end ?? start).flatMap((line) => embedOn(line) ?? []),
  );
};

/**
 * A note without these embeds in its sections of a day. One that the person changed or wrote under stays, and so
 * does a section's heading, under which later highlights come. What comes back at the service is written again.
 */
export function withoutEmbeds(
  text: string,
  { day, dead }: { readonly day: string; readonly dead: readonly DeadEmbed[] },
): string {
  if (dead.length === 0) return text;
  let lines = linesOf(text);
  for (const name of SECTIONS) {
    const id = { name, day };
    // From the last, so that the lines of those before stay where they are.
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
  // Without its end nothing tells what is in it.
  if (end === null) return lines;
  const inside = lines.slice(start + 1, end);
  const searched = withoutCode(lines).slice(start + 1, end);
  const dropped = new Set<string>();
  for (const { embed, withSource, anchors } of dead) {
    const own = linesOf(id.name === 'review' ? withSource : embed);
    for (let at = placeOf(searched, own, id); at !== -1; at = placeOf(searched, own, id)) {
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

/** Where these lines stand with nothing of the person's under them; -1 if nowhere. */
function placeOf(inside: readonly string[], own: readonly string[], id: SectionId): number {
  return inside.findIndex((_, at) => {
    const isHere = own.every((line, index) => withoutReturn(inside[at + index] ?? '') === line);
    if (!isHere) return false;
    const next = inside.slice(at + own.length).find((line) => !isBlank(line));
    return next === undefined || beginsEntry(withoutReturn(next), id);
  });
}

/** A review has passages, too, which are quotes. */
const beginsEntry = (line: string, { name }: SectionId): boolean =>
  embedOn(line) !== null || (name === 'review' && line.startsWith('> '));

const isBlank = (line = ''): boolean => line.trim() === '';

const withoutReturn = (line: string): string => line.replace(/\r$/, '');
