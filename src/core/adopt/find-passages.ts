import type { ItemHighlight } from '../library/model';
import type { LineRange } from '../note/line-kind';
import { namedIds } from './note-ids';
import { isSaidByService, lacksNote } from './passage-words';
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

/** A text of fewer words counts as found only where nothing else stands with it. */
const TELLING_WORDS = 4;
/** So much of a text is still there when a person has been at it. */
const MOSTLY = 0.75;

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
    const isTaken = range === null || units.slice(range.first, range.last + 1).some((_, offset) => claimed.has(range.first + offset));
    if (isTaken) unmarkable.add(highlight.anchor);
    else claim(highlight, range);
  }
  for (const highlight of longestFirst) {
    if (idLines.has(highlight.anchor)) continue;
    const isFree = ({ first, last }: UnitRange): boolean => units.slice(first, last + 1).every((_, offset) => !claimed.has(first + offset));
    const byText = rangesByText({ lines, units, unitAt, said, highlight }).filter(isFree);
    const range = byText.find(({ first }) => (units[first]?.start ?? 0) > heading) ?? byText[0] ?? rangesByWords({ units, unitAt, said, highlight }).find(isFree);
    if (range !== undefined) claim(highlight, range);
    else if (standsAnywhere({ units, unitAt, said, highlight, claimed })) unmarkable.add(highlight.anchor);
  }
  return { passages: found.sort((left, right) => left.start - right.start), unmarkable: [...unmarkable] };
}

/** The line with each highlight's id; of several the one that is nearest to what the service says now, else the first. */
function linesWithIds(lines: readonly string[], { highlights, said }: { readonly highlights: readonly ItemHighlight[]; readonly said: SaidText }): ReadonlyMap<string, number> {
  const anchors = new Map<string, string>();
  for (const { anchor, otherAnchor } of highlights) for (const name of [anchor, otherAnchor ?? anchor]) anchors.set(name, anchor);
  const found = new Map<string, number[]>();
  lines.forEach((line, index) => {
    if (!/\d/.test(line)) return;
    const ids = namedIds(line);
    const isAbove = /^#{1,6} id\d+/.test(line);
    for (const anchor of [...ids.highlights.map((id) => `rw${id}`), ...ids.reader.map((id) => `rd${id}`)].flatMap((name) => anchors.get(name) ?? [])) {
      found.set(anchor, [...(found.get(anchor) ?? []), isAbove ? nextFilled(lines, index + 1) : index]);
    }
  });
  return new Map(highlights.flatMap(({ anchor, text }) => nearestOf(found.get(anchor) ?? [], { said, text }).map((line) => [anchor, line] as const)));
}

function nearestOf(candidates: readonly number[], { said, text }: { readonly said: SaidText; readonly text: string }): readonly number[] {
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
function cutAtIds(lines: readonly string[], idLines: ReadonlyMap<string, number>): { readonly units: readonly Unit[]; readonly shared: ReadonlySet<string> } {
  const shared = new Set<string>();
  const whole = unitsOf(lines);
  const unitAt = unitsByLine(whole);
  const byUnit = new Map<number, (readonly [anchor: string, line: number])[]>();
  for (const [anchor, line] of idLines) byUnit.set(unitAt(line), [...(byUnit.get(unitAt(line)) ?? []), [anchor, line]]);
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
function inOwnItem(lines: readonly string[], { unit, line }: { readonly unit: Unit; readonly line: number }): Unit {
  const own = unit.kind === 'list' ? itemAround(lines, { unit, line }) : unit;
  return own.isNested && !isLabelled((lines[own.start] ?? '').replace(/^\s*[-+*]\s/, '')) ? { ...own, isNested: true } : unit;
}

interface Search {
  readonly units: readonly Unit[];
  readonly unitAt: (line: number) => number;
  readonly said: SaidText;
  readonly highlight: ItemHighlight;
}

type UnitRange = { readonly first: number; readonly last: number };

/** From where the text begins to where the id stands, if nothing strange is between them; else the text behind the id, with no more than a line between them. */
function rangeWithId({
  lines,
  units,
  unitAt,
  said,
  highlight,
  line,
  isFree,
}: Search & { readonly lines: readonly string[]; readonly line: number; readonly isFree: (unit: number) => boolean }): UnitRange | null {
  const own = unitAt(line);
  if (own < 0) return null;
  const words = wordsIn(highlight.text);
  const ranges = said.placesOf(words).map((place) => ({ first: unitAt(said.words[place]?.line ?? 0), last: unitAt(said.words[place + words.length - 1]?.line ?? 0) }));
  const around = ranges
    .filter(({ first, last }) => first >= 0 && last >= 0 && first <= own && own - last <= 1)
    .map(({ first, last }) => ({ first, last: Math.max(last, own) }))
    .find(({ first, last }) => isOneText(units.slice(first, last + 1)));
  if (around !== undefined) return around;
  const alike = [own, own + 1, own + 2].filter((index) => isAlike(lines, { unit: units[index], highlight })).map((index) => ({ first: index, last: index }));
  const isBehind = ({ first, last }: UnitRange): boolean => first > own && first <= own + 2 && last >= first && isOneText(units.slice(first, last + 1)) && isFree(first);
  const behind = alike[0]?.first === own ? undefined : [...ranges, ...alike].find(isBehind);
  return behind ?? (isText(units[own]) ? { first: own, last: own } : null);
}

const isText = (unit: Unit | undefined): unit is Unit => unit !== undefined && unit.kind !== 'heading' && unit.kind !== 'rule' && unit.kind !== 'comment';
const isOneText = (units: readonly Unit[]): boolean => units.every(isText);

/** Places of the text that begin a unit, and hold little else where it is short. */
function rangesByText({ lines, units, unitAt, said, highlight }: Search & { readonly lines: readonly string[] }): readonly UnitRange[] {
  const words = wordsIn(highlight.text);
  return said.placesOf(words).flatMap((place): readonly UnitRange[] => {
    const first = unitAt(said.words[place]?.line ?? 0);
    const last = unitAt(said.words[place + words.length - 1]?.line ?? 0);
    const start = units[first]?.start ?? 0;
    const isFirst = place === 0 || (said.words[place - 1]?.line ?? 0) < start;
    if (first < 0 || last < 0 || !isFirst || !isOneText(units.slice(first, last + 1))) return [];
    const isTelling = words.length >= TELLING_WORDS || isSaidByService(lines.slice(start, units[last]?.end ?? start), highlight);
    return isTelling ? [{ first, last }] : [];
  });
}

/** Units that are made of the text's words for the better part: a person has been at them. The likeliest first. */
function rangesByWords({ units, unitAt, said, highlight }: Search): readonly UnitRange[] {
  const words = new Set(wordsIn(highlight.text));
  if (words.size <= TELLING_WORDS) return [];
  const byUnit = new Map<number, Set<string>>();
  for (const word of words) {
    for (const place of said.placesOfWord(word)) {
      const unit = unitAt(said.words[place]?.line ?? 0);
      byUnit.set(unit, (byUnit.get(unit) ?? new Set()).add(word));
    }
  }
  const alike = [...byUnit].filter(([unit, shared]) => isText(units[unit]) && shared.size >= words.size * MOSTLY).sort(([, left], [, right]) => right.size - left.size);
  return alike.map(([unit]) => ({ first: unit, last: unit }));
}

/** Whether one unit is made of the text's words for the better part. */
function isAlike(lines: readonly string[], { unit, highlight }: { readonly unit: Unit | undefined; readonly highlight: ItemHighlight }): boolean {
  const words = new Set(wordsIn(highlight.text));
  if (!isText(unit) || words.size <= TELLING_WORDS) return false;
  const there = new Set(wordsIn(lines.slice(unit.start, unit.end).join('\n')));
  return [...words].filter((word) => there.has(word)).length >= words.size * MOSTLY;
}

const bearsOtherId = (lines: readonly string[], anchor: string): boolean => lines.some((line) => (/(?:^|\s)\^([A-Za-z0-9-]+)\s*$/.exec(line)?.[1] ?? anchor) !== anchor);

/** Whether a telling text stands somewhere, be it in the midst of a person's own. */
function standsAnywhere({ unitAt, said, highlight, claimed }: Search & { readonly claimed: ReadonlyMap<number, string> }): boolean {
  const words = wordsIn(highlight.text);
  return words.length > TELLING_WORDS && said.placesOf(words).some((place) => !claimed.has(unitAt(said.words[place]?.line ?? 0)));
}

/** With the paragraphs below that say the highlight's note and tags. */
function withNotes(
  lines: readonly string[],
  {
    units,
    range,
    highlight,
    isFree,
  }: { readonly units: readonly Unit[]; readonly range: UnitRange; readonly highlight: ItemHighlight; readonly isFree: (index: number) => boolean },
): UnitRange {
  const note = wordsIn(highlight.note).join(' ');
  let { last } = range;
  for (let index = last + 1; index < units.length; index += 1) {
    const unit = units[index];
    if (!isText(unit) || unit.isNested || !isFree(index)) break;
    const own = lines.slice(unit.start, unit.end);
    const isLink = /^\s*\[View (?:Highlight|Tweet)\]\(/i.test(own[0] ?? '');
    const isNote = note !== '' && wordsIn(own.join('\n')).join(' ') === note;
    if (!isNote && !isLabelled(own[0] ?? '') && !isLink && !(last > range.last && isSaidByService([...own], { ...highlight, text: '' }))) break;
    last = index;
  }
  return { first: range.first, last };
}
