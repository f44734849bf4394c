import type { ItemHighlight } from '../../model/model';
import { withoutAnchor } from '../../notes/note/block-anchor';
import type { LineRange } from '../../notes/note/line-kind';
import type { BodyBlock } from '../../notes/note/note-body';
import { isAsServed, lacksNote, placedWords, WordIndex, wordsIn } from './passage-words';
import { namedIds } from './recognise';
import { isLabelled, isText, unitsWithOneId, type Unit } from './units';

/** A highlight found in another plugin's note. */
export interface Passage extends LineRange {
  readonly anchor: string;
  readonly isNested: boolean;
  /** It has only words of the service. */
  readonly isAsServed: boolean;
  /** It is as served, except that the highlight's note is missing. */
  readonly lacksNote: boolean;
  /** It has a foreign block id that links may use, so it is never replaced as a whole. */
  readonly hasOtherId: boolean;
}

export interface FoundPassages {
  /** In the order of the note, not overlapping. */
  readonly passages: readonly Passage[];
  /** Anchors of highlights that are in the note where no anchor can be put. */
  readonly unmarkable: readonly string[];
}

type Written = readonly Pick<BodyBlock, 'anchor' | 'lines'>[];

/**
 * Finds each highlight in the lines: by the exact text that a sync would write (`written`), then by its id in
 * a link or block id, then by its words.
 */
export function findPassages(
  lines: readonly string[],
  { highlights, written }: { readonly highlights: readonly ItemHighlight[]; readonly written: Written },
): FoundPassages {
  const exact = exactPassages(lines, written);
  const known = new Set(exact.map(({ anchor }) => anchor));
  const rest = [...lines];
  // Found passages become rules, which no other passage can cross.
  for (const { start, end } of exact) rest.fill('---', start, end);
  const search = new PassageSearch(
    rest,
    highlights.filter(({ anchor }) => !known.has(anchor)),
  );
  const { passages, unmarkable } = search.run();
  return { passages: [...passages, ...exact].sort((left, right) => left.start - right.start), unmarkable };
}

/** Passages between blank lines that read exactly as a sync writes them. */
function exactPassages(lines: readonly string[], written: Written): readonly Passage[] {
  let from = 0;
  return written.flatMap(({ anchor, lines: block }): readonly Passage[] => {
    const own = withoutAnchor(block.join('\n')).split('\n');
    if (isBlank(own[0])) return [];
    const isHere = (start: number): boolean =>
      isBlank(lines[start - 1]) &&
      isBlank(lines[start + own.length]) &&
      own.every((line, index) => lines[start + index] === line);
    const start = lines.findIndex((line, index) => index >= from && line === own[0] && isHere(index));
    if (start < 0) return [];
    from = start + own.length;
    const flags = { isNested: false, isAsServed: true, lacksNote: false, hasOtherId: false };
    return [{ anchor, start, end: from, ...flags }];
  });
}

const isBlank = (line: string | undefined): boolean => (line ?? '').trim() === '';

/** A range of units, inclusive. */
interface UnitRange {
  readonly first: number;
  readonly last: number;
}

/** Where a text is: its first word, and the units it covers. */
interface TextRange extends UnitRange {
  readonly place: number;
}

/** A text with fewer words counts as found only if it stands alone. */
const LONG_TEXT_WORDS = 4;
/** Share of a highlight's words that an edited passage must still have. */
const SIMILAR_SHARE = 0.75;

class PassageSearch {
  private readonly index: WordIndex;
  private readonly idLines: ReadonlyMap<string, number>;
  private readonly units: readonly Unit[];
  private readonly unitsByLine = new Map<number, number>();
  private readonly idsByUnit = new Map<number, string>();
  private readonly claimed = new Set<number>();
  private readonly found: Passage[] = [];
  private readonly unmarkable: Set<string>;

  constructor(
    private readonly lines: readonly string[],
    private readonly highlights: readonly ItemHighlight[],
  ) {
    this.index = new WordIndex(placedWords(lines));
    this.idLines = linesWithIds(lines, highlights, this.index);
    const { units, shared } = unitsWithOneId(lines, this.idLines);
    this.units = units;
    this.unmarkable = new Set(shared);
    units.forEach(({ start, end }, unit) => {
      for (let line = start; line < end; line += 1) this.unitsByLine.set(line, unit);
    });
    for (const [anchor, line] of this.idLines) this.idsByUnit.set(this.unitAt(line), anchor);
  }

  run(): FoundPassages {
    const longestFirst = [...this.highlights].sort((left, right) => right.text.length - left.text.length);
    for (const highlight of longestFirst) {
      const line = this.idLines.get(highlight.anchor);
      if (line === undefined || this.unmarkable.has(highlight.anchor)) continue;
      const range = this.rangeWithId(highlight, line);
      if (range === null) this.unmarkable.add(highlight.anchor);
      else this.claim(highlight, range);
    }
    for (const highlight of longestFirst) {
      if (this.idLines.has(highlight.anchor)) continue;
      const range = this.rangeByText(highlight);
      if (range !== null) this.claim(highlight, range);
      else if (this.isAnywhere(highlight)) this.unmarkable.add(highlight.anchor);
    }
    return { passages: this.found, unmarkable: [...this.unmarkable] };
  }

  /**
   * The text that ends at the id, at most one unit before it, or that begins at most two units after it; else
   * the unit with the id.
   */
  private rangeWithId(highlight: ItemHighlight, line: number): UnitRange | null {
    const own = this.unitAt(line);
    if (own < 0) return null;
    for (const { first, last } of [...this.rangesOfText(highlight), ...this.similarUnits(highlight)]) {
      const isAround = first <= own && own <= last + 1;
      const range = { first, last: isAround ? Math.max(last, own) : last };
      const isNear = isAround || (first > own && first <= own + 2);
      if (isNear && this.isFree(range, highlight)) return range;
    }
    const alone = { first: own, last: own };
    return this.isFree(alone, highlight) ? alone : null;
  }

  /** The text at the start of a unit, preferably under the highlights heading; else a unit like it. */
  private rangeByText(highlight: ItemHighlight): UnitRange | null {
    // The full document may stand above that heading.
    const heading = this.lines.findIndex((line) => /^#{1,6} (?:new )?highlights\b/i.test(line));
    const whole = this.rangesOfText(highlight).filter(
      (range) => this.beginsUnit(highlight, range) && this.isFree(range, highlight),
    );
    return (
      whole.find(({ first }) => (this.units[first]?.start ?? 0) > heading) ??
      whole[0] ??
      this.similarUnits(highlight).find((range) => this.isFree(range, highlight)) ??
      null
    );
  }

  /** Where the text's words follow each other. */
  private rangesOfText({ text }: ItemHighlight): readonly TextRange[] {
    const words = wordsIn(text);
    return this.index
      .placesOf(words)
      .map((place) => ({
        place,
        first: this.unitAt(this.index.lineOf(place)),
        last: this.unitAt(this.index.lineOf(place + words.length - 1)),
      }))
      .filter(({ first, last }) => first >= 0 && this.units.slice(first, last + 1).every(isText));
  }

  /** A short text must stand alone. */
  private beginsUnit(highlight: ItemHighlight, { place, first, last }: TextRange): boolean {
    const start = this.units[first]?.start ?? 0;
    if (place > 0 && this.index.lineOf(place - 1) >= start) return false;
    return (
      wordsIn(highlight.text).length >= LONG_TEXT_WORDS ||
      isAsServed(this.lines.slice(start, this.units[last]?.end), highlight)
    );
  }

  /** Units with most of the text's words, as after an edit; the most similar first. */
  private similarUnits({ text }: ItemHighlight): readonly UnitRange[] {
    const words = new Set(wordsIn(text));
    if (words.size <= LONG_TEXT_WORDS) return [];
    const shared = new Map<number, number>();
    for (const word of words) {
      const units = this.index.placesOfWord(word).map((place) => this.unitAt(this.index.lineOf(place)));
      for (const unit of new Set(units)) shared.set(unit, (shared.get(unit) ?? 0) + 1);
    }
    return [...shared]
      .filter(([unit, count]) => isText(this.units[unit]) && count >= words.size * SIMILAR_SHARE)
      .sort(([, left], [, right]) => right - left)
      .map(([unit]) => ({ first: unit, last: unit }));
  }

  /** Whether a long enough text occurs anywhere, even within the user's own words. */
  private isAnywhere({ text }: ItemHighlight): boolean {
    const words = wordsIn(text);
    if (words.length <= LONG_TEXT_WORDS) return false;
    return this.index
      .placesOf(words)
      .some((place) => !this.claimed.has(this.unitAt(this.index.lineOf(place))));
  }

  private claim(highlight: ItemHighlight, range: UnitRange): void {
    const { anchor } = highlight;
    const last = this.lastWithNotes(highlight, range);
    const claimed = this.units.slice(range.first, last + 1);
    for (let unit = range.first; unit <= last; unit += 1) this.claimed.add(unit);
    const start = claimed[0]?.start ?? 0;
    const end = claimed[claimed.length - 1]?.end ?? 0;
    const own = this.lines.slice(start, end);
    this.found.push({
      anchor,
      start,
      end,
      isNested: claimed.some(({ isNested }) => isNested),
      isAsServed: isAsServed(own, highlight),
      lacksNote: lacksNote(own, { highlight, index: this.index }),
      hasOtherId: own.some((line) => (/(?:^|\s)\^([A-Za-z0-9-]+)\s*$/.exec(line)?.[1] ?? anchor) !== anchor),
    });
  }

  /** The last unit below a passage that belongs to the highlight's note and tags. */
  private lastWithNotes(highlight: ItemHighlight, range: UnitRange): number {
    const note = wordsIn(highlight.note).join(' ');
    let { last } = range;
    for (let index = last + 1; index < this.units.length; index += 1) {
      const unit = this.units[index];
      if (!isText(unit) || unit.isNested || !this.isFree({ first: index, last: index }, highlight)) break;
      const own = this.lines.slice(unit.start, unit.end);
      const isLink = /^\s*\[View (?:Highlight|Tweet)\]\(/i.test(own[0] ?? '');
      const isNote = note !== '' && wordsIn(own.join('\n')).join(' ') === note;
      const continues = last > range.last && isAsServed(own, { ...highlight, text: '' });
      if (!isNote && !isLink && !continues && !isLabelled(own[0] ?? '')) break;
      last = index;
    }
    return last;
  }

  /** Whether no other highlight claims one of the units or has its id there. */
  private isFree({ first, last }: UnitRange, { anchor }: ItemHighlight): boolean {
    for (let unit = first; unit <= last; unit += 1) {
      if (!isText(this.units[unit]) || this.claimed.has(unit)) return false;
      if ((this.idsByUnit.get(unit) ?? anchor) !== anchor) return false;
    }
    return true;
  }

  /** -1 if the line is in no unit. */
  private unitAt(line: number): number {
    return this.unitsByLine.get(line) ?? -1;
  }
}

/** The line with each highlight's id; of several, the one where the highlight's text ends, else the first. */
function linesWithIds(
  lines: readonly string[],
  highlights: readonly ItemHighlight[],
  index: WordIndex,
): ReadonlyMap<string, number> {
  const anchors = new Map<string, string>();
  for (const { anchor, otherAnchor } of highlights)
    for (const name of [anchor, otherAnchor ?? anchor]) anchors.set(name, anchor);
  const found = new Map<string, number[]>();
  lines.forEach((line, number) => {
    if (!/\d/.test(line)) return;
    const ids = namedIds(line);
    const isAbove = /^#{1,6} id\d+/.test(line);
    const names = [...ids.highlights.map((id) => `rw${id}`), ...ids.reader.map((id) => `rd${id}`)];
    for (const anchor of names.flatMap((name) => anchors.get(name) ?? []))
      found.set(anchor, [...(found.get(anchor) ?? []), isAbove ? nextFilled(lines, number + 1) : number]);
  });
  return new Map(
    highlights.flatMap(({ anchor, text }) => {
      const candidates = found.get(anchor) ?? [];
      const [first] = candidates;
      if (first === undefined) return [];
      const words = candidates.length < 2 ? [] : wordsIn(text);
      const ends = new Set(index.placesOf(words).map((place) => index.lineOf(place + words.length - 1)));
      return [[anchor, candidates.find((line) => ends.has(line)) ?? first] as const];
    }),
  );
}

function nextFilled(lines: readonly string[], from: number): number {
  const offset = lines.slice(from).findIndex((line) => line.trim() !== '');
  return offset < 0 ? from - 1 : from + offset;
}
