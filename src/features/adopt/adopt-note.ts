import { withLineEndsOf } from '../../merge/merge';
import { firstLineOf } from '../../merge/conflict-callout';
import { anchorAtEnd, anchored } from '../../notes/note/block-anchor';
import {
  joinNote,
  noteBlock,
  OWNED_PROPERTIES,
  pathMark,
  splitNote,
  withTrailer,
} from '../../notes/note/note';
import { parseBody, writtenParts } from '../../notes/note/note-body';
import { adoptedBase, type BlockBase, type Trailer } from '../../notes/note/trailer';
import { parseFrontMatter } from '../../notes/front-matter/front-matter';
import { marks } from '../../notes/template/built-in-templates';
import { isOurs } from '../../notes/note/identity';
import type { NamedHighlight } from '../../notes/other-plugins/as-served';
import { findPassages, type FoundPassages, type Passage } from '../../notes/other-plugins/find-passages';

export interface AdoptionInput {
  readonly path: string;
  readonly text: string;
  /** The text and path of the note that a sync would create. */
  readonly rendered: { readonly text: string; readonly path: string };
  readonly highlights: readonly NamedHighlight[];
}

export interface AdoptedNote extends FoundPassages {
  readonly text: string;
  /** Passages that follow the service from now on. */
  readonly passages: readonly Passage[];
  /** Anchors of highlights that the note has where no anchor can be put; they stay as they are. */
  readonly unmarkable: readonly string[];
  /** Anchors that the next sync adds, or completes with a note that the other plugin lacks. */
  readonly missing: readonly string[];
  /** How many blocks of the note say something. */
  readonly texts: number;
}

/**
 * Turns a note into the item's: adds identity, anchors and trailer, and keeps every word. The next sync changes
 * only what the service changed. Null if the note already belongs to an item.
 */
export function adoptNote({ path, text, rendered, highlights }: AdoptionInput): AdoptedNote | null {
  const own = splitNote(rendered.text);
  const fresh = own.trailer;
  if (fresh === null || isOurs(text)) return null;
  const { yaml, body } = splitNote(text);
  const lines = body.split('\n');
  const shown = highlights.filter(({ anchor }) => fresh.blocks.has(anchor));
  const found = findPassages(lines, shown);
  const { placed, bases, unmarkable } = placeBlocks(lines, found, fresh);
  const next = withTrailer(joinNote(withIdentity(yaml ?? '', own.yaml ?? ''), placed.lines.join('\n')), {
    ...fresh,
    path: path === rendered.path ? pathMark(path) : '',
    // In the service's order, as the trailer lists them.
    blocks: new Map([...fresh.blocks.keys()].flatMap((anchor) => entryOf(bases, anchor))),
    removed: unmarkable,
    released: new Set(),
  });
  const added = shown.filter(({ anchor }) => !bases.has(anchor) && !unmarkable.has(anchor));
  const completed = placed.blocks.filter(isIncomplete).map(({ passage }) => passage);
  return {
    text: withLineEndsOf(text, next),
    passages: placed.blocks.map(({ passage }) => passage),
    unmarkable: [...unmarkable],
    missing: [...added, ...completed].map(({ anchor }) => anchor),
    texts: found.texts,
  };
}

const entryOf = <Value>(
  values: ReadonlyMap<string, Value>,
  key: string,
): readonly (readonly [string, Value])[] => {
  const value = values.get(key);
  return value === undefined ? [] : [[key, value]];
};

/** Puts the identity properties above the other lines of the front matter. */
function withIdentity(yaml: string, rendered: string): string {
  const parsed = parseFrontMatter(rendered);
  const identity = parsed.ok ? parsed.entries.filter(({ name }) => OWNED_PROPERTIES.has(name)) : [];
  return identity.map(({ start, end }) => rendered.slice(start, end)).join('') + yaml;
}

interface Placement {
  readonly placed: PlacedBlocks;
  readonly bases: ReadonlyMap<string, BlockBase>;
  readonly unmarkable: ReadonlySet<string>;
}

/** Puts anchors at the passages, except where a sync would not read the block as exactly the passage. */
function placeBlocks(lines: readonly string[], found: FoundPassages, fresh: Trailer): Placement {
  const unmarkable = new Set(found.unmarkable);
  for (;;) {
    const placed = withAnchors(
      lines,
      found.passages.filter(({ anchor }) => !unmarkable.has(anchor)),
    );
    const bases = new Map(
      placed.blocks.map((block) => [
        block.passage.anchor,
        baseOf(block, fresh.blocks.get(block.passage.anchor)),
      ]),
    );
    const misread = misreadBlocks(placed, { ...fresh, blocks: bases });
    if (misread.length === 0) return { placed, bases, unmarkable };
    for (const anchor of misread) unmarkable.add(anchor);
  }
}

interface PlacedBlock {
  readonly passage: Passage;
  /** Including the anchor. */
  readonly lines: readonly string[];
}

interface PlacedBlocks {
  readonly lines: readonly string[];
  readonly blocks: readonly PlacedBlock[];
}

/** Ends each passage with its anchor, between blank lines, as a merge lays out blocks. */
function withAnchors(lines: readonly string[], passages: readonly Passage[]): PlacedBlocks {
  const out: string[] = [];
  const blocks: PlacedBlock[] = [];
  const add = (more: readonly string[]): void => {
    if (blocks.length > 0 && isFilled(out.at(-1)) && isFilled(more[0])) out.push('');
    for (const line of more) out.push(line);
  };
  let position = 0;
  for (const passage of passages) {
    add(lines.slice(position, passage.start));
    const block = { passage, lines: anchoredLines(lines.slice(passage.start, passage.end), passage) };
    blocks.push(block);
    add(block.lines);
    position = passage.end;
  }
  add(lines.slice(position));
  return { lines: out, blocks };
}

const isFilled = (line: string | undefined): boolean => (line ?? '').trim() !== '';

const BLOCK_ID = /(?:^|\s)\^([A-Za-z0-9-]+)\s*$/;

/** Adds the anchor, but keeps another plugin's block id; in a nested list it ends the last line. */
function anchoredLines(lines: readonly string[], { anchor, isNested }: Passage): readonly string[] {
  const last = lines.at(-1) ?? '';
  if (anchorAtEnd(last) === anchor) return lines;
  const hasId = BLOCK_ID.test(last);
  if (isNested) return hasId ? lines : [...lines.slice(0, -1), `${last.trimEnd()} ^${anchor}`];
  if (hasId) return [...lines, '', `^${anchor}`];
  return anchored(lines.join('\n').trimEnd(), anchor).split('\n');
}

/**
 * Whether a passage may be replaced as a whole when the service changes it: it has nothing of the person's, no
 * block id that links may lead to, and no place in a list that our text would tear apart.
 */
const isReplaceable = ({ passage, lines }: PlacedBlock): boolean =>
  passage.isAsServed &&
  !passage.isNested &&
  lines.every((line) => (BLOCK_ID.exec(line)?.[1] ?? passage.anchor) === passage.anchor);

/** The next sync completes the passage with the highlight's note, which the other plugin never brought. */
const isIncomplete = (block: PlacedBlock): boolean => block.passage.lacksNote && isReplaceable(block);

/** A passage as served keeps its look until the service changes it. Any other counts as the person's edit of our text. */
function baseOf(block: PlacedBlock, fresh: BlockBase | undefined): BlockBase {
  const { base } = noteBlock(block.lines.join('\n'), '', fresh?.own);
  const own = { ...base, source: fresh?.source ?? '' };
  if (fresh === undefined || base.text === fresh.text || isIncomplete(block)) return own;
  return isReplaceable(block) ? adoptedBase(own) : { ...fresh, lines: base.lines, first: base.first };
}

/** Anchors of blocks that a sync would not read as exactly the passage. */
function misreadBlocks({ lines, blocks }: PlacedBlocks, trailer: Trailer): readonly string[] {
  const { blocks: read } = parseBody(lines.join('\n'), writtenParts(trailer, firstLineOf(marks.conflict)));
  const texts = new Map(read.map((block) => [block.anchor, block.lines.join('\n')]));
  return blocks.flatMap(({ passage: { anchor }, lines: own }) =>
    texts.get(anchor) === own.join('\n') ? [] : [anchor],
  );
}
