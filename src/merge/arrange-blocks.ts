import { isFilled } from '../notes/note/note';

/** Anchors in the order of the last written note, and in the service's order now. */
export interface Orders {
  readonly base: readonly string[];
  readonly next: readonly string[];
}

interface Anchored {
  readonly anchor: string;
}

/**
 * Puts blocks in the service's new order, unless the user reordered them. Blocks that the service dropped
 * stay in place.
 */
export function sortBlocks<Block extends Anchored>(
  blocks: readonly Block[],
  { base, next }: Orders,
): readonly Block[] {
  const rank = new Map(next.map((anchor, index) => [anchor, index]));
  const inBase = new Set(base);
  const inNote = new Set(blocks.map((block) => block.anchor));
  const standing = [...inNote].filter((anchor) => inBase.has(anchor) && rank.has(anchor));
  const reordered =
    standing.join(' ') !== base.filter((anchor) => inNote.has(anchor) && rank.has(anchor)).join(' ');
  if (reordered) return blocks;
  const rankOf = ({ anchor }: Block): number => rank.get(anchor) ?? 0;
  const ranked = blocks
    .filter((block) => rank.has(block.anchor))
    .sort((left, right) => rankOf(left) - rankOf(right));
  let used = 0;
  return blocks.map((block) => (rank.has(block.anchor) ? (ranked[used++] ?? block) : block));
}

/** Inserts new blocks, each after its predecessor at the service and what the user wrote under that. */
export function insertNewBlocks<Block extends Anchored>(
  blocks: readonly Block[],
  incoming: { readonly newBlocks: readonly Block[]; readonly order: readonly string[] },
): readonly Block[] {
  const newBlocks = new Map(incoming.newBlocks.map((block) => [block.anchor, block]));
  const standing = new Set(blocks.map((block) => block.anchor));
  const following = new Map<string, Block[]>();
  let predecessor = '';
  for (const anchor of incoming.order) {
    const block = newBlocks.get(anchor);
    if (standing.has(anchor)) predecessor = anchor;
    else if (block !== undefined) following.set(predecessor, [...(following.get(predecessor) ?? []), block]);
  }
  return [
    ...(following.get('') ?? []),
    ...blocks.flatMap((block) => [block, ...(following.get(block.anchor) ?? [])]),
  ];
}

/**
 * The order for the trailer: the service's, then blocks it no longer has. The next merge detects reordering
 * by it.
 */
export const orderForTrailer = (blocks: readonly Anchored[], next: readonly string[]): readonly string[] => {
  const inNote = new Set(blocks.map((block) => block.anchor));
  const atService = new Set(next);
  return [
    ...next.filter((anchor) => inNote.has(anchor)),
    ...[...inNote].filter((anchor) => !atService.has(anchor)),
  ];
};

export interface PlacedBlock {
  readonly anchor: string;
  readonly lines: readonly string[];
  readonly tail: readonly string[];
  /**
   * The service's text, set off by blank lines. A user's block may be part of their list, quote or paragraph.
   */
  readonly isOurs: boolean;
  /** The anchor of the block above (`''` for the first) if the block is unchanged, else null. */
  readonly above: string | null;
}

interface Section {
  readonly lines: readonly string[];
  readonly isAttached: boolean;
}

/**
 * Joins the user's text above the header with header and blocks, and puts a blank line around what is new or the
 * service's; the user's own spacing stays.
 */
export function joinParts(lead: readonly string[], blocks: readonly PlacedBlock[]): string {
  const sections: Section[] = [{ lines: lead, isAttached: true }];
  let userAbove = lead.some(isFilled);
  let above = '';
  for (const block of blocks) {
    sections.push(
      { lines: block.lines, isAttached: userAbove && block.above === above },
      { lines: block.tail, isAttached: !block.isOurs },
    );
    userAbove = block.tail.some(isFilled);
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
