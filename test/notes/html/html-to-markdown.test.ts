import { writeFileSync } from 'node:fs';
import { setTimeout as turn } from 'node:timers/promises';
import { writePage } from '../../../src/notes/markdown/write';
import { createHtmlConverter } from '../../../src/notes/html/html-to-markdown';
import { parseHtml } from '../../../pkg/parse-html';
import { pagesOfCorpus, pathOf, readExpected, readPage } from './corpus';

const toMarkdown = createHtmlConverter(parseHtml);

const range = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);

describe('the conversion of a page', () => {
  it.each(pagesOfCorpus())('should write the very same markdown when the page is %s', (name) => {
    const markdown = `${toMarkdown(readPage(name))}\n`;
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(pathOf(name, 'md'), markdown);
    expect(markdown).toBe(readExpected(name));
  });

  it.each(pagesOfCorpus())(
    'should write what stays as it is when it is made harmless a second time, from the page %s',
    (name) => {
      const once = writePage(toMarkdown(readPage(name)));
      expect(writePage(once)).toBe(once);
    },
  );

  // What takes time that grows with the square of the length takes minutes here, and the test's time limit
  // ends it when the test waits.
  const LONG = 200_000;

  it.each([
    ['blanks in code', `<pre>a${' '.repeat(LONG)}b</pre>`, '```\na'],
    ['blanks that do not break', `<h2>a${'&nbsp;'.repeat(LONG)}b</h2>`, '## a'],
    ['comments in a formula', `<p>a <script type="math/tex">x${'%'.repeat(LONG)}</script></p>`, 'a $x'],
  ])(
    'should be done in time that grows with the length when a page has a long run of %s (I12)',
    async (_what, html, start) => {
      expect(toMarkdown(html).startsWith(start)).toBe(true);
      await turn();
    },
  );

  it.each([
    ['elements nested', `${'<div>'.repeat(LONG)}one<b>two</b>${'</div>'.repeat(LONG)}<p>three</p>`],
    ['elements nested as items', `${'<dd><li>'.repeat(LONG)}one<b>two</b><p>three</p>`],
    ['elements nested between comments', `${'<div><!--</div>-->'.repeat(LONG)}one<b>two</b><p>three</p>`],
    ['elements nested in a drawing', `<p>onetwo</p>${'<svg><g a=/>'.repeat(LONG)}<p>three</p>`],
    ['tags', `<p>one<b>two</b></p>${'<i></i>'.repeat(LONG)}<p>three</p>`],
    [
      'open formats',
      `${range(1000)
        .map((n) => `<p><b id=${n}>`)
        .join('')}one<b>two</b><p>three</p>`,
    ],
    [
      'attributes',
      `<p ${range(LONG)
        .map((n) => `a${n}`)
        .join(' ')}>one<b>two</b><p>three</p>`,
    ],
    ['characters', `<p>one<b>two</b></p><p>three</p>${' '.repeat(2_000_000)}`],
  ])('should give the words as text when a page has too many %s (I12)', (_what, html) => {
    expect(toMarkdown(html)).toBe('onetwo\n\nthree');
  });

  it('should keep signs of markdown and entities as signs when a page is taken as text', () => {
    const page = `<title>t</title><script>if (a < b) {}</script><h1>1. *a* &lt;b&gt; &amp; 3 < 4</h1><li># c`;
    expect(toMarkdown(`${page}${'<i>'.repeat(201)}`)).toBe('1\\. \\*a\\* \\<b> & 3 < 4\n\n\\# c');
  });

  it('should keep lists in lists and quotes in quotes, up to 20 levels, when a page is no longer than most', () => {
    const lists = toMarkdown('<ul><li>x'.repeat(30)).split('\n');
    expect(lists.filter((line) => /^ *- x/.test(line))).toHaveLength(21);
    expect(toMarkdown(`${'<blockquote>'.repeat(30)}x`)).toBe(`${'> '.repeat(21)}x`);
    expect(toMarkdown(`<blockquote><pre>${'x\n'.repeat(20_000)}`)).toMatch(/^> ```\n> x\n/);
  });

  it.each([
    '<pre class="language-js">x</pre>',
    '<pre class="prettyprint lang-js">x</pre>',
    '<pre class="code code-lang-js">x</pre>',
    '<pre><code class="hljs js">x</code></pre>',
    '<pre><code class="hljs language-js">x</code></pre>',
    '<pre class="code hljs lang-js">x</pre>',
    '<div class="highlight highlight-source-js"><pre>x</pre></div>',
  ])('should name the language of code when the page names it as in %j', (html) => {
    expect(toMarkdown(html)).toBe('```js\nx\n```');
  });

  it('should align columns as most of their cells are when cells differ', () => {
    const row = (...aligns: readonly string[]): string =>
      `<tr>${aligns.map((align) => `<td align=${align}>x</td>`).join('')}</tr>`;
    const rows = row('left', 'right', 'x') + row('center', 'right', 'x') + row('center', 'left', 'center');
    expect(toMarkdown(`<table>${rows}</table>`).split('\n').slice(0, 2)).toEqual([
      '|     |     |     |',
      '| :---: | ---: | --- |',
    ]);
  });
});
