import { withLineEndsOf } from '../../merge/merge';
import { linesInCode } from '../../notes/markdown/code-ranges';
import { anchorRemover } from '../../notes/note/block-anchor';
import { OWNED_PROPERTIES } from '../../notes/note/note';
import { takeTrailer, TRAILER_START } from '../../notes/note/trailer';

export interface MarksOptions {
  /** Anchors to keep, because something links to them. */
  readonly keepsAnchor: (anchor: string) => boolean;
}

const FRONT_MATTER = /^(\ufeff?)(---[ \t]*\n)((?:[\s\S]*?\n)??)(---[ \t]*(?:\n|$))/;

/**
 * Turns a note into plain markdown: no trailer, ids, anchors and section comments. All else stays as it is. A
 * note of the person's loses section comments only.
 */
export function withoutMarks(text: string, { keepsAnchor }: MarksOptions): string {
  const unix = text.replaceAll('\r\n', '\n');
  const [whole = '', start = '', opening = '', yaml = '', closing = ''] = FRONT_MATTER.exec(unix) ?? [];
  const lines = unix.slice(whole.length).split('\n');
  const plainYaml = withoutOwnProperties(yaml);
  const isOurs = plainYaml !== yaml || hasTrailer(lines);
  const plainLines = isOurs ? withoutOwnMarks(lines, keepsAnchor) : lines;
  const body = changedLines(plainLines, withoutSection).join('\n');
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
  return changedLines(left, anchorRemover({ lines: left, blocks, keepsAnchor }));
}

/** Changes lines outside of code. One that becomes empty goes, with one of the blank lines around it. */
function changedLines(lines: readonly string[], change: (line: string) => string): readonly string[] {
  const changed = lines.map(change);
  if (changed.every((line, index) => line === lines[index])) return lines;
  const inCode = linesInCode(lines);
  const kept: string[] = [];
  let skipsBlank = false;
  for (const [index, line] of lines.entries()) {
    const rest = inCode.has(index) ? line : (changed[index] ?? '');
    const isRemoved = rest !== line && /^[\s>]*$/.test(rest);
    if (!isRemoved && !(skipsBlank && rest.trim() === '')) kept.push(rest);
    skipsBlank = isRemoved && (kept.at(-1) ?? '').trim() === '';
  }
  return kept;
}

const SECTION = /%% florilegium-[a-z]+(?:-end)?(?: (?:(?!%%)[^])*)?%%/;
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
