import { demoLibrary } from '../server/demo-library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';
const WALDEN = 'Readwise/Books/Walden.md';

describe('a synced note in Live Preview', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));
  let text: string;

  beforeEach(async () => {
    server = await startReferenceServer({ library: demoLibrary(), token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
    });
    await app.runCli('florilegium:sync');
    text = (await app.notes()).find(({ path }) => path === WALDEN)?.text ?? '';
    await app.openEditor(text);
  });

  const lines = () => app.livePreview().locator('.cm-line');
  const shown = () => lines().allInnerTexts();
  const press = (key: string, times = 1) =>
    Array.from({ length: times }).reduce<Promise<void>>(
      (before) => before.then(() => app.page.keyboard.press(key)),
      Promise.resolve(),
    );
  /** Puts the cursor at the end of the text, which must not be folded. */
  async function clickBehind(words: string): Promise<void> {
    await lines().filter({ hasText: words }).first().click();
    await press('End');
  }

  it('should have one empty line, of the usual height, between passages and none at its end', async () => {
    // The editor draws only what is near to the window.
    await app.page.setViewportSize({ width: 1200, height: 3000 });
    const heights = await lines().evaluateAll((all) =>
      all.map((line) => line.getBoundingClientRect().height),
    );
    const texts = (await shown()).map((line) => line.trim());
    const passages = text.match(/^\^rw/gm)?.length ?? 0;
    expect(passages).toBeGreaterThan(3);
    expect(texts.join('\n')).not.toMatch(/\^rw|florilegium|\n\n\n/);
    expect(texts.slice(-2)).toEqual([expect.stringMatching(/./), '']);
    const usual = heights[texts.indexOf('---')];
    expect(heights.filter((_, index) => texts[index] === '')).toEqual(
      texts.filter((line) => line === '').map(() => usual),
    );
    const [first, last] = [await lines().first().boundingBox(), await lines().last().boundingBox()];
    const below = (last?.y ?? 0) + (last?.height ?? 0) - (first?.y ?? 0);
    expect(below).toBeCloseTo(
      heights.reduce((sum, height) => sum + height, 0),
      0,
    );
    await app.pictureOf(app.livePreview(), 'live-preview');
  });

  it('should show a block id when the cursor comes to it from either side, and hide it again behind it', async () => {
    const [, above = '', anchor = '', below = ''] =
      /\n> ([^\n]*)\n\n(\^rw\d+)\n\n> ([^\n]*)\n/.exec(text) ?? [];
    await clickBehind(above);
    for (const key of ['ArrowRight', 'ArrowRight']) {
      await press(key);
      expect(await shown()).toContain(anchor);
    }
    await press('ArrowRight', anchor.length + 1);
    expect((await app.editorState()).cursor).toBe(text.indexOf(anchor) + anchor.length + 1);
    expect(await shown()).not.toContain(anchor);
    await press('ArrowLeft');
    expect(await shown()).toContain(anchor);
    await clickBehind(below);
    expect(await shown()).not.toContain(anchor);
  });

  it('should let the cursor go through all of it, down and up', async () => {
    await lines().first().click();
    await press('ArrowDown', text.split('\n').length);
    expect((await app.editorState()).cursor).toBe(text.length);
    await press('ArrowUp', text.split('\n').length);
    expect((await app.editorState()).cursor).toBeLessThan(4);
  });

  it('should take what is typed and deleted in the empty line where it stands (I2)', async () => {
    const [, above = '', anchor = ''] = /\n> ([^\n]*)\n\n(\^rw\d+)\n\n> /.exec(text) ?? [];
    await clickBehind(above);
    await press('ArrowDown');
    await app.page.keyboard.type('Mine.');
    const written = text.replace(`${anchor}\n\n`, `${anchor}\nMine.\n`);
    await until(async () => (await app.editorState()).text === written);
    expect(await shown()).not.toContain(anchor);
    await press('Backspace', 'Mine.'.length);
    await until(async () => (await app.editorState()).text === text);
    await press('Backspace');
    await until(async () => (await shown()).includes(anchor));
    expect((await app.editorState()).text).toBe(text.replace(`${anchor}\n\n`, `${anchor}\n`));
  });
});
