import dayTemplate from '../../../templates/day-section.hbs';
import reviewTemplate from '../../../templates/review-section.hbs';
import { fingerprint } from '../../model/hash';
import { embeddedAnchors, embedOf, type PlacedHighlight } from './highlight-places';

/**
 * A section is the part of a person's note that the program writes, between two comments that the reading
 * view hides:
 *
 *     %% florilegium-day 2026-01-31 m=0k3h9aa,1xb20cd %%
 *     …
 *     %% florilegium-day-end %%
 *
 * `m=` has a short hash of each highlight that was ever written there, so that what the person deletes stays
 * deleted.
 */
interface SectionId {
  readonly name: 'day' | 'review';
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

/** The lines of a section in a note. */
interface FoundSection {
  /** The line of the first comment. */
  readonly start: number;
  /** The line of the second comment; the one after the first where the person deleted the second. */
  readonly end: number;
  readonly marks: readonly string[];
}

/** What becomes of a note that gets a section. */
export type SectionUpdate =
  | { readonly kind: 'unchanged' }
  /** The note had no such section so far, or the person deleted it. */
  | { readonly kind: 'new'; readonly text: string }
  | { readonly kind: 'changed'; readonly text: string };

interface SectionInput {
  readonly day: string;
  readonly entries: readonly PlacedHighlight[];
  /** The note's text; null where there is no note yet. */
  readonly current: string | null;
}

/**
 * The daily review as a section of a note. Once a day: as long as the day's section, or its first comment, is
 * there, nothing is written, whatever the service has in its review by then.
 */
export function reviewSection({ day, entries, current }: SectionInput): SectionUpdate {
  const id: SectionId = { name: 'review', day };
  if (entries.length === 0 || findSections(linesOf(current), id).length > 0) return { kind: 'unchanged' };
  const body = bodyOf(reviewTemplate, day, entries);
  return { kind: 'new', text: withNewSection(current, { id, marks: [], body }) };
}

/**
 * The day's highlights as a section of a note, such as the daily one. It only grows, at its end: each
 * highlight is written once, what the person deletes stays deleted, and what the note embeds elsewhere is not
 * repeated. No line changes but the first comment.
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
  const isSetOff = (lines[end - 1] ?? '').trim() === '';
  const embeds = [...(isSetOff ? [] : ['']), ...fresh.flatMap((entry) => [embedOf(entry), ''])];
  const text = [
    ...lines.slice(0, start),
    withMarks(lines[start] ?? '', id, [...section.marks, ...marks]),
    ...lines.slice(start + 1, end),
    ...embeds.map((line) => line + lineEnd),
    ...lines.slice(end),
  ].join('\n');
  return { kind: 'changed', text };
}

/** Highlights that have no mark yet. Each may be marked by either of its anchors. */
function unknownEntries(
  entries: readonly PlacedHighlight[],
  marks: readonly string[],
): readonly PlacedHighlight[] {
  const known = new Set(marks);
  return entries.filter(({ anchor, otherAnchor }) => {
    const own = [anchor, otherAnchor ?? anchor].map(markOf);
    const isKnown = own.some((mark) => known.has(mark));
    for (const mark of own) known.add(mark);
    return !isKnown;
  });
}

const MARKS = /^m=[0-9a-z]{7}(?:,[0-9a-z]{7})*$/;

/** Short hash by which a section remembers a highlight. */
const markOf = (anchor: string): string => fingerprint(anchor).slice(-7);

/** All sections with this id in a note: there are several where a person copied one. */
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

/** The line of the first comment with other marks. What a person wrote on that line stays. */
function withMarks(line: string, id: SectionId, marks: readonly string[]): string {
  return line.replace(openingPattern(id), (_comment, inside: string | undefined) =>
    openingComment(id, [...wordsOf(inside).filter((word) => !MARKS.test(word)), ...markWords(marks)]),
  );
}

/** The text of a note with a new section at its end, a blank line above it. */
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

/** Lines of a section: in its template, `{{embeds}}` stands for one embed a paragraph. */
function bodyOf(template: string, day: string, entries: readonly PlacedHighlight[]): readonly string[] {
  return template
    .trim()
    .replaceAll('{{day}}', day)
    .replace('{{embeds}}', () => entries.map(embedOf).join('\n\n'))
    .split('\n');
}
