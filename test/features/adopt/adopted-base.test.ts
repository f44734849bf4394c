import { NO_OWN_NOTES } from '../../../src/notes/note/own-links';
import { adoptedBase, keepsAdoptedStyle, readTrailer, writeTrailer } from '../../../src/notes/note/trailer';
import { settleBlock } from '../../../src/merge/merge-blocks';
import { noteBlock } from '../../../src/notes/note/note';

const MARK = '> [!warning] Readwise\n> {{text}}';
const STANDING = '- The passage. (Location 1)\n\n^rw1';
const base = adoptedBase(noteBlock(STANDING, 'said').base);
const same = noteBlock('> The passage.\n\n^rw1', 'said');
const changed = noteBlock('> The passage, mended.\n\n^rw1', 'said anew');

const settle = (lines: readonly string[], state: 'clean' | 'changed', next = same) =>
  settleBlock({
    block: { anchor: 'rw1', lines, state, tail: [''] },
    base,
    next,
    baseText: () => null,
    conflictMark: MARK,
  });

describe('a block that was taken over', () => {
  const lines = STANDING.split('\n');

  it('should stay as it stands, and go on being one, as long as the service says what it said', () => {
    expect(settle(lines, 'clean')).toEqual({ lines, tail: [''], base, isConflict: false });
  });

  it('should be replaced when the service says something else', () => {
    expect(settle(lines, 'clean', changed)).toEqual({
      lines: changed.text.split('\n'),
      tail: [''],
      base: changed.base,
      isConflict: false,
    });
  });

  it("should stay the person's in silence when they change it, and be told of when the service changes it, too", () => {
    const mine = ['- The passage, mine. (Location 1)', '', '^rw1'];
    const settled = settle(mine, 'changed');
    expect(settled).toMatchObject({
      lines: mine,
      tail: [''],
      isConflict: false,
      base: { text: same.base.text, source: same.base.source },
    });
    expect(settle(mine, 'changed', changed)).toMatchObject({ lines: mine, isConflict: true });
  });

  it('should be told of in the trailer', () => {
    const trailer = {
      note: '',
      path: '',
      frontMatter: '',
      style: '',
      categories: '',
      own: NO_OWN_NOTES,
      properties: new Map<string, string>(),
      header: null,
      blocks: new Map([['rw1', base]]),
      removed: new Set<string>(),
      released: new Set<string>(),
    };
    const words = writeTrailer(trailer).split(' ').slice(3, -1);
    expect(keepsAdoptedStyle(readTrailer(words).blocks.get('rw1') ?? same.base, same.base)).toBe(true);
    expect(keepsAdoptedStyle(same.base, same.base)).toBe(false);
  });
});
