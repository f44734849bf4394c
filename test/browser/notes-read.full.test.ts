import type { Locator } from 'playwright-core';
import { demoLibrary } from '../server/demo-library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';
import type { OpenOptions } from './app/page';

const TOKEN = 'canary-token-good-1';
const COVER = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="540" viewBox="0 0 180 270"><rect width="180" height="270" fill="#2f5d50"/>
<rect x="12" y="12" width="156" height="246" fill="none" stroke="#d9c89a" stroke-width="2"/><circle cx="90" cy="135" r="38" fill="#d9c89a"/></svg>`;
const MARKS = /%%|florilegium|\^(?:rw|rd)|==/;
const TALL = { width: 1200, height: 1290 };
const WALDEN = 'Readwise/Books/Walden.md';
const STYLES = ['classic', 'callouts', 'outline', 'official'];
const OWN_WORDS = 'Read to Anna on the train. The whole book is an answer to it.';

const templatesOf = (style: string): object =>
  Object.fromEntries(
    ['book', 'article', 'tweet', 'podcast', 'video'].map((kind) => [kind, `built-in:${style}`]),
  );

async function endOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return box === null ? Infinity : box.y + box.height;
}

describe('a synced note, as it is read', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));
  const library = demoLibrary();

  async function synced({
    settings,
    ...options
  }: Partial<OpenOptions> & { readonly settings?: object } = {}): Promise<void> {
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false, ...settings }),
      token: TOKEN,
      ...options,
    });
    await app.page.route('https://covers.openlibrary.org/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: COVER }),
    );
    await app.button('Sync now').click();
    await app.notice(/notes created/).click();
  }

  async function read(path: string): Promise<ReturnType<AppUnderTest['readingView']>> {
    await app.page.getByTitle(path, { exact: true }).click();
    await until(async () => (await app.field('Note').inputValue()).includes('florilegium'));
    await app.toggleReadingView();
    return app.readingView();
  }

  it('should show properties, cover, passages and the person’s own words, and no mark of ours, when a note was written in and synced again', async () => {
    await synced();
    const before = (await app.notes()).find(({ path }) => path === WALDEN)?.text ?? '';
    await app.editNote(WALDEN, before.replace('^rw512000015', `^rw512000015\n\n${OWN_WORDS}`));
    await app.runCommand('Sync now');
    await app.notice(/Up to date|updated/).click();

    const note = await read(WALDEN);
    await note.getByText('Henry David Thoreau').first().waitFor();
    await note.getByText(OWN_WORDS, { exact: true }).waitFor();
    expect(await note.getByRole('list', { name: 'Properties' }).innerText()).toContain('Henry David Thoreau');
    expect(
      await note
        .getByRole('img', { name: 'Cover' })
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    ).toBeGreaterThan(0);
    expect(await note.locator('blockquote').count()).toBeGreaterThan(3);
    expect(await note.innerText()).not.toMatch(MARKS);
    await app.page.setViewportSize(TALL);
    await app.pictureOf(note, 'synced-note');
  });

  it.each(STYLES)('should show each passage once and no mark when the style is %s', async (style) => {
    await synced({ settings: { templates: templatesOf(style) } });
    const note = await read('Readwise/Books/Meditations.md');
    for (const passage of ['Such as are thy habitual thoughts', 'The best way of avenging thyself'])
      expect(await note.getByText(passage).count()).toBe(1);
    expect(await note.innerText()).not.toMatch(MARKS);
    await app.pictureOf(note, `style-${style}`);
  });

  it.each(
    STYLES.flatMap((style) => [
      { style, device: 'desktop', phone: false },
      { style, device: 'phone', phone: true },
    ]),
  )(
    'should show cover, author and first passage without scrolling when the style is $style and the device a $device',
    async ({ style, device, phone }) => {
      await synced({ settings: { templates: templatesOf(style) }, phone });
      const note = await read('Readwise/Books/Meditations.md');
      // On phones a note has the screen to itself.
      const alone = '.workspace-ribbon, .nav-files-container { display: none; }';
      if (phone) await app.page.addStyleTag({ content: alone });
      await app.screenshot(`first-screen-${style}-${device}`);
      const height = app.page.viewportSize()?.height ?? 0;
      const author = note.getByText('Marcus Aurelius').last();
      for (const shown of [note.getByRole('img', { name: /cover/i }), author])
        expect(await endOf(shown)).toBeLessThan(height);
      const passage = await note.getByText('Begin the morning by saying').boundingBox();
      const lines = 4 * 24;
      expect((passage?.y ?? Infinity) + lines).toBeLessThan(height);
    },
  );

  it('should mark the passages where they stand, and link to each, when the note has the full text', async () => {
    await synced({ settings: { fullText: { place: 'note' } } });
    const note = await read('Readwise/Articles/On the Duty of Civil Disobedience.md');
    const marked = note.locator('mark');
    expect(await marked.allInnerTexts()).toEqual([
      'I heartily accept the motto,—“That government is best which governs least;”',
      'any man more right than his neighbors constitutes a majority of one already.',
    ]);
    // The third stands beside emphasis, where it gets no mark.
    expect(await note.getByText('↗', { exact: true }).count()).toBe(3);
    expect(await note.innerText()).not.toMatch(MARKS);
    await note.getByRole('heading', { name: 'Full text' }).evaluate((heading) => heading.scrollIntoView());
    await app.pictureOf(note, 'full-text');
  });
});
