import { byFolder } from '../../../src/features/unmark/remove-marks';

const groups = (...paths: readonly string[]) =>
  byFolder(paths.map((path) => ({ path }))).map(({ folder, notes }) => [
    folder,
    notes.map(({ path }) => path),
  ]);

describe('notes by their folders', () => {
  it('should stand under their own folder, in the order of the folders', () => {
    expect(groups('b/c/1.md', 'a/1.md', 'top.md', 'b/c/2.md', 'b/1.md')).toEqual([
      ['/', ['top.md']],
      ['a', ['a/1.md']],
      ['b', ['b/1.md']],
      ['b/c', ['b/c/1.md', 'b/c/2.md']],
    ]);
    expect(groups()).toEqual([]);
  });
});
