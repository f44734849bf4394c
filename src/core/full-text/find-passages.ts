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

const formsOf = (text: string): Forms =>
  textLines(fullText(text)).flatMap(({ words }) => words.map(({ form }) => form));

/** The numbers of notes, as they come along when a page is copied. */
const NOTE_NUMBERS = /([\p{L}.,;:!?…"'”’)])\d{1,3}(?!\p{N})/gu;

/** Ways to read a passage, the likeliest first: as markdown, as plain text, without the numbers of notes. */
function readingsOf(text: string): readonly Forms[] {
  const clean = cleanText(text);
  const plain = wordsOf(clean, { start: 0, end: clean.length }).map(({ form }) => form);
  return [formsOf(text), plain, formsOf(clean.replace(NOTE_NUMBERS, '$1'))].filter(
    (forms) => forms.length > 0,
  );
}

/** The paragraphs of a passage that is not found as a whole. */
function piecesOf(text: string): readonly Forms[] {
  const pieces = cleanText(text)
    .split('\n')
    .map(formsOf)
    .filter((forms) => forms.length >= LEAST_PIECE);
  return pieces.length > 1 ? pieces : [];
}

/** Where each sequence was found. */
type Places = ReadonlyMap<Forms, readonly number[]>;

/** The first place at or behind `from`, if there is one that is not `last`; when there is none and `anywhere`, the first of all. */
function firstOf(
  places: Places,
  forms: Forms,
  {
    from,
    last,
    anywhere,
  }: { readonly from: number; readonly last?: WordRange | undefined; readonly anywhere: boolean },
): WordRange | null {
  const starts = places.get(forms) ?? [];
  if (forms.length < FEWEST_WORDS && starts.length > 1) return null;
  const behind = starts.filter((place) => place >= from);
  const start =
    behind.find((place) => place !== last?.start || place + forms.length !== last.end) ??
    behind[0] ??
    (anywhere ? starts[0] : undefined);
  return start === undefined ? null : { start, end: start + forms.length };
}

/**
 * Where each passage stands in a text of these words; none where it does not. Of several such places it is the first behind the
 * passage before, because passages come in the order of the text.
 */
export function findPassages(words: Forms, passages: readonly string[]): readonly (readonly WordRange[])[] {
  const wanted = passages.map((text) => ({ readings: readingsOf(text), pieces: piecesOf(text) }));
  const sequences = wanted.flatMap(({ readings, pieces }) => [...readings, ...pieces]);
  const found = findSequences(words, sequences);
  const places: Places = new Map(sequences.map((forms, index) => [forms, found[index] ?? []]));
  let last: WordRange | undefined;
  return wanted.map(({ readings, pieces }) => {
    const ranges = wholeOf(places, readings, last) ?? piecewise(places, pieces, last?.start ?? 0);
    last = ranges[0] ?? last;
    return ranges;
  });
}

function wholeOf(
  places: Places,
  readings: readonly Forms[],
  last: WordRange | undefined,
): readonly WordRange[] | null {
  for (const reading of readings) {
    const range = firstOf(places, reading, { from: last?.start ?? 0, last, anywhere: true });
    if (range !== null) return [range];
  }
  return null;
}

/** The paragraphs that are found, each behind the one before. */
function piecewise(places: Places, pieces: readonly Forms[], from: number): readonly WordRange[] {
  const found: WordRange[] = [];
  for (const piece of pieces) {
    const last = found[found.length - 1];
    const range = firstOf(places, piece, { from: last?.end ?? from, anywhere: last === undefined });
    if (range !== null) found.push(range);
  }
  return found;
}
