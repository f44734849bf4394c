import { alignedRange, alignedWords } from '../notes/note/align';
import { matches } from '../notes/note/block-extent';
import {
  findCallout,
  withCallout,
  withoutCallout,
  writeCallout,
  type FoundCallout,
} from './conflict-callout';
import { paragraphsOf } from '../notes/note/line-kind';
import { isFilled, linesOf, type NoteBlock } from '../notes/note/note';
import type { NoteHead } from '../notes/note/note-body';
import { mergeWords } from './three-way';
import type { BlockBase } from '../notes/note/trailer';

export interface HeaderSides {
  readonly head: NoteHead;
  readonly base: BlockBase;
  /** What the last sync wrote is unknown, and `base` is the service's current version. */
  readonly isBaseLost: boolean;
  readonly next: NoteBlock;
  /** The text of the base, if known. */
  readonly baseText: () => string | null;
  readonly conflictMark: string;
}

export interface SettledHeader {
  readonly head: Omit<NoteHead, 'state'>;
  readonly base: BlockBase;
  readonly isConflict: boolean;
}

/**
 * Decides what stands above the first block. The header has no anchor, so once edited, all of it is merged as
 * one text.
 */
export function settleHeader(sides: HeaderSides): SettledHeader {
  const { head, base, next, conflictMark } = sides;
  const isText = (text: string): boolean => matches(text.split('\n'), base);
  if (head.state !== 'changed') {
    const callout = findCallout(head.intro, conflictMark, isText);
    const intro = callout === null ? head.intro : withoutCallout(callout);
    return {
      head: { lead: head.lead, header: linesOf(next), intro },
      base: next.base,
      isConflict: false,
    };
  }
  const callout = findCallout(head.header, conflictMark, isText);
  if (sides.isBaseLost) return keepBoth(sides, callout);
  if (base.text === next.base.text)
    return { head, base: { ...base, source: next.base.source }, isConflict: false };
  return settleChanged(sides, callout);
}

/** Without a base, nobody knows who changed the header: the service's text stands under the note's. */
function keepBoth({ head, next, conflictMark }: HeaderSides, callout: FoundCallout | null): SettledHeader {
  if (callout !== null || !head.header.some(isFilled)) return { head, base: next.base, isConflict: false };
  const header = withCalloutBelow(head.header, writeCallout(conflictMark, next.text));
  return { head: { ...head, header }, base: next.base, isConflict: true };
}

function settleChanged(
  { head, base, next, baseText, conflictMark }: HeaderSides,
  callout: FoundCallout | null,
): SettledHeader {
  const lines = callout === null ? head.header : withoutCallout(callout);
  const settled = (header: readonly string[], hasCallout: boolean): SettledHeader => ({
    head: {
      lead: [],
      header: hasCallout ? withCalloutBelow(header, writeCallout(conflictMark, next.text)) : header,
      intro: [],
    },
    base: next.base,
    isConflict: false,
  });
  if (!lines.some(isFilled)) return settled(head.header, false);
  const known = baseText();
  const merged = known === null ? null : mergeHead(lines, known, next.text);
  if (merged !== null) return settled(merged, callout !== null);
  if (base.source === next.base.source) return settled(lines, callout !== null);
  return { ...settled(lines, true), isConflict: true };
}

/** Puts the callout after the last line of text. */
function withCalloutBelow(lines: readonly string[], callout: readonly string[]): readonly string[] {
  const last = lines.reduce((found, line, index) => (isFilled(line) ? index : found), -1);
  return [...lines.slice(0, last + 1), ...withCallout([], callout)];
}

/** Merges the paragraphs made of the header's; text around them is the user's. Null on a conflict. */
function mergeHead(lines: readonly string[], base: string, remote: string): readonly string[] | null {
  // The user removed the whole header.
  if (alignedWords(lines.join('\n'), base) === 0) return lines;
  const own = alignedRange(lines, paragraphsOf(lines), base);
  const { start, end } = own ?? { start: 0, end: lines.length };
  const merged = mergeWords({ base, local: lines.slice(start, end).join('\n'), remote });
  return merged === null ? null : [...lines.slice(0, start), ...merged.split('\n'), ...lines.slice(end)];
}
