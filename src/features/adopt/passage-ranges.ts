import type { ItemHighlight } from '../../model/model';
import { isSaidByService } from './passage-words';
import { type SaidText, wordsIn } from './said-words';
import type { Unit } from './units';

/** A text of fewer words counts as found only where nothing else stands with it. */
const TELLING_WORDS = 4;
/** So much of a text is still there when a person has been at it. */
const MOSTLY = 0.75;

const isMostOf = (shared: number, words: ReadonlySet<string>): boolean =>
  words.size > TELLING_WORDS && shared >= words.size * MOSTLY;

/** A highlight that is looked for in the units of a note. */
interface Search {
  readonly units: readonly Unit[];
  readonly unitAt: (line: number) => number;
  readonly said: SaidText;
  readonly highlight: ItemHighlight;
}

/** Units from the first to the last. */
export type UnitRange = { readonly first: number; readonly last: number };

/** From where the text begins to where the id stands, if nothing strange is between them; else the text behind the id, with no more than a line between them. */
export function rangeWithId({
  lines,
  units,
  unitAt,
  said,
  highlight,
  line,
  isFree,
}: Search & {
  readonly lines: readonly string[];
  readonly line: number;
  readonly isFree: (unit: number) => boolean;
}): UnitRange | null {
  const own = unitAt(line);
  if (own < 0) return null;
  const ranges = unitsOfText({ unitAt, said, words: wordsIn(highlight.text) });
  const around = ranges
    .filter(({ first, last }) => first >= 0 && last >= 0 && first <= own && own - last <= 1)
    .map(({ first, last }) => ({ first, last: Math.max(last, own) }))
    .find(({ first, last }) => isOneText(units.slice(first, last + 1)));
  if (around !== undefined) return around;
  const alike = [own, own + 1, own + 2]
    .filter((index) => isAlike(lines, { unit: units[index], highlight }))
    .map((index) => ({ first: index, last: index }));
  const isBehind = ({ first, last }: UnitRange): boolean =>
    first > own &&
    first <= own + 2 &&
    last >= first &&
    isOneText(units.slice(first, last + 1)) &&
    isFree(first);
  const behind = alike[0]?.first === own ? undefined : [...ranges, ...alike].find(isBehind);
  return behind ?? (isText(units[own]) ? { first: own, last: own } : null);
}

/** Where the words stand, one after the other: the place of the first, and the units of the first and the last. */
const unitsOfText = ({
  unitAt,
  said,
  words,
}: Pick<Search, 'unitAt' | 'said'> & { readonly words: readonly string[] }): readonly (UnitRange & {
  readonly place: number;
})[] =>
  said.placesOf(words).map((place) => ({
    place,
    first: unitAt(said.words[place]?.line ?? 0),
    last: unitAt(said.words[place + words.length - 1]?.line ?? 0),
  }));

export const isText = (unit: Unit | undefined): unit is Unit =>
  unit !== undefined && unit.kind !== 'heading' && unit.kind !== 'rule' && unit.kind !== 'comment';
const isOneText = (units: readonly Unit[]): boolean => units.every(isText);

/** Places of the text that begin a unit, and hold little else where it is short. */
export function rangesByText({
  lines,
  units,
  unitAt,
  said,
  highlight,
}: Search & { readonly lines: readonly string[] }): readonly UnitRange[] {
  const words = wordsIn(highlight.text);
  return unitsOfText({ unitAt, said, words }).flatMap(({ place, first, last }): readonly UnitRange[] => {
    const start = units[first]?.start ?? 0;
    const isFirst = place === 0 || (said.words[place - 1]?.line ?? 0) < start;
    if (first < 0 || last < 0 || !isFirst || !isOneText(units.slice(first, last + 1))) return [];
    const isTelling =
      words.length >= TELLING_WORDS ||
      isSaidByService(lines.slice(start, units[last]?.end ?? start), highlight);
    return isTelling ? [{ first, last }] : [];
  });
}

/** Units that are made of the text's words for the better part: a person has been at them. The likeliest first. */
export function rangesByWords({ units, unitAt, said, highlight }: Search): readonly UnitRange[] {
  const words = new Set(wordsIn(highlight.text));
  const byUnit = new Map<number, Set<string>>();
  for (const word of words) {
    for (const place of said.placesOfWord(word)) {
      const unit = unitAt(said.words[place]?.line ?? 0);
      byUnit.set(unit, (byUnit.get(unit) ?? new Set()).add(word));
    }
  }
  const alike = [...byUnit]
    .filter(([unit, shared]) => isText(units[unit]) && isMostOf(shared.size, words))
    .sort(([, left], [, right]) => right.size - left.size);
  return alike.map(([unit]) => ({ first: unit, last: unit }));
}

/** Whether one unit is made of the text's words for the better part. */
function isAlike(
  lines: readonly string[],
  { unit, highlight }: { readonly unit: Unit | undefined; readonly highlight: ItemHighlight },
): boolean {
  const words = new Set(wordsIn(highlight.text));
  if (!isText(unit)) return false;
  const there = new Set(wordsIn(lines.slice(unit.start, unit.end).join('\n')));
  return isMostOf([...words].filter((word) => there.has(word)).length, words);
}

/** Whether a telling text stands somewhere, be it in the midst of a person's own. */
export function standsAnywhere({
  unitAt,
  said,
  highlight,
  claimed,
}: Search & { readonly claimed: ReadonlyMap<number, string> }): boolean {
  const words = wordsIn(highlight.text);
  return (
    words.length > TELLING_WORDS &&
    said.placesOf(words).some((place) => !claimed.has(unitAt(said.words[place]?.line ?? 0)))
  );
}
