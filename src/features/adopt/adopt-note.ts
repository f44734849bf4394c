import type { ItemHighlight } from '../../model/model';
import { withLineEndsOf } from '../../merge/merge';
import { anchorAtEnd, anchored } from '../../notes/note/block-anchor';
import {
  joinNote,
  noteBlock,
  OWNED_PROPERTIES,
  pathMark,
  splitNote,
  withTrailer,
} from '../../notes/note/note';
import { parseBody, type NoteBody } from '../../notes/note/note-body';
import { adoptedBase, type BlockBase, type Trailer } from '../../notes/note/trailer';
import { parseFrontMatter } from '../../notes/front-matter/front-matter';
import { findPassages, type Passage } from './find-passages';
import { IDENTITY_LINE, type NoteOrigin } from './recognise';

export interface AdoptionInput {
  readonly text: string;
  readonly path: string;
  readonly origin: NoteOrigin;
  /** The text and path of the note that a sync would create. */
  readonly rendered: { readonly text: string; readonly path: string };
  readonly highlights: readonly ItemHighlight[];
  /** First line of a conflict callout. */
  readonly boxLine: string;
}

export interface AdoptedNote {
  readonly text: string;
  /** Anchors of passages that follow the service from now on. */
  readonly found: readonly string[];
  /** Those that the user seems to have edited; their words stay. */
  readonly edited: readonly string[];
  /** Anchors of passages where no anchor can be put; they stay as they are. */
  readonly unmarkable: readonly string[];
  /** Anchors that the next sync adds, or completes with a note that the other plugin lacks. */
  readonly missing: readonly string[];
}

/**
 * Turns another plugin's note into the item's: adds identity, anchors and trailer, and keeps every word. The
 * next sync changes only what the service changed. Null if the note already belongs to an item.
 */
export function adoptNote(input: AdoptionInput): AdoptedNote | null {
  const rendered = splitNote(input.rendered.text);
  const { yaml, body, trailer } = splitNote(input.text);
  const fresh = rendered.trailer;
  if (fresh === null || trailer !== null || IDENTITY_LINE.test(yaml ?? '')) return null;
  const highlights = input.highlights.filter(({ anchor }) => fresh.blocks.has(anchor));
  const lines = joinNote('', body).split('\n').slice(2, -1);
  const written = blocksIn(rendered.body, fresh.blocks, { fresh, boxLine: input.boxLine });
  const search = findPassages(lines, { highlights, written });
  const passages = upToOwnAnchors(lines, search.passages);
  // In a note made by hand, the user left the highlight's note out on purpose.
  const isIncomplete = ({ lacksNote, hasOtherId }: Passage): boolean =>
    lacksNote && !hasOtherId && input.origin !== 'by hand';
  const unmarkable = new Set([...search.unmarkable, ...anchorsElsewhere(lines, passages)]);
  const { boxLine } = input;
  const { placed, bases } = placeBlocks(lines, { passages, unmarkable, fresh, boxLine, isIncomplete });
  const next = withTrailer(joinNote(withIdentity(yaml ?? '', rendered.yaml ?? ''), placed.lines.join('\n')), {
    ...fresh,
    path: input.path === input.rendered.path ? pathMark(input.path) : '',
    blocks: inOrderOf(fresh.blocks, bases),
    removed: unmarkable,
    released: new Set(),
  });
  const marked = placed.blocks.map(({ passage }) => passage);
  const isMissing = ({ anchor }: ItemHighlight): boolean => !bases.has(anchor) && !unmarkable.has(anchor);
  return {
    text: withLineEndsOf(input.text, next),
    found: [...bases.keys()],
    edited: anchorsOf(marked.filter((passage) => !passage.isAsServed && !isIncomplete(passage))),
    unmarkable: [...unmarkable],
    missing: anchorsOf([...highlights.filter(isMissing), ...marked.filter(isIncomplete)]),
  };
}

const anchorsOf = (passages: readonly { readonly anchor: string }[]): readonly string[] =>
  passages.map(({ anchor }) => anchor);

/** Sorts blocks in the service's order, as the trailer lists them. */
const inOrderOf = (
  blocks: ReadonlyMap<string, BlockBase>,
  bases: ReadonlyMap<string, BlockBase>,
): ReadonlyMap<string, BlockBase> => {
  const order = [...blocks.keys()];
  return new Map([...bases].sort(([left], [right]) => order.indexOf(left) - order.indexOf(right)));
};

/** Puts the identity properties above the other lines of the front matter. */
function withIdentity(yaml: string, rendered: string): string {
  const parsed = parseFrontMatter(rendered);
  const identity = parsed.ok ? parsed.entries.filter(({ name }) => OWNED_PROPERTIES.has(name)) : [];
  return identity.map(({ start, end }) => rendered.slice(start, end)).join('') + yaml;
}

/** The item's note as a sync would create it, with the first line of conflict callouts. */
interface NoteForm {
  readonly fresh: Trailer;
  readonly boxLine: string;
}

interface Placement extends NoteForm {
  readonly passages: readonly Passage[];
  /** Anchors that cannot be put; misread ones are added. */
  readonly unmarkable: Set<string>;
  readonly isIncomplete: (passage: Passage) => boolean;
}

/** Puts anchors at the passages, except where a sync would not read the block as exactly the passage. */
function placeBlocks(
  lines: readonly string[],
  { passages, unmarkable, fresh, boxLine, isIncomplete }: Placement,
): { readonly placed: PlacedBlocks; readonly bases: ReadonlyMap<string, BlockBase> } {
  for (;;) {
    const placed = withAnchors(
      lines,
      passages.filter(({ anchor }) => !unmarkable.has(anchor)),
    );
    const bases = new Map(
      placed.blocks.map(({ passage, lines: own }) => [
        passage.anchor,
        baseOf(own, {
          fresh: fresh.blocks.get(passage.anchor),
          passage,
          isIncomplete: isIncomplete(passage),
        }),
      ]),
    );
    const misread = misreadBlocks(placed, bases, { fresh, boxLine });
    if (misread.length === 0) return { placed, bases };
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
  let position = 0;
  const setOff = (next: string | undefined): void => {
    if ((out[out.length - 1] ?? '').trim() !== '' && (next ?? '').trim() !== '') out.push('');
  };
  for (const passage of passages) {
    const between = lines.slice(position, passage.start);
    if (blocks.length > 0) setOff(between[0]);
    out.push(...between);
    const own = anchoredLines(lines.slice(passage.start, passage.end), passage);
    setOff(own[0]);
    blocks.push({ passage, lines: own });
    out.push(...own);
    position = passage.end;
  }
  const rest = lines.slice(position);
  if (blocks.length > 0) setOff(rest[0]);
  return { lines: [...out, ...rest], blocks };
}

/** Anchors that stand outside their passage too, so that they would be in the note twice. */
function anchorsElsewhere(lines: readonly string[], passages: readonly Passage[]): readonly string[] {
  const ends = lines.map(anchorAtEnd);
  return anchorsOf(
    passages.filter(({ anchor, end }) => ends.some((found, index) => found === anchor && index !== end - 1)),
  );
}

/** Extends passages to their anchors if the note has them already (official plugin, former own note). */
function upToOwnAnchors(lines: readonly string[], passages: readonly Passage[]): readonly Passage[] {
  return passages.map((passage, index) => {
    const next = passages[index + 1]?.start ?? lines.length;
    const line = lines
      .slice(passage.start, next)
      .findIndex((content) => anchorAtEnd(content) === passage.anchor);
    const end = passage.start + line + 1;
    if (line < 0 || end === passage.end) return passage;
    const isAlone =
      end > passage.end && lines.slice(passage.end, end).join('').trim() === `^${passage.anchor}`;
    return { ...passage, end, isAsServed: isAlone && passage.isAsServed };
  });
}

/** Adds the anchor, but keeps an existing block id; in a nested list it ends the last line. */
function anchoredLines(lines: readonly string[], { anchor, isNested }: Passage): readonly string[] {
  const last = lines[lines.length - 1] ?? '';
  if (anchorAtEnd(last) === anchor) return lines;
  const hasId = /(?:^|\s)\^[A-Za-z0-9-]+\s*$/.test(last);
  if (isNested) return hasId ? lines : [...lines.slice(0, -1), `${last.trimEnd()} ^${anchor}`];
  if (hasId) return [...lines, '', `^${anchor}`];
  return anchored(lines.join('\n').trimEnd(), anchor).split('\n');
}

/**
 * A passage as served follows the service, and one that lacks its note is replaced by the next sync. One that
 * the user edited counts as their edit of our text.
 */
function baseOf(
  lines: readonly string[],
  {
    fresh,
    passage,
    isIncomplete,
  }: { readonly fresh: BlockBase | undefined; readonly passage: Passage; readonly isIncomplete: boolean },
): BlockBase {
  const { base } = noteBlock(lines.join('\n'), '', fresh?.own);
  const source = fresh?.source ?? '';
  if (fresh === undefined || base.text === fresh.text || isIncomplete) return { ...base, source };
  return passage.isAsServed && !passage.hasOtherId
    ? adoptedBase({ ...base, source })
    : { ...fresh, lines: base.lines, first: base.first };
}

/** The blocks of a note as a sync reads them. */
function blocksIn(
  body: string,
  bases: ReadonlyMap<string, BlockBase>,
  { fresh, boxLine }: NoteForm,
): NoteBody['blocks'] {
  const header = fresh.header ?? noteBlock('', '').base;
  const blocks = new Map(
    [...bases].map(([anchor, base]) => [
      anchor,
      { base, next: fresh.blocks.get(anchor) ?? null, likely: () => null },
    ]),
  );
  return parseBody(body, { header, nextHeader: header, blocks, boxLine }).blocks;
}

/** Anchors of blocks that a sync would not read as exactly the passage. */
function misreadBlocks(
  { lines, blocks }: PlacedBlocks,
  bases: ReadonlyMap<string, BlockBase>,
  { fresh, boxLine }: NoteForm,
): readonly string[] {
  const read = new Map(
    blocksIn(lines.join('\n'), bases, { fresh, boxLine }).map((block) => [block.anchor, block]),
  );
  const isMisread = ({ passage, lines: own }: PlacedBlock): boolean =>
    read.get(passage.anchor)?.lines.join('\n') !== own.join('\n');
  return anchorsOf(blocks.filter(isMisread).map(({ passage }) => passage));
}
