import { standsAsAdopted, type BlockBase } from '../notes/note/trailer';
import { anchorAtEnd, anchored, withoutAnchor } from '../notes/note/block-anchor';
import { matches } from '../notes/note/block-extent';
import {
  believedText,
  isFilled,
  linesOf,
  noteBlock,
  type NoteBlock,
  type NoteVersion,
} from '../notes/note/note';
import type { BodyBlock } from '../notes/note/note-body';
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
  /** For the next merge; null when the block is the program's no longer. */
  readonly base: BlockBase | null;
}

/** A block that is new in the note. */
export const arrivalOf = (anchor: string, block: NoteBlock): MergedBlock => ({
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
  /** What the last sync is believed to have written. */
  readonly ancestor: () => NoteVersion | null;
  /** Marks of what it did write. */
  readonly bases: ReadonlyMap<string, BlockBase>;
  /** What stood above each block in the note. */
  readonly above: ReadonlyMap<string, string>;
  readonly gone: ReadonlySet<string>;
  readonly released: ReadonlySet<string>;
  readonly deletedMark: string;
  readonly conflictMark: string;
}

/** Decides each block that stands in the note. */
export function mergeBlocks(standing: readonly BodyBlock[], input: BlocksInput): MergedBlocks {
  const released = new Set([...input.released].filter((anchor) => !input.version.blocks.has(anchor)));
  const conflicts: string[] = [];
  const blocks = standing.flatMap((block): readonly MergedBlock[] => {
    const base = input.bases.get(block.anchor);
    const next = input.version.blocks.get(block.anchor);
    const above = input.above.get(block.anchor) ?? null;
    if (base === undefined || next === undefined) {
      const kept = { ...block, isOurs: false, above, base: base ?? null };
      if (!input.gone.has(block.anchor)) return [kept];
      if ((block.state !== 'changed' || isEmptied(block)) && !block.tail.some(isFilled)) return [];
      released.add(block.anchor);
      return [{ ...kept, lines: [...block.lines, '', input.deletedMark], isOurs: true, base: null }];
    }
    const tail = input.released.has(block.anchor) ? withoutMark(block.tail, input.deletedMark) : block.tail;
    const settled = settleBlock({
      block: { ...block, tail },
      base,
      next,
      baseText: () => believedText(input.ancestor()?.blocks.get(block.anchor), base),
      conflictMark: input.conflictMark,
    });
    if (settled.isConflict) conflicts.push(block.anchor);
    const isSame = settled.lines.join('\n') === block.lines.join('\n');
    return [
      {
        anchor: block.anchor,
        lines: settled.lines,
        tail: settled.tail,
        isOurs: block.state !== 'changed',
        above: isSame ? above : null,
        base: settled.base,
      },
    ];
  });
  return { blocks, released, conflicts };
}

/** Without the mark of deletion: the service has the highlight again. */
function withoutMark(tail: readonly string[], mark: string): readonly string[] {
  const first = tail.findIndex(isFilled);
  return tail[first]?.trim() === mark ? tail.slice(first + 1) : tail;
}

interface BlockSides {
  readonly block: BodyBlock;
  readonly base: BlockBase;
  /** What the service has now. */
  readonly next: NoteBlock;
  /** The text that the base is the mark of, where it is known. */
  readonly baseText: () => string | null;
  readonly conflictMark: string;
}

interface SettledBlock {
  readonly lines: readonly string[];
  readonly tail: readonly string[];
  /** For the next merge. */
  readonly base: BlockBase;
  /** Both sides changed it since the last conflict was shown. */
  readonly isConflict: boolean;
}

/** Decides a block that stands in the note and lives at the service. */
export function settleBlock(sides: BlockSides): SettledBlock {
  const { block, base, next } = sides;
  if (block.state === 'clean' && standsAsAdopted(base, next.base))
    return { lines: block.lines, tail: block.tail, base, isConflict: false };
  if (block.state !== 'changed') return taken(sides);
  if (base.text !== next.base.text) return settleChanged(sides);
  const source = next.base.source;
  return { lines: block.lines, tail: block.tail, base: { ...base, source }, isConflict: false };
}

/** The service's text takes the place of the block, and a conflict callout under it goes. */
function taken(sides: BlockSides): SettledBlock {
  const { block, next } = sides;
  const callout = calloutUnder(sides);
  return {
    lines: linesOf(next),
    tail: callout === null ? block.tail : withoutCallout(callout),
    base: next.base,
    isConflict: false,
  };
}

/** The person changed it, and the service or the template did since. */
function settleChanged(sides: BlockSides): SettledBlock {
  const { block, base, next, conflictMark } = sides;
  const callout = calloutUnder(sides);
  const box = writeCallout(conflictMark, next.text);
  const tail = callout === null ? block.tail : [...callout.before, ...box, ...callout.after];
  const settled = (lines: readonly string[]): SettledBlock => ({
    lines,
    tail,
    base: { ...next.base, ...shapeOf(lines) },
    isConflict: false,
  });
  if (isEmptied(block)) return settled(block.lines);
  const merged = mergeBlock(sides);
  if (merged !== null && matches(merged, next.base)) return taken(sides);
  if (merged !== null) return settled(merged);
  // The record is the same, so only the template changed: the person's text stays, and there is nothing to
  // tell.
  if (base.source === next.base.source || standsAsAdopted(base, next.base)) return settled(block.lines);
  return {
    ...settled(block.lines),
    tail: callout === null ? withCallout(tail, box) : tail,
    isConflict: true,
  };
}

/** What the next merge finds a changed block by. */
export function shapeOf(lines: readonly string[]): Pick<BlockBase, 'lines' | 'first'> {
  const { base } = noteBlock(lines.join('\n'), '');
  return { lines: base.lines, first: base.first };
}

/** Whether nothing but the anchor is left. */
const isEmptied = ({ lines }: BodyBlock): boolean => /^[\s>]*$/.test(withoutAnchor(lines.join('\n')));

/** The callout under a block, if nobody touched it: its text is what the last sync had from the service. */
const calloutUnder = ({ block, base, conflictMark }: BlockSides): FoundCallout | null =>
  findCallout(block.tail, conflictMark, (text) => matches(anchored(text, block.anchor).split('\n'), base));

/**
 * The changes of both sides; null where the result would not be one whole block with its anchor, or the base
 * text is not known.
 */
function mergeBlock({ block, next, baseText }: BlockSides): readonly string[] | null {
  const { anchor } = block;
  const base = baseText();
  const local = block.lines.join('\n');
  const remote = next.text;
  const merged = base === null ? null : mergeWords({ base, local, remote });
  if (base === null || merged === null) return null;
  const isPlacedByUs = anchored(withoutAnchor(local), anchor) === local;
  // The person put it into a list or a quote, and new lines would fall out of that.
  if (!isPlacedByUs && lineCount(base) !== lineCount(remote)) return null;
  const lines = (isPlacedByUs ? anchored(withoutAnchor(merged), anchor) : merged).split('\n');
  const isWhole =
    anchorAtEnd(lines.at(-1) ?? '') === anchor && anchorCount(lines) === anchorCount(block.lines);
  return isWhole ? lines : null;
}

const anchorCount = (lines: readonly string[]): number =>
  lines.filter((line) => anchorAtEnd(line) !== null).length;

const lineCount = (text: string): number => text.split('\n').length;
