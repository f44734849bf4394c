import fc from 'fast-check';
import type { PlacedHighlight } from '../../../src/features/daily/highlight-places';

/** Highlights of a few notes, in the order of a library. */
export const ENTRIES: readonly PlacedHighlight[] = [
  'Readwise/Books/Walden.md',
  'Readwise/Articles/A (b) – ü.md',
  'Odd #1 [x]|y.md',
].flatMap((path, note) =>
  [1, 2, 3].map((place) => ({
    path,
    anchor: place === 3 ? `rd01hw${note}` : `rw${note}${place}`,
    otherAnchor: null,
    author: 'Thoreau',
  })),
);

export const someEntries: fc.Arbitrary<readonly PlacedHighlight[]> = fc.subarray([...ENTRIES]);

/** Lines as a person writes them: each is one of its kind, so that it can be looked for. */
const LINES = [
  'words',
  '# heading',
  '- item',
  '> quote',
  '```',
  '%%',
  '',
  '  ',
  '---',
  '[[Walden#^rw01]]',
  '%% comment %%',
  '| a | b |',
  '{{embeds}}',
  '$& $1',
  '^rw01',
  '> ',
];

export const someLines: fc.Arbitrary<readonly string[]> = fc.array(fc.constantFrom(...LINES), {
  maxLength: 6,
});

/** What a person does to a note: writes lines in it, and deletes some. */
export interface PersonsEdit {
  readonly at: number;
  readonly lines: readonly string[];
  readonly removed: number;
}

export const personsEdit: fc.Arbitrary<PersonsEdit> = fc.record({
  at: fc.nat({ max: 60 }),
  lines: someLines,
  removed: fc.nat({ max: 3 }),
});

let written = 0;

/** Lines that say something are told apart by a number behind them. */
export const numbered = (lines: readonly string[]): readonly string[] =>
  lines.map((line) =>
    line.trim() === '' || /^(?:```|%%|---|> )$/.test(line) ? line : `${line} w${(written += 1)}`,
  );

export function edited(text: string, { at, lines, removed }: PersonsEdit): string {
  const all = text.split('\n');
  const place = at % (all.length + 1);
  return [...all.slice(0, place), ...numbered(lines), ...all.slice(place + removed)].join('\n');
}

/** The person's words in a text, in order. */
export const wordsIn = (text: string | null): readonly string[] => text?.match(/\bw\d+$/gm) ?? [];
