import fc from 'fast-check';
import { excerptOf } from '../../../src/core/views/excerpt';
import { matchedRanges } from '../../../src/core/views/search-ranges';

const marked = (text: string, word: string) => ({ text, matches: matchedRanges(text, [word]) });

describe('excerptOf', () => {
  it('should leave a short text as it is', () => {
    expect(excerptOf(marked('a pond', 'pond'), 20)).toEqual({
      text: 'a pond',
      matches: [{ start: 2, end: 6 }],
    });
  });

  it('should cut a long one between words, around its first match', () => {
    const { text, matches } = excerptOf(
      marked(`${'before '.repeat(30)}pond ${'behind '.repeat(30)}`, 'pond'),
      100,
    );
    expect(text).toMatch(/^… (?:before )+pond (?:behind )*behind …$/);
    expect(matches.map(({ start, end }) => text.slice(start, end))).toEqual(['pond']);
  });

  it.each(['月が綺麗ですね。', '\u{1F331}'])(
    'should show as much of a text that has no blanks (%s), and cut no character in two',
    (part) => {
      for (const lead of ['', 'x', ' ', 'one two ']) {
        const { text } = excerptOf(marked(`${lead}${part.repeat(400)}pond${part.repeat(400)}`, 'pond'), 100);
        expect(text.length).toBeGreaterThan(90);
        expect(text).toContain('pond');
        expect(text).not.toMatch(/\p{Cs}/u);
      }
    },
  );

  it('should mark in the excerpt just what it marked in the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('pond', 'a', 'something', 'longer'.repeat(30)), { maxLength: 80 }),
        fc.integer({ min: 20, max: 200 }),
        (words, length) => {
          const { text, matches } = excerptOf(marked(words.join(' '), 'pond'), length);
          expect(text.length).toBeLessThanOrEqual(Math.max(length, 0) + 4);
          for (const { start, end } of matches) expect(text.slice(start, end)).toBe('pond');
        },
      ),
    );
  });
});
