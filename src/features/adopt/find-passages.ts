import type { ItemHighlight } from '../../model/model';
import type { LineRange } from '../../notes/note/line-kind';
import { namedIds } from './recognise';
import { isSaidByService, lacksNote } from './passage-words';
import {
  isText,
  rangesByText,
  rangesByWords,
  rangeWithId,
  standsAnywhere,
  type UnitRange,
} from './passage-ranges';
import { SaidText, saidWords, wordsIn } from './said-words';
import { isLabelled, itemAround, splitUnit, unitsOf, type Unit } from './units';

/** A highlight that stands in a note of another plugin. */
export interface Passage extends LineRange {
  readonly anchor: string;
  readonly isNested: boolean;
  /** Every word of it is the service's. */
  readonly isAsTheServiceHasIt: boolean;
  /** And it holds no other word, but the note on it has come later. */
  readonly lacksNote: boolean;
  /** It bears a block id that links may lead to: then it is never replaced as a whole. */
  readonly bearsOtherId: boolean;
}

export interface FoundPassages {
  /** In the order of the note, not overlapping. */
  readonly passages: readonly Passage[];
  /** Anchors of highlights that stand in the note in a way that no anchor can be put to. */
  readonly unmarkable: readonly string[];
}

/** Finds where in the lines each highlight stands: by its id in a link or block id, else by its text. */
export function findPassages(lines: readonly string[], highlights: readonly ItemHighlight[]): FoundPassages {
  const said = new SaidText(saidWords(lines));
  const idLines = linesWithIds(lines, { highlights, said });
  const { units, shared } = cutAtIds(lines, idLines);
  const unitAt = unitsByLine(units);
  // The whole document may stand above it.
  const heading = lines.findIndex((line) => /^#{1,6} (?:new )?highlights\b/i.test(line));
  const unitsWithIds = new Map([...idLines].map(([anchor, line]) => [unitAt(line), anchor]));
  const unmarkable = new Set(shared);
  const claimed = new Map<number, string>();
  const found: Passage[] = [];
  const isFreeFor =
    ({ anchor }: ItemHighlight) =>
    (index: number): boolean =>
      !claimed.has(index) && (unitsWithIds.get(index) ?? anchor) === anchor;
  const claim = (highlight: ItemHighlight, range: UnitRange): void => {
    const span = withNotes(lines, { units, range, highlight, isFree: isFreeFor(highlight) });
    const taken = units.slice(span.first, span.last + 1);
    for (let index = span.first; index <= span.last; index += 1) claimed.set(index, highlight.anchor);
    const [start, end] = [taken[0]?.start ?? 0, taken[taken.length - 1]?.end ?? 0];
    found.push({
      anchor: highlight.anchor,
      start,
      end,
      isNested: taken.some(({ isNested }) => isNested),
      isAsTheServiceHasIt: isSaidByService(lines.slice(start, end), highlight),
      lacksNote: lacksNote(lines.slice(start, end), { highlight, said }),
      bearsOtherId: bearsOtherId(lines.slice(start, end), highlight.anchor),
    });
  };
  const longestFirst = [...highlights].sort((left, right) => right.text.length - left.text.length);
  for (const highlight of longestFirst) {
    const line = idLines.get(highlight.anchor);
    if (line === undefined || shared.has(highlight.anchor)) continue;
    const range = rangeWithId({ lines, units, unitAt, said, highlight, line, isFree: isFreeFor(highlight) });
    const isTaken =
      range === null ||
      units.slice(range.first, range.last + 1).some((_, offset) => claimed.has(range.first + offset));
    if (isTaken) unmarkable.add(highlight.anchor);
    else claim(highlight, range);
  }
  for (const highlight of longestFirst) {
    if (idLines.has(highlight.anchor)) continue;
    const isFree = ({ first, last }: UnitRange): boolean =>
      units.slice(first, last + 1).every((_, offset) => !claimed.has(first + offset));
    const byText = rangesByText({ lines, units, unitAt, said, highlight }).filter(isFree);
    const range =
      byText.find(({ first }) => (units[first]?.start ?? 0) > heading) ??
      byText[0] ??
      rangesByWords({ units, unitAt, said, highlight }).find(isFree);
    if (range !== undefined) claim(highlight, range);
    else if (standsAnywhere({ units, unitAt, said, highlight, claimed })) unmarkable.add(highlight.anchor);
  }
  return { passages: found.sort((left, right) => left.start - right.start), unmarkable: [...unmarkable] };
}

/** The line with each highlight's id; of several the one that is nearest to what the service says now, else the first. */
function linesWithIds(
  lines: readonly string[],
  { highlights, said }: { readonly highlights: readonly ItemHighlight[]; readonly said: SaidText },
): ReadonlyMap<string, number> {
  const anchors = new Map<string, string>();
  for (const { anchor, otherAnchor } of highlights)
    for (const name of [anchor, otherAnchor ?? anchor]) anchors.set(name, anchor);
  const found = new Map<string, number[]>();
  lines.forEach((line, index) => {
    if (!/\d/.test(line)) return;
    const ids = namedIds(line);
    const isAbove = /^#{1,6} id\d+/.test(line);
    for (const anchor of [
      ...ids.highlights.map((id) => `rw${id}`),
      ...ids.reader.map((id) => `rd${id}`),
    ].flatMap((name) => anchors.get(name) ?? [])) {
      found.set(anchor, [...(found.get(anchor) ?? []), isAbove ? nextFilled(lines, index + 1) : index]);
    }
  });
  return new Map(
    highlights.flatMap(({ anchor, text }) =>
      nearestOf(found.get(anchor) ?? [], { said, text }).map((line) => [anchor, line] as const),
    ),
  );
}

function nearestOf(
  candidates: readonly number[],
  { said, text }: { readonly said: SaidText; readonly text: string },
): readonly number[] {
  if (candidates.length < 2) return candidates;
  const words = wordsIn(text);
  const ends = said.placesOf(words).map((place) => said.words[place + words.length - 1]?.line ?? 0);
  const distance = (line: number): number => Math.min(...ends.map((end) => Math.abs(end - line)));
  return [candidates.reduce((left, right) => (distance(right) < distance(left) ? right : left))];
}

const nextFilled = (lines: readonly string[], from: number): number => {
  const offset = lines.slice(from).findIndex((line) => line.trim() !== '');
  return offset < 0 ? from - 1 : from + offset;
};

/** Tells in which unit a line is; -1: in none. */
function unitsByLine(units: readonly Unit[]): (line: number) => number {
  const byLine = new Map<number, number>();
  units.forEach(({ start, end }, index) => {
    for (let line = start; line < end; line += 1) byLine.set(line, index);
  });
  return (line) => byLine.get(line) ?? -1;
}

/** Units, those with several passages cut between them; and the anchors in those that cannot be cut. */
function cutAtIds(
  lines: readonly string[],
  idLines: ReadonlyMap<string, number>,
): { readonly units: readonly Unit[]; readonly shared: ReadonlySet<string> } {
  const shared = new Set<string>();
  const whole = unitsOf(lines);
  const unitAt = unitsByLine(whole);
  const byUnit = new Map<number, (readonly [anchor: string, line: number])[]>();
  for (const [anchor, line] of idLines)
    byUnit.set(unitAt(line), [...(byUnit.get(unitAt(line)) ?? []), [anchor, line]]);
  const units = whole.flatMap((unit, index): readonly Unit[] => {
    const inside = byUnit.get(index) ?? [];
    const ends = [...new Set(inside.map(([, line]) => line))].sort((left, right) => left - right);
    const [only] = ends;
    if (inside.length <= 1) return only === undefined ? [unit] : [inOwnItem(lines, { unit, line: only })];
    const parts = ends.length === inside.length ? splitUnit(lines, { unit, ends }) : null;
    if (parts !== null) return parts;
    for (const [anchor] of inside) shared.add(anchor);
    return [unit];
  });
  return { units, shared };
}

/** A person may have put a passage under an item of their own. */
function inOwnItem(
  lines: readonly string[],
  { unit, line }: { readonly unit: Unit; readonly line: number },
): Unit {
  const own = unit.kind === 'list' ? itemAround(lines, { unit, line }) : unit;
  return own.isNested && !isLabelled((lines[own.start] ?? '').replace(/^\s*[-+*]\s/, ''))
    ? { ...own, isNested: true }
    : unit;
}

const bearsOtherId = (lines: readonly string[], anchor: string): boolean =>
  lines.some((line) => (/(?:^|\s)\^([A-Za-z0-9-]+)\s*$/.exec(line)?.[1] ?? anchor) !== anchor);

/** With the paragraphs below that say the highlight's note and tags. */
function withNotes(
  lines: readonly string[],
  {
    units,
    range,
    highlight,
    isFree,
  }: {
    readonly units: readonly Unit[];
    readonly range: UnitRange;
    readonly highlight: ItemHighlight;
    readonly isFree: (index: number) => boolean;
  },
): UnitRange {
  const note = wordsIn(highlight.note).join(' ');
  let { last } = range;
  for (let index = last + 1; index < units.length; index += 1) {
    const unit = units[index];
    if (!isText(unit) || unit.isNested || !isFree(index)) break;
    const own = lines.slice(unit.start, unit.end);
    const isLink = /^\s*\[View (?:Highlight|Tweet)\]\(/i.test(own[0] ?? '');
    const isNote = note !== '' && wordsIn(own.join('\n')).join(' ') === note;
    if (
      !isNote &&
      !isLabelled(own[0] ?? '') &&
      !isLink &&
      !(last > range.last && isSaidByService([...own], { ...highlight, text: '' }))
    )
      break;
    last = index;
  }
  return { first: range.first, last };
}
