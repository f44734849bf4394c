import { mergeFrontMatter } from './front-matter';
import { fingerprint, normalizeText } from './hash';
import { composeNote, IDENTITY_PROPERTIES, isFilled, isUntouched, joinNote, noteBlock, OWNED_PROPERTIES, splitNote, trailerOf, withTrailer, type NoteBlock, type NoteParts, type NoteVersion } from './note';
import { parseBody, type BodyBlock, type NoteBody } from './note-body';
import type { BlockBase, Trailer } from './trailer';

export interface MergeInput {
  /** What stands in the note. */
  readonly text: string;
  /** What the service and the template make of the item now. */
  readonly version: NoteVersion;
  /** Mark of the path that the note now goes by; null keeps the one it bears (the person moved it). */
  readonly path: string | null;
  /** Anchors of highlights that are known to be deleted at the service. */
  readonly gone: ReadonlySet<string>;
  /** One line of markdown for a block that was deleted at the service and holds the person's words. */
  readonly deletedMark: string;
}

export interface MergeResult {
  readonly text: string;
  /** Anchors and property names that both sides changed; the person's text stands. */
  readonly conflicts: readonly string[];
}

/**
 * Brings a note up to date and keeps every word of the person's: blocks and properties that nobody touched take the service's
 * text, all others stay as they are. Pure; merging twice is merging once.
 */
export function mergeNote(input: MergeInput): MergeResult {
  const { text, version } = input;
  const parts = splitNote(text);
  const path = input.path ?? parts.trailer?.path ?? '';
  if (isUntouched(parts)) {
    const composed = composeNote(version, path);
    return { text: sameNote(composed, text) ? text : composed, conflicts: [] };
  }
  const body = mergeBody(parts, input);
  const front = mergeProperties(parts, version);
  const trailer: Trailer = { ...body.trailer, path, properties: front.base, frontMatter: parts.yaml === null ? '' : fingerprint(version.yaml) };
  const merged = withTrailer(joinNote(front.yaml, body.text), trailer);
  return { text: sameNote(merged, text) ? text : merged, conflicts: [...body.conflicts, ...front.conflicts] };
}

/** Line ends and the blanks around a note are no reason to write it. */
const sameNote = (left: string, right: string): boolean => normalizeText(left) === normalizeText(right);

function mergeProperties(parts: NoteParts, version: NoteVersion): { yaml: string; base: ReadonlyMap<string, string>; conflicts: readonly string[] } {
  const fresh = trailerOf(version, '').properties;
  const before = parts.trailer?.properties ?? new Map<string, string>();
  if (parts.yaml !== null && fingerprint(parts.yaml) === parts.trailer?.frontMatter) return { yaml: version.yaml, base: fresh, conflicts: [] };
  const merged = mergeFrontMatter({ yaml: parts.yaml ?? '', base: before, owned: OWNED_PROPERTIES, properties: version.properties });
  const conflicted = new Set(merged.conflicts);
  // A value that the person changed keeps its old base, so that the two sides can still be told apart later.
  const base = new Map([...fresh].map(([name, mark]) => [name, conflicted.has(name) ? (before.get(name) ?? mark) : mark]));
  return { yaml: merged.yaml, base, conflicts: merged.conflicts };
}

interface MergedBody {
  readonly text: string;
  readonly trailer: Trailer;
  readonly conflicts: readonly string[];
}

function mergeBody(parts: NoteParts, input: MergeInput): MergedBody {
  const { version } = input;
  const fresh = trailerOf(version, '');
  const known = parts.trailer ?? fresh;
  const bases = basesOf(known, version);
  const body = parseBody(parts.body.trimEnd(), { header: known.header ?? version.header.base, blocks: bases });
  const standing = new Set(body.blocks.map((block) => block.anchor));
  const missing = parts.trailer === null ? [] : [...known.blocks.keys()].filter((anchor) => !standing.has(anchor));
  const removed = new Set([...known.removed, ...missing]);

  const ordered = inOrder(body.blocks, { base: [...known.blocks.keys()], next: [...version.blocks.keys()] });
  const { units, released, conflicts } = mergeBlocks(ordered, { ...input, bases, released: known.released });
  const arrivals = [...version.blocks].filter(([anchor]) => !standing.has(anchor) && !removed.has(anchor) && !released.has(anchor));
  const blocks = withArrivals(units, { arrivals, order: [...version.blocks.keys()] });

  return {
    text: layOut({ ...body, header: body.headerClean ? linesOf(version.header) : body.header, blocks }),
    trailer: { ...fresh, header: body.headerClean ? fresh.header : known.header, blocks: nextBases(blocks, { bases, version, released }), removed, released },
    conflicts,
  };
}

const linesOf = (block: NoteBlock): readonly string[] => (block.text === '' ? [] : block.text.split('\n'));

/** Decides each block that stands in the note. */
function mergeBlocks(
  blocks: readonly BodyBlock[],
  input: MergeInput & { readonly bases: ReadonlyMap<string, BlockBase>; readonly released: ReadonlySet<string> },
): { readonly units: readonly BodyBlock[]; readonly released: ReadonlySet<string>; readonly conflicts: readonly string[] } {
  const released = new Set(input.released);
  const conflicts: string[] = [];
  const units = blocks.flatMap((block): readonly BodyBlock[] => {
    const next = input.version.blocks.get(block.anchor);
    if (next !== undefined) {
      if (block.clean || noteBlock(block.lines.join('\n'), '').base.text === next.base.text) return [{ ...block, clean: true, lines: linesOf(next) }];
      if (input.bases.get(block.anchor)?.source !== next.base.source) conflicts.push(block.anchor);
      return [block];
    }
    if (!input.gone.has(block.anchor)) return [block];
    if (block.clean && !block.tail.some(isFilled)) return [];
    released.add(block.anchor);
    return [{ ...block, lines: [...block.lines, '', input.deletedMark] }];
  });
  return { units, released, conflicts };
}

/** What each block's last writing was. Where the trailer is lost, a block that equals its rendering is clean. */
function basesOf(known: Trailer, version: NoteVersion): ReadonlyMap<string, BlockBase> {
  const bases = new Map(known.blocks);
  for (const [anchor, block] of version.blocks) if (!bases.has(anchor) && !known.removed.has(anchor) && !known.released.has(anchor)) bases.set(anchor, block.base);
  for (const anchor of known.released) bases.delete(anchor);
  return bases;
}

/** The bases to write: the new text's for what was taken over, the old one's for what the person changed. */
function nextBases(
  units: readonly BodyBlock[],
  options: { readonly bases: ReadonlyMap<string, BlockBase>; readonly version: NoteVersion; readonly released: ReadonlySet<string> },
): ReadonlyMap<string, BlockBase> {
  const next = new Map<string, BlockBase>();
  for (const unit of units) {
    if (options.released.has(unit.anchor)) continue;
    const base = unit.clean ? (options.version.blocks.get(unit.anchor)?.base ?? options.bases.get(unit.anchor)) : options.bases.get(unit.anchor);
    if (base !== undefined) next.set(unit.anchor, base);
  }
  return next;
}

/** The service's new order, unless the person put the blocks into one of their own. */
function inOrder(blocks: readonly BodyBlock[], order: { readonly base: readonly string[]; readonly next: readonly string[] }): readonly BodyBlock[] {
  const standing = blocks.map((block) => block.anchor);
  const inNote = new Set(standing);
  const inBase = new Set(order.base);
  const reordered = standing.filter((anchor) => inBase.has(anchor)).join(' ') !== order.base.filter((anchor) => inNote.has(anchor)).join(' ');
  if (reordered) return blocks;
  const rank = new Map(order.next.map((anchor, index) => [anchor, index]));
  const ranked = blocks.filter((block) => rank.has(block.anchor)).sort((left, right) => (rank.get(left.anchor) ?? 0) - (rank.get(right.anchor) ?? 0));
  // Blocks that the service no longer has keep their places among the others.
  let taken = 0;
  return blocks.map((block) => (rank.has(block.anchor) ? (ranked[taken++] ?? block) : block));
}

/** Puts new blocks in: each comes behind the block that the service has before it, and behind what the person wrote under that. */
function withArrivals(
  units: readonly BodyBlock[],
  incoming: { readonly arrivals: readonly (readonly [anchor: string, block: NoteBlock])[]; readonly order: readonly string[] },
): readonly BodyBlock[] {
  const arrivals = new Map(incoming.arrivals);
  const standing = new Set(units.map((unit) => unit.anchor));
  const behind = new Map<string, BodyBlock[]>();
  let predecessor = '';
  for (const anchor of incoming.order) {
    const block = arrivals.get(anchor);
    if (standing.has(anchor)) predecessor = anchor;
    else if (block !== undefined) behind.set(predecessor, [...(behind.get(predecessor) ?? []), { anchor, lines: linesOf(block), clean: true, tail: [''] }]);
  }
  return [...(behind.get('') ?? []), ...units.flatMap((unit) => [unit, ...(behind.get(unit.anchor) ?? [])])];
}

/** Puts the parts one under the other, each service's part set off by a blank line. */
function layOut(body: Omit<NoteBody, 'headerClean'>): string {
  const sections: (readonly string[])[] = [body.lead, body.header, body.intro];
  for (const block of body.blocks) sections.push(block.lines, block.tail);
  const lines: string[] = [];
  for (const section of sections) {
    if (section.length === 0) continue;
    if (lines.length > 0 && isFilled(lines[lines.length - 1] ?? '') && isFilled(section[0] ?? '')) lines.push('');
    lines.push(...section);
  }
  return lines.join('\n');
}

/** Marks a note whose item is gone at the service but which holds the person's words. */
export function markDeleted(text: string): string {
  const parts = splitNote(text);
  const status = IDENTITY_PROPERTIES.status;
  const front = mergeFrontMatter({ yaml: parts.yaml ?? '', base: new Map(), owned: new Set([status]), properties: [[status, 'deleted']] });
  const marked = joinNote(front.yaml, parts.body);
  const next = parts.trailer === null ? marked : withTrailer(marked, parts.trailer);
  return sameNote(next, text) ? text : next;
}
