import { blockAnchors, linkTo } from '../../../src/features/daily/highlight-places';

const note = 'First paragraph. ^rw1\n\nMy words.\n\n> A quote\n\n^rw2\n\nOne line. ^rd3x\n';

describe('blockAnchors', () => {
  it('should find the blocks that stand in a note, whatever its line ends', () => {
    expect([...blockAnchors(note)]).toEqual(['rw1', 'rw2', 'rd3x']);
    expect([...blockAnchors(note.replaceAll('\n', '\r\n'))]).toEqual(['rw1', 'rw2', 'rd3x']);
  });
});

describe('linkTo', () => {
  it.each([
    ['Readwise/Books/Walden.md', '[[Readwise/Books/Walden|Walden]]'],
    ['Walden.md', '[[Walden]]'],
    ['Odd #1 [x]|y.md', '[Odd #1 \\[x\\]|y](Odd%20%231%20%5Bx%5D%7Cy.md)'],
  ])('should lead to %j and show its name', (path, link) => {
    expect(linkTo(path)).toBe(link);
  });
});
