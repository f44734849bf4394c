import { cleanText } from '../markdown/plain-text';
import { fullText } from './full-text';
import { findSequences } from './sequence-search';
import { textLines } from './text-lines';
import { wordsOf } from './word-stream';

/** Words of the full text from `start` up to but not including `end`, by their number. */
export interface WordRange {
  readonly start: number;
  readonly end: number;
}

/** Fewer words than this are no place, where they stand more than once. */
const FEWEST_WORDS = 3;
const LEAST_PIECE = 4;

type Forms = readonly string[];

const formsOf = (text: string): Forms => textLines(fullText(text)).flatMap(({ words }) => words.map(({ form }) => form));

/** The numbers of notes, as they come along when a page is copied. */
const NOTE_NUMBERS = /([\p{L}.,;:!?…"'”’)])\d{1,3}(?!\p{N})/gu;

/** Ways to read a passage, the likeliest first: as markdown, as plain text, without the numbers of notes. */
function readingsOf(text: string): readonly Forms[] {
  const clean = cleanText(text);
  const plain = wordsOf(clean, { start: 0, end: clean.length }).map(({ form }) => form);
  return [formsOf(text), plain, formsOf(clean.replace(NOTE_NUMBERS, '$1'))].filter((forms) => forms.length > 0);
}

/** The paragraphs of a passage that is not found as a whole. */
function piecesOf(text: string): readonly Forms[] {
  const pieces = cleanText(text).split('\n').map(formsOf).filter((forms) => forms.length >= LEAST_PIECE);
  return pieces.length > 1 ? pieces : [];
}

/** Sequences to look for, each given once, and where each was found. */
class Sequences {
  private readonly numbers = new Map<string, number>();
  private readonly patterns: Forms[] = [];
  private places: ReadonlyMap<number, readonly number[]> = new Map();

  add(forms: Forms): WantedSequence {
    const key = forms.join(' ');
    const number = this.numbers.get(key) ?? this.patterns.length;
    if (number === this.patterns.length) {
      this.numbers.set(key, number);
      this.patterns.push(forms);
    }
    return { number, length: forms.length };
  }

  find(words: Forms): void {
    const places = new Map<number, number[]>();
    for (const { pattern, start } of findSequences(words, this.patterns)) {
      const known = places.get(pattern);
      if (known === undefined) places.set(pattern, [start]);
      else known.push(start);
    }
    this.places = places;
  }

  /** The first place at or behind `from`; when there is none and `anywhere`, the first of all. */
  first({ number, length }: WantedSequence, { from, anywhere }: { readonly from: number; readonly anywhere: boolean }): WordRange | null {
    const places = this.places.get(number) ?? [];
    if (length < FEWEST_WORDS && places.length > 1) return null;
    const start = places.find((place) => place >= from) ?? (anywhere ? places[0] : undefined);
    return start === undefined ? null : { start, end: start + length };
  }
}

interface WantedSequence {
  readonly number: number;
  readonly length: number;
}

/**
 * Where each passage stands in a text of these words; none where it does not. Of several such places it is the first behind the
 * passage before, because passages come in the order of the text.
 */
export function findPassages(words: Forms, passages: readonly string[]): readonly (readonly WordRange[])[] {
  const sequences = new Sequences();
  const wanted = passages.map((text) => ({
    readings: readingsOf(text).map((forms) => sequences.add(forms)),
    pieces: piecesOf(text).map((forms) => sequences.add(forms)),
  }));
  sequences.find(words);
  let from = 0;
  return wanted.map(({ readings, pieces }) => {
    const found = wholeOf(sequences, readings, from) ?? piecewise(sequences, pieces, from);
    from = found[0]?.start ?? from;
    return found;
  });
}

function wholeOf(sequences: Sequences, readings: readonly WantedSequence[], from: number): readonly WordRange[] | null {
  for (const reading of readings) {
    const range = sequences.first(reading, { from, anywhere: true });
    if (range !== null) return [range];
  }
  return null;
}

/** The paragraphs that are found, each behind the one before. */
function piecewise(sequences: Sequences, pieces: readonly WantedSequence[], from: number): readonly WordRange[] {
  const found: WordRange[] = [];
  for (const piece of pieces) {
    const last = found[found.length - 1];
    const range = sequences.first(piece, { from: last?.end ?? from, anywhere: last === undefined });
    if (range !== null) found.push(range);
  }
  return found;
}
