import { addToList } from '../../model/collections';
import { anchorAtEnd } from '../../notes/note/block-anchor';
import { codeRanges } from '../../notes/markdown/code-ranges';
import { OWNED_PROPERTIES } from '../../notes/note/note';

/** A note cut so that what is not changed stays byte for byte. */
export interface RawNote {
  /** With the byte order mark, if there is one. Empty where the note has no front matter. */
  readonly opening: string;
  /** With its last line end. */
  readonly yaml: string;
  readonly closing: string;
  /** Cut at `\n`: each may end in `\r`. */
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

/** Whether one of our properties is in the front matter, whatever its value. */
export const hasOwnProperties = (yaml: string): boolean =>
  yaml.split('\n').some((line) => OWNED_PROPERTIES.has(keyOf(line)));

/**
 * Front matter without our own properties; comments on their lines stay. Reads lines, not YAML, so that it
 * also works where the YAML has a mistake: a key goes up to the next line that is neither indented nor a
 * member of a list.
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

/** Without one of these there is no code: checked first, because finding code takes long in a large note. */
const MAY_BE_CODE = /`|~~~|^(?: {4}| {0,3}\t)/;

/** The lines that end in code. */
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

/** Ids as the service gives them: a person may have anchors of their own that begin with the same letters. */
const OUR_ANCHOR = /^(?:rw\d+|rd[0-9a-z]{20,})$/;

/** The anchor of ours that a line ends in, or null. */
export function ourAnchorAtEnd(line: string): string | null {
  const anchor = line.includes('^r') ? anchorAtEnd(line.trimEnd()) : null;
  return anchor !== null && OUR_ANCHOR.test(anchor) ? anchor : null;
}

/** Where anchors of ours are, outside of code: the lines, by the anchor. */
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

/** Anchors of ours that a text links to, in any way that the app knows. */
export const linkedAnchors = (text: string): readonly string[] =>
  [...text.matchAll(LINK)].map(([, anchor = '']) => anchor);

/** A line of a note that is a trailer, or what is left of one. */
export interface TrailerLine {
  readonly index: number;
  /** Nothing of it is cut, changed or added. */
  readonly isWhole: boolean;
  /** What a person wrote into it. */
  readonly otherWords: string;
}

const SIGN = '[0-9a-z]';
// Of a block that was adopted in the style of another plugin, the mark of the record has an `a` before it.
const BASE = `\\d+\\.${SIGN}{5}\\.${SIGN}{11}\\.a?${SIGN}{7}`;
const ANCHOR = 'r[wd][A-Za-z0-9-]+';
const WHOLE = new RegExp(
  `^%% florilegium 1 n=${SIGN}{11} f=(?:${SIGN}{7})? p=(?:${SIGN}{11})?(?: k:[^\\s=]+=${SIGN}{7})*(?: h=${BASE})?(?: ${ANCHOR}=${BASE})*(?: -${ANCHOR})*(?: \\+${ANCHOR})* %%$`,
);
/** Begins like a trailer, or has what only a trailer has. */
const DAMAGED = new RegExp(`^\\s*%%\\s*florilegium 1(?:\\s|$)|=${BASE}(?!\\w)|(?:^|\\s)n=${SIGN}{11}\\s+f=`);
/** A word of a trailer, even one that was cut short. */
const WORD = new RegExp(
  `^(?:%+|florilegium|1|[nfphkr]|[nfp]=${SIGN}*|h=[.0-9a-z]*|k:[^\\s=]*(?:=${SIGN}*)?|r[wd](?:\\d[0-9a-z]*)?|[-+]${ANCHOR}|${ANCHOR}=[.0-9a-z]*|\\d+\\.${SIGN}{5}\\.${SIGN}{11}(?:\\.${SIGN}*)?)$`,
);

/** Whether a text may have a trailer or the rest of one: checked first, because it is cheap. */
export const mayHaveTrailer = (text: string): boolean =>
  text.includes('florilegium') || (text.includes('=') && DAMAGED.test(text));

/**
 * All trailers, and what is left of damaged ones, outside of code and in order. A person who writes about
 * trailers uses code.
 */
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
    .filter((word) => word !== '' && !WORD.test(word))
    .join(' ');
