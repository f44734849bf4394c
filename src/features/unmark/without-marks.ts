import { isOurAnchor, standingAnchors, withoutAnchors } from './anchors';
import { findTrailers, mayHoldTrailer, withoutTrailers } from './find-trailers';
import { codeLines, cutRaw, hasOwnProperties, joinRaw, withoutOwnProperties, type RawNote } from './raw-note';

export interface MarksOptions {
  /** Anchors that stay, because something links to them. */
  readonly keepsAnchor: (anchor: string) => boolean;
}

/**
 * A note as plain markdown: without what a sync goes by. Everything that a person sees of it stays, byte for byte; a note that
 * has no mark of ours stays as it is.
 */
export function withoutMarks(text: string, { keepsAnchor }: MarksOptions): string {
  const note = cutRaw(text);
  const trailers = findTrailers(note.lines);
  const isOurs = trailers.length > 0 || hasOwnProperties(note.yaml);
  const isOwn = isOurs ? isOurAnchor(note.lines, trailers) : () => false;
  const plain = withoutAnchors(
    endOfBody(note.lines, trailers),
    (anchor) => isOwn(anchor) && !keepsAnchor(anchor),
  );
  return joinRaw({ ...withoutIdentity(note), lines: withoutSections(plain) });
}

/** Whether a text can hold marks at all: asked first, because it is cheap. */
export const mayHoldMarks = (text: string): boolean =>
  mayHoldTrailer(text) || /^["']?read(?:wise|er)-/m.test(text);

/** Anchors of ours that would go with the marks, were there no links to them. */
export function anchorsToGo(text: string): readonly string[] {
  const { lines } = cutRaw(text);
  const isOwn = isOurAnchor(lines, findTrailers(lines));
  return [...standingAnchors(lines).keys()].filter(isOwn);
}

/** Without its trailers; where one was the last of the note, the blank lines before it go with it. */
function endOfBody(lines: readonly string[], trailers: ReturnType<typeof findTrailers>): readonly string[] {
  if (trailers.length === 0) return lines;
  const left = [...withoutTrailers(lines, trailers)];
  const isLast = lines.slice(trailers[trailers.length - 1]?.end).every((line) => line.trim() === '');
  if (!isLast) return left;
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

const SECTION = /%% florilegium-[a-z]+(?:-end)?(?: (?:(?!%%)[^])*)?%%/;
const SECTION_WORD = /^(?:florilegium-[a-z]+|m=[0-9a-z,]*)$/;

/** The comments around sections of ours go; what stands between them stays, and so does what a person wrote into the comments. */
function withoutSections(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => SECTION.test(line))) return lines;
  const isCode = codeLines(lines);
  const left: string[] = [];
  let skipsBlank = false;
  for (const [index, line] of lines.entries()) {
    if (!SECTION.test(line) || isCode(index)) {
      if (!(skipsBlank && line.trim() === '')) left.push(line);
      skipsBlank = false;
      continue;
    }
    const rest = line.replace(SECTION, (comment) => {
      // The key of a section is the first word behind its name.
      const [, , , ...words] = comment.trim().split(/\s+/);
      const strange = words.filter((word) => word !== '%%' && !SECTION_WORD.test(word));
      return strange.length === 0 ? '' : `%% ${strange.join(' ')} %%`;
    });
    skipsBlank = /^[\s>]*$/.test(rest) && (left.length === 0 || left[left.length - 1]?.trim() === '');
    if (!/^[\s>]*$/.test(rest)) left.push(rest);
  }
  return left;
}
