import { anchorIn, anchorsOfNote, type NoteAnchors } from '../../notes/note/block-anchor';
import { takeTrailer } from '../../notes/note/trailer';
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
  /** Anchors to keep, because something links to them. */
  readonly keepsAnchor: (anchor: string) => boolean;
}

/**
 * Turns a note into plain markdown: no trailer, ids, anchors and section comments. All else stays byte for
 * byte.
 */
export function withoutMarks(text: string, { keepsAnchor }: MarksOptions): string {
  const note = cutRaw(text);
  const trailers = findTrailers(note.lines);
  const isOurs = trailers.length > 0 || hasOwnProperties(note.yaml);
  const goes = isOurs ? (anchor: string): boolean => !keepsAnchor(anchor) : (): boolean => false;
  const blocks = takeTrailer(note.lines, () => false).trailer?.blocks ?? new Map<string, unknown>();
  const inNote = anchorsOfNote(note.lines, blocks);
  const lines = withoutMarkLines(note.lines, trailers, { goes, inNote });
  return joinRaw({ ...withoutIdentity(note), lines: withoutBlankEnd(note.lines, trailers, lines) });
}

interface AnchorsToGo {
  readonly goes: (anchor: string) => boolean;
  /** Those of the blocks that the trailer knows. */
  readonly inNote: NoteAnchors;
}

/** A cheap test before marks are searched for. */
export const mayHoldMarks = (text: string): boolean =>
  mayHaveTrailer(text) || /^["']?read(?:wise|er)-/m.test(text);

/** The anchors that are removed unless something links to them. */
export const anchorsToGo = (text: string): readonly string[] => [...anchorLines(cutRaw(text).lines).keys()];

/** Removes lines that become empty, with one of the blank lines around each. */
function withoutMarkLines(
  lines: readonly string[],
  trailers: readonly TrailerLine[],
  anchors: AnchorsToGo,
): readonly string[] {
  const trailerWords = new Map(trailers.map(({ index, otherWords }) => [index, otherWords]));
  const code = codeLines(lines);
  const kept: string[] = [];
  let skipsBlank = false;
  for (const [index, line] of lines.entries()) {
    const rest = trailerWords.get(index) ?? (code.has(index) ? line : withoutLineMarks(line, anchors));
    const isRemoved = rest !== line && /^[\s>]*$/.test(rest);
    if (!isRemoved && !(skipsBlank && rest.trim() === '')) kept.push(rest);
    skipsBlank = isRemoved && (kept.length === 0 || kept[kept.length - 1]?.trim() === '');
  }
  return kept;
}

const SECTION = /%% florilegium-[a-z]+(?:-end)?(?: (?:(?!%%)[^])*)?%%/;
const SECTION_WORD = /^(?:%%|m=[0-9a-z,]*|\d{4}-\d\d-\d\d)$/;

/** What the user wrote into a section comment, or around an anchor, stays. */
function withoutLineMarks(line: string, { goes, inNote }: AnchorsToGo): string {
  const rest = line.replace(SECTION, (comment) => {
    const [, , ...words] = comment.trim().split(/\s+/);
    const others = words.filter((word) => !SECTION_WORD.test(word));
    return others.length === 0 ? '' : `%% ${others.join(' ')} %%`;
  });
  const lineEnd = rest.endsWith('\r') ? '\r' : '';
  const anchor = ourAnchorAtEnd(rest);
  if (anchor !== null && !goes(anchor)) return rest;
  if (anchor !== null) return withoutAnchor(rest.trimEnd(), anchor) + lineEnd;
  const found = anchorIn(rest.trimEnd(), inNote);
  if (found === null || !goes(found.anchor)) return rest;
  const before = withoutAnchor(found.line, found.anchor);
  if (found.words === '') return before + lineEnd;
  return (/^[\s>]*$/.test(before) ? '' : `${before}${lineEnd}\n${lineEnd}\n`) + found.words + lineEnd;
}

const withoutAnchor = (line: string, anchor: string): string =>
  line.slice(0, line.lastIndexOf(`^${anchor}`)).replace(/[ \t]+$/, '');

/** Removes the blank lines before a trailer at the end of the note. */
function withoutBlankEnd(
  before: readonly string[],
  trailers: readonly TrailerLine[],
  lines: readonly string[],
): readonly string[] {
  const last = trailers[trailers.length - 1];
  if (last === undefined || before.slice(last.index + 1).some((line) => line.trim() !== '')) return lines;
  const left = [...lines];
  while (left.length > 0 && left[left.length - 1]?.trim() === '') left.pop();
  return left.length === 0 ? [''] : [...left, ''];
}

/** Front matter that becomes empty is removed entirely. */
function withoutIdentity(note: RawNote): RawNote {
  if (!hasOwnProperties(note.yaml)) return note;
  const yaml = withoutOwnProperties(note.yaml);
  return yaml.trim() === ''
    ? { ...note, opening: note.opening.startsWith('\ufeff') ? '\ufeff' : '', yaml: '', closing: '' }
    : { ...note, yaml };
}
