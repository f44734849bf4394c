import { setTimeout as turn } from 'node:timers/promises';
import { createHtmlConverter } from '../../../src/notes/html/html-to-markdown';
import { writePage } from '../../../src/notes/markdown/write';
import { parseHtml } from '../../../pkg/parse-html';

const toMarkdown = createHtmlConverter(parseHtml);

const range = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);

const table = (rows: number, columns: number): string =>
  `<table>${`<tr>${'<td>x</td>'.repeat(columns)}</tr>`.repeat(rows)}</table>`;

// What takes time that grows with the square of the length takes minutes here, and the test's time limit ends it.
describe('the conversion of a large page', () => {
  it.each([
    ['a wide table', table(10, 4000), 12],
    ['a tall table', table(1000, 10), 1002],
    [
      'a table of spanned cells',
      `<table>${'<tr><td rowspan=60 colspan=59>x<td>y'.repeat(1000)}</table>`,
      1002,
    ],
  ])('should write each row when a page has %s (I12)', (_what, html, lines) => {
    const markdown = toMarkdown(html);
    expect(markdown.split('\n')).toHaveLength(lines);
    expect(markdown.endsWith(' |')).toBe(true);
  });

  it.each([
    [
      'many links to a note',
      `${'<sup><a href="#x">1</a></sup>'.repeat(5000)}<ul><li id="x">${'<a href="#y">z</a>'.repeat(5000)}</li></ul>`,
    ],
    [
      'many formats around many blocks',
      `${range(150)
        .map((n) => `<mark id=${n}>`)
        .join('')}${'<p>x</p>'.repeat(2000)}`,
    ],
  ])('should be done when a page has %s (I12)', (_what, html) => {
    expect(toMarkdown(html)).not.toBe('');
  });

  it.each([
    ['99,000 items in 98 lists', '<ul><li>'.repeat(98) + '<li>x'.repeat(99_000)],
    ['99,000 breaks in 190 quotes', '<blockquote>'.repeat(190) + 'x<br>'.repeat(99_000)],
    ['10,000 breaks in 90 quotes', '<blockquote>'.repeat(90) + 'x<br>'.repeat(10_000)],
    ['400,000 lines of code in 190 quotes', `${'<blockquote>'.repeat(190)}<pre>${'x\n'.repeat(400_000)}`],
    ['400,000 lines of code in 98 lists', `${'<ol><li>'.repeat(98)}<pre>${'x\n'.repeat(400_000)}`],
    ['99,000 paragraphs in 190 boxes', '<div>'.repeat(190) + '<p>x'.repeat(99_000)],
    ['90,000 paragraphs in 60 tables', '<table><tr><td>a<td>'.repeat(60) + '<p>x'.repeat(90_000)],
  ])(
    'should be done in seconds, and be no longer than a small multiple of the page, when that has %s (I12)',
    async (_what, html) => {
      expect(writePage(toMarkdown(html)).length).toBeLessThan(3 * html.length);
      await turn();
    },
  );

  it.each([
    [
      'cells of numbers in a row',
      `<table><tr>${'<td class="gutter">1</td>'.repeat(40_000)}<td><b><pre>x</pre></b></td></tr></table>`,
    ],
    ['boxes of numbers', `<div>x<pre>y</pre></div>${'<div class="gutter">1</div>'.repeat(40_000)}`],
    ['boxes of lines', `${'<div class="code">'.repeat(90)}${'<div class="line">x</div>'.repeat(8000)}`],
    ['rows of code', `<table>${'<tr><td class="code">x</td></tr>'.repeat(30_000)}</table>`],
    ['tables in code', `<code>${'<table><tr><td>'.repeat(60)}${'<div>x</div>'.repeat(4000)}`],
  ])('should be done in seconds when a page has very many %s beside code (I12)', async (_what, html) => {
    expect(toMarkdown(html)).not.toBe('');
    await turn();
  });
});
