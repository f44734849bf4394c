import { readBlocks, type Block, type Grammar } from '../../../src/notes/markdown/blocks';
import { plainOf } from '../../../src/notes/markdown/inline';

/** `kind start-end` of each block, with what it holds in brackets. */
const shapeOf = (blocks: readonly Block[]): string =>
  blocks
    .map(({ kind, start, end, children }) => {
      const inner = children.length === 0 ? '' : ` [${shapeOf(children)}]`;
      return `${kind} ${String(start)}-${String(end)}${inner}`;
    })
    .join(', ');

const shape = (markdown: string, grammar: Grammar): string =>
  shapeOf(readBlocks(markdown.split('\n'), grammar));

describe('readBlocks', () => {
  it.each([
    ['paragraphs', 'a\nb\n\nc', 'text 0-2, text 3-4'],
    ['headings and rules', '# a\nb\n***\n## c', 'heading 0-1, text 1-2, rule 2-3, heading 3-4'],
    ['comments', '%% a %%\n<!-- b -->\nc', 'comment 0-1, comment 1-2, text 2-3'],
    ['quotes', '> a\n>\n> > b\nc', 'quote 0-3 [text 0-1, quote 2-3 [text 2-3]], text 3-4'],
    ['quotes without words', '>\n>\n\na', 'text 3-4'],
    [
      'lists',
      '- a\n  b\n\n  c\n- d\n  1. e',
      'item 0-4 [text 0-2, text 3-4], item 4-6 [text 4-5, item 5-6 [text 5-6]]',
    ],
    ['a table below text', 'a\n| b | c |\n|---|---|\n| d | e |', 'text 0-1, table 1-4'],
    ['a formula', 'a\n$$\nb\n$$\nc', 'text 0-1, formula 1-4, text 4-5'],
    ['code in a list', '- a\n\n  ```js\n  b\n\n  c\n  ```\n  d', 'item 0-8 [text 0-1, code 2-7, text 7-8]'],
    ['code that is never closed', 'a\n~~~\nb\n\nc', 'text 0-1, code 1-5'],
    ['code that is not closed in its quote', '> ```\n> a\n\nb', 'quote 0-2 [code 0-2], text 3-4'],
    ['indented code', 'a\n\n    b\n\tc\nd', 'text 0-1, code 2-4, text 4-5'],
  ])('should find %s in a note', (_what, markdown, expected) => {
    expect(shape(markdown, 'note')).toBe(expected);
  });

  it('should find headings and footnotes only in texts that may have them', () => {
    const markdown = '# a\n\n[^1]: b\n    c\n\n%% d %%';
    expect(shape(markdown, 'page')).toBe('heading 0-1, footnote 2-4, text 5-6');
    expect(shape(markdown, 'document-note')).toBe('heading 0-1, text 2-4, text 5-6');
    expect(shape(markdown, 'passage')).toBe('text 0-1, text 2-4, text 5-6');
  });

  it('should take code that is never closed for text when it comes from outside', () => {
    expect(shape('a\n```\nb', 'passage')).toBe('text 0-3');
  });

  it('should give the lines, mark and indent of each block', () => {
    const [item] = readBlocks(['  2. a', '', '     ```js', '       b', '     ```'], 'note');
    expect(item).toMatchObject({ kind: 'item', mark: '2.', indent: 2 });
    expect(item?.children[1]).toMatchObject({ kind: 'code', mark: '```js', indent: 0, lines: ['  b'] });
  });
});

describe('plainOf', () => {
  it.each([
    ['plain words', 'He went.', 'He went.', true],
    ['escapes', 'a \\*b\\* c', 'a *b* c', true],
    ['emphasis', 'a **b** _c_ ~~d~~ ==e==', 'a b c d e', false],
    ['links, images and addresses', '[a `b`](https://c.d) ![e](https://f.g) https://h.i j', 'a b   j', false],
    ['code, formulas and footnotes', '`*a*` $x$ b[^1]', '*a*  b', false],
  ])('should give the words of a line with %s', (_what, line, text, isPlain) => {
    expect(plainOf(line)).toMatchObject({ text, isPlain });
  });

  it('should say where each letter stands', () => {
    const { text, places } = plainOf('a [b](https://c.d) \\*e');
    expect(text).toBe('a b *e');
    expect(places).toEqual([0, 1, 3, 18, 19, 21, 22]);
  });
});
