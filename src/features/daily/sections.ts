import dayTemplate from '../../../templates/day-section.hbs';
import reviewTemplate from '../../../templates/review-section.hbs';
import { fingerprint } from '../../model/hash';
import { frontMatterEnd } from '../../notes/front-matter/front-matter';
import { openFence, withHiddenCode } from '../../notes/markdown/code-ranges';
import type { TextRange } from '../../notes/markdown/inline';
import { embeddedAnchors, type PlacedHighlight } from './highlight-places';
import { sourceWriter } from './review-text';

export const SECTIONS = ['day', 'review'] as const;

/**
 * A section is a part of a user's note that the program writes, between two hidden comments:
 *
 *     %% florilegium-day 2026-01-31 m=0k3h9aa,1xb20cd %%
 *     …
 *     %% florilegium-day-end %%
 *
 * The first comment alone is a section, too. `m=` lists a short hash of each highlight ever written there, so
 * that deleted ones stay deleted. In code and properties, such a comment is only an example.
 */
export interface SectionId {
  readonly name: (typeof SECTIONS)[number];
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

/** Where a section is in a note. */
export interface FoundSection {
  readonly id: SectionId;
  /** Line of the first comment. */
  readonly start: number;
  /** The range of the first comment in its line. */
  readonly comment: TextRange;
  /** Line of the closing comment; null if there is none. */
  readonly end: number | null;
  readonly marks: readonly string[];
}

interface NewSection {
  readonly id: SectionId;
  readonly marks: readonly string[];
  /** Contains `{{embeds}}` for the paragraphs. */
  readonly template: string;
  readonly paragraphs: readonly string[];
}

/** The daily review as a section, written once a day. Returns the new text; null if nothing changes. */
export function reviewSection({
  day,
  paragraphs,
  current,
}: {
  readonly day: string;
  readonly paragraphs: readonly string[];
  /** The note's text; null for a new note. */
  readonly current: string | null;
}): string | null {
  const id: SectionId = { name: 'review', day };
  if (paragraphs.length === 0 || findSections(linesOf(current), id).length > 0) return null;
  return withNewSection(current, { id, marks: [], template: reviewTemplate, paragraphs });
}

export const hasDaySection = (text: string, day: string): boolean =>
  findSections(linesOf(text), { name: 'day', day }).length > 0;

/** Whether a note has a section of the day or of its review. */
export const hasSection = (text: string, day: string): boolean =>
  SECTIONS.some((name) => findSections(linesOf(text), { name, day }).length > 0);

/**
 * The day's highlights as a section. Only grows at its end: each highlight is written once, deleted ones
 * stay deleted, and those that a person embedded in the note are left out. Embeds in the day's review do not
 * count. Returns the new text; null if nothing changes.
 */
export function daySection({
  day,
  entries,
  current,
}: {
  readonly day: string;
  readonly entries: readonly PlacedHighlight[];
  /** The note's text; null for a new note. */
  readonly current: string | null;
}): string | null {
  const id: SectionId = { name: 'day', day };
  const lines = linesOf(current);
  const sections = findSections(lines, id);
  const written = sections.flatMap(({ marks }) => marks);
  const embedded = linesOutside(findSections(lines, { name: 'review', day }), lines)
    .flatMap(embeddedAnchors)
    .map(markOf);
  const fresh = unknownEntries(entries, [...written, ...embedded]);
  if (fresh.length === 0) return null;
  const write = sourceWriter();
  const paragraphs = fresh.map((entry) => write(entry, entry));
  const marks = entries.map(({ anchor }) => markOf(anchor));
  const [section] = sections;
  if (section === undefined) return withNewSection(current, { id, marks, template: dayTemplate, paragraphs });
  const { start } = section;
  const end = section.end ?? start + 1;
  const isBelowBlank = (lines[end - 1] ?? '').trim() === '';
  const added = [
    ...(isBelowBlank ? [] : ['']),
    ...paragraphs.flatMap((paragraph) => [...linesOf(paragraph), '']),
    ...(section.end === null ? [closingComment(id)] : []),
  ];
  const lineEnd = current?.includes('\r\n') === true ? '\r' : '';
  return [
    ...lines.slice(0, start),
    withMarks(lines[start] ?? '', section, [...section.marks, ...marks]),
    ...lines.slice(start + 1, end),
    ...added.map((line) => line + lineEnd),
    ...lines.slice(end),
  ].join('\n');
}

const linesOutside = (sections: readonly FoundSection[], lines: readonly string[]): readonly string[] =>
  lines.filter((_, index) =>
    sections.every(({ start, end }) => end === null || index < start || index > end),
  );

/** Highlights that are not marked under either of their anchors. */
function unknownEntries(
  entries: readonly PlacedHighlight[],
  marks: readonly string[],
): readonly PlacedHighlight[] {
  const known = new Set(marks);
  return entries.filter(({ anchor, otherAnchor }) => {
    const ownMarks = [anchor, otherAnchor ?? anchor].map(markOf);
    const isKnown = ownMarks.some((mark) => known.has(mark));
    for (const mark of ownMarks) known.add(mark);
    return !isKnown;
  });
}

const MARKS = /^m=[0-9a-z]{7}(?:,[0-9a-z]{7})*$/;

/** Short hash by which a section remembers a highlight. */
export const markOf = (anchor: string): string => fingerprint(anchor).slice(-7);

/** All sections with this id; there are several if the user copied one. */
export function findSections(lines: readonly string[], id: SectionId): readonly FoundSection[] {
  const opening = openingPattern(id);
  // Most notes have none, and need not be parsed.
  if (!lines.some((line) => opening.test(line))) return [];
  const own = withoutCode(lines);
  return own.flatMap((line, start): readonly FoundSection[] => {
    const found = opening.exec(line);
    if (found === null) return [];
    const marks = wordsOf(found[1])
      .filter((word) => MARKS.test(word))
      .flatMap((word) => word.slice('m='.length).split(','));
    const comment = { start: found.index, end: found.index + found[0].length };
    return [{ id, start, comment, end: endOf(own, start, id), marks }];
  });
}

/** The lines with code and properties hidden, each of the same length. */
export function withoutCode(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n');
  const end = frontMatterEnd(text);
  const properties = text.slice(0, end).replace(/[^\n]/g, ' ');
  return (properties + withHiddenCode(text.slice(end))).split('\n');
}

/** The line of the closing comment, which stands before the next section; null if it is missing. */
function endOf(lines: readonly string[], start: number, id: SectionId): number | null {
  for (let index = start + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.includes(`%% florilegium-${id.name} `)) return null;
    if (line.includes(closingComment(id))) return index;
  }
  return null;
}

/** Replaces the marks in the first comment; the user's words in it stay. */
export function withMarks(line: string, { id, comment }: FoundSection, marks: readonly string[]): string {
  const { start, end } = comment;
  const inside = openingPattern(id).exec(line.slice(start, end))?.[1];
  const words = wordsOf(inside).filter((word) => !MARKS.test(word));
  return line.slice(0, start) + openingComment(id, [...words, ...markWords(marks)]) + line.slice(end);
}

/** Appends a new section to a note, after a blank line. Closes a code fence that is still open first. */
function withNewSection(current: string | null, { id, marks, template, paragraphs }: NewSection): string {
  const text = current ?? '';
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const fence = openFence(text.slice(frontMatterEnd(text)));
  const whole = text === '' || text.endsWith('\n') ? text : text + lineEnd;
  const above = fence === null ? whole : whole + fence + lineEnd;
  const gap = above === '' || /(?:^|\n)[>\s]*\n$/.test(above) ? '' : lineEnd;
  const body = template.trim().replace('{{embeds}}', () => paragraphs.join('\n\n'));
  const lines = [openingComment(id, markWords(marks)), '', ...body.split('\n'), '', closingComment(id), ''];
  return above + gap + lines.join(lineEnd);
}

const openingPattern = ({ name, day }: SectionId): RegExp =>
  new RegExp(`%% florilegium-${name} ${day}( .*?)?%%`);

const openingComment = ({ name, day }: SectionId, words: readonly string[]): string =>
  `%% ${[`florilegium-${name}`, day, ...words].join(' ')} %%`;

const closingComment = ({ name }: SectionId): string => `%% florilegium-${name}-end %%`;

const wordsOf = (text = ''): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

const markWords = (marks: readonly string[]): readonly string[] =>
  marks.length === 0 ? [] : [`m=${[...new Set(marks)].join(',')}`];

export const linesOf = (text: string | null): readonly string[] => (text ?? '').split('\n');
