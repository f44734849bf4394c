import { fingerprint } from '../hash';
import { cleanText } from '../markdown/plain-text';

/**
 * A stretch of a person's note that is written for them, between two comments that nobody sees:
 *
 *     %% florilegium-day 2026-01-31 m=0k3h9aa,1xb20cd %%
 *     …
 *     %% florilegium-day-end %%
 *
 * `m=` has a mark of each thing that was ever written there, so that what the person deletes stays deleted. Everything else on
 * these lines is the person's and stays.
 */
export interface SectionId {
  readonly name: 'day' | 'review' | 'gathered';
  /** Tells several sections of a note apart: a day, a tag. */
  readonly key: string;
}

/** A section in the lines of a note. */
export interface FoundSection {
  /** The line of the first comment. */
  readonly start: number;
  /** The line behind the last one that is inside. */
  readonly end: number;
  /** Whether the line at `end` is the second comment. */
  readonly isClosed: boolean;
  readonly opening: Opening;
}

/** The first comment's line in its parts. */
export interface Opening {
  readonly before: string;
  readonly marks: readonly string[];
  /** What else stands in the comment. */
  readonly words: readonly string[];
  readonly after: string;
}

export type SectionVerdict =
  | { readonly kind: 'unchanged' }
  /** The note has no such section yet, or the person took it out: who remembers that it was written lets it be. */
  | { readonly kind: 'new'; readonly text: string }
  | { readonly kind: 'changed'; readonly text: string };

const MARKS = /^m=[0-9a-z]{7}(?:,[0-9a-z]{7})*$/;

/** Short mark of what was written. */
export const sectionMark = (written: string): string => fingerprint(written).slice(-7);

export const closingLine = ({ name }: SectionId): string => `%% florilegium-${name}-end %%`;

export function openingLine(id: SectionId, { before, marks, words, after }: Opening): string {
  const inside = [
    `florilegium-${id.name}`,
    encodedKey(id),
    ...words,
    ...(marks.length === 0 ? [] : [`m=${[...new Set(marks)].join(',')}`]),
  ];
  return `${before}%% ${inside.join(' ')} %%${after}`;
}

const NEW_OPENING: Opening = { before: '', marks: [], words: [], after: '' };

/** Keys are free text: all that could end a word or the comment is written as %xx. */
const encodedKey = ({ key }: SectionId): string =>
  encodeURIComponent(cleanText(key).normalize('NFC')) || '%20';

/** All sections with this id in a note: there are several where a person copied one. `isOurs` knows lines that can only be inside. */
export function findSections(
  lines: readonly string[],
  id: SectionId,
  isOurs: (line: string, opening: Opening) => boolean,
): readonly FoundSection[] {
  return lines.flatMap((line, start): readonly FoundSection[] => {
    const opening = readOpening(line, id);
    if (opening === null) return [];
    const rest = lines.slice(start + 1);
    const nextStart = rest.findIndex((other) => other.includes(`%% florilegium-${id.name} `));
    const inside = nextStart < 0 ? rest : rest.slice(0, nextStart);
    const closing = inside.findIndex((other) => other.includes(closingLine(id)));
    if (closing >= 0) return [{ start, end: start + 1 + closing, isClosed: true, opening }];
    const lastOurs = inside.reduce((last, other, index) => (isOurs(other, opening) ? index : last), -1);
    return [{ start, end: start + 1 + lastOurs + 1, isClosed: false, opening }];
  });
}

function readOpening(line: string, id: SectionId): Opening | null {
  const match = /^([^]*?)%% florilegium-([a-z]+) (\S+)(?: ((?:(?!%%)[^])*))?%%([^]*)$/.exec(line);
  if (match?.[2] !== id.name || match[3] !== encodedKey(id)) return null;
  const words = (match[4] ?? '').split(/\s+/).filter((word) => word !== '');
  return {
    before: match[1] ?? '',
    marks: words.filter((word) => MARKS.test(word)).flatMap((word) => word.slice(2).split(',')),
    words: words.filter((word) => !MARKS.test(word)),
    after: match[5] ?? '',
  };
}

/** How lines of ours are written into a note. */
export interface LineStyle {
  /** What stands before each line: a section may have been put into a quote, callout or list. */
  readonly indent: string;
  /** `\r` where the note has Windows line ends. */
  readonly end: '' | '\r';
}

export const styleOf = (lines: readonly string[], { before }: Opening = NEW_OPENING): LineStyle => ({
  indent: /^[ \t>]*$/.test(before) ? before : '',
  end: lines.some((line) => line.endsWith('\r')) ? '\r' : '',
});

/** A line of ours as it goes into the note. */
export const styled = (line: string, { indent, end }: LineStyle): string =>
  (line === '' ? indent.trimEnd() : `${indent}${line}`) + end;

/** Whether nothing stands on a line, in or out of a quote. */
export const isBlankLine = (line: string): boolean => /^[\s>]*$/.test(line);

/** Lines with the `\r` that Windows ends them with. */
export const linesOf = (text: string | null): readonly string[] =>
  text === null || text === '' ? [] : text.split('\n');

/** A text with a new section behind all that it has, a blank line between. */
export function withNewSection(
  given: readonly string[],
  section: { readonly id: SectionId; readonly marks: readonly string[]; readonly body: readonly string[] },
): string {
  const { id, marks, body } = section;
  const style = styleOf(given);
  const last = given[given.length - 1] ?? '';
  const kept = last === '' ? given.slice(0, -1) : [...given.slice(0, -1), `${last}${style.end}`];
  const isApart = kept.length === 0 || isBlankLine(kept[kept.length - 1] ?? '');
  const added = [
    ...(isApart ? [] : ['']),
    openingLine(id, { ...NEW_OPENING, marks }),
    '',
    ...body,
    '',
    closingLine(id),
  ];
  return [...kept, ...added.map((line) => styled(line, style)), ''].join('\n');
}
