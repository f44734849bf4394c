import { join } from 'node:path';
import { build } from 'esbuild';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { createHtmlConverter } from '../../src/notes/html/html-to-markdown';
import { parseHtml } from '../../pkg/parse-html';
import { pagesOfCorpus, readExpected, readPage } from '../notes/html/corpus';
import { amount } from '../support/amount';
import { brokenHtml } from '../notes/html/broken-html';
import { sharedChromium } from './chromium';

const ROOT = join(__dirname, '../..');
const PAGES_AT_ONCE = 100;
const CASES = amount('HTML_RUNS', { quick: 300, full: 3000 });

/** The conversion with the app's parser, as the plugin bundles it. */
async function bundled(): Promise<string> {
  const contents =
    "import { createHtmlConverter } from './src/notes/html/html-to-markdown'; import { parseHtml } from './src/obsidian/host/parse-html'; globalThis.convertPage = createHtmlConverter(parseHtml);";
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    mainFields: ['browser', 'module', 'main'],
  });
  return outputFiles[0]?.text ?? '';
}

describe('the conversion of a page in the app', () => {
  let browser: Browser;
  let page: Page;
  const requests: string[] = [];

  const convertAll = (pages: readonly string[]): Promise<readonly string[]> =>
    page.evaluate(
      (all) =>
        all.map((html) => (window as unknown as { convertPage: (html: string) => string }).convertPage(html)),
      pages,
    );

  beforeAll(async () => {
    browser = await sharedChromium();
    page = await browser.newPage();
    await page.goto('about:blank');
    page.on('request', (request) => requests.push(request.url()));
    await page.addScriptTag({ content: await bundled() });
  });
  afterAll(async () => {
    await browser.close();
  });

  it('should write the very same markdown as in the terminal when the page is one of the corpus', async () => {
    const names = pagesOfCorpus();
    const texts = await convertAll(names.map(readPage));
    for (const [index, name] of names.entries())
      expect({ name, text: `${texts[index] ?? ''}\n` }).toEqual({ name, text: readExpected(name) });
  });

  it('should write the very same markdown as in the terminal when the page is broken in any way', async () => {
    const toMarkdown = createHtmlConverter(parseHtml);
    const pages = fc.sample(brokenHtml(), { numRuns: CASES, seed: 20_261_121 });
    for (let start = 0; start < pages.length; start += PAGES_AT_ONCE) {
      const some = pages.slice(start, start + PAGES_AT_ONCE);
      const texts = await convertAll(some);
      for (const [index, html] of some.entries())
        expect({ html, text: texts[index] }).toEqual({ html, text: toMarkdown(html) });
    }
  });

  it('should load and run nothing of a page', async () => {
    await convertAll([
      '<img src="https://a.invalid/x.png" onerror="document.title=1"><script>document.title=2</script><iframe src="https://a.invalid/"></iframe><link rel=stylesheet href="https://a.invalid/x.css">',
    ]);
    expect(await page.title()).toBe('');
    expect(requests).toEqual([]);
  });
});
