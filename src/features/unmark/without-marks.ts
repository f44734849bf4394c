import {
  anchorLines,
  codeLines,
  cutRaw,
  findTrailers,
  hasOwnProperties,
  joinRaw,
  mayHaveTrailer,
  ourAnchorAtEnd,
  withoutOwnProperties,
  type RawNote,
  type TrailerLine,
} from './note-marks';

export interface MarksOptions {
  /** Anchors that stay, because something links to them. */
  readonly keepsAnchor: (anchor: string) => boolean;
}

/**
 * A note as plain markdown: without trailer, ids, anchors and comments around sections. Everything that a
 * person sees of it stays, byte for byte; a note that has no mark of ours stays as it is.
 */
export function withoutMarks(text: string, { keepsAnchor }: MarksOptions): string {
  const note = cutRaw(text);
  const trailers = findTrailers(note.lines);
  const isOurs = trailers.length > 0 || hasOwnProperties(note.yaml);
  const lines = withoutMarkLines(note.lines, {
    trailers,
    keepsAnchor: (anchor) => !isOurs || keepsAnchor(anchor),
  });
  return joinRaw({ ...withoutIdentity(note), lines: withoutBlankEnd(note.lines, { trailers, lines }) });
}

/** Whether a text can have marks at all: checked first, because it is cheap. */
export const mayHoldMarks = (text: string): boolean =>
  mayHaveTrailer(text) || /^["']?read(?:wise|er)-/m.test(text);

/** Anchors of ours that would go with the marks if nothing linked to them. */
export const anchorsToGo = (text: string): readonly string[] => [...anchorLines(cutRaw(text).lines).keys()];

/** A line that becomes empty goes, and of the blank lines around it one. */
function withoutMarkLines(
  lines: readonly string[],
  { trailers, keepsAnchor }: MarksOptions & { readonly trailers: readonly TrailerLine[] },
): readonly string[] {
  const ofTrailers = new Map(trailers.map(({ index, otherWords }) => [index, otherWords]));
  const code = codeLines(lines);
  const left: string[] = [];
  let skipsBlank = false;
  for (const [index, line] of lines.entries()) {
    const rest = ofTrailers.get(index) ?? (code.has(index) ? line : withoutLineMarks(line, keepsAnchor));
    const isGone = rest !== line && /^[\s>]*$/.test(rest);
    if (!isGone && !(skipsBlank && rest.trim() === '')) left.push(rest);
    skipsBlank = isGone && (left.length === 0 || left[left.length - 1]?.trim() === '');
  }
  return left;
}

const SECTION = /%% florilegium-[a-z]+(?:-end)?(?: (?:(?!%%)[^])*)?%%/;
const SECTION_WORD = /^(?:%%|m=[0-9a-z,]*|\d{4}-\d\d-\d\d)$/;

/** What a person wrote into the comment of a section stays. */
function withoutLineMarks(line: string, keepsAnchor: (anchor: string) => boolean): string {
  const rest = line.replace(SECTION, (comment) => {
    const [, , ...words] = comment.trim().split(/\s+/);
    const others = words.filter((word) => !SECTION_WORD.test(word));
    return others.length === 0 ? '' : `%% ${others.join(' ')} %%`;
  });
  const anchor = ourAnchorAtEnd(rest);
  if (anchor === null || keepsAnchor(anchor)) return rest;
  const lineEnd = rest.endsWith('\r') ? '\r' : '';
  return rest.slice(0, rest.lastIndexOf(`^${anchor}`)).replace(/[ \t]+$/, '') + lineEnd;
}

/** Where a trailer was the last of the note, the blank lines before it go with it. */
function withoutBlankEnd(
  before: readonly string[],
  { trailers, lines }: { readonly trailers: readonly TrailerLine[]; readonly lines: readonly string[] },
): readonly string[] {
  const last = trailers[trailers.length - 1];
  if (last === undefined || before.slice(last.index + 1).some((line) => line.trim() !== '')) return lines;
  const left = [...lines];
  while (left.length > 0 && left[left.length - 1]?.trim() === '') left.pop();
  return left.length === 0 ? [''] : [...left, ''];
}

/** Front matter that held nothing else goes as a whole. */
function withoutIdentity(note: RawNote): RawNote {
  if (!hasOwnProperties(note.yaml)) return note;
  const yaml = withoutOwnProperties(note.yaml);
  return yaml.trim() === ''
    ? { ...note, opening: note.opening.startsWith('\ufeff') ? '\ufeff' : '', yaml: '', closing: '' }
    : { ...note, yaml };
}
