import fc from 'fast-check';
import { distinctWords } from '../../../src/core/library/distinct-words';
import { cleanText, oneLine } from '../../../src/core/markdown/plain-text';
import { queryWords } from '../../../src/core/views/search-query';
import { matchedRanges } from '../../../src/core/views/search-ranges';
import { foldedWord, wordsOf } from '../../../src/core/views/search-words';
import { HISTORIES } from '../../property/runs';
import { hostileText } from '../hostile-text';
import { indexOf, sampleRecord } from './sample-records';

const anyText = fc.oneof(
  hostileText(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('Éléphant İstanbul ﬁn ΣΊΣΥΦΟΣ 한글 ＡＢＣ e\u0301te\u0301 don’t'),
);

describe('wordsOf', () => {
  it('should fold words alike however their letters are composed', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = wordsOf(text.normalize('NFC')).map(({ folded }) => folded);
        expect(wordsOf(text.normalize('NFD')).map(({ folded }) => folded)).toEqual(words);
        for (const word of words) expect(foldedWord(word)).toBe(word);
      }),
      HISTORIES,
    );
  });
});

describe('matchedRanges', () => {
  it('should lie within the text, in order, and fold to what was looked for', () => {
    fc.assert(
      fc.property(anyText, fc.nat({ max: 20 }), fc.integer({ min: 1, max: 4 }), (text, from, length) => {
        const all = wordsOf(text);
        const word = all[from % Math.max(1, all.length)]?.folded ?? '';
        const letters = [...word];
        const first = from % Math.max(1, letters.length);
        const wanted = letters.slice(first, first + length).join('');
        const ranges = matchedRanges(text, queryWords(wanted));
        let end = 0;
        for (const range of ranges) {
          expect(range.start).toBeGreaterThanOrEqual(end);
          expect(range.end).toBeGreaterThan(range.start);
          expect(foldedWord(text.slice(range.start, range.end))).toContain(wanted);
          end = range.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
        expect(ranges.length).toBeGreaterThanOrEqual(wanted === '' ? 0 : 1);
      }),
      HISTORIES,
    );
  });

  it('should mark whole letters when they stand for several, or have marks', () => {
    const marked = (text: string, query: string): readonly string[] =>
      matchedRanges(text, queryWords(query)).map(({ start, end }) => text.slice(start, end));
    expect([
      marked('Straße', 'stras'),
      marked('e\u0301te\u0301', 'et'),
      marked('te\u0301s', 'te'),
      marked('don’ts', 'dont'),
    ]).toEqual([['Straß'], ['e\u0301t'], ['te\u0301'], ['don’t']]);
  });
});

describe('SearchIndex', () => {
  it('should give back texts on one line and without what nobody sees', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ text: anyText, note: anyText, tags: fc.array(anyText, { maxLength: 2 }) }), {
          minLength: 1,
          maxLength: 4,
        }),
        (highlights) => {
          const index = indexOf([sampleRecord(1, { highlights })]);
          expect(highlights.map((_, place) => index.highlightAt(place))).toEqual(
            highlights.map(({ text, note, tags }, place) => ({
              anchor: `rw${1001 + place}`,
              otherAnchor: null,
              text: oneLine(text),
              note: oneLine(note),
              tags: distinctWords(tags).map(oneLine),
            })),
          );
          expect(cleanText(index.highlightAt(0).text)).toBe(index.highlightAt(0).text);
        },
      ),
      { ...HISTORIES, numRuns: Math.min(200, HISTORIES.numRuns) },
    );
  });

  it('should keep of a highlight little more than its text (I12)', () => {
    // Words as rare as in a language: the n-th is met one n-th as often as the first.
    let seed = 1;
    const random = (): number => (seed = (seed * 48_271) % 0x7fffffff) / 0x7fffffff;
    const VOCABULARY = 20_000;
    const word = (): string => `${Math.floor(VOCABULARY ** random()).toString(36)}word`.slice(0, 6);
    const HIGHLIGHTS = 4000;
    const texts = Array.from({ length: HIGHLIGHTS }, () => Array.from({ length: 45 }, word).join(' '));
    const records = Array.from({ length: HIGHLIGHTS / 20 }, (_, book) =>
      sampleRecord(book + 1, {
        title: 'A title',
        highlights: texts.slice(book * 20, book * 20 + 20).map((text) => ({ text })),
      }),
    );
    const index = indexOf(records);
    expect(index.taken).toBe(HIGHLIGHTS);
    const lengthOf = (all: readonly string[]): number => all.reduce((sum, text) => sum + text.length, 0);
    // A dozen for the anchor, two bytes for a word, and a quarter of these in reserve.
    for (const place of [0, 63, 64, 2017, HIGHLIGHTS - 1])
      expect(index.highlightAt(place).text).toBe(texts[place]);
    expect(index.texts.pages.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThan(
      lengthOf(texts) + HIGHLIGHTS * 12,
    );
    expect(index.words.bytes.byteLength).toBeLessThan(1.25 * HIGHLIGHTS * 45 * 2 + 1000);
    expect(lengthOf(index.vocabulary)).toBeLessThanOrEqual(index.vocabulary.length * 6);
  });
});
