/** A stretch of a source file that was a template of its own. */
export interface SourceBox {
  /** The file up to the end of the box, so that offsets are those of the file. */
  readonly text: string;
  readonly start: number;
}

export interface SourceBoxes {
  /** Between two lines `---`; null where there is none. */
  readonly frontMatter: SourceBox | null;
  readonly body: SourceBox;
  /** Behind a line `%% highlight %%`; null where there is none. */
  readonly highlight: SourceBox | null;
}

const OPENING = /---[ \t]*(?:\n|$)/y;
const CLOSING = /^---[ \t]*$/gm;
const SEPARATOR = /^%%[ \t]*highlight[ \t]*%%[ \t]*$/gm;

/** Cuts a file at its front matter and at the line `%% highlight %%`. The plugins have a field for each of these. */
export function sourceBoxes(text: string): SourceBoxes {
  const fence = frontMatterAt(text);
  const start = fence === null ? 0 : fence.next;
  const separator = lineAt(text, SEPARATOR, start);
  return {
    frontMatter: fence === null ? null : { text: text.slice(0, fence.end), start: fence.start },
    body: { text: text.slice(0, separator?.start), start },
    highlight: separator === null ? null : { text, start: separator.next },
  };
}

function frontMatterAt(
  text: string,
): { readonly start: number; readonly end: number; readonly next: number } | null {
  OPENING.lastIndex = behindComments(text);
  if (OPENING.exec(text) === null) return null;
  const start = OPENING.lastIndex;
  const closing = lineAt(text, CLOSING, start);
  return closing === null ? null : { start, end: closing.start, next: closing.next };
}

function lineAt(
  text: string,
  pattern: RegExp,
  from: number,
): { readonly start: number; readonly next: number } | null {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match === null
    ? null
    : { start: match.index, next: Math.min(text.length, match.index + match[0].length + 1) };
}

/** Where the first thing stands that is neither a blank nor a comment of Jinja's. */
function behindComments(text: string): number {
  for (let index = 0; ;) {
    index += text.slice(index).search(/\S|$/);
    const end = text.startsWith('{#', index) ? text.indexOf('#}', index) : -1;
    if (end === -1) return index;
    index = end + 2;
  }
}
