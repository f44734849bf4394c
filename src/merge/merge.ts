import type { KnownBlock } from '../notes/note/block-extent';
import { mergeFrontMatter, mergeProperties } from './merge-front-matter';
import { firstLineOf } from './conflict-callout';
import { mergeBlocks, newBlockOf, type MergedBlock } from './merge-blocks';
import { takePropertyCallouts, withPropertyCallouts } from './property-box';
import { sortBlocks, joinParts, orderForTrailer, insertNewBlocks } from './arrange-blocks';
import { withoutSecondCopy, withoutBlockCopies } from './file-sync';
import {
  knownBaseText,
  likelyBaseText,
  composeNote,
  IDENTITY_PROPERTIES,
  isUntouched,
  joinNote,
  looseNote,
  splitNote,
  trailerOf,
  withTrailer,
  type NoteParts,
  type NoteStatus,
  type NoteVersion,
} from '../notes/note/note';
import { HEADER, parseBody, type HeaderText, type NoteBody } from '../notes/note/note-body';
import { anchorsOf, withOwnNotes, type BlockBase, type Trailer } from '../notes/note/trailer';

export interface NoteToMerge {
  /** The note's current text. */
  readonly text: string;
  /** The new rendering of the item. */
  readonly version: NoteVersion;
  /** Anchors of highlights that were deleted at the service or are left out. */
  readonly gone: ReadonlySet<string>;
  /** Those that are left out. */
  readonly leftOut: ReadonlySet<string>;
  /** What to do with blocks that the user deleted. */
  readonly removed: 'keep' | 'restore';
}

/** A note that was read. */
export interface OpenedNote extends NoteToMerge {
  readonly parts: NoteParts;
  /** Whether somebody changed it. If not, it is replaced, and no base is needed. */
  readonly isEdited: boolean;
}

export interface MergeInput extends OpenedNote {
  /** What the last sync probably wrote; null if unknown. It is checked against the trailer. */
  readonly base: NoteVersion | null;
  /** Mark of the note's new path; null keeps the old mark because the user moved the note. */
  readonly path: string | null;
  /** Only templates or settings changed: a property that the user changed stays, as a block does. */
  readonly isOnlyTemplate?: boolean | undefined;
  /** One line of markdown under a block that was deleted at the service but has the user's text. */
  readonly deletedMark: string;
  /** The same under one that is left out. */
  readonly leftOutMark: string;
  /** Markdown of the conflict callout, with `{{text}}` for the service's text. */
  readonly conflictMark: string;
}

export interface MergeResult {
  readonly text: string;
  /** What could not be merged: anchors, property names or `header`. The user's text stays. */
  readonly conflicts: readonly string[];
  /** Properties that the user had before the service had a value for them; the user's value stays. */
  readonly kept?: readonly string[];
}

/** Reads a note, to see whether it can be replaced or must be merged. */
export function openNote(note: NoteToMerge): OpenedNote {
  const parts = ownParts(note);
  const { trailer } = parts;
  const hasRemovedBlocks = trailer !== null && trailer.removed.size + trailer.released.size > 0;
  const keepsRemoved = hasRemovedBlocks && note.removed === 'keep';
  return { ...note, parts, isEdited: keepsRemoved || !isUntouched(parts, note.version.own) };
}

/**
 * Updates a note and keeps all of the user's text. Untouched blocks and properties take the service's
 * version; those changed on both sides are merged word by word. Merging twice changes nothing more.
 */
export function mergeNote(input: MergeInput): MergeResult {
  const { text, version, parts } = input;
  const path = input.path ?? parts.trailer?.path ?? '';
  if (!input.isEdited) {
    const composed = composeNote(version, path);
    // Notes with two marks differ, which is nearly always so, and spares comparing their texts.
    const isSame = parts.trailer?.note === version.note && sameNote(composed, text);
    return { text: isSame ? text : composed, conflicts: [] };
  }
  const { conflictMark } = input;
  const fresh = trailerOf(version, '').properties;
  const { shown, body: ownBody } = takePropertyCallouts(parts.body, conflictMark, ({ name, mark }) =>
    [parts.trailer?.properties.get(name), fresh.get(name)].includes(mark),
  );
  const body = mergeBody({ ...input, parts: { ...parts, body: ownBody } });
  const front = mergeProperties({ ...input, parts, ancestor: input.base, shown });
  const trailer: Trailer = { ...body.trailer, path, properties: front.base, frontMatter: front.frontMatter };
  const wholeBody = withPropertyCallouts(body.text, conflictMark, front.shown);
  const merged = withTrailer(joinNote(front.yaml, wholeBody), trailer);
  return {
    text: sameNote(merged, text) ? text : withLineEndsOf(text, merged),
    conflicts: [...body.conflicts, ...front.conflicts],
    ...(front.kept.length > 0 ? { kept: front.kept } : {}),
  };
}

/** What a formatter or a file sync changes is not worth a write. */
const sameNote = (left: string, right: string): boolean =>
  left === right || looseNote(left) === looseNote(right);

/** `merged` with `\r\n` line ends if all of `text` has them. */
export const withLineEndsOf = (text: string, merged: string): string =>
  /\r\n/.test(text) && !/\r(?!\n)|(?:^|[^\r])\n/.test(text) ? merged.replace(/\n/g, '\r\n') : merged;

/** A trailer without any anchor of this item or note was copied from another note, and is ignored. */
function ownParts({ text, version, gone }: NoteToMerge): NoteParts {
  const isOwn = (anchor: string): boolean => version.blocks.has(anchor) || gone.has(anchor);
  const parts = splitNote(withoutSecondCopy(text), isOwn);
  const anchors = parts.trailer === null ? [] : anchorsOf(parts.trailer);
  const isForeign =
    anchors.length > 0 &&
    version.blocks.size > 0 &&
    !anchors.some((anchor) => isOwn(anchor) || parts.body.includes(`^${anchor}`));
  if (parts.trailer === null || isForeign) return { ...parts, trailer: null };
  return { ...parts, trailer: withOwnNotes(parts.trailer, version.own) };
}

interface MergedBody {
  readonly text: string;
  readonly trailer: Trailer;
  readonly conflicts: readonly string[];
}

function mergeBody(input: MergeInput): MergedBody {
  const { parts, version } = input;
  const fresh = trailerOf(version, '');
  const written = parts.trailer ?? fresh;
  const bases = basesOf(written, version);
  const header = written.header ?? version.header.base;
  const body = readBody(parts.body, { written, bases }, input);
  const order = [...version.blocks.keys()];
  const standing = [body.header, ...body.blocks];
  const above = new Map(standing.map(({ anchor }, index) => [anchor, standing[index - 1]?.anchor ?? '']));
  const sorted = sortBlocks(body.blocks, { base: [...written.blocks.keys()], next: order });
  const { gone, leftOut, deletedMark, leftOutMark, conflictMark } = input;
  const merged = mergeBlocks([body.header, ...sorted], {
    version,
    ancestor: input.base,
    bases: new Map([[HEADER, header], ...bases]),
    isTrailerLost: parts.trailer === null,
    isSameVersion: parts.trailer?.note === version.note,
    above,
    gone,
    leftOut,
    released: written.released,
    deletedMark,
    leftOutMark,
    conflictMark,
  });
  const inNote = new Set(body.blocks.map(({ anchor }) => anchor));
  const removed = removedBy(parts.trailer, inNote, input);
  const newBlocks = [...version.blocks]
    .filter(([anchor]) => !inNote.has(anchor) && !removed.has(anchor))
    .map(([anchor, block]) => newBlockOf(anchor, block));
  const blocks = insertNewBlocks(merged.blocks, { newBlocks, order: [HEADER, ...order] });
  const nextBases = basesInOrder(blocks, [HEADER, ...order]);
  const nextHeader = nextBases.get(HEADER) ?? version.header.base;
  nextBases.delete(HEADER);
  return {
    text: joinParts(body.lead, blocks),
    trailer: { ...fresh, header: nextHeader, blocks: nextBases, removed, released: merged.released },
    conflicts: merged.conflicts,
  };
}

function basesInOrder(blocks: readonly MergedBlock[], order: readonly string[]): Map<string, BlockBase> {
  const bases = new Map(blocks.map(({ anchor, base }) => [anchor, base]));
  const entries = orderForTrailer(blocks, order).map(
    (anchor) => [anchor, bases.get(anchor) ?? null] as const,
  );
  return new Map(entries.flatMap(([anchor, base]) => (base === null ? [] : [[anchor, base] as const])));
}

/** The parts of a note, without what a file sync left twice. */
function readBody(
  body: string,
  { written, bases }: { readonly written: Trailer; readonly bases: ReadonlyMap<string, BlockBase> },
  input: MergeInput,
): NoteBody {
  const { version } = input;
  const header = written.header ?? version.header.base;
  const headerText = (): HeaderText => {
    const text = knownBaseText(input.base?.header, header);
    return { text: text ?? version.header.text, isWritten: text !== null };
  };
  const parsed = parseBody(body.trimEnd(), {
    header,
    nextHeader: version.header.base,
    headerText,
    blocks: knownBlocks(bases, input),
    boxLine: firstLineOf(input.conflictMark),
    goneMarks: [input.deletedMark, input.leftOutMark],
  });
  const marksOf = (anchor: string): readonly (string | undefined)[] => [
    bases.get(anchor)?.text,
    version.blocks.get(anchor)?.base.text,
    input.base?.blocks.get(anchor)?.base.text,
  ];
  return withoutBlockCopies(parsed, { header: version.header.text, marksOf, own: written.own });
}

/**
 * The base of each block. A block missing in the trailer is clean if it equals its rendering, else the
 * user's.
 */
function basesOf(known: Trailer, version: NoteVersion): ReadonlyMap<string, BlockBase> {
  const bases = new Map(known.blocks);
  for (const [anchor, block] of version.blocks) if (!bases.has(anchor)) bases.set(anchor, block.base);
  return bases;
}

function knownBlocks(
  bases: ReadonlyMap<string, BlockBase>,
  { version, base: ancestor }: MergeInput,
): ReadonlyMap<string, KnownBlock> {
  return new Map(
    [...bases].map(([anchor, base]): readonly [string, KnownBlock] => {
      const next = version.blocks.get(anchor) ?? null;
      const likely = (): string | null =>
        next?.base.text === base.text
          ? next.text
          : (likelyBaseText(ancestor?.blocks.get(anchor), base) ?? next?.text ?? null);
      return [anchor, { base, next: next?.base ?? null, likely }];
    }),
  );
}

/** Anchors of blocks that the user deleted, and that should stay deleted. */
function removedBy(
  trailer: Trailer | null,
  inNote: ReadonlySet<string>,
  input: MergeInput,
): ReadonlySet<string> {
  if (trailer === null || input.removed === 'restore') return new Set();
  const restored = [...trailer.released].filter((anchor) => input.version.blocks.has(anchor));
  return new Set(
    [...trailer.removed, ...trailer.blocks.keys(), ...restored].filter((anchor) => !inNote.has(anchor)),
  );
}

/** Says in a note that stays why it is not updated any more. Unreadable properties are left as they are. */
export function markNote(text: string, status: NoteStatus): string {
  const parts = splitNote(text);
  const name = IDENTITY_PROPERTIES.status;
  const front = mergeFrontMatter({
    yaml: parts.yaml ?? '',
    base: new Map(),
    baseValue: () => null,
    owned: new Set([name]),
    properties: [[name, status]],
  });
  const marked = joinNote(front.yaml, parts.body);
  const next = parts.trailer === null ? marked : withTrailer(marked, parts.trailer);
  return sameNote(next, text) ? text : withLineEndsOf(text, next);
}
