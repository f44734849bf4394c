import fc from 'fast-check';
import { obsidianTag } from '../../src/notes/template/property-value';

// None of the words for signs can be spelled with these letters.
const LETTERS = ['b', 'c', 'x', 'é', '語', '7'];
const SIGNS = [...'#+&@%$*=!?'];

const names = fc
  .array(fc.oneof(fc.constantFrom(...LETTERS), fc.constantFrom(...SIGNS, '_')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''))
  // One at the start is that of a hashtag.
  .filter((name) => !name.startsWith('#'));

const LEGAL = /^[\p{L}\p{N}_-]+$/u;

describe('tags that differ only in signs', () => {
  it('should stay as many, and be legal, when Obsidian forbids the signs (I8)', () => {
    fc.assert(
      fc.property(fc.uniqueArray(names, { minLength: 2, maxLength: 8 }), (different) => {
        const tags = different.map(obsidianTag);
        expect(tags.filter((tag) => !LEGAL.test(tag))).toEqual([]);
        expect(new Set(tags.map((tag) => tag.toLowerCase())).size).toBe(different.length);
      }),
    );
  });

  it('should stay as they are when they are read as names again', () => {
    fc.assert(
      fc.property(names, (name) => {
        const tag = obsidianTag(name);
        expect(obsidianTag(tag)).toBe(tag);
      }),
    );
  });
});
