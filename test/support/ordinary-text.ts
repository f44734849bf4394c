import fc from 'fast-check';

/**
 * What people highlight and write: light markdown in every script of the world, made so that no part of it is
 * meant to act.
 */
const WORDS = [
  ...`
    the soul is dyed Café naïve Straße слово мир λόγος 言葉 日本語の文。 中文， 한국어 שלום עולם السلام عليكم، فارسی
    हिन्दी ประโยค தமிழ் ქართული አማርኛ 🙂 👍🏽 🇩🇪 1984 3.14 50% A&B Q&A: C# F#, (1) [1] [sic] snake_case
    e.g. it’s “so” «oui» — – … a/b x=y 12:30 user@example.com https://example.com/a_b?c=1#d
    https://example.com/wiki/A_(b)#c 100° ½ ™ +1 -3 ~5 #1 &amp; &lt;b&gt; &#8217;
  `
    .trim()
    .split(/\s+/),
  'n\u0303',
  'Z\u030c',
  '👩‍👩‍👧',
  '5$',
  "don't",
  '5 < 6',
  'a > b',
  'key: value',
  'C:\\dir',
  '\\*',
  '\\_',
  '\\[',
  '10\u00a0km',
  'soft\u00adhyphen',
  'zero\u200bwidth',
  'می\u200cخواهم',
];
const LANGUAGES = ['', ...'js ts python c++ rust bash json yaml html sql text Java c#'.split(' ')];
const CODE = [
  'const x = [[1], [2]];',
  '# comment',
  'if (a < b && c > d) {',
  '}',
  '<div class="x">',
  'std::sort(a);',
  '$HOME/%d',
  'echo `date`',
  '- item',
  '> quote',
  '\\n',
  '    indented',
  '\ttab',
  '',
  '',
  'key:: value',
  '{{x}}',
  '*p = &q;',
  '---',
  '~~~',
  '``',
  '%%time',
  '日本',
] as const;
const FORMULAS = [
  'x',
  'a+b',
  'e^{i\\pi} + 1 = 0',
  '\\frac{a}{b}',
  'x_1, x_2',
  '\\alpha \\leq \\beta',
  '\\sum_{i=1}^n i',
  'a < b',
  'f(x) = \\sqrt{x}',
] as const;

const word = fc.constantFrom(...WORDS);
const phrase = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
const plain = fc
  .array(fc.constantFrom('the', 'soul', '言葉', 'слово', 'שלום', '🙂', 'हिन्दी'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((words) => words.join(' '));
const around = (mark: string): fc.Arbitrary<string> => plain.map((inside) => `${mark}${inside}${mark}`);

const inline = fc.oneof(
  { weight: 6, arbitrary: phrase },
  { weight: 1, arbitrary: fc.constantFrom('*', '**', '_', '__', '***', '~~', '==').chain(around) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '`a`',
      '`std::sort<int>(a)`',
      '`[[x]]`',
      '``a ` b``',
      '`%d`',
      '`#include <x>`',
      '`a\\b`',
      '`x = 1`',
      '`{{y}}`',
      '`**not bold**`',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        plain,
        fc.constantFrom(
          'https://example.com/',
          'http://example.com/a?b=1&c=2#d',
          'https://en.wikipedia.org/wiki/A_(b)',
          'mailto:a@example.com',
          'https://example.com/日本',
        ),
      )
      .map(([text, address]) => `[${text}](${address})`),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(plain, plain).map(([a, b]) => `**${a}: [${b}](https://example.com) and *${a}***`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '![alt](https://example.com/i.png)',
      '![](https://example.com/i.png)',
      '[![a](https://example.com/i.png)](https://example.com)',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...FORMULAS).map((formula) => `$${formula}$`) },
);
const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
const starting = fc.tuple(plain, line).map((two) => two.join(' '));

const indented = (text: string, first: string): string =>
  text
    .split('\n')
    .map((each, index) => (index === 0 ? first + each : each === '' ? '' : ' '.repeat(first.length) + each))
    .join('\n');
const quoted = (text: string): string =>
  text
    .split('\n')
    .map((each) => (each === '' ? '>' : `> ${each}`))
    .join('\n');

const fence = fc
  .tuple(
    fc.constantFrom('```', '````', '~~~~'),
    fc.constantFrom(...LANGUAGES),
    fc.array(fc.constantFrom(...CODE), { maxLength: 5 }),
  )
  .map(([mark, language, lines]) => [mark + language, ...lines, mark].join('\n'));
const formula = fc
  .array(fc.constantFrom(...FORMULAS), { minLength: 1, maxLength: 3 })
  .map((lines) => ['$$', ...lines, '$$'].join('\n'));
const cell = fc.oneof(plain, fc.constantFrom('**a**', '`b`', '1', '[x](https://example.com)', '$x$'));
const table = fc
  .tuple(
    fc.array(cell, { minLength: 2, maxLength: 2 }),
    fc.constantFrom('| --- | --- |', '|:--|--:|', '| :-: | --- |'),
    fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 3 }),
  )
  .map(([head, rule, rows]) =>
    [`| ${head.join(' | ')} |`, rule, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'),
  );
const paragraph = fc.array(starting, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));

const { block } = fc.letrec<{ block: string; blocks: string; list: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', maxDepth: 2 },
    { weight: 4, arbitrary: paragraph },
    { weight: 1, arbitrary: fence },
    { weight: 1, arbitrary: formula },
    { weight: 1, arbitrary: table },
    { weight: 1, arbitrary: tie('list') },
    { weight: 1, arbitrary: tie('blocks').map(quoted) },
  ),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 2 }).map((parts) => parts.join('\n\n')),
  list: fc
    .tuple(
      fc.constantFrom('- ', '* ', '+ ', '1. ', '7. ', '10) '),
      fc.array(
        fc.tuple(
          fc.oneof({ weight: 5, arbitrary: starting }, { weight: 1, arbitrary: fence }),
          fc.option(tie('block'), { freq: 3 }),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      fc.constantFrom('\n', '\n\n'),
    )
    .map(([marker, entries, between]) =>
      entries
        .map(([first, inside]) => indented(inside === null ? first : `${first}\n\n${inside}`, marker))
        .join(between),
    ),
}));

/** A passage of a few blocks. */
export const ordinaryText = (): fc.Arbitrary<string> =>
  fc.array(block, { minLength: 1, maxLength: 3 }).map((blocks) => blocks.join('\n\n'));
