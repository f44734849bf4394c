import { linkTo } from '../../../src/features/daily/highlight-places';

describe('linkTo', () => {
  it.each([
    ['Readwise/Books/Walden.md', '[[Readwise/Books/Walden|Walden]]'],
    ['Walden.md', '[[Walden]]'],
    ['Odd #1 [x]|y.md', '[Odd #1 \\[x\\]|y](Odd%20%231%20%5Bx%5D%7Cy.md)'],
  ])('should lead to %j and show its name', (path, link) => {
    expect(linkTo(path)).toBe(link);
  });
});
