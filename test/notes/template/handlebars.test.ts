import { HIGHLIGHT_FIELDS } from '../../../src/notes/template/item-fields';
import { compiled } from '../../model/compiled';
import { sampleBook, sampleDocument, sampleHighlight, sampleItem } from '../../model/sample-item';

const ITEM = sampleItem({
  book: sampleBook({ title: 'T', author: 'A and B', tags: ['x', 'y'], summary: '*s*' }),
  document: sampleDocument({ title: 'T', tags: [], readingProgress: 0 }),
  highlights: [sampleHighlight({ text: '#p *e*', tags: ['p', 'q'] })],
});

const headerOf = async (header: string): Promise<string> =>
  (await compiled(`${header}\n%% highlight %%\n`).render(ITEM)).header;
const blockOf = async (block: string): Promise<string | undefined> =>
  (await compiled(`\n%% highlight %%\n${block}`).render(ITEM)).blocks[0]?.text;

describe('what Handlebars documents', () => {
  it.each([
    ['a section of a list', '{{#authors}}{{this}}{{@index}} {{/authors}}', 'A0 B1'],
    ['a section of a field that is there', '{{#title}}[{{this}}]{{/title}}', '[T]'],
    ['a section of a field that is not there', '{{#asin}}a{{else}}none{{/asin}}', 'none'],
    ['an inverted section', '{{^asin}}none{{/asin}}', 'none'],
    ['if and unless', '{{#if title}}a{{/if}}{{#unless title}}b{{else}}c{{/unless}}', 'ac'],
    ['a zero', '{{#if progress}}a{{else}}zero{{/if}}', 'zero'],
    ['includeZero', '{{#if progress includeZero=true}}a{{else}}zero{{/if}}', 'a'],
    ['a chain of branches', '{{#if asin}}a{{else if title}}b{{else}}c{{/if}}', 'b'],
    ['a chain that changes the block', '{{#if asin}}a{{else with title}}{{this}}{{/if}}', 'T'],
    [
      'the place in a loop',
      '{{#each tags}}{{@index}}{{@key}}{{@first}}{{@last}} {{/each}}',
      '00truefalse 11falsetrue',
    ],
    ['the keys of an object', '{{#each this}}{{#if @first}}{{@key}}{{/if}}{{/each}}', 'title'],
    ['the other branch of each', '{{#each asin}}a{{else}}none{{/each}}', 'none'],
    [
      'a loop around a loop',
      '{{#each tags}}{{#each ../authors}}{{@../index}}{{@index}}{{this}} {{/each}}{{/each}}',
      '00A 01B 10A 11B',
    ],
    [
      'block parameters',
      '{{#each tags as |tag at|}}{{#each ../authors as |author|}}{{tag}}{{at}}{{author}} {{/each}}{{/each}}',
      'x0A x0B y1A y1B',
    ],
    ['a name given by with', '{{#with title as |name|}}{{name}}{{/with}}', 'T'],
    ['a step out', '{{#with authors}}{{this}}: {{../title}}{{/with}}', 'A, B: T'],
    ['a block that keeps its value', '{{#each tags}}{{#if this}}{{../title}}{{/if}}{{/each}}', 'TT'],
    ['the root', '{{#each tags}}{{@root.title}}{{/each}}', 'TT'],
    ['lookup', '{{lookup authors 1}}{{lookup . "title"}}', 'BT'],
    ['a place in a list', '{{authors.[0]}}{{authors.length}}', 'A2'],
    ['a call in a call with a named value', '{{join (sort tags) ", " last=" and "}}', 'x and y'],
    ['blanks cut around a tag', 'a {{~title~}} b', 'aTb'],
    ['blanks cut in a block', 'a\n{{~#if title ~}}\n b \n{{~/if~}}\n c', 'abc'],
    ['blocks on lines of their own', 'a\n{{#if title}}\nb\n{{else}}\nc\n{{/if}}\nd', 'a\nb\nd'],
    ['comments', 'a{{! no }}{{!-- }} --}}b', 'ab'],
    ['an escaped tag', '\\{{title}}', '{{title}}'],
    ['a raw block', '{{{{raw}}}}{{title}} {{#if}}{{{{/raw}}}}', '{{title}} {{#if}}'],
    ['an inline partial', '{{#*inline "by"}}by {{author}}{{/inline}}{{> by}}', 'by A and B'],
    [
      'an inline partial with values',
      '{{#*inline "one"}}{{sign}}{{tag}} {{/inline}}{{#each tags}}{{> one tag=this sign="·"}}{{/each}}',
      '·x ·y',
    ],
    ['a partial block whose partial is missing', '{{#> nowhere}}{{title}}{{/nowhere}}', 'T'],
    [
      'a partial block',
      '{{#*inline "box"}}[{{> @partial-block}}]{{/inline}}{{#> box}}{{title}}{{/box}}',
      '[T]',
    ],
    [
      'a partial whose name is a value',
      '{{#*inline "book"}}a book{{/inline}}{{#*inline "tweet"}}a tweet{{/inline}}{{> (lookup . "kind")}}',
      'a book',
    ],
  ])('should work when a template has %s', async (_what, template, text) => {
    expect(await headerOf(template)).toBe(text);
  });

  it('should call a partial in itself as often as there is more to write', async () => {
    const block = '{{#*inline "up"}}{{#if item}}{{> up item}}{{else}}{{title}}{{/if}}{{/inline}}{{> up}}';
    expect(await blockOf(block)).toBe('T');
  });

  it('should write to the console and nothing into the note when a template logs', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await headerOf('a{{log "seen" title level="error"}}b')).toBe('ab');
    expect(error.mock.calls.map((values) => values.map(String))).toEqual([['seen', 'T']]);
    error.mockRestore();
  });
});

describe('values of templates', () => {
  it('should be safe in two braces and as they came in three', async () => {
    expect(await blockOf('{{text}} {{{text}}}')).toBe('\\#p *e* #p *e*');
    expect(await headerOf('{{{highlightCount}}} {{{tags}}} {{progress}}')).toBe('1 x, y 0');
  });

  it("should let links and tags of the person's own note through in three braces, and none of the passage", async () => {
    const note = 'See [[Deep Work]] and #idea';
    const item = sampleItem({ highlights: [sampleHighlight({ text: 'A [[foreign]] #text', note })] });
    const template = compiled('\n%% highlight %%\n> {{text}}\n>\n> **Note:** {{{noteText}}}');
    expect((await template.render(item)).blocks[0]?.text).toBe(
      '> A \\[\\[foreign]] \\#text\n>\n> **Note:** See [[Deep Work]] and #idea',
    );
  });

  it('should stand side by side, and not be summed up, when they are numbers as they came', async () => {
    expect(await headerOf('{{{highlightCount}}}{{{progress}}}')).toBe('10');
    const { properties } = await compiled(
      '---\nn: "{{highlightCount}}{{progress}}"\n---\n%% highlight %%\n',
    ).render(ITEM);
    expect(properties).toEqual([['n', '10']]);
  });

  it('should be text when a block holds a number as it came and nothing else', async () => {
    expect(await headerOf('{{#quote}}{{{highlightCount}}}{{/quote}}')).toBe('> 1');
  });

  it('should write nothing of an object', async () => {
    expect(await headerOf('[{{#with this}}{{this}}{{/with}}]')).toBe('[]');
    expect(await blockOf('[{{text.grammar}}]')).toBe('[]');
  });

  it.each([
    '{{#each .}}{{@key}} {{/each}}',
    '{{#each item.highlights}}{{#each .}}{{@key}} {{/each}}{{/each}}',
    '{{#with item}}{{#each (first highlights)}}{{@key}} {{/each}}{{/with}}',
    '{{#each item.highlights as |one|}}{{#each one}}{{@key}} {{/each}}{{/each}}',
  ])('should have every field of a highlight when a template lists them with %s', async (block) => {
    expect((await blockOf(block))?.split(' ')).toEqual(HIGHLIGHT_FIELDS);
  });

  it('should have the length of a passage', async () => {
    expect(await blockOf('{{#if (gt text.length 5)}}long{{/if}}')).toBe('long');
  });

  it('should be empty when a helper gives blanks', async () => {
    expect(await headerOf('{{join (list (default asin " ") "a")}}')).toBe('a');
  });

  it('should have every field of a highlight when a template names one by a value', async () => {
    const block = '{{lookup . (truncate "locationType" 8 "")}}';
    const item = sampleItem({ highlights: [sampleHighlight({ location: 7 })] });
    const { blocks } = await compiled(`\n%% highlight %%\n${block}`).render(item);
    expect(blocks[0]?.text).toBe('7');
  });

  it.each([
    ['a partial', '{{#*inline "p"}}{{x}}{{/inline}}{{> p x="a*b & c"}}'],
    ['a helper', '{{#each (list "a*b & c")}}{{this}}{{/each}}'],
  ])('should be escaped as markdown when %s is given a text in quotes', async (_what, template) => {
    expect(await headerOf(template)).toBe('a\\*b & c');
  });

  it('should show only what they have themselves', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(
      await headerOf(
        '[{{title.constructor}}{{tags.map}}{{title.toHTML}}{{title.constructor.constructor}}{{lookup title "constructor"}}{{lookup . "__proto__"}}{{@root.toString}}]',
      ),
    ).toBe('[]');
    error.mockRestore();
  });
});

describe('a template that fails for one item', () => {
  it.each([
    ['there is no partial of that name', '{{> (lookup . "title")}}', 'The partial T could not be found'],
    ['a partial never ends', '{{#*inline "p"}}{{> p}}{{/inline}}{{> p}}', 'Maximum call stack size exceeded'],
  ])('should say which one and why when %s', async (_what, header, reason) => {
    await expect(headerOf(header)).rejects.toMatchObject({
      problem: { code: 'template-failed', template: 'test.md', reason },
    });
  });
});

describe('the block of a highlight', () => {
  const item = sampleItem({
    book: sampleBook({ title: 'T' }),
    highlights: [
      sampleHighlight({ text: 'one', tags: ['a'] }),
      sampleHighlight({ text: 'two', tags: ['b'] }),
    ],
  });
  const textsOf = async (block: string): Promise<readonly string[]> =>
    (await compiled(`\n%% highlight %%\n${block}`).render(item)).blocks.map(({ text }) => text);

  it('should have its own highlight as its root', async () => {
    expect(await textsOf('{{#each tags}}{{@root.text}} {{@root.item.title}}{{/each}}')).toEqual([
      'one T',
      'two T',
    ]);
  });

  it('should define inline partials for itself alone', async () => {
    const block = '{{#*inline "first"}}{{text}}{{/inline}}{{> first}}{{#if @index}}looped{{/if}}';
    expect(await textsOf(block)).toEqual(['one', 'two']);
  });
});
