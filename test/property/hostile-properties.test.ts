import fc from 'fast-check';
import { CORE_SCHEMA, load } from 'second-yaml-reader';
import { builtInStyles } from '../../src/notes/template/built-in-templates';
import { dumpProperties, type PropertyValue } from '../../src/notes/front-matter/front-matter';
import { composeNote, noteVersion, splitNote } from '../../src/notes/note/note';
import { compiled } from '../model/compiled';
import { hostileText } from '../model/hostile-text';
import { sampleBook, sampleDocument, sampleItem } from '../model/sample-item';
import { hostileRuns } from './runs';

// What readers of YAML take for something else when it stands bare, or cannot read at all.
const TRAPS = [
  ...`
    null ~ true False yes No on y N 1984 007 0o7 0x1f 0b1 1_000 1e3 .5 -.inf .NaN 1:30 190:20:30
    2024-01-02 2024-01-02T03:04:05Z a: :a - [[L]] {a} *x &x !t %d @a --- ... = << __proto__ é 言葉 🙂
  `
    .trim()
    .split(/\s+/),
  "it's: a",
  '# c',
  'a #b',
  'a: b',
  '- x',
  '? a',
  '| x',
  '> x',
  '!!str x',
  '`',
  '"q"',
  "'",
  '"',
  '\\',
  '\\n',
  ' lead',
  'trail ',
  '\ttab',
  'a\nb',
  '\n',
  '\r',
  '\u0085',
  '\u2028',
  '\u00a0',
  '\ufeff',
  '\u0000',
  '\ud800',
  ', ',
  'a, b',
  '[a]: b',
  '<% x %>',
  '[[L|x]]',
  'https://a.b/c',
  'obsidian://new?name=a b',
  'javascript:alert(1)',
];

/** What YAML allows in a file. Rendering takes the rest out of what comes from outside. */
const printable = (given: string): string =>
  given.replace(/[^\t\n\r -~\u0085\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/gu, '');

const anyText = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...TRAPS) },
  { weight: 2, arbitrary: hostileText() },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...TRAPS), fc.constantFrom(...TRAPS)).map((two) => two.join('')),
  },
);
const text = anyText.map(printable);
const value: fc.Arbitrary<PropertyValue> = fc.oneof(
  text,
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.array(text, { maxLength: 3 }),
);
const names = fc.uniqueArray(
  fc.oneof(
    fc.stringMatching(/^[a-z][a-z-]{0,9}$/),
    fc.constantFrom('__proto__', 'constructor', 'Ünï', 'a b', 'a: b', '<<', '#x'),
  ),
  { minLength: 10, maxLength: 10 },
);
const PROPERTIES_IN_A_NOTE = 10;

const template = compiled(builtInStyles.classic);

const LINK = /^\[\[.*\]\]$/;
const ADDRESS = /^[a-z][a-z0-9+.-]*:(?:\/\/|\S+$)/i;

/** A line in which a link or an address is broken. */
const broken = (line: string): string => {
  const start = line.length - line.trimStart().length;
  const words = line.trim();
  if (LINK.test(words)) return `${line.slice(0, start)}[ ${line.slice(start + 1)}`;
  return ADDRESS.test(words) ? line.replace(':', ': ') : line;
};

/** A text on one line, without what cannot be seen, and with links, addresses and Templater's mark broken. */
const shown = (given: string): string => {
  const words = given
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufeff\ufffe\uffff]/gu, '')
    .split(/[ \t\n]+/)
    .filter((word) => word !== '')
    .join(' ');
  const line = broken(words).replaceAll('<%', '< %');
  // Nothing but blanks of other kinds is nothing to say.
  return line.trim() === '' ? '' : line;
};

jest.setTimeout(900_000);

describe('properties from outside', () => {
  it('should be the same values of the same kinds under the same names in the same order when another YAML reader reads them (I10)', () => {
    const properties = fc.tuple(
      names,
      fc.array(value, { minLength: PROPERTIES_IN_A_NOTE, maxLength: PROPERTIES_IN_A_NOTE }),
    );
    fc.assert(
      fc.property(properties, ([keys, values]) => {
        const given = values.map((entry, index) => [keys[index] ?? '', entry] as const);
        const read = JSON.stringify(load(dumpProperties(given), { schema: CORE_SCHEMA }));
        const expected = JSON.stringify(Object.fromEntries(given));
        if (read !== expected) throw new Error(`${read}\n${expected}`);
      }),
      hostileRuns(PROPERTIES_IN_A_NOTE),
    );
  });

  it('should say what the service said, and nothing else, when a whole note is read (I10)', async () => {
    const texts = fc.array(anyText, { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(texts, async ([title = '', source = '', siteName = '', location = '']) => {
        const item = sampleItem({
          book: sampleBook({ title, source, category: 'articles' }),
          document: sampleDocument({ title, source, siteName, location, url: title, sourceUrl: source }),
        });
        const { yaml } = splitNote(
          composeNote(noteVersion({ item, rendered: await template.render(item) }), 'x'),
        );
        const read = load(yaml ?? '', { schema: CORE_SCHEMA }) as Record<string, string | number | undefined>;
        const expected = {
          'readwise-id': 1,
          'reader-id': '01hw3',
          title: shown(title),
          category: 'article',
          location: shown(location),
        };
        const known = [...Object.keys(expected), 'url'];
        for (const [name, wanted] of Object.entries(expected))
          if (String(read[name] ?? '') !== String(wanted))
            throw new Error(`${name}: ${JSON.stringify(read[name])} is not ${JSON.stringify(wanted)}`);
        for (const name of Object.keys(read))
          if (!known.includes(name)) throw new Error(`Nobody declared ${name}`);
        for (const [name, value] of Object.entries(read))
          if (name !== 'url' && [LINK, ADDRESS].some((opened) => opened.test(String(value).trim())))
            throw new Error(`${name} would be opened: ${JSON.stringify(value)}`);
        if (/<%/.test(yaml ?? '')) throw new Error(`Templater would run ${yaml ?? ''}`);
      }),
      hostileRuns(16),
    );
  });
});
