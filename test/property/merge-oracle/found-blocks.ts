import {
  blockText,
  copyOf,
  isSame,
  itemText,
  MARK,
  paragraphsText,
  shown,
  titleText,
  type Item,
  type LocalBlock,
  type LocalNote,
  type Paragraph,
  type RemoteNote,
  type Style,
} from './model';

/** What the trailer tells of a block as the last sync left it. */
export interface Shape {
  readonly first: string;
  readonly lines: number;
}

export type Shapes = ReadonlyMap<number, Shape>;

export interface Reading {
  readonly local: LocalNote;
  readonly base: RemoteNote;
  readonly remote: RemoteNote;
  readonly shapes: Shapes;
  /** Whether the program is told what it wrote last. */
  readonly isBaseKnown: boolean;
  readonly style: Style;
}

/**
 * The note as it is read by somebody who was not there when the person wrote in it: only the end of a block is
 * sure, and what stands above its beginning is the person's. It begins below a box or the mark of a deleted
 * highlight: where all of it is what the service has or had; else
 *
 * 1. with its first line, where as many lines follow as it had;
 * 2. else with the first paragraph that was made of its text: half or more of its words, or three in a row
 *    that begin in it;
 * 3. else with its first line;
 * 4. else as many lines above its end as it had, less lines of another kind at the top.
 *
 * Its text is the one last written, or the service's where nobody knows that. Null where words that the person
 * wrote above a block are read as the block's.
 */
export function withBlocksFound(reading: Reading): LocalNote | null {
  const note = withHeaderFound(reading);
  if (note === null) return null;
  for (const [index, block] of note.blocks.entries()) {
    const above = note.blocks[index - 1]?.tail;
    const head = [...note.lead.map(itemText), titleText(note.title)].join('\n');
    const linesAbove = above === undefined ? linesAboveBlock(note.intro, head) : linesAboveBlock(above);
    const start = startOf(block, linesAbove, reading);
    if (start < 0) return null;
    const kept = reading.style === 'plain' ? start : quoteStart(block, start);
    (above ?? note.intro).push(...itemsOf(block.paragraphs.slice(0, kept), reading.style));
    block.paragraphs = block.paragraphs.slice(kept);
  }
  return note;
}

/**
 * The header has no anchor. It is all that the service has or had; else the paragraphs made of its text; none
 * where no word of it is left. Null where the person's text above its end is read as the header's, or a part of
 * the header as theirs.
 */
function withHeaderFound({ local, base, remote, isBaseKnown }: Reading): LocalNote | null {
  const note = copyOf(local);
  const { title } = note;
  if (isSame(title, base.title) || isSame(title, remote.title)) return note;
  const text = isBaseKnown ? base.title : remote.title;
  const made = title.map((_words, at) => firstMadeOf(title.slice(at), { text, style: 'plain' }) === 0);
  if (made[0] === true) {
    note.intro.unshift(...itemsOf(title.slice(made.lastIndexOf(true) + 1), 'plain'));
    note.title = title.slice(0, made.lastIndexOf(true) + 1);
    return note;
  }
  if (made.includes(true)) return null;
  if (!isBaseKnown) return note;
  // A paragraph of the header that hardly had a word of it left counts as the person's since then.
  const around = [...note.lead, ...note.intro].filter(({ kind }) => kind === 'mine');
  const words = [...title.flat(), ...around.flatMap((item) => item.text.split(/\s+/))];
  if (words.some((word) => text.flat().includes(word))) return null;
  const texts = title.length === 0 ? [] : titleText(title).split('\n\n');
  const mine = texts.map((one): Item => ({ kind: 'mine', text: one }));
  return { ...note, lead: [], title: [], intro: [...note.lead, ...mine, ...note.intro] };
}

/** A quote is one paragraph, with the anchor below it. */
const quoteStart = ({ paragraphs }: LocalBlock, start: number): number =>
  start < paragraphs.length ? 0 : paragraphs.length;

function itemsOf(paragraphs: readonly Paragraph[], style: Style): readonly Item[] {
  if (paragraphs.length === 0) return [];
  const texts = style === 'plain' ? paragraphs.map((one) => [one]) : [paragraphs];
  return texts.map((text) => ({ kind: 'mine', text: paragraphsText(text, style) }));
}

/** How the trailer remembers the blocks after a merge; a block that the service did not change as before. */
export function shapesAfter(note: LocalNote, { base, remote, shapes, style }: Reading): Shapes {
  const isSameVersion = versionText(base, style) === versionText(remote, style);
  return new Map(
    note.blocks.map((block) => {
      const [was, now] = [block.madeFrom ?? textOf(block, base), textOf(block, remote)];
      const isUnchanged = isSameVersion || (was !== null && now !== null && isSame(was, now));
      const isAsBefore = isUnchanged && now !== null && !isSame(block.paragraphs, now);
      const before = isAsBefore ? shapes.get(block.id) : undefined;
      return [block.id, before ?? shapeOf(block, style)];
    }),
  );
}

const versionText = ({ title, highlights }: RemoteNote, style: Style): string =>
  [titleText(title), ...highlights.map((one) => paragraphsText(shown(one), style))].join('\n\n');

export function firstShapes(note: LocalNote, style: Style): Shapes {
  return new Map(note.blocks.map((block) => [block.id, shapeOf(block, style)]));
}

function shapeOf(block: LocalBlock, style: Style): Shape {
  const lines = filledLines(blockText(block, style));
  return { first: lines[0] ?? '', lines: lines.length };
}

const filledLines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => /[^\s>]/.test(line));

/** The lines between a block and the box or the mark of a deleted highlight above, if any. */
function linesAboveBlock(items: readonly Item[], head = ''): readonly string[] {
  const end = items.map(({ kind, text }) => kind === 'box' || text === MARK).lastIndexOf(true);
  const own = items.slice(end + 1).map(itemText);
  return filledLines([...(end < 0 ? [head] : []), ...own].join('\n'));
}

function textOf({ id }: LocalBlock, { highlights }: RemoteNote): readonly Paragraph[] | null {
  const highlight = highlights.find((one) => one.id === id);
  return highlight === undefined ? null : shown(highlight);
}

/** The line, counted from the block's first in the model, with which a reader lets it begin. */
function startOf(block: LocalBlock, above: readonly string[], reading: Reading): number {
  const { base, remote, shapes, isBaseKnown, style } = reading;
  const [was, now] = [textOf(block, base), textOf(block, remote)];
  const madeFrom = block.madeFrom ?? was;
  const exact = block.paragraphs.findIndex((_paragraph, index) =>
    [madeFrom, now].some((text) => text !== null && isSame(block.paragraphs.slice(index), text)),
  );
  if (exact >= 0) return exact;
  const shape = shapes.get(block.id);
  if (shape === undefined) throw new Error('The model forgot a block');
  const own = filledLines(blockText(block, style));
  const lines = [...above, ...own];
  const counted = Math.max(0, lines.length - shape.lines);
  if (lines[counted] === shape.first) return counted - above.length;
  const isUnchanged = madeFrom !== null && now !== null && isSame(madeFrom, now);
  const text = isBaseKnown && !isUnchanged ? was : now;
  const made = text === null ? -1 : firstMadeOf(block.paragraphs, { text, style });
  if (made >= 0) return made;
  const first = lines.lastIndexOf(shape.first);
  if (first >= 0) return first - above.length;
  const isOfKind = (line: string): boolean => isPlain(line) === (style === 'plain');
  const start = text === null ? counted : lines.findIndex((line, at) => at >= counted && isOfKind(line));
  return (start < 0 ? lines.length - 1 : start) - above.length;
}

const isPlain = (line: string): boolean => /^[su^*]/.test(line);

/** Which of the paragraphs is the first that was made of a text; -1 for none. */
export function firstMadeOf(
  paragraphs: readonly Paragraph[],
  { text, style }: { readonly text: readonly Paragraph[]; readonly style: Style },
): number {
  const known = new Set(text.flat());
  const read = style === 'plain' ? paragraphs : [paragraphs.flat()];
  const isKept = read.flat().map((word) => known.has(word));
  const beginsRow = isKept.map((_kept, at) => [0, 1, 2].every((next) => isKept[at + next] === true));
  let end = 0;
  return read.findIndex(({ length }) => {
    const start = end;
    end += length;
    const count = isKept.slice(start, end).filter((kept) => kept).length;
    return (count > 0 && count * 2 >= length) || beginsRow.slice(start, end).includes(true);
  });
}
