import { once } from '../../model/collections';
import { linesInCode } from '../markdown/code-ranges';

const ANCHOR = /(?:^|[\s>])\^(r[wd][A-Za-z0-9-]+)[ \t]*$/;

/** The highlight anchor at the end of a text, without its caret, or null. */
export const anchorAtEnd = (text: string): string | null =>
  text.includes('^r') ? (ANCHOR.exec(text)?.[1] ?? null) : null;

/** The text without the anchor at its end. */
export function withoutAnchor(text: string): string {
  const anchor = anchorAtEnd(text);
  return anchor === null ? text : text.slice(0, text.lastIndexOf(`^${anchor}`)).trimEnd();
}

/** An anchor in a line, with what a person typed behind it. */
export interface AnchorInLine {
  readonly anchor: string;
  /** The line up to the end of the anchor. */
  readonly line: string;
  /** Typed behind the anchor; `''` for an anchor that ends the line. */
  readonly words: string;
}

/** An anchor of the service's that is no part of a link and not escaped, whatever stands around it. */
const TYPED_AROUND = /(^|[^#[\\])\^(rw\d+|rd[0-9a-z]{26})/g;

/** Which anchors a note has. */
export interface NoteAnchors {
  readonly isBlock: (anchor: string) => boolean;
  /** It ends no line of the note outside of code. */
  readonly isLost: (anchor: string) => boolean;
}

/** The block's anchor that ends a line; else a lost one in it, because the person typed around that. */
export function anchorIn(line: string, { isBlock, isLost }: NoteAnchors): AnchorInLine | null {
  if (!line.includes('^r')) return null;
  const atEnd = anchorAtEnd(line);
  if (atEnd !== null && isBlock(atEnd)) return { anchor: atEnd, line, words: '' };
  for (const { 1: letter = '', 2: anchor = '', index } of line.matchAll(TYPED_AROUND)) {
    if (!isBlock(anchor) || !isLost(anchor)) continue;
    const start = index + letter.length;
    const before = line.slice(0, start);
    const gap = /(?:^|[\s>])$/.test(before) ? '' : ' ';
    const words = line.slice(start + 1 + anchor.length).trim();
    return { anchor, line: `${before}${gap}^${anchor}`, words };
  }
  return null;
}

/** The anchors of a note's lines, of which `blocks` are known. */
export function anchorsOfNote(
  lines: readonly string[],
  blocks: Pick<ReadonlySet<string>, 'has'>,
): NoteAnchors {
  const standing = once(() => {
    const inCode = linesInCode(lines);
    return new Set(lines.map((line, index) => (inCode.has(index) ? null : anchorAtEnd(line.trimEnd()))));
  });
  return { isBlock: (anchor) => blocks.has(anchor), isLost: (anchor) => !standing().has(anchor) };
}

/** The service's ids; the user may have anchors of their own with the same first letters. */
const SERVICE_ANCHOR = /^(?:rw\d+|rd[0-9a-z]{20,})$/;

/**
 * Takes the service's anchors off the lines of a note. Words typed behind an anchor of one of the `blocks` become
 * a paragraph of their own.
 */
export function anchorRemover({
  lines,
  blocks,
  keepsAnchor,
}: {
  readonly lines: readonly string[];
  readonly blocks: Pick<ReadonlySet<string>, 'has'>;
  readonly keepsAnchor: (anchor: string) => boolean;
}): (line: string) => string {
  const { isBlock, isLost } = anchorsOfNote(lines, blocks);
  const anchors: NoteAnchors = {
    isBlock: (anchor) => SERVICE_ANCHOR.test(anchor),
    isLost: (anchor) => isBlock(anchor) && isLost(anchor),
  };
  return (line) => {
    const found = anchorIn(line.trimEnd(), anchors);
    if (found === null || keepsAnchor(found.anchor)) return line;
    const before = withoutAnchor(found.line);
    return [before, found.words].filter((text) => /[^\s>]/.test(text)).join('\n\n');
  };
}

/** Anchors of all blocks in a note. */
export const blockAnchors = (text: string): ReadonlySet<string> =>
  new Set(text.split('\n').flatMap((line) => anchorAtEnd(line.trimEnd()) ?? []));

/** The anchors that a text speaks of, wherever they stand. */
export const anchorsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/\^(r[wd][A-Za-z0-9-]+)/g)].map(([, anchor = '']) => anchor));

/** The text whose links to blocks lead to the anchors that a note uses. */
export const withAnchors = (text: string, anchors: ReadonlyMap<string, string>): string =>
  anchors.size === 0
    ? text
    : text.replace(/#\^(r[wd][0-9a-z]+)(?=[|\]])/g, (link, anchor: string) => {
        const used = anchors.get(anchor);
        return used === undefined ? link : `#^${used}`;
      });

const LINK = /#(?:\^|%5E)(r[wd][A-Za-z0-9-]+)/gi;

/** The service's anchors that a text links to, in any form the app knows. */
export const linkedAnchors = (text: string): readonly string[] =>
  [...text.matchAll(LINK)].map(([, anchor = '']) => anchor);

/** Adds an anchor where the app finds it: after a plain paragraph, else alone between blank lines. */
export function anchored(text: string, anchor: string): string {
  if (text === '') return `^${anchor}`;
  const lastChunk = text.slice(text.lastIndexOf('\n\n') + 1);
  return endsInParagraph(text, lastChunk) ? `${text} ^${anchor}` : `${text}\n\n^${anchor}`;
}

const STRUCTURED_LINE =
  /^\s*(?:[>|#]|[-:][-:| \t]*$|[-+*]\s|\d{1,9}[.)]\s|```|~~~|\$\$|<|!\[|[*_]{3,}\s*$)|^(?: {4}|\t)/;

const endsInParagraph = (text: string, lastChunk: string): boolean =>
  !lastChunk.split('\n').some((line) => STRUCTURED_LINE.test(line)) &&
  !/(?:```|~~~|\$\$|\|)\s*$/.test(text) &&
  !/^(?:```|~~~|\$\$)/m.test(text);
