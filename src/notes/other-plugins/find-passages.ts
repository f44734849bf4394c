import { alignedWords } from '../note/align';
import { anchorAtEnd } from '../note/block-anchor';
import type { LineRange } from '../note/line-kind';
import { readActionTags } from '../../model/action-tags';
import { hasNoteOf, hasWords, isAsServed, isWhole, type NamedHighlight } from './as-served';
import { namesIn } from './named';
import { blocksOf, isLabelled, type Block } from './note-blocks';
import { NoteWords, wordsIn } from './note-words';

/** A highlight found in a note that is to be adopted. */
export interface Passage extends LineRange {
  readonly anchor: string;
  /** A list item that links to the passage, as the official plugin writes it. */
  readonly isLinkedItem: boolean;
  /** Inside another list item, where no line of its own can be added. */
  readonly isNested: boolean;
  /** Most of the highlight's words stand in it, in order. */
  readonly hasText: boolean;
  /** It has only words of the service. */
  readonly isAsServed: boolean;
  /** All words of the highlight and of its note stand in it, in order: the person only added to them. */
  readonly isWhole: boolean;
  /** The highlight's note is nowhere in the note. */
  readonly lacksNote: boolean;
}

export interface FoundPassages {
  /** In the order of the note, not overlapping. */
  readonly passages: readonly Passage[];
  /** Anchors of highlights that are in the note where no anchor can be put. */
  readonly unmarkable: readonly string[];
  /** How many blocks of the note say something, besides fields like `Author: …`. */
  readonly texts: number;
}

/** A text with fewer words counts as found only if it stands alone. */
export const LONG_TEXT_WORDS = 5;
/** Share of a highlight's words that an edited passage must still have, in order. */
const SIMILAR_SHARE = 0.75;

/** Finds each highlight in the lines of a note: by an id or address, else by its exact words, else by most of them. */
export function findPassages(lines: readonly string[], highlights: readonly NamedHighlight[]): FoundPassages {
  return new PassageSearch(lines, highlights).run();
}

/** Blocks from `first` to `last`, inclusive. */
interface BlockRange {
  readonly first: number;
  readonly last: number;
}

interface TextRange extends BlockRange {
  /** Whether the text begins its first block. */
  readonly isAtStart: boolean;
}

class PassageSearch {
  private readonly words: NoteWords;
  private readonly idLines: ReadonlyMap<string, number>;
  private readonly blocks: readonly Block[];
  private readonly blockByLine = new Map<number, number>();
  private readonly idsByBlock = new Map<number, string>();
  private readonly claimed = new Set<number>();
  private readonly passages: Passage[] = [];
  private readonly unmarkable = new Set<string>();

  constructor(
    private readonly lines: readonly string[],
    private readonly highlights: readonly NamedHighlight[],
  ) {
    this.words = new NoteWords(lines);
    this.idLines = this.findIds();
    this.blocks = blocksOf(lines, new Set(this.idLines.values()));
    this.blocks.forEach(({ start, end }, block) => {
      for (let line = start; line < end; line += 1) this.blockByLine.set(line, block);
    });
    for (const [anchor, line] of this.idLines) {
      const block = this.blockAt(line);
      const other = this.idsByBlock.get(block);
      this.idsByBlock.set(block, anchor);
      // A table or a quote with several passages cannot have the anchors of all.
      if (other !== undefined) this.unmarkable.add(other).add(anchor);
    }
  }

  run(): FoundPassages {
    const longestFirst = [...this.highlights].sort((left, right) => right.text.length - left.text.length);
    const named = longestFirst.filter(({ anchor }) => this.idLines.has(anchor));
    const others = longestFirst.filter(({ anchor }) => !this.idLines.has(anchor));
    for (const highlight of named) {
      const range = this.unmarkable.has(highlight.anchor) ? null : this.rangeById(highlight);
      if (range === null) this.unmarkable.add(highlight.anchor);
      else this.claim(highlight, range);
    }
    // Passages as they were are looked for before those that a person edited.
    const edited = others.filter((highlight) => !this.claimIfFound(highlight, this.rangeByText(highlight)));
    const lost = edited.filter((highlight) => !this.claimIfFound(highlight, this.similarRange(highlight)));
    for (const highlight of lost) if (this.isAnywhere(highlight)) this.unmarkable.add(highlight.anchor);
    return {
      passages: this.passages.sort((left, right) => left.start - right.start),
      unmarkable: [...this.unmarkable],
      texts: this.blocks.filter(({ start, end }) => this.lines.slice(start, end).some(isText)).length,
    };
  }

  /** The line that names each highlight; of several, the one where its text ends, else the last one. */
  private findIds(): ReadonlyMap<string, number> {
    const highlights = new Map<string, NamedHighlight | null>();
    for (const highlight of this.highlights)
      // What names two highlights tells neither.
      for (const name of highlight.names) highlights.set(name, highlights.has(name) ? null : highlight);
    const found = new Map<string, number>();
    this.lines.forEach((line, number) => {
      for (const name of namesIn(line)) {
        const highlight = highlights.get(name) ?? null;
        if (highlight === null || this.isTextEnd(highlight, found.get(highlight.anchor))) continue;
        // The item's address stands in the head of most notes.
        if (highlight.itemNames.has(name) && !hasWords(line, LONG_TEXT_WORDS)) continue;
        found.set(highlight.anchor, number);
      }
    });
    return found;
  }

  private isTextEnd({ text }: NamedHighlight, line: number | undefined): boolean {
    if (line === undefined) return false;
    const words = wordsIn(text);
    return this.words.placesOf(words).some((place) => this.words.lineOf(place + words.length - 1) === line);
  }

  /** The text at the id, above it or below a heading with it, as it was or edited; else the block with the id. */
  private rangeById(highlight: NamedHighlight): BlockRange | null {
    const own = this.blockAt(this.idLines.get(highlight.anchor) ?? -1);
    const near = [...this.rangesOfText(highlight), ...this.similarRanges(highlight)]
      .flatMap((range) => this.rangeAround(range, own) ?? [])
      .find((range) => this.isFree(range, highlight));
    const alone = { first: own, last: own };
    return near ?? (this.isFree(alone, highlight) ? alone : null);
  }

  /** A text together with the block that has its id; null if they are not next to each other. */
  private rangeAround({ first, last }: BlockRange, own: number): BlockRange | null {
    if (first <= own && own <= last) return { first, last };
    if (own < first) return this.blocks[own]?.kind === 'heading' && first <= own + 2 ? { first, last } : null;
    return own <= this.lastChild(first, last) + 1 ? { first, last: own } : null;
  }

  /** The text at the start of a block. */
  private rangeByText(highlight: NamedHighlight): BlockRange | null {
    const isPassage = (range: TextRange): boolean =>
      range.isAtStart && this.isFree(range, highlight) && this.standsAlone(range, highlight);
    return this.rangesOfText(highlight).find(isPassage) ?? null;
  }

  /** A short text may be a person's own words, unless nothing else stands with it. */
  private standsAlone(range: BlockRange, highlight: NamedHighlight): boolean {
    return wordsIn(highlight.text).length >= LONG_TEXT_WORDS || isAsServed(this.textOf(range), highlight);
  }

  /** Where the text's words follow each other. */
  private rangesOfText(highlight: NamedHighlight): readonly TextRange[] {
    const words = wordsIn(highlight.text);
    return this.words
      .placesOf(words)
      .map((place) => {
        const first = this.blockAt(this.words.lineOf(place));
        const last = this.blockAt(this.words.lineOf(place + words.length - 1));
        const isAtStart = this.words.lineOf(place - 1) < (this.blocks[first]?.start ?? 0);
        return { first, last, isAtStart };
      })
      .filter(({ first, last }) => first >= 0 && this.canHold({ first, last }, highlight));
  }

  private similarRange(highlight: NamedHighlight): BlockRange | null {
    return this.similarRanges(highlight).find((range) => this.isFree(range, highlight)) ?? null;
  }

  /** Blocks, alone or with what hangs on them, that are mostly the text's words, in order; the most similar first. */
  private similarRanges(highlight: NamedHighlight): readonly BlockRange[] {
    const words = wordsIn(highlight.text);
    const wanted = words.length * SIMILAR_SHARE;
    if (words.length < LONG_TEXT_WORDS) return [];
    return this.blocksWithWords(words, wanted / 2)
      .flatMap((first) => [
        { first, last: first },
        { first, last: this.lastChild(first, first) },
      ])
      .filter((range) => this.canHold(range, highlight))
      .map((range) => ({ ...range, common: commonWords(words, this.textOf(range).flatMap(wordsIn)) }))
      .filter(({ common }) => common >= wanted)
      .sort((left, right) => right.common - left.common);
  }

  /** Blocks with at least so many of the words. */
  private blocksWithWords(words: readonly string[], least: number): readonly number[] {
    const counts = new Map<number, number>();
    for (const word of words)
      for (const block of new Set(this.words.linesOf(word).map((line) => this.blockAt(line))))
        counts.set(block, (counts.get(block) ?? 0) + 1);
    return [...counts].flatMap(([block, count]) => (count >= least ? [block] : []));
  }

  /** Whether a long enough text occurs anywhere, even within the person's own words. */
  private isAnywhere({ text }: NamedHighlight): boolean {
    const words = wordsIn(text);
    if (words.length < LONG_TEXT_WORDS) return false;
    return this.words
      .placesOf(words)
      .some((place) => !this.claimed.has(this.blockAt(this.words.lineOf(place))));
  }

  private claimIfFound(highlight: NamedHighlight, range: BlockRange | null): boolean {
    if (range !== null) this.claim(highlight, range);
    return range !== null;
  }

  private claim(highlight: NamedHighlight, { first, last: textEnd }: BlockRange): void {
    const last = this.lastWithNotes(highlight, { first, last: textEnd });
    for (let block = first; block <= last; block += 1) this.claimed.add(block);
    const { start = 0, kind, depth = 0 } = this.blocks[first] ?? {};
    const own = upToAnchor(this.textOf({ first, last }), highlight.anchor);
    this.passages.push({
      anchor: highlight.anchor,
      start,
      end: start + own.length,
      isLinkedItem: kind === 'item' && own.some((line) => line.includes('](http')),
      isNested: depth > 0,
      hasText: hasTextOf(highlight, own),
      isAsServed: isAsServed(own, highlight),
      isWhole: isWhole(own, highlight, this.words),
      lacksNote: !hasNoteOf(highlight, this.words),
    });
  }

  /** The last block below a passage that hangs on it, or has the highlight's note or tags. */
  private lastWithNotes(highlight: NamedHighlight, { first, last }: BlockRange): number {
    const children = this.lastChild(first, last);
    const note = wordsIn(highlight.note).join(' ');
    let end = last;
    for (let block = last + 1; block < this.blocks.length; block += 1) {
      if (!this.isFree({ first: block, last: block }, highlight)) break;
      const own = this.textOf({ first: block, last: block });
      const isNote = note !== '' && own.flatMap(wordsIn).join(' ') === note;
      const goesOn = end > children && isAsServed(own, { ...highlight, text: '' });
      if (block > children && !isNote && !goesOn && !isLabelled(own[0] ?? '')) break;
      end = block;
    }
    return end;
  }

  /** The last block of those that hang on a list item. */
  private lastChild(first: number, last: number): number {
    const { kind, depth = 0 } = this.blocks[first] ?? {};
    let child = last;
    while (kind === 'item' && (this.blocks[child + 1]?.depth ?? 0) > depth) child += 1;
    return child;
  }

  /** Whether the blocks may be this passage, and no other highlight has them or its id there. */
  private isFree(range: BlockRange, highlight: NamedHighlight): boolean {
    if (!this.canHold(range, highlight)) return false;
    for (let block = range.first; block <= range.last; block += 1) {
      const id = this.idsByBlock.get(block) ?? highlight.anchor;
      if (this.claimed.has(block) || id !== highlight.anchor) return false;
    }
    return true;
  }

  private canHold({ first, last }: BlockRange, { anchor, note }: NamedHighlight): boolean {
    const isHeading = readActionTags(note).headingLevel !== null;
    return this.blocks.slice(first, last + 1).every(({ kind, start }) => {
      if (kind === 'heading') return isHeading;
      return (kind !== 'rule' && kind !== 'comment') || this.idsByBlock.get(this.blockAt(start)) === anchor;
    });
  }

  private textOf({ first, last }: BlockRange): readonly string[] {
    return this.lines.slice(this.blocks[first]?.start, this.blocks[last]?.end);
  }

  /** -1 if the line is in no block. */
  private blockAt(line: number): number {
    return this.blockByLine.get(line) ?? -1;
  }
}

const FIELD = /^[\s>*_-]*\p{L}[\p{L} ]{0,25}[*_]*::?[*_]*(?:\s|$)/u;

const isText = (line: string): boolean => !FIELD.test(line) && wordsIn(line).length >= LONG_TEXT_WORDS;

/** A note that was ours before may have the anchor already; what stands behind it is the person's. */
function upToAnchor(lines: readonly string[], anchor: string): readonly string[] {
  const line = lines.findIndex((each) => anchorAtEnd(each) === anchor);
  return line < 0 ? lines : lines.slice(0, line + 1);
}

/** How many words stand in a passage in the same order; none where it is mostly something else. */
const commonWords = (words: readonly string[], passage: readonly string[]): number =>
  passage.length > words.length * 2 ? 0 : alignedWords(words.join(' '), passage.join(' '));

function hasTextOf({ text }: NamedHighlight, lines: readonly string[]): boolean {
  const words = wordsIn(text);
  return alignedWords(words.join(' '), lines.flatMap(wordsIn).join(' ')) >= words.length * SIMILAR_SHARE;
}
