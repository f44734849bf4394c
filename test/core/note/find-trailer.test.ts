import { takeTrailer } from '../../../src/core/note/find-trailer';

const isOwn = (anchor: string): boolean => anchor === 'rw51';
const TRAILER = '%% florilegium 1 n=2 rw51=4.aa.bb.cc';

describe('the trailer of a note', () => {
  it.each(['rwanda', 'rdb'])('should keep the word "%s" when a person wrote it into the trailer (I2)', (word) => {
    const { lines, trailer } = takeTrailer(['Text.', '', `${TRAILER} ${word} %%`], isOwn);
    expect(trailer?.blocks.has('rw51')).toBe(true);
    expect(lines.join('\n')).toContain(word);
  });

  it.each(['rw5', '-rw52', 'rd01hw3', 'rdabc=12.34', 'k:tit'])('should drop "%s", which is of the trailer itself', (word) => {
    expect(takeTrailer(['Text.', '', `${TRAILER} ${word} %%`], isOwn).lines).toEqual(['Text.', '']);
  });
});
