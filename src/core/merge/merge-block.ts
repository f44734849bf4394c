import { standsAsAdopted } from '../adopt/adopted-base';
import { anchorAtEnd, anchored, withoutAnchor } from '../note/block-anchor';
import { matches } from '../note/block-extent';
import { findCallout, withCallout, withoutCallout, writeCallout } from './conflict-callout';
import { linesOf, noteBlock, type NoteBlock } from '../note/note';
import type { BodyBlock } from '../note/note-body';
import { mergeWords } from './three-way';
import type { BlockBase } from '../note/trailer';

export interface BlockSides {
  readonly block: BodyBlock;
  readonly base: BlockBase;
  /** What the service has now. */
  readonly next: NoteBlock;
  /** The text that the base is the mark of, where it is known. */
  readonly baseText: () => string | null;
  readonly conflictMark: string;
}

export interface SettledBlock {
  readonly lines: readonly string[];
  readonly tail: readonly string[];
  /** For the next merge. */
  readonly base: BlockBase;
  /** Both sides changed it, and the person was not told yet. */
  readonly isConflict: boolean;
}

/** Decides a block that stands in the note and lives at the service. */
export function settleBlock(sides: BlockSides): SettledBlock {
  const { block, base, next } = sides;
  switch (block.state) {
    case 'clean':
      return standsAsAdopted(base, next.base)
        ? { lines: block.lines, tail: block.tail, base, isConflict: false }
        : taken(sides);
    case 'current':
      return taken(sides);
    case 'changed':
      if (base.text === next.base.text)
        return {
          lines: block.lines,
          tail: block.tail,
          base: { ...base, source: next.base.source },
          isConflict: false,
        };
      return settleChanged(sides);
  }
}

/** The service's text; the box with it, if there is one, has done its work. */
function taken({ block, base, next, conflictMark }: BlockSides): SettledBlock {
  const callout = findCallout(block.tail, { mark: conflictMark, isText: calloutOf(block.anchor, base) });
  return {
    lines: linesOf(next),
    tail: callout === null ? block.tail : withoutCallout(callout),
    base: next.base,
    isConflict: false,
  };
}

/** The person changed it, and the service or the template did since. */
function settleChanged(sides: BlockSides): SettledBlock {
  const { block, base, next } = sides;
  const settled = (lines: readonly string[]): SettledBlock => ({
    lines,
    tail: followingCallout(sides),
    base: { ...next.base, ...shapeOf(lines) },
    isConflict: false,
  });
  if (isEmptied(block)) return settled(block.lines);
  const baseText = sides.baseText();
  const merged =
    baseText === null
      ? null
      : mergeBlock({
          anchor: block.anchor,
          base: baseText,
          local: block.lines.join('\n'),
          remote: next.text,
        });
  if (merged !== null && matches(merged, next.base)) return taken(sides);
  if (merged !== null) return settled(merged);
  // With the same record behind it, only the template or something of no weight changed: no reason to disturb.
  if (base.source === next.base.source || standsAsAdopted(base, next.base)) return settled(block.lines);
  return { ...settled(block.lines), tail: newCallout(sides), isConflict: true };
}

/** Where a block that the person changed is to be looked for next time. */
export function shapeOf(lines: readonly string[]): Pick<BlockBase, 'lines' | 'first'> {
  const { base } = noteBlock(lines.join('\n'), '');
  return { lines: base.lines, first: base.first };
}

/** Whether nothing but the anchor is left. */
export const isEmptied = ({ lines }: BodyBlock): boolean => /^[\s>]*$/.test(withoutAnchor(lines.join('\n')));

/** The box's text always is what the last sync had from the service. */
const calloutOf =
  (anchor: string, base: BlockBase) =>
  (text: string): boolean =>
    matches(anchored(text, anchor).split('\n'), base);

/** A box that nobody touched goes with the service; where there is none, none comes. */
function followingCallout({ block, base, next, conflictMark }: BlockSides): readonly string[] {
  const callout = findCallout(block.tail, { mark: conflictMark, isText: calloutOf(block.anchor, base) });
  return callout === null
    ? block.tail
    : [...callout.before, ...writeCallout(conflictMark, next.text), ...callout.after];
}

function newCallout(sides: BlockSides): readonly string[] {
  const tail = followingCallout(sides);
  return tail === sides.block.tail
    ? withCallout(tail, writeCallout(sides.conflictMark, sides.next.text))
    : tail;
}

/** Null where the result would not be one whole block with its anchor. */
function mergeBlock(texts: {
  readonly anchor: string;
  readonly base: string;
  readonly local: string;
  readonly remote: string;
}): readonly string[] | null {
  const { anchor, base, local, remote } = texts;
  const merged = mergeWords({ base, local, remote });
  if (merged === null) return null;
  const isPlacedByUs = anchored(withoutAnchor(local), anchor) === local;
  // The person put it into a list, quote or the like: new lines would fall out of that.
  if (!isPlacedByUs && lineCount(base) !== lineCount(remote)) return null;
  const lines = (isPlacedByUs ? anchored(withoutAnchor(merged), anchor) : merged).split('\n');
  const isWhole =
    anchorAtEnd(lines[lines.length - 1] ?? '') === anchor &&
    lines.filter((line) => anchorAtEnd(line) !== null).length ===
      local.split('\n').filter((line) => anchorAtEnd(line) !== null).length;
  return isWhole ? lines : null;
}

const lineCount = (text: string): number => text.split('\n').length;
