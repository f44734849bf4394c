import fc from 'fast-check';
import { parse } from 'yaml';
import {
  commentsIn,
  dumpProperties,
  parseFrontMatter,
  type PropertyValue,
} from '../../../src/notes/front-matter/front-matter';

const PROBES = [
  "it's: a",
  '# c',
  '[[L]]',
  'null',
  '1e3',
  '- x',
  'yes',
  '~',
  '"q"',
  "'",
  'a: b',
  'a #b',
  '*x',
  '&x',
  '!t',
  '%d',
  '@a',
  '`',
  '{a}',
  '0x1f',
  '1984',
  '1.5',
  '2024-01-02',
  '',
  ' lead',
  'trail ',
  'é',
  '書',
  'a\nb',
  '<%x%>',
  '---',
  '...',
  '? a',
  '| x',
  '> x',
  'true',
  '=',
  '<<',
];
const TEXT = fc.oneof(fc.constantFrom(...PROBES), fc.string({ unit: 'binary', maxLength: 60 }));
const VALUE: fc.Arbitrary<PropertyValue> = fc.oneof(
  TEXT,
  fc.integer(),
  fc.boolean(),
  fc.array(TEXT, { maxLength: 4 }),
);

describe('dumpProperties', () => {
  it('should give back what went in when a YAML reader reads it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z][a-z-]{0,12}$/), VALUE, { noNullPrototype: true }),
        (properties) => {
          expect(parse(dumpProperties(Object.entries(properties))) ?? {}).toEqual(properties);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it.each(['\u00a0', '\u2003', '\u2028', '\ufeff', '\u3000'])(
    'should keep a blank of another kind at the end of a value (%j)',
    (blank) => {
      expect(parse(dumpProperties([['title', `x${blank}`]]))).toEqual({ title: `x${blank}` });
    },
  );

  it.each([
    '0b1',
    '0x1f',
    '0o7',
    '1e5',
    '12e03',
    '0b11e',
    '1f2',
    '1_000',
    '190:20:30',
    '007',
    '=',
    '<<',
    '2024-01-02 03:04',
  ])('should quote what an older reader of YAML takes for something else (%s)', (text) => {
    expect(dumpProperties([['title', text]])).toBe(`title: "${text}"\n`);
  });

  it('should write plain things plainly', () => {
    expect(
      dumpProperties([
        ['title', 'On Liberty'],
        ['highlights', 3],
        ['authors', ['J. S. Mill']],
        ['link', '[[x]]'],
        ['reader-id', '01ke6jrxk0b2tp4hhswmkm4wnb'],
        ['titre', "L'Été, 第一章"],
      ]),
    ).toBe(
      'title: On Liberty\nhighlights: 3\nauthors:\n  - J. S. Mill\nlink: "[[x]]"\nreader-id: 01ke6jrxk0b2tp4hhswmkm4wnb\ntitre: L\'Été, 第一章\n',
    );
  });
});

/** Each key holds the one before it nine times. */
const GROWING = ['b', 'c', 'd', 'e', 'f', 'g', 'h'].reduce(
  (yaml, key, index) =>
    `${yaml}${key}: &${key} [${Array(9)
      .fill(`*${'abcdefg'.charAt(index)}`)
      .join(', ')}]\n`,
  'a: &a [x]\n',
);

describe('parseFrontMatter', () => {
  it('should give each key the lines that it takes up, and comments between keys to neither', () => {
    const yaml =
      '# top\na: 1 # one\n# between\n\nlist:\n- x\n-   y # two\n# after\ntext: |\n  # a\n\n  b\nspan: "one\n  two: 2"\n? odd\n: yes\nnone:\n\n# end\n';
    const parsed = parseFrontMatter(yaml);
    expect(parsed.ok && parsed.entries.map(({ name, start, end }) => [name, yaml.slice(start, end)])).toEqual(
      [
        ['a', 'a: 1 # one\n'],
        ['list', 'list:\n- x\n-   y # two\n'],
        ['text', 'text: |\n  # a\n\n  b\n'],
        ['span', 'span: "one\n  two: 2"\n'],
        ['odd', '? odd\n: yes\n'],
        ['none', 'none:\n'],
      ],
    );
  });

  it.each([
    ['a list', '- a\n'],
    ['a text', 'no key\n'],
    ['one line in braces', '{a: 1}\n'],
    ['a key twice', 'a: 1\na: 2\n'],
    ['a key twice in two notations', '1: a\n"1": b\n'],
    ['a text without its end', 'a: "x\n'],
    ['an alias of nothing', 'a: *nobody\n'],
    ['what holds itself', 'a: &x [*x]\n'],
    ['what grows without end', GROWING],
    ['a second document', 'a: 1\n...\nb: 2\n'],
  ])('should not read %s', (_what, yaml) => {
    expect(parseFrontMatter(yaml)).toEqual({ ok: false });
  });
});

describe('commentsIn', () => {
  it('should find comments and no texts that look like them', () => {
    expect(commentsIn('"k # k": "x # y" # one\nt: |\n  # a\nl: [a, # two\n  b#c]\n')).toEqual([
      '# one',
      '# two',
    ]);
  });
});
