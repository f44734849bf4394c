import { anchorsOf, takeTrailer } from '../../../src/notes/note/trailer';

const isOwn = (anchor: string): boolean => anchor === 'rw51';
const TRAILER = '%% florilegium 1 n=2 =p.4aaaaaaabbbccc';

describe('the trailer of a note', () => {
  it.each(['rwanda', 'rdb', '=foo', '==mine==', '='])(
    'should keep the word "%s" when a person wrote it into the trailer (I2)',
    (word) => {
      const { lines, trailer } = takeTrailer(['Text.', '', `${TRAILER} ${word} %%`], isOwn);
      expect(trailer?.blocks.has('rw51')).toBe(true);
      expect(lines.join('\n')).toContain(word);
    },
  );

  it.each(['-rw52', 'rd01hw3', 'rdabc=12a34', 'k:tit', '=q.4aa', '=q.', '=8gT'])(
    'should drop "%s", which is of the trailer itself',
    (word) => {
      expect(takeTrailer(['Text.', '', `${TRAILER} ${word} %%`], isOwn).lines).toEqual(['Text.', '']);
    },
  );

  const taken = (
    ...lines: readonly string[]
  ): { readonly text: string; readonly anchors: readonly string[] } => {
    const found = takeTrailer(lines, isOwn);
    return { text: found.lines.join('\n'), anchors: found.trailer === null ? [] : anchorsOf(found.trailer) };
  };

  it("should be found where it was broken in two, and nothing of the person's with it (I2)", () => {
    expect(
      taken('Text.', `${TRAILER} k:my%20own=ab`, '=q.1aaaaaaabbbccc -rw53', '+rd01hw3 %%', 'Mine.'),
    ).toEqual({
      text: 'Text.\nMine.',
      anchors: ['rw51', 'rw52', 'rw53', 'rd01hw3'],
    });
    expect(taken('Text.', TRAILER, '%%', 'Mine.')).toEqual({ text: 'Text.\nMine.', anchors: ['rw51'] });
    expect(taken('Text.', TRAILER, 'Mine is =q.1aaaaaaabbbccc here.')).toEqual({
      text: 'Text.\nMine is =q.1aaaaaaabbbccc here.',
      anchors: ['rw51'],
    });
    expect(taken('Text.', TRAILER)).toEqual({ text: 'Text.', anchors: ['rw51'] });
  });

  it('should leave what a person wrote before it, into it and behind it (I2)', () => {
    expect(taken(`Before. ${TRAILER}  in  it %% behind.`)).toEqual({
      text: 'Before. in it behind.',
      anchors: ['rw51'],
    });
    expect(taken('Text.', '', `${TRAILER} %%`, '', 'Mine.').text).toBe('Text.\n\nMine.');
  });

  it.each([
    'It begins with %% florilegium 1 and ends with %%',
    'So: `%% florilegium 1 n=2 =p.4aaaaaaabbbccc %%`',
    '%% florilegium 2 n=2 %%',
    '%% florilegium %%',
  ])('should not be what a person wrote about it: %j', (line) => {
    expect(taken(line)).toEqual({ text: line, anchors: [] });
  });

  it('should be, of several, the one that knows most of the item, else the last; those of other notes stay, and those in code', () => {
    const most = '%% florilegium 1 n=3 =p.4aaaaaaabbbccc -rw51 %%';
    const other = '%% florilegium 1 n=4 =1b.4aaaaaaabbbccc %%';
    const own = `${TRAILER} %%`;
    expect(taken('A', most, 'B', own, 'C', other)).toEqual({
      text: `A\nB\nC\n${other}`,
      anchors: ['rw51', 'rw51'],
    });
    expect(taken('A', other, own)).toEqual({ text: `A\n${other}`, anchors: ['rw51'] });
    expect(taken('A', own, own.replace('.4', '.5')).text).toBe('A');
    expect(takeTrailer(['A', own, own.replace('.4', '.5')], isOwn).trailer?.blocks.get('rw51')?.lines).toBe(
      5,
    );
    expect(taken('```', own, '```', own, 'A')).toEqual({
      text: `\`\`\`\n${own}\n\`\`\`\nA`,
      anchors: ['rw51'],
    });
    expect(taken('A', '%% florilegium 1 n=5 =1a.4aaaaaaabbbccc %%', other)).toEqual({
      text: 'A\n%% florilegium 1 n=5 =1a.4aaaaaaabbbccc %%',
      anchors: ['rw99'],
    });
  });
});
