import fc from 'fast-check';
import { diffWords, isWord, wordsOf, type Hunk } from '../../../src/core/merge/word-diff';

describe('wordsOf', () => {
  it('should cut a text into words, marks and line ends, each with the blanks before it', () => {
    const { blanks, words } = wordsOf('Two  words,\n\tand one. ');
    expect(words).toEqual(['Two', 'words', ',', '\n', 'and', 'one', '.', '']);
    expect(blanks).toEqual(['', '  ', '', '', '\t', ' ', '', ' ']);
    expect(wordsOf('no more').words).toEqual(['no', 'more']);
  });

  it('should not take a link that does not end for one word with the next that does, nor long over very many of them', () => {
    expect(wordsOf('[[Never [[Walden]]').words).toEqual(['[', '[', 'Never', '[[Walden]]']);
    expect(wordsOf('![['.repeat(30_000)).words).toHaveLength(90_000);
  });

  it('should tell words apart by blanks that count, but not by a single one', () => {
    expect(wordsOf('a b  c\td ').keys).toEqual(['a', 'b', '  c', '\td', '']);
  });
});

describe('isWord', () => {
  it('should be true for what is said, and false for marks and anchors', () => {
    expect(['word', '7', 'é', '  two', '[[a link]]'].map(isWord)).toEqual([true, true, true, true, true]);
    expect(['^rw1', ',', '**', '\n', ''].map(isWord)).toEqual([false, false, false, false, false]);
  });
});

/** The next list as the hunks make it of the old one. */
function made(old: readonly string[], next: readonly string[], hunks: readonly Hunk[]): readonly string[] {
  let at = 0;
  const out: string[] = [];
  for (const hunk of hunks) {
    out.push(...old.slice(at, hunk.oldStart), ...next.slice(hunk.newStart, hunk.newEnd));
    at = hunk.oldEnd;
  }
  return [...out, ...old.slice(at)];
}

const countGone = (old: readonly string[], hunks: readonly Hunk[]): number =>
  hunks.reduce((sum, hunk) => sum + old.slice(hunk.oldStart, hunk.oldEnd).filter(isWord).length, 0);

describe('diffWords', () => {
  it('should find differences that make the new words of the old, as few as can be', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(words, words, (old, next) => {
        const hunks = diffWords(old, next) ?? [];
        expect(made(old, next, hunks)).toEqual(next);
        const edits = hunks.reduce(
          (sum, hunk) => sum + hunk.oldEnd - hunk.oldStart + hunk.newEnd - hunk.newStart,
          0,
        );
        expect(edits).toBe(old.length + next.length - 2 * longestCommon(old, next));
      }),
      { numRuns: 2000, seed: 20_261_121 },
    );
  });

  it('should keep as many words as can be when there are marks among them', () => {
    const keys = fc.array(fc.constantFrom('a', 'b', ',', '.'), { maxLength: 12 });
    fc.assert(
      fc.property(keys, keys, (old, next) => {
        const hunks = diffWords(old, next) ?? [];
        expect(made(old, next, hunks)).toEqual(next);
        const said = old.filter(isWord);
        // What begins or ends alike stays as it is.
        const inner = withoutEnds(old, next);
        const kept = longestCommon(inner.old.filter(isWord), inner.next.filter(isWord));
        expect(said.length - countGone(old, hunks)).toBe(
          kept + said.length - inner.old.filter(isWord).length,
        );
      }),
      { numRuns: 2000, seed: 20_261_121 },
    );
  });

  it('should keep a word rather than the marks that it changed places with', () => {
    expect(diffWords(['a', ',', ',', ','], [',', ',', ',', 'a'])).toEqual([
      { oldStart: 0, oldEnd: 0, newStart: 0, newEnd: 3 },
      { oldStart: 1, oldEnd: 4, newStart: 4, newEnd: 4 },
    ]);
  });

  it('should keep marks between words that changed', () => {
    expect(diffWords(['a', '.', 'b'], ['.', 'c'])).toEqual([
      { oldStart: 0, oldEnd: 1, newStart: 0, newEnd: 0 },
      { oldStart: 2, oldEnd: 3, newStart: 1, newEnd: 2 },
    ]);
  });

  it('should take what ends alike for the same end', () => {
    expect(diffWords(['x', 'a', 'b', 'a', 'b'], ['y', 'a', 'b'])).toEqual([
      { oldStart: 0, oldEnd: 3, newStart: 0, newEnd: 1 },
    ]);
  });

  it('should give up where too many words or marks are not the same, and tell of any number that only came or went', () => {
    const many = (key: string): readonly string[] =>
      Array.from({ length: 1400 }, (_, index) => `${key}${String(index)}`);
    const marks = (mark: string): readonly string[] => ['a', ...Array.from({ length: 700 }, () => mark), 'b'];
    expect(diffWords(many('a'), many('b'))).toBeNull();
    expect(diffWords(marks(','), marks('.'))).toBeNull();
    expect(diffWords([], many('a'))).toEqual([{ oldStart: 0, oldEnd: 0, newStart: 0, newEnd: 1400 }]);
    expect(diffWords(many('a'), [])).toEqual([{ oldStart: 0, oldEnd: 1400, newStart: 0, newEnd: 0 }]);
  });
});

function withoutEnds(
  old: readonly string[],
  next: readonly string[],
): { readonly old: readonly string[]; readonly next: readonly string[] } {
  const isSameAt = (index: number): boolean =>
    index < Math.min(old.length, next.length) && old[index] === next[index];
  let head = 0;
  while (isSameAt(head)) head += 1;
  const [left, right] = [old.slice(head), next.slice(head)];
  while (left.length > 0 && right.length > 0 && left[left.length - 1] === right[right.length - 1]) {
    left.pop();
    right.pop();
  }
  return { old: left, next: right };
}

/** By the book. */
function longestCommon(left: readonly string[], right: readonly string[]): number {
  let row = Array<number>(right.length + 1).fill(0);
  for (const one of left) {
    const next = [0];
    right.forEach((other, index) =>
      next.push(one === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0)),
    );
    row = next;
  }
  return row[right.length] ?? 0;
}
