import { anchorIn, anchorsOfNote, type AnchorInLine } from './block-anchor';
import { blockExtent, matches, type BlockState, type KnownBlock } from './block-extent';
import { addToList, once } from '../../model/collections';
import { linesInCode } from '../markdown/code-ranges';
import { bareLine, hasContent } from './loose-text';
import { isFilled, lineMark } from './note';
import { NO_OWN_NOTES } from './own-links';
import type { BlockBase, Trailer } from './trailer';

/**
 * A body split at its anchors. All parts together, in order, are the whole body, in which words typed behind
 * an anchor stand as a paragraph below it.
 */
export interface NoteBody {
  readonly head: NoteHead;
  readonly blocks: readonly BodyBlock[];
}

/** Everything above the first block. */
export interface NoteHead {
  /** The user's text before the header. */
  readonly lead: readonly string[];
  /** If the user changed the header, all of the head, because its end is unknown. */
  readonly header: readonly string[];
  readonly state: BlockState;
  /** The user's text between header and first block. */
  readonly intro: readonly string[];
}

export interface BodyBlock {
  readonly anchor: string;
  readonly lines: readonly string[];
  readonly state: BlockState;
  /** The user's text under the block, up to the next. */
  readonly tail: readonly string[];
}

export interface KnownParts {
  readonly header: BlockBase;
  readonly nextHeader: BlockBase;
  /** In the order of the last sync. */
  readonly blocks: ReadonlyMap<string, KnownBlock>;
  /** The first line of a conflict callout. The next block begins after the callout. */
  readonly boxLine: string;
}

/** Splits a body into blocks. Each known anchor makes one block; copies are the user's text. */
export function parseBody(body: string, known: KnownParts): NoteBody {
  const lines = body.split('\n');
  const header = findHeader(lines, known);
  const found = findBlocks(lines, { ...known, floor: header?.end ?? 0 });
  const blocks = found.map(({ anchor, start, end, state, line, words }, index) => ({
    anchor,
    state,
    lines: [...lines.slice(start, end - 1), line],
    tail: [
      ...(words === '' ? [] : ['', words]),
      ...lines.slice(end, found[index + 1]?.start ?? lines.length),
    ],
  }));
  const end = found[0]?.start ?? lines.length;
  return { head: headOf(lines.slice(0, end), header !== null && header.end <= end ? header : null), blocks };
}

/** All lines of a body, in order. */
export const bodyLines = ({ head, blocks }: NoteBody): readonly string[] => [
  ...head.lead,
  ...head.header,
  ...head.intro,
  ...blocks.flatMap(({ lines, tail }) => [...lines, ...tail]),
];

/** The header of a note without known header. */
export const NO_HEADER: BlockBase = { lines: 0, first: '', text: '', own: NO_OWN_NOTES, source: '' };

/** Parts to split a body as last written. `likely` is a block's probable current text. */
export function writtenParts(
  written: Pick<Trailer, 'header' | 'blocks'>,
  boxLine: string,
  likely: (anchor: string) => string | null = () => null,
): KnownParts {
  const header = written.header ?? NO_HEADER;
  const blocks = new Map(
    [...written.blocks].map(([anchor, base]) => [anchor, { base, next: null, likely: () => likely(anchor) }]),
  );
  return { header, nextHeader: header, boxLine, blocks };
}

interface FoundBlock extends AnchorInLine {
  readonly start: number;
  readonly end: number;
  readonly state: BlockState;
}

interface AnchorLine extends AnchorInLine {
  readonly index: number;
  /** After the anchor line or callout above. */
  readonly floor: number;
}

function findBlocks(
  lines: readonly string[],
  options: Pick<KnownParts, 'blocks' | 'boxLine'> & { readonly floor: number },
): readonly FoundBlock[] {
  const { blocks: known, boxLine } = options;
  const places: AnchorLine[] = [];
  const anchors = anchorsOfNote(lines, known);
  const inCode = once(() => linesInCode(lines));
  let { floor } = options;
  lines.forEach((line, index) => {
    if (line.includes('[!') && bareLine(line) === bareLine(boxLine)) floor = index + 1;
    if (floor === index && floor > 0 && isQuote(line) && isQuote(lines[index - 1])) floor = index + 1;
    const found = anchorIn(line, anchors);
    // What stands around an anchor in code is code.
    if (found === null || (found.line !== line && inCode().has(index))) return;
    places.push({ ...found, index, floor: Math.min(floor, index) });
    floor = Math.max(floor, index + 1);
  });
  const withoutWords = [...lines];
  for (const { index, line } of places) withoutWords[index] = line;
  return chosenPlaces(withoutWords, places, known).flatMap(({ index, floor, ...found }) => {
    const block = known.get(found.anchor);
    if (block === undefined) return [];
    const end = index + 1;
    return [{ ...found, end, ...blockExtent({ lines: withoutWords, floor, end }, block) }];
  });
}

const isQuote = (line: string | undefined): boolean => line?.trimStart().startsWith('>') === true;

/**
 * Chooses one place for each anchor. Copies rank: outside code first, then unchanged, then after the block it
 * always followed, then the upper one.
 */
function chosenPlaces(
  lines: readonly string[],
  places: readonly AnchorLine[],
  known: ReadonlyMap<string, KnownBlock>,
): readonly AnchorLine[] {
  const byAnchor = new Map<string, AnchorLine[]>();
  for (const place of places) addToList(byAnchor, place.anchor, place);
  if (byAnchor.size === places.length) return places;
  const inCode = linesInCode(lines);
  const chosen = new Set<AnchorLine>();
  let before: AnchorLine | undefined;
  for (const [anchor, block] of known) {
    const rank = (place: AnchorLine): number => {
      const { index, floor } = place;
      const { state } = blockExtent({ lines, floor, end: index + 1 }, { ...block, likely: () => null });
      const isInOrder = places[places.indexOf(place) - 1] === before;
      return (inCode.has(index) ? 0 : 4) + (state === 'changed' ? 0 : 2) + (isInOrder ? 1 : 0);
    };
    const [first, ...copies] = byAnchor.get(anchor) ?? [];
    if (first === undefined) continue;
    before = copies.reduce((left, right) => (rank(right) > rank(left) ? right : left), first);
    chosen.add(before);
  }
  return places.filter((place) => chosen.has(place));
}

interface FoundHeader {
  readonly start: number;
  readonly end: number;
  readonly state: 'clean' | 'current';
}

function headOf(lines: readonly string[], header: FoundHeader | null): NoteHead {
  if (header === null) return { lead: [], header: lines, state: 'changed', intro: [] };
  return {
    lead: lines.slice(0, header.start),
    header: lines.slice(header.start, header.end),
    state: header.state,
    intro: lines.slice(header.end),
  };
}

/** The header's place if it is as last written or as the service has it now; null if the user changed it. */
function findHeader(lines: readonly string[], { header, nextHeader }: KnownParts): FoundHeader | null {
  const clean = exactHeader(lines, header);
  if (clean !== null) return { ...clean, state: 'clean' };
  const current = header.text === nextHeader.text ? null : exactHeader(lines, nextHeader);
  return current === null ? null : { ...current, state: 'current' };
}

function exactHeader(lines: readonly string[], base: BlockBase): Pick<FoundHeader, 'start' | 'end'> | null {
  if (base.lines === 0) return { start: 0, end: 0 };
  for (let start = 0; start < lines.length; start += 1) {
    if (!hasContent(lines[start] ?? '') || lineMark(lines[start] ?? '') !== base.first) continue;
    const end = endBelow(lines, start, base.lines);
    if (matches(lines.slice(start, end), base)) return { start, end };
  }
  return null;
}

/** The end of as many lines with text, and of the quote marks under them. */
function endBelow(lines: readonly string[], start: number, filled: number): number {
  let left = filled;
  let end = lines.length;
  for (let index = start; index < lines.length; index += 1) {
    if (hasContent(lines[index] ?? '')) left -= 1;
    if (left < 0) break;
    if (left === 0 && isFilled(lines[index] ?? '')) end = index + 1;
  }
  return end;
}
