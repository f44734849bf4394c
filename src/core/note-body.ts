import { fingerprint, normalizeText } from './hash';
import { isFilled, lineMark } from './note';
import type { BlockBase } from './trailer';

/** A body cut at its anchors. All lines of all parts, in their order, are the body. */
export interface NoteBody {
  /** Before the header: the person's. */
  readonly lead: readonly string[];
  readonly header: readonly string[];
  /** Whether the header is what the last sync wrote. */
  readonly headerClean: boolean;
  /** Between the header and the first block: the person's. */
  readonly intro: readonly string[];
  readonly blocks: readonly BodyBlock[];
}

export interface BodyBlock {
  readonly anchor: string;
  readonly lines: readonly string[];
  /** Whether it is what the last sync wrote. */
  readonly clean: boolean;
  /** Under the block, up to the next: the person's. */
  readonly tail: readonly string[];
}

const ANCHOR = /(?:^|[ \t])\^(r[wd][A-Za-z0-9-]+)[ \t]*$/;

/** Cuts a body. Only anchors in `bases` make blocks, each once: a copy that the person made of a block is theirs. */
export function parseBody(body: string, bases: { readonly header: BlockBase | null; readonly blocks: ReadonlyMap<string, BlockBase> }): NoteBody {
  const lines = body.split('\n');
  const found = findBlocks(lines, bases.blocks);
  const blocks = found.map((block, index) => ({
    anchor: block.anchor,
    lines: lines.slice(block.start, block.end),
    clean: block.clean,
    tail: lines.slice(block.end, found[index + 1]?.start ?? lines.length),
  }));
  return { ...findHeader(lines.slice(0, found[0]?.start ?? lines.length), bases.header), blocks };
}

interface FoundBlock {
  readonly anchor: string;
  readonly start: number;
  readonly end: number;
  readonly clean: boolean;
}

function findBlocks(lines: readonly string[], bases: ReadonlyMap<string, BlockBase>): readonly FoundBlock[] {
  const found: FoundBlock[] = [];
  const seen = new Set<string>();
  let floor = 0;
  lines.forEach((line, index) => {
    const anchor = ANCHOR.exec(line)?.[1];
    const base = anchor === undefined ? undefined : bases.get(anchor);
    if (anchor === undefined || base === undefined || seen.has(anchor)) return;
    seen.add(anchor);
    const end = index + 1;
    const start = startAbove(lines, { floor, end, filled: base.lines });
    const clean = matches(lines.slice(start, end), base);
    found.push({ anchor, start: clean ? start : startOfChanged(lines, { floor, end, base }), end, clean });
    floor = end;
  });
  return found;
}

const matches = (lines: readonly string[], base: BlockBase): boolean => fingerprint(normalizeText(lines.join('\n'))) === base.text;

/** The line where a block of so many filled lines begins. */
function startAbove(lines: readonly string[], options: { readonly floor: number; readonly end: number; readonly filled: number }): number {
  let left = options.filled;
  let start = options.end;
  for (let index = options.end - 1; index >= options.floor && left > 0; index -= 1) {
    if (!isFilled(lines[index] ?? '')) continue;
    start = index;
    left -= 1;
  }
  return start;
}

/** A block that somebody changed begins where its first line still stands, else with the paragraph that its old length reaches. */
function startOfChanged(lines: readonly string[], options: { readonly floor: number; readonly end: number; readonly base: BlockBase }): number {
  const { floor, end, base } = options;
  for (let index = end - 1; index >= floor; index -= 1) if (isFilled(lines[index] ?? '') && lineMark(lines[index] ?? '') === base.first) return index;
  let start = startAbove(lines, { floor, end, filled: base.lines });
  while (start > floor && isFilled(lines[start - 1] ?? '')) start -= 1;
  return start;
}

type HeaderParts = Pick<NoteBody, 'lead' | 'header' | 'headerClean' | 'intro'>;

function findHeader(lines: readonly string[], base: BlockBase | null): HeaderParts {
  if (base === null || base.lines === 0) return { lead: lines, header: [], headerClean: base !== null, intro: [] };
  for (let start = 0; start < lines.length; start += 1) {
    if (!isFilled(lines[start] ?? '') || lineMark(lines[start] ?? '') !== base.first) continue;
    const end = endBelow(lines, start, base.lines);
    if (matches(lines.slice(start, end), base)) return { lead: lines.slice(0, start), header: lines.slice(start, end), headerClean: true, intro: lines.slice(end) };
  }
  // Somebody changed it: there is no telling where it ends, and all of it stays as it is.
  return { lead: [], header: lines, headerClean: false, intro: [] };
}

function endBelow(lines: readonly string[], start: number, filled: number): number {
  let left = filled;
  for (let index = start; index < lines.length; index += 1) {
    if (isFilled(lines[index] ?? '')) left -= 1;
    if (left === 0) return index + 1;
  }
  return lines.length;
}
