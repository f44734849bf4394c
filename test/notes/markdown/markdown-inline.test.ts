import { inlineMarkdown } from '../../../src/notes/markdown/write-line';
import { hostOf, linkTarget, webAddress } from '../../../src/notes/markdown/url';

describe('inlineMarkdown', () => {
  it.each([
    'Plain title',
    'Q&A: AT&T',
    'C# in Depth',
    'snake_case',
    'A – B | C',
    'Ünïcödé 日本語',
    'It’s 50% off',
    '5 < 6',
    'https://example.com/a',
    '1984',
    'a - b',
  ])('should change nothing when the text is %j', (text) => {
    expect(inlineMarkdown(text)).toBe(text);
  });

  it.each([
    ['*a* _b_ `c`', '\\*a\\* \\_b\\_ \\`c\\`'],
    ['[[x]] ![y](z)', '\\[\\[x\\]\\] !\\[y\\](z)'],
    ['<b> <% x', '&lt;b> &lt;% x'],
    ['# a', '\\# a'],
    ['#tag', '\\#tag'],
    ['- a', '\\- a'],
    ['12. a', '12\\. a'],
    ['> a', '\\> a'],
    ['---', '\\---'],
    ['a %% b', 'a \\%\\% b'],
    ['a == b ~~ c', 'a \\=\\= b \\~\\~ c'],
    ['key:: v', 'key\\:\\: v'],
    ['$5', '\\$5'],
    ['a ^rw1', 'a \\^rw1'],
    ['x>^rw1', 'x>\\^rw1'],
    ['&lt;', '\\&lt;'],
    ['a\\b', 'a\\\\b'],
    ['obsidian://open', 'obsidian\\://open'],
    ['  two\n lines ', 'two lines'],
  ])('should write %j so that it reads the same and does nothing', (text, expected) => {
    expect(inlineMarkdown(text)).toBe(expected);
  });
});

describe('linkTarget', () => {
  it.each([
    'mailto:a@example.com',
    'zotero://select/library/items/A',
    'kindle://book?action=open&asin=B1',
    'bookends://sonnysoftware.com/1',
    'calibre://show-book/Library/1',
    'x-devonthink-item://0A-1',
    'marginnote4app://note/1',
    'obsidian://open?vault=v',
    'obsidian://open',
    'obsidian://open/?vault=v',
    'obsidian://open?vault=My%20notes&file=Books%2FA%23%5Ehl-1&paneType=tab',
    'obsidian://open?path=%2Fhome%2Fme%2Fnotes%2FA.md',
    'obsidian://florilegium/open?id=rw512001',
    'obsidian://florilegium/open?id=01hw3&vault=My%20notes',
    'obsidian://florilegium/open?vault=My%20notes&id=41000004',
  ])('should keep %s, because it only opens a program at a place', (address) => {
    expect(linkTarget(address)).toBe(address);
  });

  it.each([
    'obsidian://openx',
    'obsidian://open?vault=v&file=f&append=text',
    'obsidian://open?prepend&file=f',
    'obsidian://open?file=f&content=text',
    'obsidian://open?action=new&file=f',
    'obsidian://open?file=f&%61ppend=text',
    'obsidian://open?file=f&amp;append=text',
    'obsidian://open?file=f#?append=text',
    'obsidian://open?file=f&&append=text',
    'obsidian://open/file?append=text',
    'obsidian://advanced-uri?x=1',
    'obsidian://florilegium',
    'obsidian://florilegium?action=open&id=1',
    'obsidian://florilegium/sync',
    'obsidian://florilegium/save?url=https://example.com',
    'obsidian://florilegium/opening?id=1',
    'obsidian://florilegium/open?id=1&action=sync',
    'obsidian://florilegium/open?id=1&vault=v&%61ction=sync',
    'obsidian://florilegium/open?vault=v&action=florilegium/sync&id=1',
    'obsidian://',
    'file:///etc/passwd',
    'shortcuts://run',
  ])('should refuse %s, because it may write or run', (address) => {
    expect(linkTarget(address)).toBe('');
  });
});

describe('webAddress', () => {
  it.each([
    ['https://a.b/c d(e)[f]`g`', 'https://a.b/c%20d%28e%29%5Bf%5D%60g%60'],
    ['http://a.b/%zz?x==y::z', 'http://a.b/%25zz?x==y:%3Az'],
    ['https://a.b/日本', 'https://a.b/日本'],
    ['javascript:alert(1)', ''],
    ['obsidian://open', ''],
    ['https:///x', ''],
    ['', ''],
  ])('should turn %j into %j', (given, expected) => {
    expect(webAddress(given)).toBe(expected);
  });

  it('should name the host without www when it has one', () => {
    expect(hostOf('https://user@www.Example.com:8080/x')).toBe('example.com');
  });
});
