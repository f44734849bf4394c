import { SETTINGS } from '../../src/obsidian/strings/settings-strings';
import { MOVE_IN } from '../../src/obsidian/strings/window-strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';
describe('the first minute', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [] }));

  beforeAll(async () => {
    const library = new Library();
    for (const title of ['Walden', 'Meditations', 'Emma'])
      library.addHighlight(library.addBook({ title, author: 'Somebody', category: 'books' }).id, {
        text: `A passage of ${title}`,
      });
    const document = library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    library.addDocumentHighlight(document.id, { text: 'I wish to speak a word for Nature.' });
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
  });
  afterAll(() => server.close());

  const data = (more: object = {}): string =>
    JSON.stringify({ baseUrl: server.url, syncOnOpen: false, ...more });
  const dialog = () => app.page.getByRole('dialog', { name: 'Set up Readwise sync' });
  const heading = (name: string) => dialog().getByRole('heading', { name });
  const choice = (name: RegExp) => dialog().getByRole('radio', { name });

  async function openLastStep(): Promise<void> {
    await app.openGuide(TOKEN);
    await app.button('Next').click();
    await heading('Your notes').waitFor();
    await app.button('Next').click();
    await heading('What to sync').waitFor();
  }

  it('should go on where it was closed, and not ask by itself again once it was declined', async () => {
    app = await bench.openApp({ data: data(), isNew: true });
    await app.openGuide(TOKEN);
    await heading('Connect to Readwise').waitFor();
    await app.button('Next').click();
    await heading('Your notes').waitFor();
    await app.button('Close').click();
    await app.reloadPlugin();
    expect(await app.page.locator('.notice').count()).toBe(0);
    await app.openGuide();
    await heading('Your notes').waitFor();
    await app.button('Back').click();
    await heading('Connect to Readwise').waitFor();
  });

  it('should lead to notes of another plugin first where there are any', async () => {
    const old =
      '# Walden\n\n## Metadata\n- Author: [[Henry David Thoreau]]\n\n## Highlights\n- Simplify ([Location 1](https://readwise.io/to_kindle?action=open))\n';
    app = await bench.openApp({ data: data(), notes: { 'Readwise/Books/Walden.md': old } });
    await app.openGuide(TOKEN);
    await app.button('Next').click();
    await heading('Your notes').waitFor();
    await dialog().getByText('You have notes from another Readwise plugin.').waitFor();
    await app.button('Move them in…').click();
    await app.page.getByRole('dialog', { name: MOVE_IN.title }).waitFor();
    expect((await app.notes()).map(({ text }) => text)).toEqual([old]);
  });

  it('should say in the settings, where somebody may enter the token themselves, that notes of another plugin come first', async () => {
    const old =
      '# Walden\n\n## Metadata\n- Author: [[Henry David Thoreau]]\n\n## Highlights\n- Simplify ([Location 1](https://readwise.io/to_kindle?action=open))\n';
    app = await bench.openApp({ data: data(), notes: { 'Readwise/Books/Walden.md': old } });
    await app.openSettings();
    await app.page.getByText('You have notes from another Readwise plugin.').waitFor();
    await app.button('Move them in…').click();
    await app.page.getByRole('dialog', { name: MOVE_IN.title }).waitFor();
  });

  it('should leave alone what another device changes meanwhile', async () => {
    app = await bench.openApp({ data: data() });
    await app.openGuide(TOKEN);
    await app.button('Next').click();
    await heading('Your notes').waitFor();
    await app.changeDataOutside(JSON.stringify({ ...(await app.data()), folder: 'From elsewhere' }));
    await app.field('Style').selectOption({ label: 'Outline' });
    await app.button('Next').click();
    await heading('What to sync').waitFor();
    expect(await app.data()).toMatchObject({
      folder: 'From elsewhere',
      templates: { book: 'built-in:outline' },
    });
  });

  it('should take its offer back when the settings have opened it', async () => {
    app = await bench.openApp({ data: data(), isNew: true });
    const offer = app.notice('bring your Readwise highlights');
    await offer.waitFor();
    await app.openGuide();
    await dialog().waitFor();
    expect(await offer.count()).toBe(0);
  });

  it('should keep silent after a no', async () => {
    app = await bench.openApp({ data: data(), isNew: true });
    await app.notice('bring your Readwise highlights').getByRole('button', { name: 'Not now' }).click();
    await until(async () => (await app.page.locator('.notice').count()) === 0);
    await app.reloadPlugin();
    await app.openSettings();
    await app.button(SETTINGS.status.setUp).waitFor();
    expect(await app.page.locator('.notice').count()).toBe(0);
  });

  it('should sync without a notice on a phone when nobody asked for it', async () => {
    app = await bench.openApp({ data: data({ syncOnOpen: true }), token: TOKEN, phone: true });
    await until(async () => (await app.notes()).length === 4);
    expect(await app.page.locator('.notice').count()).toBe(0);
  });

  it('should be all to do by keyboard, and say at each step where one is', async () => {
    app = await bench.openApp({ data: data(), isNew: true });
    await app.openGuide();
    await app.page
      .getByRole('heading', { name: 'Connect to Readwise' })
      .and(app.page.locator(':focus'))
      .waitFor();
    await app.field('Access token').fill(TOKEN);
    for (
      let presses = 0;
      !(await app.button('Next').evaluate((button) => button === document.activeElement));
      presses += 1
    ) {
      expect(presses).toBeLessThan(12);
      await app.page.keyboard.press('Tab');
    }
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('heading', { name: 'Your notes' }).and(app.page.locator(':focus')).waitFor();
    await dialog().getByText('Step 2 of 3').waitFor();
  });

  it('should save the choice only with the first sync', async () => {
    app = await bench.openApp({ data: data(), isNew: true });
    await openLastStep();
    await choice(/^All/).check();
    await app.button('Back').click();
    await app.button('Next').click();
    expect(await choice(/^All/).isChecked()).toBe(true);
    await app.button('Close').click();
    expect((await app.data())?.['scope']).toBeUndefined();
    await app.openGuide();
    expect(await choice(/^Only/).isChecked()).toBe(true);
    await choice(/^All/).check();
    await app.button('Start syncing').click();
    await until(async () => (await app.notes()).length === 4);
    expect(await app.data()).toMatchObject({ scope: { documents: 'all' } });
  });
});
