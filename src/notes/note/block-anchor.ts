const ANCHOR = /(?:^|[\s>])\^(r[wd][A-Za-z0-9-]+)[ \t]*$/;

/** The highlight anchor at the end of a text, without its caret, or null. */
export const anchorAtEnd = (text: string): string | null => ANCHOR.exec(text)?.[1] ?? null;

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

/** An anchor that is no part of a link, even if letters were typed directly before or behind it. */
const ANCHOR_AND_MORE = /(^|[^#[\\^])\^(r[wd][A-Za-z0-9-]+)/g;
const SERVICE_ANCHOR = /^(?:rw\d+|rd[0-9a-z]{26})/;

/** The anchor that ends a line; else the first known one in it, which has the person's words around it. */
export function anchorIn(line: string, isKnown: (anchor: string) => boolean): AnchorInLine | null {
  if (!line.includes('^r')) return null;
  const atEnd = anchorAtEnd(line);
  if (atEnd !== null && isKnown(atEnd)) return { anchor: atEnd, line, words: '' };
  for (const { 1: letter = '', 2: name = '', index } of line.matchAll(ANCHOR_AND_MORE)) {
    const anchor = [name, SERVICE_ANCHOR.exec(name)?.[0] ?? ''].find(isKnown);
    if (anchor === undefined) continue;
    const start = index + letter.length;
    const before = line.slice(0, start);
    const gap = /(?:^|[\s>])$/.test(before) ? '' : ' ';
    const words = line.slice(start + 1 + anchor.length).trim();
    return { anchor, line: `${before}${gap}^${anchor}`, words };
  }
  return null;
}

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
