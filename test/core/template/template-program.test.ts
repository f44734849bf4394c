import { compiled } from '../compiled';
import { sampleBook, sampleDocument, sampleHighlight, sampleItem } from '../sample-item';

const ITEM = sampleItem({
  book: sampleBook({ title: 'T', author: 'A and B', tags: ['x', 'y'], summary: '*s*' }),
  document: sampleDocument({ title: 'T', tags: [] }),
  highlights: [sampleHighlight({ tags: ['p', 'q'] })],
});

const headerOf = (header: string): string => compiled(`${header}\n%% highlight %%\n`).render(ITEM).header;
const blockOf = (block: string): string | undefined =>
  compiled(`\n%% highlight %%\n${block}`).render(ITEM).blocks[0]?.text;

describe('compileProgram', () => {
  it.each([
    [
      'the place in a loop',
      '{{#each tags}}{{@index}}{{@key}}{{@first}}{{@last}} {{/each}}',
      '00truefalse 11falsetrue',
    ],
    [
      'the loop around a loop',
      '{{#each tags}}{{#each ../authors}}{{@../index}}{{@index}}{{this}} {{/each}}{{/each}}',
      '00A 01B 10A 11B',
    ],
    [
      'names given by a loop',
      '{{#each tags as |tag at|}}{{#each ../authors as |author|}}{{tag}}{{at}}{{author}} {{/each}}{{/each}}',
      'x0A x0B y1A y1B',
    ],
    ['a name given by with', '{{#with title as |name|}}{{name}}{{name.length}}{{/with}}', 'T1'],
    [
      'the step out of a block that keeps its value',
      '{{#each tags}}{{#if this}}{{../title}}{{/if}}{{/each}}',
      'TT',
    ],
    ['the step out of with', '{{#with authors}}{{this}}: {{../title}}{{/with}}', 'A, B: T'],
    ['a step beyond the top', '[{{../title}}{{../../title}}]', '[]'],
    ['the other branch of each', '{{#each asin}}a{{else}}none{{/each}}', 'none'],
    ['a chain of branches', '{{#if asin}}a{{else if title}}b{{else}}c{{/if}}', 'b'],
    ['a block turned round', '{{^if asin}}no{{/if}}', 'no'],
    ['looking up a place', '{{lookup authors 1}} {{authors.[0]}} {{tags.length}}', 'B A 2'],
    ['a call in a call with a named value', '{{join (sort tags) ", " last=" and "}}', 'x and y'],
    ['blanks cut around a tag', 'a {{~title~}} b', 'aTb'],
    ['a comment', 'a{{! no }}{{!-- }} --}}b', 'ab'],
    ['an escaped tag', '\\{{title}}', '{{title}}'],
  ])('should write as Handlebars does when a template has %s', (_what, template, text) => {
    expect(headerOf(template)).toBe(text);
  });

  it('should write only what a value has itself when a template asks for what is of a prototype', () => {
    expect(
      headerOf(
        '[{{title.constructor}}{{tags.map}}{{title.constructor.constructor}}{{lookup title "constructor"}}{{@root.__proto__}}{{@root.toString}}]',
      ),
    ).toBe('[]');
  });

  it('should write text when a part is one raw value that is none', () => {
    expect([headerOf('{{{highlightCount}}}'), headerOf('{{{tags}}}'), headerOf('{{{this}}}')]).toEqual([
      '1',
      'x,y',
      '',
    ]);
  });

  it('should write a number when a highlight is one raw value that is none', () => {
    expect(blockOf('{{{index}}}')).toBe('1');
  });
});
