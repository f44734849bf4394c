import { isWebAddress, linkAtCursor } from '../../../../src/obsidian/ui/forms/save-addresses';

/** The link with the cursor before `|`. */
function linkIn(marked: string): string | null {
  const ch = marked.indexOf('|');
  const editor = { getValue: () => `above\n${marked.replace('|', '')}`, getCursor: () => ({ line: 1, ch }) };
  return linkAtCursor(editor as unknown as Parameters<typeof linkAtCursor>[0]);
}

describe('the address at the cursor', () => {
  it.each([
    ['in the text of a link', 'See [an es|say](https://example.com/a) there', 'https://example.com/a'],
    ['in the address of a link', '[a](https://exam|ple.com/a_(b) "Title")', 'https://example.com/a_(b)'],
    ['in the second of two links', '[a](https://a.example) [b|](https://b.example)', 'https://b.example'],
    [
      'in a plain address at the end of a sentence',
      'Read https://exa|mple.com/a?b=1.',
      'https://example.com/a?b=1',
    ],
    ['in an address in angle brackets', '<https://exa|mple.com>', 'https://example.com'],
    ['behind a link', '[a](https://a.example) be|hind', null],
    ['in a link to a note', '[[No|te]]', null],
    ['in a link to a file', '[a](file:///etc/pas|swd)', null],
  ])('should be found or not when the cursor is %s', (_, marked, address) => {
    expect(linkIn(marked)).toBe(address);
  });

  it('should be one of the web', () => {
    expect(['https://a.example/b', 'http://a', 'HTTPS://A.example'].every(isWebAddress)).toBe(true);
    expect(
      ['', 'example.com', 'https://', 'https://a b', 'javascript:1', 'x https://a'].some(isWebAddress),
    ).toBe(false);
  });
});
