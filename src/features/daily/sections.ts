import dayTemplate from '../../../templates/day-section.hbs';
import reviewTemplate from '../../../templates/review-section.hbs';
import { fingerprint } from '../../model/hash';
import { embeddedAnchors, embedOf, type PlacedHighlight } from './highlight-places';

/**
 * A section is a part of a user's note that the program writes, between two hidden comments:
 *
 *     %% florilegium-day 2026-01-31 m=0k3h9aa,1xb20cd %%
 *     …
 *     %% florilegium-day-end %%
 *
 * `m=` lists a short hash of each highlight ever written there, so that deleted ones stay deleted.
 */
interface SectionId {
  readonly name: 'day' | 'review';
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

/** Where a section is in a note. */
interface FoundSection {
  /** Line of the first comment. */
  readonly start: number;
  /** Line of the closing comment; the line after the first if the user deleted it. */
  readonly end: number;
  readonly marks: readonly string[];
}

/** How a section changes a note. */
export type SectionUpdate =
  | { readonly kind: 'unchanged' }
  /** The note had no such section, or the user deleted it. */
  | { readonly kind: 'new'; readonly text: string }
  | { readonly kind: 'changed'; readonly text: string };

interface SectionInput<Entry = PlacedHighlight> {
  readonly day: string;
  readonly entries: readonly Entry[];
  /** The note's text; null for a new note. */
  readonly current: string | null;
}

/** A highlight of the review that has no block in the vault, as safe markdown. */
export interface HighlightText {
  readonly text: string;
}

type ReviewEntry = PlacedHighlight | HighlightText;

/** The daily review as a section, written once a day: nothing happens while the section is in the note. */
export function reviewSection({ day, entries, current }: SectionInput<ReviewEntry>): SectionUpdate {
  const id: SectionId = { name: 'review', day };
  if (entries.length === 0 || findSections(linesOf(current), id).length > 0) return { kind: 'unchanged' };
  const body = bodyOf(reviewTemplate, day, entries);
  return { kind: 'new', text: withNewSection(current, { id, marks: [], body }) };
}

/**
 * The day's highlights as a section. It only grows at its end: each highlight is written once, deleted ones
 * stay deleted, and those that the note embeds elsewhere are left out. Only the first comment is rewritten.
 */
export function daySection({ day, entries, current }: SectionInput): SectionUpdate {
  const id: SectionId = { name: 'day', day };
  const lines = linesOf(current);
  const sections = findSections(lines, id);
  const fresh = unknownEntries(entries, [
    ...sections.flatMap(({ marks }) => marks),
    ...lines.flatMap(embeddedAnchors).map(markOf),
  ]);
  if (fresh.length === 0) return { kind: 'unchanged' };
  const marks = entries.map(({ anchor }) => markOf(anchor));
  const [section] = sections;
  if (section === undefined) {
    const body = bodyOf(dayTemplate, day, fresh);
    return { kind: 'new', text: withNewSection(current, { id, marks, body }) };
  }
  const { start, end } = section;
  const lineEnd = current?.includes('\r\n') === true ? '\r' : '';
  const endsBlank = (lines[end - 1] ?? '').trim() === '';
  const embeds = [...(endsBlank ? [] : ['']), ...fresh.flatMap((entry) => [embedOf(entry), ''])];
  const text = [
    ...lines.slice(0, start),
    withMarks(lines[start] ?? '', id, [...section.marks, ...marks]),
    ...lines.slice(start + 1, end),
    ...embeds.map((line) => line + lineEnd),
    ...lines.slice(end),
  ].join('\n');
  return { kind: 'changed', text };
}

/** Highlights that are not marked, by either of their anchors. */
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
const markOf = (anchor: string): string => fingerprint(anchor).slice(-7);

/** All sections with this id; there are several if the user copied one. */
function findSections(lines: readonly string[], id: SectionId): readonly FoundSection[] {
  return lines.flatMap((line, start): readonly FoundSection[] => {
    const comment = openingPattern(id).exec(line);
    if (comment === null) return [];
    const rest = lines.slice(start + 1);
    const nextStart = rest.findIndex((other) => other.includes(`%% florilegium-${id.name} `));
    const inside = nextStart < 0 ? rest : rest.slice(0, nextStart);
    const closing = inside.findIndex((other) => other.includes(closingComment(id)));
    const marks = wordsOf(comment[1])
      .filter((word) => MARKS.test(word))
      .flatMap((word) => word.slice('m='.length).split(','));
    return [{ start, end: start + 1 + Math.max(closing, 0), marks }];
  });
}

/** Replaces the marks in the first comment; the user's words in it stay. */
function withMarks(line: string, id: SectionId, marks: readonly string[]): string {
  return line.replace(openingPattern(id), (_comment, inside: string | undefined) =>
    openingComment(id, [...wordsOf(inside).filter((word) => !MARKS.test(word)), ...markWords(marks)]),
  );
}

/** Appends a new section to a note, after a blank line. */
function withNewSection(
  current: string | null,
  section: { readonly id: SectionId; readonly marks: readonly string[]; readonly body: readonly string[] },
): string {
  const { id, marks, body } = section;
  const text = current ?? '';
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const above = text === '' || text.endsWith('\n') ? text : text + lineEnd;
  const gap = above === '' || /(?:^|\n)[>\s]*\n$/.test(above) ? '' : lineEnd;
  const lines = [openingComment(id, markWords(marks)), '', ...body, '', closingComment(id), ''];
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

const linesOf = (text: string | null): readonly string[] => (text ?? '').split('\n');

const paragraphOf = (entry: ReviewEntry): string => ('text' in entry ? entry.text : embedOf(entry));

/** Lines of a section; `{{embeds}}` in the template stands for the highlights, a paragraph each. */
function bodyOf(template: string, day: string, entries: readonly ReviewEntry[]): readonly string[] {
  return template
    .trim()
    .replaceAll('{{day}}', day)
    .replace('{{embeds}}', () => entries.map(paragraphOf).join('\n\n'))
    .split('\n');
}
