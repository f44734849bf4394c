import { firstMadeOf } from './found-blocks';
import {
  isSame,
  MARK,
  paragraphsText,
  shown,
  titleText,
  type Item,
  type LocalBlock,
  type LocalNote,
  type Paragraph,
  type Remote,
  type RemoteNote,
  type Style,
} from './model';

export interface Round {
  readonly local: LocalNote;
  readonly base: RemoteNote;
  readonly remote: RemoteNote;
  /** Blocks that the person deleted, in this round or before. */
  readonly removed: ReadonlySet<number>;
  readonly wasReordered: boolean;
  /** Whether the program is told what it wrote last. */
  readonly isBaseKnown: boolean;
  readonly style: Style;
}

export interface Outcome {
  readonly note: LocalNote;
  readonly conflicts: readonly string[];
}

/** What a person would expect of the note, by the rules as the documentation has them. */
export function naiveMerge(round: Round): Outcome {
  const conflicts: string[] = [];
  const { base, remote } = round;
  const head = mergeTitle(round, conflicts);
  const was = new Map(base.highlights.map((highlight) => [highlight.id, highlight]));
  const now = new Map(remote.highlights.map((highlight) => [highlight.id, highlight]));
  const left: LocalBlock[] = [];
  const away = new Map<number, readonly Item[]>();
  for (const block of inOrder(round)) {
    const next = now.get(block.id);
    const before = was.get(block.id);
    if (before === undefined) throw new Error('The model lost a block');
    if (next !== undefined) left.push(mergeBlock({ block, before, next, round, conflicts }));
    else if (!remote.gone.has(block.id)) left.push(block);
    else if (
      block.tail.length > 0 ||
      !(isSame(block.paragraphs, block.madeFrom ?? shown(before)) || block.paragraphs.length === 0)
    ) {
      left.push(block);
      away.set(block.id, givenAway(block, round.style));
    }
  }
  const note: LocalNote = { ...head, blocks: [] };
  for (const block of withArrivals(left, round)) {
    const items = away.get(block.id);
    if (items === undefined) note.blocks.push({ ...block, tail: [...block.tail] });
    else (note.blocks[note.blocks.length - 1]?.tail ?? note.intro).push(...items);
  }
  return { note, conflicts };
}

/** A block that is gone at the service and holds the person's words is text of theirs from then on. */
function givenAway(block: LocalBlock, style: Style): readonly Item[] {
  const text = paragraphsText(block.paragraphs, style);
  const ended =
    block.paragraphs.length === 0
      ? `^rw${String(block.id)}`
      : `${text}${style === 'plain' ? ' ' : '\n\n'}^rw${String(block.id)}`;
  return [{ kind: 'mine', text: ended }, { kind: 'mine', text: MARK }, ...block.tail];
}

function inOrder({ local, remote, wasReordered }: Round): readonly LocalBlock[] {
  if (wasReordered) return local.blocks;
  const order = remote.highlights.map((highlight) => highlight.id);
  const living = local.blocks
    .filter((block) => order.includes(block.id))
    .sort((left, right) => order.indexOf(left.id) - order.indexOf(right.id));
  return local.blocks.map((block) => (order.includes(block.id) ? (living.shift() ?? block) : block));
}

/** New highlights come behind the one that the service has before them. */
function withArrivals(blocks: readonly LocalBlock[], { remote, removed }: Round): readonly LocalBlock[] {
  const all = [...blocks];
  let at = 0;
  for (const highlight of remote.highlights) {
    const standing = all.findIndex((block) => block.id === highlight.id);
    if (standing >= 0) at = standing + 1;
    else if (!removed.has(highlight.id)) {
      all.splice(at, 0, { id: highlight.id, paragraphs: shown(highlight), tail: [] });
      at += 1;
    }
  }
  return all;
}

function mergeBlock(options: {
  readonly block: LocalBlock;
  readonly before: Remote;
  readonly next: Remote;
  readonly round: Round;
  readonly conflicts: string[];
}): LocalBlock {
  const { block, before, next, round } = options;
  const [base, remote] = [shown(before), shown(next)];
  const [baseText, remoteText] = [paragraphsText(base, round.style), paragraphsText(remote, round.style)];
  const taken: LocalBlock = {
    id: block.id,
    paragraphs: remote,
    tail: block.tail.filter(
      (item) => item.kind !== 'box' || (item.text !== baseText && item.text !== remoteText),
    ),
  };
  const { madeFrom, ...others } = block;
  if (isSame(block.paragraphs, madeFrom ?? base) || isSame(block.paragraphs, remote)) return taken;
  if (isSame(base, remote)) return block;
  const followed: LocalBlock = {
    ...others,
    tail: block.tail.map((item) =>
      item.kind === 'box' && item.text === baseText ? { kind: 'box', text: remoteText } : item,
    ),
  };
  if (block.paragraphs.length === 0) return followed;
  const isOnlyTemplate = isSame(before.paragraphs, next.paragraphs) && before.place === next.place;
  const isMerged = round.isBaseKnown && !(isOnlyTemplate && madeFrom !== undefined);
  const merged = isMerged ? mergeParagraphs({ base, local: block.paragraphs, remote }) : null;
  if (merged !== null) return isSame(merged, remote) ? taken : { ...followed, paragraphs: merged };
  const hasBox = block.tail.some((item) => item.kind === 'box' && item.text === baseText);
  if (isOnlyTemplate) return hasBox ? followed : { ...block, madeFrom: madeFrom ?? base };
  options.conflicts.push(`rw${String(block.id)}`);
  return hasBox ? followed : { ...others, tail: [{ kind: 'box', text: remoteText }, ...block.tail] };
}

function mergeTitle(round: Round, conflicts: string[]): Pick<LocalNote, 'lead' | 'title' | 'intro'> {
  const { local, base, remote } = round;
  const [baseText, remoteText] = [titleText(base.title), titleText(remote.title)];
  const kept = { lead: [...local.lead], title: local.title, intro: [...local.intro] };
  const taken = {
    ...kept,
    title: remote.title,
    intro: kept.intro.filter((item) => item.kind !== 'box' || item.text !== baseText),
  };
  if (isSame(local.title, base.title) || isSame(local.title, remote.title)) return taken;
  if (isSame(base.title, remote.title)) return kept;
  const box: Item = { kind: 'box', text: remoteText };
  const place = kept.intro.findIndex((item) => item.kind === 'box' && item.text === baseText);
  const followed = { ...kept, intro: kept.intro.map((item, index) => (index === place ? box : item)) };
  // Where nothing tells the header from what stands around it, all of it is one text.
  const isOneText =
    !round.isBaseKnown && firstMadeOf(local.title, { text: remote.title, style: 'plain' }) < 0;
  const above = kept.intro.slice(0, isOneText ? firstBoxIn(kept.intro) : 0);
  if ((isOneText ? [...local.lead, ...local.title, ...above] : local.title).length === 0) return followed;
  const merged = round.isBaseKnown
    ? mergeParagraphs({ base: base.title, local: local.title, remote: remote.title })
    : null;
  if (merged !== null) return isSame(merged, remote.title) ? taken : { ...followed, title: merged };
  conflicts.push('header');
  return place >= 0 ? followed : { ...kept, intro: [...above, box, ...kept.intro.slice(above.length)] };
}

function firstBoxIn(items: readonly Item[]): number {
  const box = items.findIndex((item) => item.kind === 'box');
  return box < 0 ? items.length : box;
}

const BREAK = '¶';

const flat = (paragraphs: readonly Paragraph[]): readonly string[] =>
  paragraphs.flatMap((words, index) => (index === 0 ? words : [BREAK, ...words]));

/**
 * Words that both sides still have cut all three texts into the same stretches; a stretch that only one side
 * changed is that side's. Words are one of a kind, so no comparing of sequences is needed. Null for a
 * conflict.
 */
export function mergeParagraphs({
  base,
  local,
  remote,
}: Readonly<Record<'base' | 'local' | 'remote', readonly Paragraph[]>>): readonly Paragraph[] | null {
  const [before, mine, theirs] = [flat(base), flat(local), flat(remote)];
  const words = before.filter((word) => word !== BREAK);
  for (const side of [mine, theirs]) {
    const left = words.filter((word) => side.includes(word)).length;
    if (left * 2 < Math.min(words.length, side.filter((word) => word !== BREAK).length)) return null;
  }
  const fixed = words.filter((word) => mine.includes(word) && theirs.includes(word));
  const out: string[] = [];
  const from = { before: 0, mine: 0, theirs: 0 };
  for (const word of [...fixed, null]) {
    const stretch = (texts: readonly string[], start: number): readonly string[] =>
      texts.slice(start, word === null ? undefined : texts.indexOf(word));
    const [b, l, r] = [
      stretch(before, from.before),
      stretch(mine, from.mine),
      stretch(theirs, from.theirs),
    ].map((part) => part.join(' '));
    if (l !== b && r !== b && l !== r) return null;
    out.push(...stretch(l === b ? theirs : mine, l === b ? from.theirs : from.mine));
    if (word === null) break;
    out.push(word);
    from.before = before.indexOf(word) + 1;
    from.mine = mine.indexOf(word) + 1;
    from.theirs = theirs.indexOf(word) + 1;
  }
  const paragraphs: string[][] = [[]];
  for (const word of out) {
    if (word === BREAK) paragraphs.push([]);
    else paragraphs[paragraphs.length - 1]?.push(word);
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}
