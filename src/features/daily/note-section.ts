import { fingerprint } from '../../model/hash';

/**
 * A stretch of a person's note that the plugin writes, between two comments that the reading view hides:
 *
 *     %% florilegium-day 2026-01-31 m=0k3h9aa,1xb20cd %%
 *     …
 *     %% florilegium-day-end %%
 *
 * `m=` has a short hash of each highlight that was ever written there, so that what the person deletes stays deleted.
 */
export interface SectionId {
  readonly name: 'day' | 'review';
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

/** Where a section stands in the lines of a note. */
export interface FoundSection {
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

const MARKS = /^m=[0-9a-z]{7}(?:,[0-9a-z]{7})*$/;

/** Short hash by which a section remembers a highlight. */
export const sectionMark = (anchor: string): string => fingerprint(anchor).slice(-7);

/** All sections with this id in a note: there are several where a person copied one. */
export function findSections(lines: readonly string[], id: SectionId): readonly FoundSection[] {
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
export function withMarks(line: string, id: SectionId, marks: readonly string[]): string {
  return line.replace(openingPattern(id), (_comment, inside: string | undefined) =>
    openingComment(id, [...wordsOf(inside).filter((word) => !MARKS.test(word)), ...markWords(marks)]),
  );
}

/** The text of a note with a new section at its end, a blank line above it. */
export function withNewSection(
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
