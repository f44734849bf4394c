const ANCHOR = /(?:^|[\s>])\^(r[wd][A-Za-z0-9-]+)[ \t]*$/;

/** The highlight anchor at the end of a text, without its caret, or null. */
export const anchorAtEnd = (text: string): string | null => ANCHOR.exec(text)?.[1] ?? null;

/** The text without the anchor at its end. */
export function withoutAnchor(text: string): string {
  const anchor = anchorAtEnd(text);
  return anchor === null ? text : text.slice(0, text.lastIndexOf(`^${anchor}`)).trimEnd();
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
