import { mergeLists, rewriteList } from '../../../src/core/properties/property-list';
import { readYaml } from '../../../src/platform/node/read-yaml';

describe('mergeLists', () => {
  it("should have the person's order, less what the service took out, and behind it what it added", () => {
    expect(mergeLists({ base: ['a', 'b'], local: ['mine', 'b', 'a'], remote: ['c', 'a', 'mine'] })).toEqual([
      'mine',
      'a',
      'c',
    ]);
    expect(mergeLists({ base: ['a', 'b'], local: ['b'], remote: ['a', 'b', 'c'] })).toEqual(['b', 'c']);
  });
});

describe('rewriteList', () => {
  const rewrite = (lines: string, current: readonly unknown[], wanted: readonly unknown[]) =>
    rewriteList({ lines, name: 'tags', current, wanted, readYaml });

  it.each([
    ['on one line', 'tags: [ a,"b" , \'c\' ] # mine\n', "tags: [a, 'c', d] # mine\n"],
    ['on lines of their own', 'tags:\n- a\n- b\n- c\n', 'tags:\n- a\n- c\n- d\n'],
    [
      'behind wide dashes, one with a comment',
      'tags:\n  -   a\n  -   b # gone?\n  -   c\n',
      'tags:\n  -   a\n  # gone?\n  -   c\n  -   d\n',
    ],
    [
      'with blank lines and comments between',
      'tags: # all\n\n  # first\n  - a\n  - b\n\n  # last\n  - c # c\n',
      'tags: # all\n\n  # first\n  - a\n\n  # last\n  - c # c\n  - d\n',
    ],
  ])('should keep the notation of entries %s', (_case, lines, expected) => {
    expect(rewrite(lines, ['a', 'b', 'c'], ['a', 'c', 'd'])).toBe(expected);
  });

  it('should quote what is added when it would say something else without', () => {
    expect(rewrite('tags: [a]\n', ['a'], ['a', 'b, c'])).toBe('tags: [a, "b, c"]\n');
    expect(rewrite('tags:\n- a\n', ['a'], ['a', 'b: c', 'true'])).toBe('tags:\n- a\n- "b: c"\n- "true"\n');
  });

  it('should rewrite lines whose last has no end', () => {
    expect(rewrite('tags:\n- a\n- bee', ['a', 'bee'], ['bee'])).toBe('tags:\n- bee');
  });

  it.each([
    ['an entry to add is no text', 'tags: [a]\n', ['a'], ['a', 5]],
    ['an entry on one line cannot be read by itself', 'tags: [ "a" : b ]\n', [{ a: 'b' }], ['c']],
    ['a line among the entries is neither entry nor comment', 'tags:\n  !!seq\n  - a\n', ['a'], ['a', 'c']],
    [
      'an entry goes on on a line that looks like a comment',
      'tags:\n- "a\n\n  # b"\n- c\n',
      ['a\n# b', 'c'],
      ['a\n# b', 'c', 'd'],
    ],
    ['there is no entry to go by', 'tags: &mine []\n', [], []],
    ['the entries would be put in another order', 'tags: [a, b]\n', ['a', 'b'], ['b', 'a']],
  ] as const)('should give up when %s', (_case, lines, current, wanted) => {
    expect(rewrite(lines, current, wanted)).toBeNull();
  });
});
