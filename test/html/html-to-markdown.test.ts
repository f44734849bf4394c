import { writeFileSync } from 'node:fs';
import { fullText } from '../../src/core/full-text/full-text';
import { createHtmlConverter } from '../../src/html/html-to-markdown';
import { parseHtml } from '../../src/platform/node/parse-html';
import { pagesOfCorpus, pathOf, readExpected, readPage } from './corpus';

const toMarkdown = createHtmlConverter(parseHtml);

describe('the conversion of a page', () => {
  it.each(pagesOfCorpus())('should write the very same markdown when the page is %s', (name) => {
    const markdown = `${toMarkdown(readPage(name))}\n`;
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(pathOf(name, 'md'), markdown);
    expect(markdown).toBe(readExpected(name));
  });

  it.each(pagesOfCorpus())('should write what stays as it is when it is made harmless a second time, from the page %s', (name) => {
    const once = fullText(toMarkdown(readPage(name)));
    expect(fullText(once)).toBe(once);
  });

  it('should give the words when a page is nested deeper than any text', () => {
    expect(toMarkdown(`${'<div>'.repeat(5000)}one<b>two</b>${'</div>'.repeat(5000)}<p>three</p>`)).toBe('one two\n\nthree');
  });
});
