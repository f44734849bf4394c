import { withLineEndsOf } from '../../merge/merge';
import { firstLineOf, withHiddenCallouts } from '../../merge/conflict-callout';
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
import { withWrittenBlocks } from './written-blocks';
import { adoptedBase, unknownBase, type BlockBase, type Trailer } from '../../notes/note/trailer';
import { parseFrontMatter } from '../../notes/front-matter/front-matter';
import { marks } from '../../notes/template/built-in-templates';
import { isOurs, propertyIndent } from '../../notes/note/identity';
import type { NamedHighlight } from '../../notes/other-plugins/as-served';
import { findPassages, type FoundPassages, type Passage } from '../../notes/other-plugins/find-passages';

export interface AdoptionInput {
  readonly path: string;
  readonly text: string;
  /** The text and path of the note that a sync would create. */
  readonly rendered: { readonly text: string; readonly path: string };
  readonly highlights: readonly NamedHighlight[];
  /** The trailer that this device removed when it made the note plain; null if it did not. */
  readonly written: Trailer | null;
}

export interface AdoptedNote extends FoundPassages {
  readonly text: string;
  /** Passages that follow the service from now on. */
  readonly passages: readonly Passage[];
  /** Anchors of highlights in places where no anchor can be put; they stay as they are. */
  readonly unmarkable: readonly string[];
  /** Anchors that the next sync adds, or brings up to date. */
  readonly missing: readonly string[];
  /** Anchors of passages that the person changed, or may have changed. */
  readonly edited: readonly string[];
  /** Anchors of edited passages under which the next sync puts the service's text, as a conflict. */
  readonly unclear: readonly string[];
  /** Number of blocks with text in the note. */
  readonly texts: number;
}

/**
 * Turns a note into the item's: adds identity, anchors and trailer, and keeps every word. The next sync changes
 * only what the service changed. Null if the note already belongs to an item.
 */
export function adoptNote({ path, text, rendered, highlights, written }: AdoptionInput): AdoptedNote | null {
  const own = splitNote(rendered.text);
  const fresh = own.trailer;
  if (fresh === null || isOurs(text)) return null;
  const { yaml, body } = splitNote(text);
  const lines = body.split('\n');
  const shown = highlights.filter(({ anchor }) => fresh.blocks.has(anchor));
  const trailers = written === null ? [fresh] : [fresh, written];
  const passages = passagesIn(lines, shown);
  const searched = withWrittenBlocks(passages, { lines: outsideCallouts(lines), trailers });
  const found = withEditedText(searched, { highlights, trailers });
  const { placed, statuses, unmarkable } = placeBlocks(lines, found, {
    fresh,
    written,
    wasOurs: wasOurs(yaml ?? '', own.yaml ?? ''),
  });
  const removed = [...(written?.removed ?? [])].filter((anchor) => !statuses.has(anchor));
  // A block that the service deleted since goes with the next sync, as in a note that was never plain.
  const anchors = new Set(trailers.flatMap(({ blocks }) => [...blocks.keys()]));
  const next = withTrailer(joinNote(withIdentity(yaml ?? '', own.yaml ?? ''), placed.lines.join('\n')), {
    ...(written ?? { ...fresh, path: path === rendered.path ? pathMark(path) : '' }),
    // In the service's order, as the trailer lists them.
    blocks: new Map([...anchors].flatMap((anchor) => entryOf(basesOf(statuses), anchor))),
    removed: new Set([...unmarkable, ...removed]),
    released: new Set(),
  });
  const isNew = (anchor: string): boolean =>
    !statuses.has(anchor) && !unmarkable.has(anchor) && !removed.includes(anchor);
  const ofKind = (kind: PassageStatus['kind']): readonly string[] =>
    [...statuses].flatMap(([anchor, status]) => (status.kind === kind ? [anchor] : []));
  return {
    text: withLineEndsOf(text, next),
    passages: placed.blocks.map(({ passage }) => passage),
    unmarkable: [...unmarkable],
    missing: [...shown.map(({ anchor }) => anchor).filter(isNew), ...ofKind('outdated')],
    edited: [...ofKind('edited'), ...ofKind('unclear')],
    unclear: ofKind('unclear'),
    texts: found.texts,
  };
}

/** The passages of a note outside conflict callouts: a callout repeats the passage above it. */
export const passagesIn = (lines: readonly string[], highlights: readonly NamedHighlight[]): FoundPassages =>
  findPassages(outsideCallouts(lines), highlights);

const outsideCallouts = (lines: readonly string[]): readonly string[] =>
  withHiddenCallouts(lines, marks.conflict);

const basesOf = (statuses: ReadonlyMap<string, PassageStatus>): ReadonlyMap<string, BlockBase> =>
  new Map([...statuses].map(([anchor, { base }]) => [anchor, base]));

const entryOf = <Value>(
  values: ReadonlyMap<string, Value>,
  key: string,
): readonly (readonly [string, Value])[] => {
  const value = values.get(key);
  return value === undefined ? [] : [[key, value]];
};

/** An edited full text stays as it is, instead of being added a second time. */
function withEditedText(
  found: FoundPassages,
  {
    highlights,
    trailers,
  }: { readonly highlights: readonly NamedHighlight[]; readonly trailers: readonly Trailer[] },
): FoundPassages {
  const others = new Set([...highlights, ...found.passages].map(({ anchor }) => anchor));
  const [fresh, written] = trailers;
  const texts = [...(written?.blocks.keys() ?? [])].filter(
    (anchor) => fresh?.blocks.has(anchor) === true && !others.has(anchor),
  );
  return { ...found, unmarkable: [...found.unmarkable, ...texts] };
}

/** Whether a note has all properties of the one that a sync would create: then it was ours, and made plain. */
function wasOurs(yaml: string, rendered: string): boolean {
  const own = parseFrontMatter(yaml);
  const fresh = parseFrontMatter(rendered);
  if (!own.ok || !fresh.ok) return false;
  const names = new Set(own.entries.map(({ name }) => name));
  const wanted = fresh.entries.filter(({ name }) => !OWNED_PROPERTIES.has(name));
  return wanted.length > 0 && wanted.every(({ name }) => names.has(name));
}

/** Puts the identity properties below the other lines of the front matter, which may be unreadable. */
function withIdentity(yaml: string, rendered: string): string {
  const parsed = parseFrontMatter(rendered);
  const identity = parsed.ok ? parsed.entries.filter(({ name }) => OWNED_PROPERTIES.has(name)) : [];
  const indent = propertyIndent(yaml);
  return yaml + identity.map(({ start, end }) => indent + rendered.slice(start, end)).join('');
}

interface Placement {
  readonly placed: PlacedBlocks;
  readonly statuses: ReadonlyMap<string, PassageStatus>;
  readonly unmarkable: ReadonlySet<string>;
}

interface Origin {
  /** The trailer of the note that a sync would create. */
  readonly fresh: Trailer;
  readonly written: Trailer | null;
  readonly wasOurs: boolean;
}

/** Puts anchors at the passages, except where a sync would not read the block as exactly the passage. */
function placeBlocks(lines: readonly string[], found: FoundPassages, origin: Origin): Placement {
  const unmarkable = new Set(found.unmarkable);
  for (;;) {
    const placed = withAnchors(
      lines,
      found.passages.filter(({ anchor }) => !unmarkable.has(anchor)),
    );
    const statuses = new Map(placed.blocks.map((block) => [block.passage.anchor, statusOf(block, origin)]));
    const { header } = origin.written ?? origin.fresh;
    const misread = misreadBlocks(placed, { header, blocks: basesOf(statuses) });
    if (misread.length === 0) return { placed, statuses, unmarkable };
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
 * block id that links may lead to, and is not in a list that our text would break up.
 */
const isReplaceable = ({ passage, lines }: PlacedBlock): boolean =>
  passage.isAsServed &&
  !passage.isNested &&
  lines.every((line) => (BLOCK_ID.exec(line)?.[1] ?? passage.anchor) === passage.anchor);

/** The next sync completes the passage with the highlight's note, which the other plugin never brought. */
const isIncomplete = (block: PlacedBlock): boolean => block.passage.lacksNote && isReplaceable(block);

/** How a passage compares to what the service has, and the base from which the next sync merges it. */
interface PassageStatus {
  readonly kind: 'same' | 'outdated' | 'edited' | 'unclear';
  readonly base: BlockBase;
}

/**
 * Decides who changed a passage, the person or the service, by what this device last wrote. If that is unknown, the
 * person counts as having added to a passage with all of the service's words. For any other it is impossible to tell:
 * in a note that was made plain, the next sync shows both texts. Other plugins never update a passage, so differences
 * in their notes stay, and only the plan mentions them.
 */
function statusOf(block: PlacedBlock, { fresh, written, wasOurs }: Origin): PassageStatus {
  const { anchor, isAsServed, isWhole } = block.passage;
  const text = block.lines.join('\n');
  const next = fresh.blocks.get(anchor);
  const last = written?.blocks.get(anchor);
  const { base } = noteBlock(text, '', next?.own);
  const own = { ...base, source: next?.source ?? '' };
  if (base.text === next?.text) return { kind: 'same', base: own };
  const shape = { lines: base.lines, first: base.first };
  if (last !== undefined && noteBlock(text, '', last.own).base.text === last.text)
    return { kind: last.text === next?.text ? 'same' : 'outdated', base: last };
  if (last !== undefined) return { kind: 'edited', base: { ...last, ...shape } };
  if (next === undefined) return { kind: 'same', base: own };
  if (isIncomplete(block)) return { kind: 'outdated', base: own };
  // It keeps its look until the service changes it.
  if (isReplaceable(block)) return { kind: 'same', base: adoptedBase(own) };
  if (isAsServed || isWhole || !wasOurs)
    return { kind: isAsServed ? 'same' : 'edited', base: { ...next, ...shape } };
  return { kind: 'unclear', base: { ...unknownBase(next), ...shape } };
}

/** Anchors of blocks that a sync would not read as exactly the passage. */
function misreadBlocks(
  { lines, blocks }: PlacedBlocks,
  trailer: Pick<Trailer, 'header' | 'blocks'>,
): readonly string[] {
  const { blocks: read } = parseBody(lines.join('\n'), writtenParts(trailer, firstLineOf(marks.conflict)));
  const texts = new Map(read.map((block) => [block.anchor, block.lines.join('\n')]));
  return blocks.flatMap(({ passage: { anchor }, lines: own }) =>
    texts.get(anchor) === own.join('\n') ? [] : [anchor],
  );
}
