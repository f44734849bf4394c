import { addToList } from '../../model/collections';
import { anchorAtEnd } from '../../notes/note/block-anchor';
import type { TrailerPlace } from './find-trailers';
import { codeLines } from './raw-note';

/** Ids as the service gives them: a person may have anchors of their own that begin with the same letters. */
const SHAPE = /^(?:rw\d+|rd[0-9a-z]{20,})$/;

/** Whether an anchor looks like one of ours. */
export const looksOurs = (anchor: string): boolean => SHAPE.test(anchor);

/** Tells whether an anchor in a note is one of ours: the note's trailer names it, or it looks like one. */
export function isOurAnchor(
  lines: readonly string[],
  trailers: readonly TrailerPlace[],
): (anchor: string) => boolean {
  const named = new Set(
    trailers.flatMap(({ start, end }) =>
      lines
        .slice(start, end)
        .flatMap((line) =>
          line.split(/\s+/).flatMap((word) => /^[-+]?(r[wd][A-Za-z0-9-]+)/.exec(word)?.[1] ?? []),
        ),
    ),
  );
  return (anchor) => named.has(anchor) || looksOurs(anchor);
}

const LINK = /#(?:\^|%5E)(r[wd][A-Za-z0-9-]+)/gi;

/** Anchors of ours that a text links to, in any way that the app knows. */
export const linkedAnchors = (text: string): readonly string[] =>
  /#(?:\^|%5E)r/i.test(text) ? [...text.matchAll(LINK)].map(([, anchor = '']) => anchor) : [];

/** Where anchors like ours stand, outside of code: the lines, by the anchor. */
export function standingAnchors(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const found = lines.flatMap((line, index) => {
    const anchor = line.includes('^r') ? anchorAtEnd(line.trimEnd()) : null;
    return anchor === null ? [] : [{ anchor, index }];
  });
  const places = new Map<string, number[]>();
  const isCode = found.length === 0 ? () => false : codeLines(lines);
  for (const { anchor, index } of found) {
    if (!isCode(index)) addToList(places, anchor, index);
  }
  return places;
}

/** Takes anchors off, outside of code. A line that held nothing else goes, and of the blank lines around it one. */
export function withoutAnchors(
  lines: readonly string[],
  isOff: (anchor: string) => boolean,
): readonly string[] {
  let isCode: ((index: number) => boolean) | null = null;
  const left: string[] = [];
  let skipsBlank = false;
  for (const [index, line] of lines.entries()) {
    const anchor = line.includes('^r') ? anchorAtEnd(line.trimEnd()) : null;
    if (anchor === null || !isOff(anchor) || (isCode ??= codeLines(lines))(index)) {
      if (!(skipsBlank && line.trim() === '')) left.push(line);
      skipsBlank = false;
      continue;
    }
    const rest = line.slice(0, line.lastIndexOf(`^${anchor}`)).replace(/[ \t]+$/, '');
    skipsBlank = false;
    if (rest.replace(/[\s>]/g, '') !== '') left.push(rest + (line.endsWith('\r') ? '\r' : ''));
    else skipsBlank = left.length === 0 || left[left.length - 1]?.trim() === '';
  }
  return left;
}
