import fc from 'fast-check';
import { applyPatch, makePatch } from '../../../src/core/history/text-patch';
import { movesBack } from '../../../src/core/history/undo-plan';

const text = fc
  .array(fc.constantFrom('', 'a', 'b b', '^rw1', '> c', '\r'), { maxLength: 30 })
  .map((lines) => lines.join('\n'));

describe('a patch of a text', () => {
  it('should make the one text of the other, whatever they are', () => {
    fc.assert(
      fc.property(text, text, (before, after) => applyPatch(before, makePatch(before, after)) === after),
    );
  });

  it('should hold little more than what changed', () => {
    const before = Array.from({ length: 1000 }, (_, index) => `Line ${String(index)}`).join('\n');
    expect(JSON.stringify(makePatch(before, before.replace('Line 500\n', 'Another\n'))).length).toBeLessThan(
      100,
    );
  });

  it('should be one change when the texts have too little in common', () => {
    const lines = (word: string): string =>
      Array.from({ length: 3000 }, (_, index) => `${word} ${String(index)}`).join('\n');
    expect(applyPatch(lines('a'), makePatch(lines('a'), lines('b')))).toBe(lines('b'));
  });
});

describe('notes that are to go back where they were', () => {
  const back = (
    moves: readonly (readonly [string, string])[],
    taken: readonly string[],
    leaving: readonly string[] = [],
  ) =>
    movesBack(
      moves.map(([path, to]) => ({ path, to })),
      { leaving, isTaken: (path) => taken.includes(path) },
    ).map(({ path }) => path);

  it('should go in a ring when each gives up the place of another', () => {
    expect(
      back(
        [
          ['a', 'b'],
          ['b', 'a'],
        ],
        ['a', 'b'],
      ),
    ).toEqual(['a', 'b']);
  });

  it('should stay when the place is a stranger’s, and so should those that wait for them', () => {
    expect(
      back(
        [
          ['a', 'x'],
          ['b', 'a'],
        ],
        ['x', 'a'],
      ),
    ).toEqual([]);
  });

  it('should go where a note was that leaves', () => {
    expect(back([['a', 'x']], ['x'], ['x'])).toEqual(['a']);
  });
});
