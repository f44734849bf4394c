import { withLineEndsOf } from '../../merge/merge';
import { linesInCode, withHiddenCode } from '../../notes/markdown/code-ranges';
import { anchorRemover } from '../../notes/note/block-anchor';
import { idsInFrontMatter } from '../../notes/note/identity';
import { OWNED_PROPERTIES } from '../../notes/note/note';
import { takeTrailer, TRAILER_START } from '../../notes/note/trailer';

export interface MarksOptions {
  /** Anchors to keep, because something links to them. */
  readonly keepsAnchor: (anchor: string) => boolean;
}

const FRONT_MATTER = /^(\ufeff?)(---[ \t]*\n)((?:[\s\S]*?\n)??)(---[ \t]*(?:\n|$))/;

/**
 * Turns a note into plain markdown: no trailer, ids, anchors and section comments. All else stays as it is. A
 * note of the person's loses section comments only, and code loses nothing.
 */
export function withoutMarks(text: string, { keepsAnchor }: MarksOptions): string {
  const unix = text.replaceAll('\r\n', '\n');
  const [whole = '', start = '', opening = '', yaml = '', closing = ''] = FRONT_MATTER.exec(unix) ?? [];
  const lines = unix.slice(whole.length).split('\n');
  const isOurs = idsInFrontMatter(yaml).length > 0 || hasTrailer(lines);
  const plainYaml = isOurs ? withoutOwnProperties(yaml) : yaml;
  const plainLines = isOurs ? withoutOwnMarks(lines, keepsAnchor) : lines;
  const body = outsideCode(plainLines, (own) => withoutEmptiedLines(own, own.map(withoutSection))).join('\n');
  const isEmptied = plainYaml !== yaml && plainYaml.trim() === '';
  const plain = `${start}${isEmptied ? '' : opening + plainYaml + closing}${body}`;
  return plain === unix ? text : withLineEndsOf(text, plain);
}

/** A cheap test before marks are searched for. */
export const mayHoldMarks = (text: string): boolean =>
  text.includes('florilegium') || /^["']?read(?:wise|er)-/m.test(text);

function hasTrailer(lines: readonly string[]): boolean {
  const places = [...lines.keys()].filter((index) => lines[index]?.includes(TRAILER_START) === true);
  if (places.length === 0 || takeTrailer(lines, () => true).trailer === null) return false;
  const inCode = linesInCode(lines);
  return places.some((index) => !inCode.has(index));
}

function withoutOwnMarks(
  lines: readonly string[],
  keepsAnchor: (anchor: string) => boolean,
): readonly string[] {
  const { lines: left, trailer } = takeTrailer(lines, () => true);
  const blocks = trailer?.blocks ?? new Map<string, unknown>();
  return outsideCode(left, (own) =>
    withoutEmptiedLines(own, own.map(anchorRemover({ lines: own, blocks, keepsAnchor }))),
  );
}

/** Changes lines with their code hidden, and puts the code back. The change must not move text. */
function outsideCode(
  lines: readonly string[],
  change: (lines: readonly string[]) => readonly string[],
): readonly string[] {
  const text = lines.join('\n');
  const masked = withHiddenCode(text);
  const changed = change(masked.split('\n')).join('\n');
  const hidden = [...masked.matchAll(/\0/g)].map(({ index }) => text.charAt(index));
  let next = 0;
  const unmasked = changed.replace(/\0/g, () => {
    next += 1;
    return hidden[next - 1] ?? '';
  });
  return unmasked.split('\n');
}

/** Drops each line that became empty, with one of the blank lines around it. */
function withoutEmptiedLines(lines: readonly string[], changed: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let skipsBlank = false;
  for (const [index, line] of lines.entries()) {
    const rest = changed[index] ?? '';
    const isRemoved = rest !== line && /^[\s>]*$/.test(rest);
    if (!isRemoved && !(skipsBlank && rest.trim() === '')) kept.push(rest);
    skipsBlank = isRemoved && (kept.at(-1) ?? '').trim() === '';
  }
  return kept;
}

/** The comments that begin or end a section. In a person's template they have no day yet, and stay. */
const SECTION = /%% florilegium-(?:day|review)(?:-end| \d{4}-\d\d-\d\d(?: (?:(?!%%).)*)?) ?%%/g;
const SECTION_WORD = /^(?:%%|m=[0-9a-z,]*|\d{4}-\d\d-\d\d)$/;

/** What the user wrote into the comment stays. */
const withoutSection = (line: string): string =>
  line.replace(SECTION, (comment) => {
    const [, , ...words] = comment.trim().split(/\s+/);
    const others = words.filter((word) => !SECTION_WORD.test(word));
    return others.length === 0 ? '' : `%% ${others.join(' ')} %%`;
  });

const keyOf = (line: string): string => /^["']?([\w-]+)["']?[ \t]*:/.exec(line)?.[1] ?? '';

/**
 * Removes the program's properties; comments on their lines stay. Works on lines, so that invalid YAML is no
 * obstacle: a value ends before the next line that is neither indented nor a list entry.
 */
function withoutOwnProperties(yaml: string): string {
  let isOwn = false;
  return (yaml.match(/[^\n]*\n/g) ?? [])
    .map((line) => {
      isOwn = OWNED_PROPERTIES.has(keyOf(line)) || (isOwn && /^(?:[ \t]+\S|-[ \t])/.test(line));
      return isOwn ? (/[ \t](#[^]*)$/.exec(line)?.[1] ?? '') : line;
    })
    .join('');
}
