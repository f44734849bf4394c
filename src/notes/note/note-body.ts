import { alignedRange, alignedWords } from './align';
import { anchorIn, anchorsOfNote, type AnchorInLine } from './block-anchor';
import {
  blockExtent,
  isFirstLine,
  isQuoteMark,
  matches,
  type BlockState,
  type KnownBlock,
} from './block-extent';
import { addToList, once } from '../../model/collections';
import { linesInCode } from '../markdown/code-ranges';
import { paragraphsOf, type LineRange } from './line-kind';
import { bareLine, hasContent } from './loose-text';
import { NO_OWN_NOTES } from './own-links';
import type { BlockBase, Trailer } from './trailer';

/**
 * A body split at its anchors. All parts together, in order, are the whole body, in which words typed behind
 * an anchor stand as a paragraph below it.
 */
export interface NoteBody {
  /** The user's text above the header. */
  readonly lead: readonly string[];
  readonly header: BodyBlock;
  readonly blocks: readonly BodyBlock[];
}

/** In place of the anchor that the header does not have. */
export const HEADER = 'header';

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
  /** The header's probable text before the user's change. Called only for a changed one. */
  readonly headerText?: () => HeaderText | null;
  /** In the order of the last sync. */
  readonly blocks: ReadonlyMap<string, KnownBlock>;
  /** The first line of a conflict callout. The next block begins after the callout. */
  readonly boxLine: string;
  /** The lines under blocks that stay although their highlights are gone. The next block begins after them. */
  readonly goneMarks?: readonly string[];
}

export interface HeaderText {
  readonly text: string;
  /** It was written, and is not only what the service has now. */
  readonly isWritten: boolean;
}

/** Splits a body into blocks. Each known anchor makes one block; copies are the user's text. */
export function parseBody(body: string, known: KnownParts): NoteBody {
  const lines = body.split('\n');
  const exact = exactHeader(lines, known);
  const found = findBlocks(lines, { ...known, floor: exact?.end ?? 0 });
  const blocks = found.map(({ anchor, start, end, state, line, words }, index) => ({
    anchor,
    state,
    lines: [...lines.slice(start, end - 1), line],
    tail: [
      ...(words === '' ? [] : ['', words]),
      ...lines.slice(end, found[index + 1]?.start ?? lines.length),
    ],
  }));
  const head = lines.slice(0, found[0]?.start ?? lines.length);
  const { start, end, state } =
    exact !== null && exact.end <= head.length ? exact : changedHeader(head, known);
  const header = { anchor: HEADER, state, lines: head.slice(start, end), tail: head.slice(end) };
  return { lead: head.slice(0, start), header, blocks };
}

/** All lines of a body, in order. */
export const bodyLines = ({ lead, header, blocks }: NoteBody): readonly string[] => [
  ...lead,
  ...[header, ...blocks].flatMap(({ lines, tail }) => [...lines, ...tail]),
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
  const headerText = (): HeaderText | null => {
    const text = likely(HEADER);
    return text === null ? null : { text, isWritten: false };
  };
  return { header, nextHeader: header, headerText, boxLine, blocks };
}

interface FoundBlock extends AnchorInLine {
  readonly start: number;
  readonly end: number;
  readonly state: BlockState;
}

interface AnchorLine extends AnchorInLine {
  readonly index: number;
  /** After the anchor line, the callout or the mark above. */
  readonly floor: number;
}

function findBlocks(
  lines: readonly string[],
  options: Pick<KnownParts, 'blocks' | 'boxLine' | 'goneMarks'> & { readonly floor: number },
): readonly FoundBlock[] {
  const { blocks: known, boxLine, goneMarks = [] } = options;
  const places: AnchorLine[] = [];
  const anchors = anchorsOfNote(lines, known);
  const inCode = once(() => linesInCode(lines));
  let { floor } = options;
  lines.forEach((line, index) => {
    if (isBox(line, boxLine) || goneMarks.includes(line.trim())) floor = index + 1;
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

interface FoundHeader extends LineRange {
  readonly state: BlockState;
}

/** The header's place if it is as last written or as the service has it now; null if the user changed it. */
function exactHeader(lines: readonly string[], { header, nextHeader }: KnownParts): FoundHeader | null {
  const clean = headerPlace(lines, header);
  if (clean !== null) return { ...clean, state: 'clean' };
  const current = header.text === nextHeader.text ? null : headerPlace(lines, nextHeader);
  return current === null ? null : { ...current, state: 'current' };
}

/**
 * The paragraphs of a head, from the first to the last that was made of the header's text; none of them when
 * no word of what was written is left, and all when nothing else tells. A conflict callout is below the header.
 */
function changedHeader(head: readonly string[], { headerText, boxLine }: KnownParts): FoundHeader {
  const box = head.findIndex((line) => isBox(line, boxLine));
  const aboveBox = box < 0 ? head : head.slice(0, box);
  const paragraphs = paragraphsOf(aboveBox);
  const known = headerText?.() ?? null;
  const aligned = known === null ? null : alignedRange(aboveBox, paragraphs, known.text);
  const isGone = known?.isWritten === true && alignedWords(aboveBox.join('\n'), known.text) === 0;
  const all = { start: paragraphs[0]?.start ?? 0, end: paragraphs.at(-1)?.end ?? 0 };
  const place = aligned ?? (isGone ? { start: 0, end: 0 } : all);
  return { ...place, state: 'changed' };
}

const isBox = (line: string, boxLine: string): boolean =>
  line.includes('[!') && bareLine(line) === bareLine(boxLine);

function headerPlace(lines: readonly string[], base: BlockBase): LineRange | null {
  if (base.lines === 0) return { start: 0, end: 0 };
  for (let start = 0; start < lines.length; start += 1) {
    if (!isFirstLine(lines[start] ?? '', base)) continue;
    const end = endBelow(lines, start, base.lines);
    if (matches(lines.slice(start, end), base)) return { start, end };
  }
  return null;
}

/** The end of as many lines with text, and of the quote marks directly under them. */
function endBelow(lines: readonly string[], start: number, filled: number): number {
  let left = filled;
  let end = start;
  for (; left > 0 && end < lines.length; end += 1) if (hasContent(lines[end] ?? '')) left -= 1;
  while (isQuoteMark(lines[end] ?? '')) end += 1;
  return end;
}
