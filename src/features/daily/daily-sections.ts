import dayTemplate from '../../../templates/day-section.hbs';
import reviewTemplate from '../../../templates/review-section.hbs';
import { embeddedAnchors, embedOf, type PlacedHighlight } from './highlight-embed';
import {
  findSections,
  sectionMark,
  withMarks,
  withNewSection,
  type SectionId,
  type SectionUpdate,
} from './note-section';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/**
 * The calendar day (`YYYY-MM-DD`) of an ISO 8601 moment, by a clock that is so many minutes ahead of UTC, such as 120 in a Berlin
 * summer; null when it is none.
 */
export function calendarDay(moment: string, offsetMinutes = 0): string | null {
  const time = Date.parse(moment) + offsetMinutes * MINUTE_MS;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
}

/** The calendar day so many days later, earlier where `count` is less than 0; null where the given one is none. */
export const daysAfter = (day: string, count: number): string | null => calendarDay(day, count * DAY_MINUTES);

/** Which calendar day a moment falls on where the person is. */
export type DayOf = (moment: string) => string | null;

interface DailySection {
  readonly day: string;
  readonly entries: readonly PlacedHighlight[];
  /** The note's text; null where there is no note yet. */
  readonly current: string | null;
}

/**
 * The daily review as a section of a note. Once a day: as long as the day's section, or its first comment, is there, nothing is
 * written, whatever the service has in its review by then.
 */
export function reviewSection({ day, entries, current }: DailySection): SectionUpdate {
  const id: SectionId = { name: 'review', day };
  if (entries.length === 0 || findSections(linesOf(current), id).length > 0) return { kind: 'unchanged' };
  const body = bodyOf(reviewTemplate, day, entries);
  return { kind: 'new', text: withNewSection(current, { id, marks: [], body }) };
}

/**
 * The day's highlights as a section of a note, such as the daily one. It only grows: each highlight is written once, what the person
 * deletes stays deleted, and what the note embeds elsewhere is not repeated. No line changes but the first comment.
 */
export function daySection({ day, entries, current }: DailySection): SectionUpdate {
  const id: SectionId = { name: 'day', day };
  const lines = linesOf(current);
  const sections = findSections(lines, id);
  const known = new Set([
    ...sections.flatMap(({ marks }) => marks),
    ...lines.flatMap(embeddedAnchors).map(sectionMark),
  ]);
  const fresh = new Set<PlacedHighlight>();
  for (const entry of entries) {
    const marks = anchorsOf(entry).map(sectionMark);
    if (marks.some((mark) => known.has(mark))) continue;
    for (const mark of marks) known.add(mark);
    fresh.add(entry);
  }
  if (fresh.size === 0) return { kind: 'unchanged' };
  const marks = entries.map(({ anchor }) => sectionMark(anchor));
  const [section] = sections;
  if (section === undefined) {
    const body = bodyOf(dayTemplate, day, [...fresh]);
    return { kind: 'new', text: withNewSection(current, { id, marks, body }) };
  }
  const { start, end } = section;
  const inside = withFresh(lines.slice(start + 1, end), {
    entries,
    fresh,
    lineEnd: current?.includes('\r\n') === true ? '\r' : '',
  });
  const opening = withMarks(lines[start] ?? '', id, [...section.marks, ...marks]);
  return {
    kind: 'changed',
    text: [...lines.slice(0, start), opening, ...inside, ...lines.slice(end)].join('\n'),
  };
}

interface Fresh {
  /** All that belongs into the section, in order. */
  readonly entries: readonly PlacedHighlight[];
  readonly fresh: ReadonlySet<PlacedHighlight>;
  /** `\r` where the note has Windows line ends. */
  readonly lineEnd: string;
}

/** The lines of a section with new embeds, each behind the entry before it and what the person wrote under that. */
function withFresh(lines: readonly string[], { entries, fresh, lineEnd }: Fresh): readonly string[] {
  // Each part begins with a line that embeds an entry, but for the first, which has what stands above them.
  const parts: string[][] = [[]];
  const partOf = new Map<string, number>();
  const wanted = new Set(entries.flatMap(anchorsOf));
  for (const line of lines) {
    const anchors = embeddedAnchors(line).filter((anchor) => wanted.has(anchor));
    if (anchors.length > 0) parts.push([]);
    parts[parts.length - 1]?.push(line);
    for (const anchor of anchors) if (!partOf.has(anchor)) partOf.set(anchor, parts.length - 1);
  }
  let part = 0;
  for (const entry of entries) {
    if (fresh.has(entry)) parts[part]?.push(...embedUnder(parts[part]?.at(-1), entry, lineEnd));
    else for (const anchor of anchorsOf(entry)) part = partOf.get(anchor) ?? part;
  }
  return parts.flat();
}

function embedUnder(above: string | undefined, entry: PlacedHighlight, lineEnd: string): readonly string[] {
  const gap = above?.trim() === '' ? [] : [''];
  return [...gap, embedOf(entry), ''].map((line) => line + lineEnd);
}

const anchorsOf = ({ anchor, otherAnchor }: PlacedHighlight): readonly string[] =>
  otherAnchor === null ? [anchor] : [anchor, otherAnchor];

const linesOf = (text: string | null): readonly string[] => (text ?? '').split('\n');

/** Lines of a section: in its template, `{{embeds}}` stands for one embed a paragraph. */
function bodyOf(template: string, day: string, entries: readonly PlacedHighlight[]): readonly string[] {
  return template
    .trim()
    .replaceAll('{{day}}', day)
    .replace('{{embeds}}', () => entries.map(embedOf).join('\n\n'))
    .split('\n');
}
