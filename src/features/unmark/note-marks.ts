import { addToList } from '../../model/collections';
import { anchorAtEnd } from '../../notes/note/block-anchor';
import { codeRanges } from '../../notes/markdown/code-ranges';
import { OWNED_PROPERTIES } from '../../notes/note/note';

/** A note split without loss, so that unchanged parts stay byte for byte. */
export interface RawNote {
  /** With the byte order mark, if any. Empty without front matter. */
  readonly opening: string;
  /** With its last line end. */
  readonly yaml: string;
  readonly closing: string;
  /** Split at `\n`: each may end in `\r`. */
  readonly lines: readonly string[];
}

const FRONT_MATTER = /^(\ufeff?---[ \t]*\r?\n)((?:[\s\S]*?\r?\n)??)(---[ \t]*(?:\r?\n|$))/;

export function cutRaw(text: string): RawNote {
  const [whole = '', opening = '', yaml = '', closing = ''] = FRONT_MATTER.exec(text) ?? [];
  return { opening, yaml, closing, lines: text.slice(whole.length).split('\n') };
}

export const joinRaw = ({ opening, yaml, closing, lines }: RawNote): string =>
  opening + yaml + closing + lines.join('\n');

const keyOf = (line: string): string => /^["']?([\w-]+)["']?[ \t]*:/.exec(line)?.[1] ?? '';

/** Whether the front matter has one of the program's properties, whatever its value. */
export const hasOwnProperties = (yaml: string): boolean =>
  yaml.split('\n').some((line) => OWNED_PROPERTIES.has(keyOf(line)));

/**
 * Removes the program's properties; comments on their lines stay. Works on lines, so that invalid YAML is no
 * obstacle: a value ends before the next line that is neither indented nor a list entry.
 */
export function withoutOwnProperties(yaml: string): string {
  let isOwn = false;
  return (yaml.match(/[^\n]*\n|[^\n]+$/g) ?? [])
    .map((line) => {
      isOwn = OWNED_PROPERTIES.has(keyOf(line)) || (isOwn && /^(?:[ \t]+\S|-[ \t])/.test(line));
      return isOwn ? (/[ \t](#[^]*)$/.exec(line)?.[1] ?? '') : line;
    })
    .join('');
}

/** A cheap test before code is searched for, which is slow in large notes. */
const MAY_BE_CODE = /`|~~~|^(?: {4}| {0,3}\t)/;

/** Numbers of the lines that end in code. */
export function codeLines(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  if (!lines.some((line) => MAY_BE_CODE.test(line))) return found;
  const ranges = codeRanges(lines.join('\n'));
  let range = 0;
  let start = 0;
  for (const [index, line] of lines.entries()) {
    const last = start + Math.max(0, line.trimEnd().length - 1);
    while ((ranges[range]?.end ?? Infinity) <= last) range += 1;
    if ((ranges[range]?.start ?? Infinity) <= last) found.add(index);
    start += line.length + 1;
  }
  return found;
}

/** The service's ids; the user may have anchors of their own with the same first letters. */
const OUR_ANCHOR = /^(?:rw\d+|rd[0-9a-z]{20,})$/;

/** The program's anchor at the end of a line, or null. */
export function ourAnchorAtEnd(line: string): string | null {
  const anchor = line.includes('^r') ? anchorAtEnd(line.trimEnd()) : null;
  return anchor !== null && OUR_ANCHOR.test(anchor) ? anchor : null;
}

/** The program's anchors outside of code, with their lines. */
export function anchorLines(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const code = codeLines(lines);
  const found = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const anchor = ourAnchorAtEnd(line);
    if (anchor !== null && !code.has(index)) addToList(found, anchor, index);
  }
  return found;
}

const LINK = /#(?:\^|%5E)(r[wd][A-Za-z0-9-]+)/gi;

/** The program's anchors that a text links to, in any form the app knows. */
export const linkedAnchors = (text: string): readonly string[] =>
  [...text.matchAll(LINK)].map(([, anchor = '']) => anchor);

/** A line with a trailer or its remains. */
export interface TrailerLine {
  readonly index: number;
  /** Nothing in it was cut, changed or added. */
  readonly isWhole: boolean;
  /** Words that the user wrote into it. */
  readonly otherWords: string;
}

const BASE36 = '[0-9a-z]';
const BASE62 = '[0-9A-Za-z]';
// Blocks adopted from another plugin have a `-` before the mark of the record.
const BASE = `${BASE62}{11,13}-?${BASE62}{3}`;
const ANCHOR = 'r[wd][A-Za-z0-9-]+';
const WHOLE = new RegExp(
  `^%% florilegium 1 n=${BASE36}{11} f=(?:${BASE36}{7})? p=(?:${BASE36}{11})?(?: s=[a-z]+)?(?: l=[0-9A-Za-z.]+)?(?: k:[^\\s=]+=${BASE36}{7})*(?: h=${BASE})?(?: (?:${ANCHOR}=|=${BASE62}+\\.)${BASE})*(?: -${ANCHOR})*(?: \\+${ANCHOR})* %%$`,
);
/** Starts like a trailer, or contains what only a trailer has. */
const DAMAGED = new RegExp(
  `^\\s*%%\\s*florilegium 1(?:\\s|$)|(?:^|\\s)(?:${ANCHOR}=|=${BASE62}+\\.)${BASE}(?=\\s|$)|(?:^|\\s)n=${BASE36}{11}\\s+f=`,
);
/** One entry of a trailer, even if it was cut. */
const ENTRY = new RegExp(
  `^(?:%+|florilegium|1|[nfphksrl]|[nfps]=${BASE36}*|l=[0-9A-Za-z.]*|h=[-0-9A-Za-z]*|k:[^\\s=]*(?:=${BASE36}*)?|r[wd](?:\\d[0-9a-z]*)?|[-+]${ANCHOR}|${ANCHOR}=[-0-9A-Za-z]*|=${BASE62}+\\.[-0-9A-Za-z]*|=[a-z]*[0-9A-Z]${BASE62}*)$`,
);

/** A cheap test before trailers are searched for. */
export const mayHaveTrailer = (text: string): boolean =>
  text.includes('florilegium') || (text.includes('=') && DAMAGED.test(text));

/** All trailers and remains of trailers outside of code, in order. */
export function findTrailers(lines: readonly string[]): readonly TrailerLine[] {
  const found: TrailerLine[] = [];
  for (const [index, content] of lines.entries()) {
    const line = content.trimEnd();
    if (!mayHaveTrailer(line)) continue;
    if (WHOLE.test(line)) found.push({ index, isWhole: true, otherWords: '' });
    else if (!line.includes('`') && DAMAGED.test(line))
      found.push({ index, isWhole: false, otherWords: otherWordsIn(line) });
  }
  if (found.length === 0) return found;
  const code = codeLines(lines);
  return found.filter(({ index }) => !code.has(index));
}

const otherWordsIn = (line: string): string =>
  line
    .replaceAll('%%', ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !ENTRY.test(word))
    .join(' ');
