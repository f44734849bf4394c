import { plainName } from '../../../src/notes/names/naming';
import { compileTemplate } from '../../../src/notes/template/compile';
import { compiled } from '../../model/compiled';
import { sampleBook, sampleHighlight, sampleItem } from '../../model/sample-item';

const TWO = 'First.\n\nSecond.';
const LIST = '- a\n- b';
const MIXED = 'First.\n\n```js\nx\n\ny\n```\n\n1. one\n2. two';

const block = async (template: string, text: string, note = ''): Promise<string | undefined> =>
  (
    await compiled(`\n%% highlight %%\n${template}`).render(
      sampleItem({ highlights: [sampleHighlight({ text, note })] }),
    )
  ).blocks[0]?.text;

const header = async (template: string, title: string, author = ''): Promise<string> =>
  (
    await compiled(`${template}\n%% highlight %%\n`).render(
      sampleItem({ book: sampleBook({ title, author }) }),
    )
  ).header;

describe('a prefix before a value', () => {
  it.each([
    ['> {{text}}', TWO, '> First.\n>\n> Second.'],
    ['> {{text}}', 'Two\nlines.', '> Two\n> lines.'],
    ['> {{text}}', LIST, '> - a\n> - b'],
    ['> {{text}}', MIXED, '> First.\n>\n> ```js\n> x\n>\n> y\n> ```\n>\n> 1. one\n> 2. two'],
    ['> **Text:** {{text}} (end)', LIST, '> **Text:**\n>\n> - a\n> - b\n>\n>  (end)'],
    ['> [!quote] {{text}}', TWO, '> [!quote] First.\n>\n> Second.'],
    ['>{{text}}', TWO, '>First.\n>\n>Second.'],
    ['- {{text}}', TWO, '- First.\n\n  Second.'],
    ['- {{text}}', LIST, '- - a\n  - b'],
    ['- {{text}}', 'a | b\n--|--\n1 | 2', '- | a | b\n  --|--\n  1 | 2'],
    ['1. - {{text}}', 'a | b\n|--|--|', '1. - | a | b\n     |--|--|'],
    ['1. {{text}}', 'a\n|--|--|', '1. a\n   |--|--|'],
    ['- {{text}}', 'a |\n|--|--|', '- a |\n  |--|--|'],
    ['> {{text}}', 'a | b\n--|--', '> a | b\n> --|--'],
    ['- [ ] {{text}}', TWO, '- [ ] First.\n\n  Second.'],
    ['* {{text}}', TWO, '* First.\n\n  Second.'],
    ['1. {{text}}', TWO, '1. First.\n\n   Second.'],
    ['10. {{text}}', MIXED, '10. First.\n\n    ```js\n    x\n\n    y\n    ```\n\n    1. one\n    2. two'],
    ['> - {{text}}', TWO, '> - First.\n>\n>   Second.'],
    ['- > {{text}}', TWO, '- > First.\n  >\n  > Second.'],
    ['> {{#if note}}{{text}}{{else}}{{text}}{{/if}}', TWO, '> First.\n>\n> Second.'],
    ['> {{or note text}}', TWO, '> First.\n>\n> Second.'],
    ['> {{quote text}}', TWO, '> > First.\n> >\n> > Second.'],
    ['> {{#bullet}}{{text}}{{/bullet}}', TWO, '> - First.\n>\n>   Second.'],
    ['{{#quote}}\n- {{text}}\n{{/quote}}', TWO, '> - First.\n>\n>   Second.'],
    ['- {{text}}\n  - {{text}}', TWO, '- First.\n\n  Second.\n  - First.\n\n    Second.'],
    ['a {{text}} b', TWO, 'a First.\n\nSecond. b'],
  ])(
    'should stand before every line when the template is %j and the text %j',
    async (template, text, expected) => {
      expect(await block(template, text)).toBe(expected);
    },
  );

  it('should stand before the lines of a partial when it is called behind it', async () => {
    const result = compileTemplate({
      name: 'test.md',
      source: '\n%% highlight %%\n> {{> words}}',
      partials: { folder: '', files: [{ name: 'words', text: '{{text}}\n\n{{italic text}}\n' }] },
    });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    const item = sampleItem({ highlights: [sampleHighlight({ text: TWO })] });
    expect((await result.template.render(item)).blocks[0]?.text).toBe(
      '> First.\n>\n> Second.\n>\n> _First._\n>\n> _Second._',
    );
  });
});

describe('what a block helper writes', () => {
  it.each([
    ['{{#quote}}\n{{text}}\n{{/quote}}\nBy me', '> a\n\nBy me'],
    ['{{#quote}}\n{{text}}\n{{/quote}}\n\nBy me', '> a\n\nBy me'],
    ['{{#if text}}\n{{#quote}}\n{{text}}\n{{/quote}}\n{{/if}}\nBy me', '> a\n\nBy me'],
    ['{{#quote}}{{text}}{{/quote}} by me', '> a\n\n by me'],
    ['{{quote text}}\n{{text}}', '> a\n\na'],
    ['> {{quote text}}\n> By me', '> > a\n>\n> By me'],
    ['{{#quote}}\n{{quote text}}\nBy me\n{{/quote}}', '> > a\n>\n> By me'],
    ['{{#callout "tip"}}\n{{text}}\n{{/callout}}\nBy me', '> [!tip]\n> a\n\nBy me'],
    ['{{#bullet}}\n{{text}}\n{{/bullet}}\nBy me', '- a\n\nBy me'],
    ['{{bullets text}}\nBy me', '- a\n\nBy me'],
  ])('should stand by itself when a line of the template follows in %j', async (template, expected) => {
    expect(await block(template, 'a')).toBe(expected);
  });

  it.each([
    ['{{#quote}}\n{{text}}\n{{/quote}}\n> By me', '> a\n> By me'],
    ['{{#quote}}\n{{text}}\n{{/quote}}\n## Mine', '> a\n## Mine'],
    ['{{#bullet}}\n{{text}}\n{{/bullet}}\n- Mine', '- a\n- Mine'],
    ['- {{quote text}}\n- {{quote text}}', '- > a\n- > a'],
  ])(
    'should be continued or followed directly when the template says so in %j',
    async (template, expected) => {
      expect(await block(template, 'a')).toBe(expected);
    },
  );
});

describe('places of one line', () => {
  it.each([
    ['## {{text}}', TWO, '## First. Second.'],
    ['> ### {{text}}', 'First *part*.\n\n- a', '> ### First *part*. - a'],
    ['| {{cell text}} | {{index}} |\n| - | - |', 'a | b\n\nc', '| a \\| b c | 1 |\n| - | - |'],
    ['| {{text}} | {{index}} |\n| - | - |', TWO, '| First. Second. | 1 |\n| - | - |'],
    ['[{{text}}]({{url}})', TWO, '[First. Second.](https://readwise.io/open/1)'],
    ['[{{index}}: {{text}}]({{url}})', '[a](https://x.y)', null],
    ['[Note: {{text}}]', TWO, '[Note: First.\n\nSecond.]'],
  ])('should get one line when the template is %j and the text %j', async (template, text, expected) => {
    const written = await block(template, text);
    if (expected !== null) expect(written).toBe(expected);
    else expect(written).not.toContain('\n');
  });
});

describe('a wikilink around a value', () => {
  it.each([
    ['[[{{title}}]]', 'A/b: c #d [[e]] ^f?', '[[A - b - c d e f]]'],
    ['[[{{title}}]]', 'C*', '[[C]]'],
    ['[[Books/{{title}}|{{title}}]]', 'A|b', '[[Books/A - b|A b]]'],
    ['![[{{title}}]]', 'A|b', '![[A - b]]'],
    ['see [[{{asin}}]].', 'A', 'see .'],
    ['[[{{{title}}}]]', 'A|b', '[[A - b]]'],
    ['[[a]] {{title}}', '*A*', '[[a]] \\*A\\*'],
    [
      '[[{{title}}]]',
      'Costs $5 and `code`',
      '[Costs \\$5 and \\`code\\`](Costs%20%245%20and%20%60code%60.md)',
    ],
    ['{{wikilink title folder="People"}}', 'A|b', '[[People/A - b|A b]]'],
    ['{{wikilink title "Shown"}}', 'A', '[[A|Shown]]'],
  ])(
    'should lead to the note of that name when the template is %j and the title %j',
    async (template, title, expected) => {
      expect(await header(template, title)).toBe(expected);
      const [, name] = /^\[\[([^|\]]*)\]\]$/.exec(expected) ?? [];
      if (name !== undefined) expect(plainName(title)).toBe(name);
    },
  );

  it('should link each entry when the value is a list', async () => {
    expect(await header('By [[{{authors}}]].', 'T', 'Ada and Bob|c')).toBe('By [[Ada]], [[Bob - c]].');
    expect(await header('{{wikilink authors folder="People"}}', 'T', 'Ada and Bob')).toBe(
      '[[People/Ada|Ada]], [[People/Bob|Bob]]',
    );
  });

  it('should be links in a property, too, and nothing where there is nothing', async () => {
    const note = await compiled(
      '---\na: "[[{{authors}}]]"\nb: "[[{{asin}}]]"\nc: "# {{title}}"\n---\n\n%% highlight %%\n',
    ).render(sampleItem({ book: sampleBook({ author: 'Ada and Bob', title: '*T*' }) }));
    expect(note.properties).toEqual([
      ['a', ['[[Ada]]', '[[Bob]]']],
      ['c', '# *T*'],
    ]);
  });
});
