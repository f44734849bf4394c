import { compileTemplate } from '../../../src/notes/template/compile';
import { compiled } from '../../model/compiled';
import { sampleBook, sampleHighlight, sampleItem } from '../../model/sample-item';

const TWO = 'First.\n\nSecond.';
const LIST = '- a\n- b';
const MIXED = 'First.\n\n```js\nx\n\ny\n```\n\n1. one\n2. two';

const block = (template: string, text: string, note = ''): string | undefined =>
  compiled(`\n%% highlight %%\n${template}`).render(
    sampleItem({ highlights: [sampleHighlight({ text, note })] }),
  ).blocks[0]?.text;

const header = (template: string, title: string, author = ''): string =>
  compiled(`${template}\n%% highlight %%\n`).render(sampleItem({ book: sampleBook({ title, author }) }))
    .header;

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
    ['> {{{text}}}', '*First.*\n\n#Second.', '> *First.*\n>\n> #Second.'],
    ['a {{text}} b', TWO, 'a First.\n\nSecond. b'],
  ])('should stand before every line when the template is %j and the text %j', (template, text, expected) => {
    expect(block(template, text)).toBe(expected);
  });

  it('should stand before the lines of a partial when it is called behind it', () => {
    const result = compileTemplate({
      name: 'test.md',
      source: '\n%% highlight %%\n> {{> words}}',
      partials: { folder: '', files: [{ name: 'words', text: '*{{text}}*' }] },
    });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    const item = sampleItem({ highlights: [sampleHighlight({ text: TWO })] });
    expect(result.template.render(item).blocks[0]?.text).toBe('> *First.*\n>\n> *Second.*');
  });
});

describe('marks around a value', () => {
  it.each([
    ['=={{text}}==', TWO, '==First.==\n\n==Second.=='],
    ['**{{text}}**', TWO, '**First.**\n\n**Second.**'],
    ['*{{text}}*', TWO, '*First.*\n\n*Second.*'],
    ['_{{text}}_', TWO, '_First._\n\n_Second._'],
    ['~~{{text}}~~', TWO, '~~First.~~\n\n~~Second.~~'],
    ['**=={{text}}==**', TWO, '**==First.==**\n\n**==Second.==**'],
    ['> =={{text}}==', TWO, '> ==First.==\n>\n> ==Second.=='],
    ['*“{{text}}”*', TWO, '*“First.*\n\n*Second.”*'],
    ['**{{index}}: {{text}}**', TWO, '**1: First.**\n\n**Second.**'],
    ['**{{index}}. {{text}}**', 'One.', '**1. One.**'],
    ['**Text:** *{{text}}*', TWO, '**Text:** *First.*\n\n*Second.*'],
    ['*{{index}}* and *{{text}}*.', TWO, '*1* and *First.*\n\n*Second.*.'],
    ['=={{#if note}}{{note}}{{else}}{{text}}{{/if}}==', TWO, '==First.==\n\n==Second.=='],
    ['{{#if text}}\n**{{text}}**\n{{/if}}\nend', TWO, '**First.**\n\n**Second.**\nend'],
    ['{{^note}}**{{text}}**{{/note}}', TWO, '**First.**\n\n**Second.**'],
    ['{{#each (list "a" "b") as |x|}}**{{x}}{{@index}}{{../text}}** {{/each}}', 'c', '**a0c** **b1c**'],
    ['{{#each (list "a*" "b")}}_{{this}}_{{/each}}', '', '_a\\*__b_'],
    ['a =={{text}}== b', 'One.', 'a ==One.== b'],
    ['=={{text}}==', LIST, LIST],
    ['- =={{text}}==', LIST, '- - a\n  - b'],
    ['**{{note}}**{{text}}', 'One.', 'One.'],
    ['**Text:**{{text}}', 'One.', '**Text:**One.'],
    ['2 * {{index}} * {{text}}', 'One.', '2 * 1 * One.'],
    ['`*`{{text}}', 'One.', '`*`One.'],
  ])('should close in each paragraph when the template is %j and the text %j', (template, text, expected) => {
    expect(block(template, text)).toBe(expected);
  });
});

describe('places of one line', () => {
  it.each([
    ['## {{text}}', TWO, '## First. Second.'],
    ['> ### {{text}}', 'First *part*.\n\n- a', '> ### First *part*. - a'],
    ['| {{text}} | {{index}} |\n| - | - |', 'a | b\n\nc', '| a \\| b c | 1 |\n| - | - |'],
    ['[{{text}}]({{url}})', TWO, '[First. Second.](https://readwise.io/open/1)'],
    ['[{{index}}: {{text}}]({{url}})', '[a](https://x.y)', null],
    ['## {{{text}}}', 'First.\n#Second.', '## First. #Second.'],
    ['[Note: {{text}}]', TWO, '[Note: First.\n\nSecond.]'],
  ])('should get one line when the template is %j and the text %j', (template, text, expected) => {
    const written = block(template, text);
    if (expected !== null) expect(written).toBe(expected);
    else expect(written).not.toContain('\n');
  });
});

describe('a wikilink around a value', () => {
  it.each([
    ['[[{{title}}]]', 'A|b #c [[d]] ^e', '[[A b c d e]]'],
    ['[[{{title}}]]', 'C*', '[[C*]]'],
    ['[[Books/{{title}}|{{title}}]]', 'A|b', '[[Books/A b|A b]]'],
    ['![[{{title}}]]', 'A|b', '![[A b]]'],
    ['see [[{{asin}}]].', 'A', 'see .'],
    ['[[{{{title}}}]]', 'A|b', '[[A b]]'],
    ['[[a]] {{title}}', '*A*', '[[a]] \\*A\\*'],
  ])('should be a link that works when the template is %j and the title %j', (template, title, expected) => {
    expect(header(template, title)).toBe(expected);
  });

  it('should link each entry when the value is a list', () => {
    expect(header('By [[{{authors}}]].', 'T', 'Ada and Bob|c')).toBe('By [[Ada]], [[Bob c]].');
  });

  it('should be links in a property, too, and nothing where there is nothing', () => {
    const note = compiled(
      '---\na: "[[{{authors}}]]"\nb: "[[{{asin}}]]"\nc: "# {{title}}"\n---\n\n%% highlight %%\n',
    ).render(sampleItem({ book: sampleBook({ author: 'Ada and Bob', title: '*T*' }) }));
    expect(note.properties).toEqual([
      ['a', ['[[Ada]]', '[[Bob]]']],
      ['c', '# *T*'],
    ]);
  });
});
