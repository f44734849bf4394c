import { isFilled } from '../note/note';
import type { NoteHead } from '../note/note-body';

/** A block as it goes into the note. */
export interface PlacedBlock {
  readonly anchor: string;
  readonly lines: readonly string[];
  readonly tail: readonly string[];
  /** The service's text, which must stand by itself; a person's block may be part of their list, quote or paragraph. */
  readonly isOurs: boolean;
  /** The block that stood above it in the note, `''` for the first, when its own lines are still the same; else null. */
  readonly above: string | null;
}

interface Section {
  readonly lines: readonly string[];
  /** Needs no blank line before it. */
  readonly isAttached: boolean;
}

/** Puts the parts one under the other. What is new or ours is set off by a blank line, what the person put together stays so. */
export function layOut(head: Omit<NoteHead, 'state'>, blocks: readonly PlacedBlock[]): string {
  const sections: Section[] = [head.lead, head.header, head.intro].map((lines) => ({
    lines,
    isAttached: false,
  }));
  // A changed header takes up all of the head, so that its end is the person's, too.
  let personAbove = head.lead.length === 0 || head.intro.some(isFilled);
  let above = '';
  for (const block of blocks) {
    sections.push(
      { lines: block.lines, isAttached: personAbove && block.above === above },
      { lines: block.tail, isAttached: !block.isOurs },
    );
    personAbove = block.tail.some(isFilled);
    above = block.anchor;
  }
  return joined(sections);
}

function joined(sections: readonly Section[]): string {
  const lines: string[] = [];
  for (const section of sections) {
    if (!section.isAttached && isFilled(lines[lines.length - 1] ?? '') && isFilled(section.lines[0] ?? ''))
      lines.push('');
    for (const line of section.lines) lines.push(line);
  }
  return lines.join('\n');
}
