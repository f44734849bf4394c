import type { ItemHighlight } from '../../model/model';
import { withLineEndsOf } from '../../merge/merge';
import { anchorAtEnd, anchored } from '../../notes/note/block-anchor';
import {
  IDENTITY_PROPERTIES,
  joinNote,
  noteBlock,
  OWNED_PROPERTIES,
  pathMark,
  splitNote,
  withTrailer,
} from '../../notes/note/note';
import { parseBody, type NoteBody } from '../../notes/note/note-body';
import { adoptedBase, type BlockBase, type Trailer } from '../../notes/note/trailer';
import { parseFrontMatter, type Properties } from '../../notes/front-matter/front-matter';
import { mergeFrontMatter } from '../../merge/merge-front-matter';
import { findPassages, type Passage } from './find-passages';
import type { NoteOrigin } from './recognise';

export interface AdoptionInput {
  /** What stands in the note. */
  readonly text: string;
  readonly path: string;
  readonly origin: NoteOrigin;
  /** The note that a sync would make of the item, and where it would put it. */
  readonly ours: { readonly text: string; readonly path: string };
  readonly highlights: readonly ItemHighlight[];
  /** The first line of the box that a merge puts under a block. */
  readonly boxLine: string;
}

export interface AdoptedNote {
  readonly text: string;
  /** Anchors of passages that follow the service from now on. */
  readonly found: readonly string[];
  /** Of those, the ones that a person changed, as far as one can tell: their words stay. */
  readonly edited: readonly string[];
  /** Passages that stand in the note where no anchor can be put: they stay as they are. */
  readonly unmarkable: readonly string[];
  /** The next sync adds them, or brings the note on them that the other plugin never brought. */
  readonly missing: readonly string[];
}

/**
 * Makes another plugin's note the item's: adds identity, anchors and trailer, and leaves every word where it is. A sync that follows
 * changes nothing but what the service has changed. Null where the note is somebody's already, or nothing can be made of it.
 */
export function adoptNote(input: AdoptionInput): AdoptedNote | null {
  const ours = splitNote(input.ours.text);
  const { yaml, body, trailer } = splitNote(input.text);
  const fresh = ours.trailer;
  if (fresh === null || trailer !== null || hasIdentity(yaml)) return null;
  const highlights = input.highlights.filter(({ anchor }) => fresh.blocks.has(anchor));
  const lines = joinNote('', body).split('\n').slice(2, -1);
  const search = findPassages(lines, {
    highlights,
    written: blocksIn(ours.body, { bases: fresh.blocks, fresh, boxLine: input.boxLine }),
  });
  // Somebody who put a note together by hand left out what they did not want.
  const isBehind = ({ lacksNote, hasOtherId }: Passage): boolean =>
    lacksNote && !hasOtherId && input.origin !== 'by hand';
  const ends = lines.map(anchorAtEnd);
  const passages = search.passages.map((passage, index) =>
    upToOwnAnchor(lines, { ends, passage, next: search.passages[index + 1]?.start ?? lines.length }),
  );
  const nextYaml = withIdentity({ yaml: yaml ?? '', ours: ours.yaml ?? '' });
  // Where its anchor stands elsewhere already, it would stand there twice.
  const doubled = passages.filter(({ anchor, end }) =>
    ends.some((one, index) => one === anchor && index !== end - 1),
  );
  const unmarkable = new Set([...search.unmarkable, ...doubled.map(({ anchor }) => anchor)]);
  for (;;) {
    const marked = passages.filter(({ anchor }) => !unmarkable.has(anchor));
    const placed = withAnchors(lines, marked);
    const bases = new Map(
      placed.blocks.map(({ passage, lines: own }) => [
        passage.anchor,
        baseOf(own, { fresh: fresh.blocks.get(passage.anchor), passage, isBehind: isBehind(passage) }),
      ]),
    );
    const misread = misreadBlocks(placed, { bases, fresh, boxLine: input.boxLine });
    for (const anchor of misread) unmarkable.add(anchor);
    if (misread.length > 0) continue;
    const blocks = new Map(
      [...fresh.blocks.keys()].flatMap((anchor): readonly (readonly [string, BlockBase])[] =>
        entryOf(anchor, bases.get(anchor)),
      ),
    );
    const path = input.path === input.ours.path ? pathMark(input.path) : '';
    const next = withTrailer(joinNote(nextYaml, placed.lines.join('\n')), {
      ...fresh,
      path,
      blocks,
      removed: unmarkable,
      released: new Set(),
    });
    return {
      text: withLineEndsOf(input.text, next),
      found: [...blocks.keys()],
      edited: marked
        .filter((passage) => !passage.isAsServed && !isBehind(passage))
        .map(({ anchor }) => anchor),
      unmarkable: [...unmarkable],
      missing: [
        ...highlights
          .map(({ anchor }) => anchor)
          .filter((anchor) => !blocks.has(anchor) && !unmarkable.has(anchor)),
        ...marked.filter(isBehind).map(({ anchor }) => anchor),
      ],
    };
  }
}

const entryOf = (anchor: string, base: BlockBase | undefined): readonly (readonly [string, BlockBase])[] =>
  base === undefined ? [] : [[anchor, base]];

const IDENTITY_LINE = new RegExp(`^(?:${Object.values(IDENTITY_PROPERTIES).join('|')}):`, 'm');

const hasIdentity = (yaml: string | null): boolean => IDENTITY_LINE.test(yaml ?? '');

/** The properties with those that say what the note is of. Where they cannot be read, the lines are put above them. */
function withIdentity({ yaml, ours }: { readonly yaml: string; readonly ours: string }): string {
  const parsed = parseFrontMatter(ours);
  const own = parsed.ok ? parsed.entries.filter(({ name }) => OWNED_PROPERTIES.has(name)) : [];
  const properties: Properties = own.flatMap(({ name, value }) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [],
  );
  const merged = mergeFrontMatter({
    yaml,
    base: new Map(),
    baseValue: () => null,
    owned: OWNED_PROPERTIES,
    properties,
  });
  return hasIdentity(merged.yaml)
    ? merged.yaml
    : own.map(({ start, end }) => ours.slice(start, end)).join('') + yaml;
}

interface PlacedBlock {
  readonly passage: Passage;
  /** With its anchor. */
  readonly lines: readonly string[];
  readonly start: number;
}

interface PlacedBlocks {
  readonly lines: readonly string[];
  readonly blocks: readonly PlacedBlock[];
}

/** Puts an anchor to each passage, and a blank line above and below it: that is how a merge lays blocks out. */
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
    blocks.push({ passage, lines: own, start: out.length });
    out.push(...own);
    position = passage.end;
  }
  const rest = lines.slice(position);
  if (blocks.length > 0) setOff(rest[0]);
  return { lines: [...out, ...rest], blocks };
}

/** A passage that has our anchor already, as the official plugin can write it or a note that was ours kept it, ends there. `next`: where another begins. */
function upToOwnAnchor(
  lines: readonly string[],
  {
    ends,
    passage,
    next,
  }: { readonly ends: readonly (string | null)[]; readonly passage: Passage; readonly next: number },
): Passage {
  const line = ends.slice(passage.start, next).indexOf(passage.anchor);
  const end = line < 0 ? passage.end : passage.start + line + 1;
  const isAlone = end > passage.end && lines.slice(passage.end, end).join('').trim() === `^${passage.anchor}`;
  return end === passage.end ? passage : { ...passage, end, isAsServed: isAlone && passage.isAsServed };
}

/** A block id that stands there stays; in a list within a list ours ends the last line. */
function anchoredLines(lines: readonly string[], { anchor, isNested }: Passage): readonly string[] {
  const last = lines[lines.length - 1] ?? '';
  if (anchorAtEnd(last) === anchor) return lines;
  const hasId = /(?:^|\s)\^[A-Za-z0-9-]+\s*$/.test(last);
  if (isNested) return hasId ? lines : [...lines.slice(0, -1), `${last.trimEnd()} ^${anchor}`];
  if (hasId) return [...lines, '', `^${anchor}`];
  return anchored(lines.join('\n').trimEnd(), anchor).split('\n');
}

/** What says only what the service says is the service's from now on, and what is behind that is replaced by the next sync; what a person changed is as if they had changed our text. */
function baseOf(
  lines: readonly string[],
  {
    fresh,
    passage,
    isBehind,
  }: { readonly fresh: BlockBase | undefined; readonly passage: Passage; readonly isBehind: boolean },
): BlockBase {
  const { base } = noteBlock(lines.join('\n'), '');
  const source = fresh?.source ?? '';
  if (fresh === undefined || base.text === fresh.text || isBehind) return { ...base, source };
  return passage.isAsServed && !passage.hasOtherId
    ? adoptedBase({ ...base, source })
    : { ...fresh, lines: base.lines, first: base.first };
}

/** The blocks of a note as a sync reads them. */
function blocksIn(
  body: string,
  {
    bases,
    fresh,
    boxLine,
  }: { readonly bases: ReadonlyMap<string, BlockBase>; readonly fresh: Trailer; readonly boxLine: string },
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
  {
    bases,
    fresh,
    boxLine,
  }: { readonly bases: ReadonlyMap<string, BlockBase>; readonly fresh: Trailer; readonly boxLine: string },
): readonly string[] {
  const read = new Map(
    blocksIn(lines.join('\n'), { bases, fresh, boxLine }).map((block) => [block.anchor, block]),
  );
  return blocks
    .filter(({ passage, lines: own }) => read.get(passage.anchor)?.lines.join('\n') !== own.join('\n'))
    .map(({ passage }) => passage.anchor);
}
