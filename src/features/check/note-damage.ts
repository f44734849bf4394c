import { unixText } from '../../model/text';
import { linesInCode } from '../../notes/markdown/code-ranges';
import { frontMatterMistake } from '../../notes/front-matter/mistake';
import { anchorAtEnd } from '../../notes/note/block-anchor';
import { gitConflictLine } from '../../notes/note/git-conflict';
import { frontMatterOf, splitNote } from '../../notes/note/note';
import { TRAILER_START, writeTrailer } from '../../notes/note/trailer';
import type { Finding } from '../../model/library-check';

export type FoundDamage = Omit<Finding, 'path' | 'fault'>;

/** What is broken in the text of a note. */
export function damageIn(text: string): readonly FoundDamage[] {
  // Other damage comes from the markers and goes with them.
  if (gitConflictLine(text) !== null) return [{ damage: 'git-conflict', about: [] }];
  const found: FoundDamage[] = [];
  const mistake = frontMatterMistake(frontMatterOf(text) ?? '');
  if (mistake !== null) found.push({ damage: 'front-matter', about: [], mistake });
  if (!hasWholeTrailer(text)) found.push({ damage: 'trailer', about: [] });
  const duplicates = duplicateAnchors(text);
  if (duplicates.length > 0) found.push({ damage: 'block-twice', about: duplicates });
  return found;
}

/** Whether the note ends in its only trailer, unaltered. */
function hasWholeTrailer(text: string): boolean {
  const { trailer, body } = splitNote(text);
  if (trailer === null) return false;
  return (
    unixText(text)
      .trimEnd()
      .endsWith(`\n${writeTrailer(trailer)}`) && !hasTrailer(body)
  );
}

function hasTrailer(body: string): boolean {
  if (!body.includes(TRAILER_START)) return false;
  const lines = body.split('\n');
  const inCode = linesInCode(lines);
  return lines.some((line, index) => line.startsWith(TRAILER_START) && !inCode.has(index));
}

function duplicateAnchors(text: string): readonly string[] {
  const lines = splitNote(text).body.split('\n');
  const inCode = linesInCode(lines);
  const found = new Set<string>();
  const duplicates = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const anchor = inCode.has(index) ? null : anchorAtEnd(line.trimEnd());
    if (anchor === null) continue;
    if (found.has(anchor)) duplicates.add(anchor);
    found.add(anchor);
  }
  return [...duplicates];
}
