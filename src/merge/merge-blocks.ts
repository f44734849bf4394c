import { keepsAdoptedStyle, type BlockBase } from '../notes/note/trailer';
import { anchorAtEnd, anchored, withoutAnchor } from '../notes/note/block-anchor';
import { matches } from '../notes/note/block-extent';
import {
  knownBaseText,
  likelyBaseText,
  isFilled,
  linesOf,
  noteBlock,
  type NoteBlock,
  type NoteVersion,
} from '../notes/note/note';
import { looseText } from '../notes/note/loose-text';
import type { OwnNotes } from '../notes/note/own-links';
import { HEADER, type BodyBlock } from '../notes/note/note-body';
import type { PlacedBlock } from './arrange-blocks';
import {
  findCallout,
  withCallout,
  withoutCallout,
  writeCallout,
  type FoundCallout,
} from './conflict-callout';
import { mergeWords } from './three-way';

export interface MergedBlock extends PlacedBlock {
  /** For the next merge; null when the block is now the user's. */
  readonly base: BlockBase | null;
}

/** A block that is new in the note. */
export const newBlockOf = (anchor: string, block: NoteBlock): MergedBlock => ({
  anchor,
  lines: linesOf(block),
  tail: [''],
  isOurs: true,
  above: null,
  base: block.base,
});

export interface MergedBlocks {
  readonly blocks: readonly MergedBlock[];
  readonly released: ReadonlySet<string>;
  readonly conflicts: readonly string[];
}

export interface BlocksInput {
  readonly version: NoteVersion;
  /** What the last sync probably wrote. */
  readonly ancestor: NoteVersion | null;
  /** Trailer entries of the last sync. */
  readonly bases: ReadonlyMap<string, BlockBase>;
  /** The user deleted the trailer, so that the bases are only those of the new version. */
  readonly isTrailerLost: boolean;
  /** The version is that of the last sync: neither the service nor the template changed anything since. */
  readonly isSameVersion: boolean;
  /** The anchor above each block in the note. */
  readonly above: ReadonlyMap<string, string>;
  readonly gone: ReadonlySet<string>;
  readonly leftOut: ReadonlySet<string>;
  readonly released: ReadonlySet<string>;
  readonly deletedMark: string;
  readonly leftOutMark: string;
  readonly conflictMark: string;
}

/** Decides the text of the header and of each block in the note. */
export function mergeBlocks(blocksInNote: readonly BodyBlock[], input: BlocksInput): MergedBlocks {
  const { deletedMark, leftOutMark } = input;
  const goneMark = (anchor: string): string => (input.leftOut.has(anchor) ? leftOutMark : deletedMark);
  const released = new Set([...input.released].filter((anchor) => !input.version.blocks.has(anchor)));
  const conflicts: string[] = [];
  const blocks = blocksInNote.flatMap((block): readonly MergedBlock[] => {
    const base = input.bases.get(block.anchor);
    const next = blockIn(input.version, block.anchor);
    const above = input.above.get(block.anchor) ?? null;
    const isMarked = input.released.has(block.anchor);
    const tail = isMarked ? withoutMark(block.tail, [deletedMark, leftOutMark]) : block.tail;
    if (base === undefined || next === undefined) {
      const kept = { ...block, isOurs: false, above, base: base ?? null };
      if (!input.gone.has(block.anchor)) return [kept];
      if ((block.state !== 'changed' || isEmptied(block)) && !tail.some(isFilled)) {
        // It is not the person who removed it, so it may come back.
        released.delete(block.anchor);
        return [];
      }
      released.add(block.anchor);
      const lines = [...block.lines, '', goneMark(block.anchor)];
      // One that is left out may come back, and its base tells then what changed meanwhile.
      const baseLater = input.leftOut.has(block.anchor) ? kept.base : null;
      return [{ ...kept, tail, lines, isOurs: true, base: baseLater }];
    }
    const { isConflict, ...settled } = settleBlock({
      block: { ...block, tail },
      base,
      isBaseLost: input.isTrailerLost,
      isSameVersion: input.isSameVersion,
      next,
      baseText: () => {
        const ancestor = blockIn(input.ancestor, block.anchor);
        // Where only templates changed, the text stays as it is beside a base of another template.
        const isChanged = base.source !== next.base.source;
        return isChanged ? likelyBaseText(ancestor, base) : knownBaseText(ancestor, base);
      },
      conflictMark: input.conflictMark,
    });
    if (isConflict) conflicts.push(block.anchor);
    const isSame = settled.lines.join('\n') === block.lines.join('\n');
    const isOurs = block.state !== 'changed';
    return [{ anchor: block.anchor, ...settled, isOurs, above: isSame ? above : null }];
  });
  return { blocks, released, conflicts };
}

const blockIn = (version: NoteVersion | null, anchor: string): NoteBlock | undefined =>
  anchor === HEADER ? version?.header : version?.blocks.get(anchor);

/** Removes the mark that an earlier merge put under a block. */
function withoutMark(tail: readonly string[], marks: readonly string[]): readonly string[] {
  const first = tail.findIndex(isFilled);
  return marks.includes(tail[first]?.trim() ?? '') ? tail.slice(first + 1) : tail;
}

interface BlockSides {
  /** The header, too, is a block, without an anchor. */
  readonly block: BodyBlock;
  readonly base: BlockBase;
  /** What the last sync wrote is unknown, and `base` is the service's current version. */
  readonly isBaseLost?: boolean;
  readonly isSameVersion?: boolean;
  /** The service's current version. */
  readonly next: NoteBlock;
  /** The text of the base, if known. */
  readonly baseText: () => string | null;
  readonly conflictMark: string;
}

interface SettledBlock {
  readonly lines: readonly string[];
  readonly tail: readonly string[];
  readonly base: BlockBase;
  /** The two sides clash and no callout showed it yet. */
  readonly isConflict: boolean;
}

/** Decides a block that is both in the note and at the service. */
function settleBlock(sides: BlockSides): SettledBlock {
  const { block, base, next } = sides;
  if (block.state === 'clean' && keepsAdoptedStyle(base, next.base))
    return { lines: block.lines, tail: block.tail, base, isConflict: false };
  if (block.state !== 'changed') return takeServiceText(sides);
  if (sides.isBaseLost === true) return keepBoth(sides);
  // The base of another template was left to it when that template was replaced.
  const isLeft = sides.isSameVersion === true && base.source === next.base.source;
  if (base.text !== next.base.text && !isLeft) return settleChanged(sides);
  const source = next.base.source;
  return { lines: block.lines, tail: block.tail, base: { ...base, source }, isConflict: false };
}

/** Takes the service's text, and removes a conflict callout under it. A formatter's spelling of it stays. */
function takeServiceText(sides: BlockSides): SettledBlock {
  const { block, next } = sides;
  const callout = calloutUnder(sides);
  const isSame = looseText(block.lines.join('\n')) === looseText(next.text);
  return {
    lines: isSame ? block.lines : linesOf(next),
    tail: callout === null ? block.tail : withoutCallout(callout),
    base: next.base,
    isConflict: false,
  };
}

/** Without a base, nobody knows who changed the block: the service's text stands under the note's. */
function keepBoth(sides: BlockSides): SettledBlock {
  const { block, next, conflictMark } = sides;
  const isShown = isEmptied(block) || calloutUnder(sides) !== null;
  return {
    lines: block.lines,
    tail: isShown ? block.tail : withCallout(block.tail, writeCallout(conflictMark, next.text)),
    base: baseOf(sides, block.lines),
    isConflict: !isShown,
  };
}

/** The user changed the block, and so did the service or the template. */
function settleChanged(sides: BlockSides): SettledBlock {
  const { block, base, next, conflictMark } = sides;
  const callout = calloutUnder(sides);
  const newCallout = writeCallout(conflictMark, next.text);
  const tail = callout === null ? block.tail : [...callout.before, ...newCallout, ...callout.after];
  const settled = (lines: readonly string[]): SettledBlock => ({
    lines,
    tail,
    base: baseOf(sides, lines),
    isConflict: false,
  });
  if (isEmptied(block)) return settled(block.lines);
  const merged = mergeBlock(sides);
  if (merged !== null && matches(merged, next.base)) return takeServiceText(sides);
  if (merged !== null) return settled(merged);
  // The record is the same, so only the template changed: the user's text stays, without a conflict.
  if (base.source === next.base.source)
    return callout === null ? withBaseText(settled(block.lines), sides) : settled(block.lines);
  if (keepsAdoptedStyle(base, next.base)) return settled(block.lines);
  return {
    ...settled(block.lines),
    tail: callout === null ? withCallout(tail, newCallout) : tail,
    isConflict: true,
  };
}

/** The user's text was made from the old base, and nothing else tells that. */
function withBaseText(settled: SettledBlock, { block, base }: BlockSides): SettledBlock {
  return block.anchor === HEADER ? settled : { ...settled, base: { ...settled.base, text: base.text } };
}

/** The header has no anchor at its end, so only its text as the service has it tells how long it is. */
const baseOf = ({ block, next }: BlockSides, lines: readonly string[]): BlockBase =>
  block.anchor === HEADER ? next.base : { ...next.base, ...shapeOf(lines, next.base.own) };

/** How the next merge recognizes a changed block. */
export function shapeOf(lines: readonly string[], own: OwnNotes): Pick<BlockBase, 'lines' | 'first'> {
  const { base } = noteBlock(lines.join('\n'), '', own);
  return { lines: base.lines, first: base.first };
}

/** Whether only the anchor is left. */
const isEmptied = ({ lines }: BodyBlock): boolean => /^[\s>]*$/.test(withoutAnchor(lines.join('\n')));

/**
 * The unedited callout under a block, with the text that the service had at the last sync, or has now: of a note that
 * was moved in nothing may tell what was last written.
 */
const calloutUnder = ({ block, base, next, conflictMark }: BlockSides): FoundCallout | null =>
  findCallout(block.tail, conflictMark, (text) => {
    const lines = withAnchor(text, block.anchor).split('\n');
    return matches(lines, base) || matches(lines, next.base);
  });

/** The header has none. */
export const withAnchor = (text: string, anchor: string): string =>
  anchor === HEADER ? text : anchored(text, anchor);

/**
 * Merges both sides; null when they clash, the base is unknown, or the result is not one block with its
 * anchor.
 */
function mergeBlock({ block, next, baseText }: BlockSides): readonly string[] | null {
  const { anchor } = block;
  const base = baseText();
  if (base === null) return null;
  const local = block.lines.join('\n');
  const merged = mergeWords({ base, local, remote: next.text });
  if (merged === null) return null;
  const isPlacedByUs = withAnchor(withoutAnchor(local), anchor) === local;
  // The user put the block into a list or a quote, where new lines would fall out of it.
  if (!isPlacedByUs && lineCount(base) !== lineCount(next.text)) return null;
  const lines = (isPlacedByUs ? withAnchor(withoutAnchor(merged), anchor) : merged).split('\n');
  const isWhole =
    (anchorAtEnd(lines.at(-1) ?? '') ?? HEADER) === anchor && anchorCount(lines) === anchorCount(block.lines);
  return isWhole ? lines : null;
}

const anchorCount = (lines: readonly string[]): number =>
  lines.filter((line) => anchorAtEnd(line) !== null).length;

const lineCount = (text: string): number => text.split('\n').length;
