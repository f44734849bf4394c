import { writeFileSync } from 'node:fs';
import { setTimeout as turn } from 'node:timers/promises';
import { fullText } from '../../../src/notes/full-text/full-text';
import { createHtmlConverter } from '../../../src/notes/html/html-to-markdown';
import { parseHtml } from '../../../src/node/parse-html';
import { pagesOfCorpus, pathOf, readExpected, readPage } from './corpus';

const toMarkdown = createHtmlConverter(parseHtml);

describe('the conversion of a page', () => {
  it.each(pagesOfCorpus())('should write the very same markdown when the page is %s', (name) => {
    const markdown = `${toMarkdown(readPage(name))}\n`;
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(pathOf(name, 'md'), markdown);
    expect(markdown).toBe(readExpected(name));
  });

  it.each(pagesOfCorpus())(
    'should write what stays as it is when it is made harmless a second time, from the page %s',
    (name) => {
      const once = fullText(toMarkdown(readPage(name)));
      expect(fullText(once)).toBe(once);
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

  it('should give the words when a page is nested deeper than any text', () => {
    expect(toMarkdown(`${'<div>'.repeat(5000)}one<b>two</b>${'</div>'.repeat(5000)}<p>three</p>`)).toBe(
      'one two\n\nthree',
    );
  });
});
