import type { KnownBlock } from '../notes/note/block-extent';
import { mergeFrontMatter, mergeProperties } from './merge-front-matter';
import { normalizeText } from '../model/hash';
import { firstLineOf } from './conflict-callout';
import { arrivalOf, mergeBlocks } from './merge-blocks';
import { settleHeader } from './merge-header';
import { inOrder, layOut, rememberedOrder, withArrivals } from './arrange-blocks';
import { unjoined, withoutCopies } from './file-sync';
import {
  believedText,
  composeNote,
  IDENTITY_PROPERTIES,
  isUntouched,
  joinNote,
  splitNote,
  trailerOf,
  withTrailer,
  type NoteParts,
  type NoteVersion,
} from '../notes/note/note';
import { once } from '../model/collections';
import { parseBody, type BodyBlock } from '../notes/note/note-body';
import { anchorsOf, type BlockBase, type Trailer } from '../notes/note/trailer';
import { unixText } from '../model/text';

export interface MergeInput {
  /** What stands in the note. */
  readonly text: string;
  /** What the service and the template make of the item now. */
  readonly version: NoteVersion;
  /**
   * What the last sync is believed to have written; null when nobody knows. Asked only when both sides
   * changed something, and believed only where the note's trailer bears it out.
   */
  readonly base: () => NoteVersion | null;
  /** Mark of the path that the note now goes by; null keeps the one it bears (the person moved it). */
  readonly path: string | null;
  /** Anchors of highlights that are known to be deleted at the service. */
  readonly gone: ReadonlySet<string>;
  /** Blocks that the person deleted: stay deleted, or come back because the person asks for them. */
  readonly removed: 'keep' | 'restore';
  /** One line of markdown for a block that was deleted at the service and holds the person's words. */
  readonly deletedMark: string;
  /**
   * Markdown of the box for the service's text, `{{text}}` in its place, under a text that both sides
   * changed.
   */
  readonly conflictMark: string;
}

export interface MergeResult {
  readonly text: string;
  /**
   * Anchors, names of properties and `header`: what both sides changed and could not be brought together. The
   * person's text stands.
   */
  readonly conflicts: readonly string[];
}

/**
 * Brings a note up to date and keeps every word of the person's: blocks and properties that nobody touched
 * take the service's text, what both sides changed is merged word by word, all else stays as it is. Pure;
 * merging twice is merging once.
 */
export function mergeNote(input: MergeInput): MergeResult {
  const { text, version } = input;
  const parts = ownParts(input);
  const path = input.path ?? parts.trailer?.path ?? '';
  const hasMemory = parts.trailer !== null && parts.trailer.removed.size + parts.trailer.released.size > 0;
  if (isUntouched(parts) && (!hasMemory || input.removed === 'restore')) {
    const composed = composeNote(version, path);
    return { text: sameNote(composed, text) ? text : composed, conflicts: [] };
  }
  const ancestor = once(input.base);
  const body = mergeBody(parts, { ...input, base: ancestor });
  const front = mergeProperties(parts, { version, ancestor });
  const trailer: Trailer = { ...body.trailer, path, properties: front.base, frontMatter: front.frontMatter };
  const merged = withTrailer(joinNote(front.yaml, body.text), trailer);
  return {
    text: sameNote(merged, text) ? text : withLineEndsOf(text, merged),
    conflicts: [...body.conflicts, ...front.conflicts],
  };
}

/** Line ends, a byte order mark and the blanks around a note are no reason to write it. */
const sameNote = (left: string, right: string): boolean =>
  normalizeText(left) === normalizeText(unixText(right));

/** The second text with the line ends of the first, where those are all `\r\n`. */
export const withLineEndsOf = (text: string, merged: string): string =>
  /\r\n/.test(text) && !/\r(?!\n)|(?:^|[^\r])\n/.test(text) ? merged.replace(/\n/g, '\r\n') : merged;

/** A trailer that knows none of the item's highlights, nor of those in the note, came from another note. */
function ownParts({ text, version, gone }: MergeInput): NoteParts {
  const isOwn = (anchor: string): boolean => version.blocks.has(anchor) || gone.has(anchor);
  const parts = splitNote(unjoined(text), isOwn);
  const anchors = parts.trailer === null ? [] : anchorsOf(parts.trailer);
  const isForeign =
    anchors.length > 0 &&
    version.blocks.size > 0 &&
    !anchors.some((anchor) => isOwn(anchor) || parts.body.includes(`^${anchor}`));
  return isForeign ? { ...parts, trailer: null } : parts;
}

interface MergedBody {
  readonly text: string;
  readonly trailer: Trailer;
  readonly conflicts: readonly string[];
}

function mergeBody(parts: NoteParts, input: MergeInput): MergedBody {
  const { version } = input;
  const fresh = trailerOf(version, '');
  const before = parts.trailer ?? fresh;
  const bases = basesOf(before, version);
  const header = before.header ?? version.header.base;
  const known = {
    header,
    nextHeader: version.header.base,
    blocks: knownBlocks(bases, input),
    boxLine: firstLineOf(input.conflictMark),
  };
  const marksOf = (anchor: string): readonly (string | undefined)[] =>
    [bases.get(anchor), version.blocks.get(anchor)?.base, input.base()?.blocks.get(anchor)?.base].map(
      (base) => base?.text,
    );
  const body = withoutCopies(parseBody(parts.body.trimEnd(), known), {
    header: version.header.text,
    marksOf,
  });
  const head = settleHeader({
    head: body.head,
    base: header,
    next: version.header,
    baseText: () => believedText(input.base()?.header, header),
    conflictMark: input.conflictMark,
  });

  const order = [...version.blocks.keys()];
  const above = new Map(
    body.blocks.map((block, index) => [block.anchor, body.blocks[index - 1]?.anchor ?? '']),
  );
  const standing = inOrder(body.blocks, { base: [...before.blocks.keys()], next: order });
  const merged = mergeBlocks(standing, {
    version,
    ancestor: input.base,
    bases,
    above,
    gone: input.gone,
    released: before.released,
    deletedMark: input.deletedMark,
    conflictMark: input.conflictMark,
  });
  const removed = removedBy(parts.trailer, { body: body.blocks, input });
  const inNote = new Set(standing.map(({ anchor }) => anchor));
  const arrivals = [...version.blocks]
    .filter(([anchor]) => !inNote.has(anchor) && !removed.has(anchor))
    .map(([anchor, block]) => arrivalOf(anchor, block));
  const blocks = withArrivals(merged.blocks, { arrivals, order });
  const nextBases = new Map(blocks.map(({ anchor, base }) => [anchor, base]));
  return {
    text: layOut(head.head, blocks),
    trailer: {
      ...fresh,
      header: head.base,
      blocks: new Map(
        rememberedOrder(blocks, order).flatMap((anchor) => {
          const base = nextBases.get(anchor) ?? null;
          return base === null ? [] : [[anchor, base] as const];
        }),
      ),
      removed,
      released: merged.released,
    },
    conflicts: [...(head.isConflict ? ['header'] : []), ...merged.conflicts],
  };
}

/**
 * What each block's last writing was. What the trailer does not know is clean if it equals its rendering, and
 * else the person's.
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
          : (believedText(ancestor()?.blocks.get(anchor), base) ?? next?.text ?? null);
      return [anchor, { base, next: next?.base ?? null, likely }];
    }),
  );
}

/**
 * Anchors of blocks that the person deleted and that are to stay away. One that stands in the note again is
 * not deleted.
 */
function removedBy(
  trailer: Trailer | null,
  { body, input }: { readonly body: readonly BodyBlock[]; readonly input: MergeInput },
): ReadonlySet<string> {
  if (trailer === null || input.removed === 'restore') return new Set();
  const standing = new Set(body.map((block) => block.anchor));
  const livingAgain = [...trailer.released].filter((anchor) => input.version.blocks.has(anchor));
  return new Set(
    [...trailer.removed, ...trailer.blocks.keys(), ...livingAgain].filter((anchor) => !standing.has(anchor)),
  );
}

/** Marks a note whose item is gone at the service but which holds the person's words. */
export function markDeleted(text: string): string {
  const parts = splitNote(text);
  const status = IDENTITY_PROPERTIES.status;
  const front = mergeFrontMatter({
    yaml: parts.yaml ?? '',
    base: new Map(),
    baseValue: () => null,
    owned: new Set([status]),
    properties: [[status, 'deleted']],
  });
  const marked = joinNote(front.yaml, parts.body);
  const next = parts.trailer === null ? marked : withTrailer(marked, parts.trailer);
  return sameNote(next, text) ? text : withLineEndsOf(text, next);
}
