import fc from 'fast-check';
import { isMap, isScalar, Lexer, parseDocument } from 'yaml';
import { commentsIn, parseFrontMatter } from '../../../src/core/properties/front-matter';
import { yamlEntries } from '../../../src/core/properties/yaml-entries';
import { readYaml } from '../../../src/platform/node/read-yaml';

const PIECES = [
  'plain: 1',
  'a-b: x # why',
  '"q k": "x # y"',
  "'it''s': 'a # b' # c",
  'ключ: да',
  '1984: [ 1,2 ]',
  'list: [a, "b", # one\n  c]',
  'seq:\n- 1\n-   2 # two',
  'deep:\n   x: 1\n   # within\n   y: [2]',
  'text: |\n  # a\n\n  b',
  'fold: >-  # head\n   one\n   # two\n',
  'keep: |+\n  x\n\n',
  'span: "one\n  two: 2\n  three"',
  'odd: "one\ntwo: 2"',
  'flow: {x: 1,\n  y: "2"}',
  'left: [\n]',
  '? key\n: value',
  'none:',
  '# alone',
  '',
  '  # deep',
  'url: https://x/#y',
  'hash: a#b',
  "say: 5' tall # x",
  'anchor: &q w',
  'again: *q',
  'again: "*q"',
  '- item',
  'no key',
  '"open: 1',
  '{a: 1}',
  '\ttab: 1',
  '  more: 1',
  'a b: c',
  'time: 12:30',
  ': empty',
  'null: 1',
  '1e3: x',
] as const;
const document = fc
  .uniqueArray(fc.constantFrom(...PIECES), { maxLength: 7 })
  .map((pieces) => `${pieces.join('\n')}\n`);

/** Where the library sees the top-level keys, or null where it sees none or cannot read the text. */
function keysByLibrary(yaml: string): readonly number[] | null {
  const read = parseDocument(yaml);
  if (read.errors.length > 0 || !isMap(read.contents) || read.contents.flow === true) return null;
  return read.contents.items.map(
    ({ key }) => yaml.lastIndexOf('\n', (isScalar(key) ? (key.range?.[0] ?? 0) : 0) - 1) + 1,
  );
}

/** Comments as the library's lexer finds them: a control character goes before each text, so that one that begins with `#` is none. */
const commentsByLibrary = (yaml: string): readonly string[] => {
  const tokens = [...new Lexer().lex(yaml)];
  return tokens.filter((token, index) => token.startsWith('#') && tokens[index - 1] !== '\u001f');
};

describe('parseFrontMatter', () => {
  it('should see the keys where the library sees them, or leave the text alone', () => {
    let understood = 0;
    fc.assert(
      fc.property(document, (yaml) => {
        const parsed = parseFrontMatter(yaml, readYaml);
        const keys = keysByLibrary(yaml);
        if (!parsed.ok || parsed.entries.length === 0) return;
        understood += 1;
        const named = keys?.filter(
          (at) => !/^ *\?/.test(yaml.slice(at)) && !yaml.slice(0, at).endsWith('? '),
        );
        expect(parsed.entries.map(({ start }) => start)).toEqual(named);
      }),
      { numRuns: 4000, seed: 20_261_121 },
    );
    expect(understood).toBeGreaterThan(400);
  });

  it.each([
    ['a list', '- a\n'],
    ['a text', 'no key\n'],
    ['one line in braces', '{a: 1}\n'],
    ['a key twice', 'a: 1\na: 2\n'],
    ['what looks like a key in the midst of a text', 'odd: "one\ntwo: 2"\n'],
  ])('should leave alone %s', (_what, yaml) => {
    expect(parseFrontMatter(yaml, readYaml)).toEqual({ ok: false });
  });

  it('should say that others refer to a value only when they do', () => {
    const shared = (yaml: string) => {
      const read = parseFrontMatter(yaml, readYaml);
      return read.ok ? read.entries.map(({ isShared }) => isShared) : null;
    };
    expect(shared('a: &x 1\nb: *x\n')).toEqual([true, false]);
    expect(shared('a: &x 1\nb: 2\nc: AT&T\n')).toEqual([false, false, false]);
  });
});

describe('commentsIn', () => {
  it.each(PIECES.filter((piece) => piece.includes('#') && readYaml(piece).ok))(
    'should find the comments that the library finds (%j)',
    (piece) => {
      expect(commentsIn(`${piece}\n`, readYaml)).toEqual(
        commentsByLibrary(`${piece}\n`).map((comment) => comment.trimEnd()),
      );
    },
  );
});

describe('yamlEntries', () => {
  it('should go on with a key when its text goes on behind a tab', () => {
    expect(yamlEntries('a: "one\n\ttwo"\nb: 2\n')).toMatchObject({
      ok: true,
      entries: [
        { key: 'a', start: 0, end: 14 },
        { key: 'b', start: 14 },
      ],
    });
  });

  it('should tell where the first line stands that belongs to no key', () => {
    expect(yamlEntries('a: 1\nno key\nb: 2\n')).toEqual({ ok: false, at: 5 });
  });
});
