import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';
const FOLDER = 'Templates/Readwise';
const OWN = `${FOLDER}/Own.md`;
const BODY = '\n\n%% highlight %%\n{{text}}\n';
const DEVICES = [
  { device: 'desktop', phone: false, dark: false },
  { device: 'phone', phone: true, dark: true },
] as const;

describe('the page of templates', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [] }));

  beforeAll(async () => {
    const library = new Library();
    const walden = library.addBook({ title: 'Walden', author: 'Henry David Thoreau', category: 'books' });
    library.addHighlight(walden.id, { text: 'Simplify, simplify.', location: 1 });
    library.addHighlight(walden.id, { text: 'Our life is frittered away by detail.', location: 2 });
    const tweets = library.addBook({ title: 'Tweets from Nobody', category: 'tweets' });
    library.addHighlight(tweets.id, { text: 'Good morning.', location: 1 });
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
  });
  afterAll(() => server.close());

  const data = (more: object = {}): string =>
    JSON.stringify({ baseUrl: server.url, syncOnOpen: false, ...more });
  const preview = () => app.page.getByRole('region', { name: 'Preview' });
  const savedTemplates = async (): Promise<object> => (await app.data())?.['templates'] ?? {};

  async function synced(
    options: {
      readonly phone?: boolean;
      readonly dark?: boolean;
      readonly notes?: Readonly<Record<string, string>>;
      readonly settings?: object;
    } = {},
  ): Promise<void> {
    const { settings, ...rest } = options;
    app = await bench.openApp({ data: data(settings), token: TOKEN, ...rest });
    await app.button('Sync now').click();
    await app.notice(/notes? created/).click();
  }

  it.each(DEVICES)(
    'should show the note of a made-up item, in each style, when there is no item yet, on a $device',
    async ({ device, phone, dark }) => {
      app = await bench.openApp({ data: data(), phone, dark });
      await app.openSettings('Notes and templates');
      await app.screenshot(`settings-templates-${device}`);
      await preview()
        .locator('pre')
        .getByText(/Meditations/)
        .waitFor();
      await app.field('Book').selectOption({ label: 'Callouts (built-in)' });
      await preview()
        .getByText(/\[!quote\|/)
        .first()
        .waitFor();
      await preview().scrollIntoViewIfNeeded();
      await app.screenshot(`settings-preview-${device}`);
      await app.field('As Obsidian shows it').check();
      await preview().locator('.markdown-rendered').getByText('Very little indeed is necessary').waitFor();
      await app.screenshot(`settings-preview-rendered-${device}`);
      expect(await savedTemplates()).toMatchObject({ book: 'built-in:callouts' });
    },
  );

  it('should show any item of the library just as the next sync would write it', async () => {
    await synced();
    await app.openSettings('Notes and templates');
    await app.button('Item: Choose…').click();
    await app.field('Which item?').fill('thoreau');
    await app.page.getByRole('option', { name: 'Walden · Henry David Thoreau' }).click();
    await preview().getByText('Readwise/Books/Walden.md').waitFor();
    const written = (await app.notes()).find(({ path }) => path === 'Readwise/Books/Walden.md')?.text ?? '';
    const shown = (await preview().locator('pre').first().textContent()) ?? '';
    expect(shown).not.toBe('');
    expect(written.startsWith(shown.trimEnd())).toBe(true);
  });

  it('should show each note of an item when it has several', async () => {
    await synced({ settings: { notePerHighlight: true } });
    await app.openSettings('Notes and templates');
    await app.button('Item: Choose…').click();
    await app.page.getByRole('option', { name: 'Walden · Henry David Thoreau' }).click();
    await preview().getByText('Readwise/Books/Walden/Simplify, simplify.md').waitFor();
  });

  it('should follow a template that is edited in another pane, with its mistakes at their places', async () => {
    app = await bench.openApp({
      data: data({ templates: { book: OWN } }),
      notes: { [OWN]: `# My own {{title}}${BODY}` },
    });
    await app.openSettings('Notes and templates');
    await preview().getByText('My own Meditations').waitFor();
    await app.editNote(OWN, `# Changed {{title}}${BODY}`);
    await preview().getByText('Changed Meditations').waitFor();
    await app.editNote(OWN, `# {{titel}}${BODY}`);
    await app
      .row('Book')
      .getByRole('alert')
      .getByText(/line 1, column 5: There is no field "titel" here/)
      .waitFor();
    await preview()
      .getByText(/line 1, column 5/)
      .waitFor();
    await app.screenshot('settings-template-mistake-desktop');
    await app.field('Book').selectOption({ label: 'Classic (built-in)' });
    await preview()
      .locator('pre')
      .getByText(/Meditations/)
      .waitFor();
    expect(await app.row('Book').getByRole('alert').count()).toBe(0);
  });

  it('should copy a built-in template into a note, use it and open it, and never write over one', async () => {
    app = await bench.openApp({ data: data(), notes: { [`${FOLDER}/Outline tweet.md`]: 'mine' } });
    await app.openSettings('Notes and templates');
    await app.field('Tweet').selectOption('Outline (built-in)');
    await app.button('Edit a copy of the template: Tweet').click();
    await until(async () => (await app.field('Note').inputValue()).includes('%% highlight %%'));
    expect(await savedTemplates()).toMatchObject({ tweet: `${FOLDER}/Outline tweet 2.md` });
    expect((await app.notes()).find(({ path }) => path === `${FOLDER}/Outline tweet.md`)?.text).toBe('mine');
    await app.openSettings('Notes and templates');
    await app.button('Open the template: Tweet').click();
    await until(async () => (await app.field('Tweet').count()) === 0);
  });

  it.each(DEVICES)(
    'should show what would change before it is applied, on a $device',
    async ({ device, phone, dark }) => {
      await synced({ phone, dark });
      await app.openSettings('Notes and templates');
      await app.field('Book').selectOption({ label: 'Callouts (built-in)' });
      await app.button('Show what would change').click();
      const dialog = app.page.getByRole('dialog', { name: 'What would change' });
      await dialog
        .getByRole('group', { name: 'Update 1 note' })
        .getByText('Readwise/Books/Walden.md')
        .waitFor();
      await app.button('Show changes in Readwise/Books/Walden.md').click();
      await dialog.getByText(/lines? added/).waitFor();
      await app.screenshot(`settings-changes-${device}`);
      const before = await app.notes();
      await app.button('Close').last().click();
      expect(await app.notes()).toEqual(before);
      await app.button('Show what would change').click();
      await app.button('Apply').click();
      await app.notice(/1 note updated/).click();
      expect(JSON.stringify(await app.notes())).toContain('[!quote|yellow]');
      await app.button('Show what would change').click();
      await app.page.getByText('Nothing would change.').waitFor();
      expect(await app.button('Apply').isDisabled()).toBe(true);
    },
  );

  it('should tell what went wrong, wherever a button asks for something that cannot be done', async () => {
    app = await bench.openApp({
      data: data({ templates: { folder: 'Taken.md/Sub' } }),
      notes: { 'Taken.md': 'a note, and no folder' },
    });
    await app.openSettings('Notes and templates');
    await app.button('Edit a copy of the template: Book').click();
    await app.notice(/Couldn’t do that/).click();
    await app.page.evaluate(() => {
      indexedDB.open = () => {
        throw new Error('The disk is full');
      };
    });
    await app.button('Item: Choose…').click();
    await app.notice(/The disk is full/).click();
    await app.button('Show what would change').click();
    await app.notice(/The disk is full/).click();
    const dialog = app.page.getByRole('dialog', { name: 'What would change' });
    expect(await dialog.getByText('Checking every note…').count()).toBe(0);
    await dialog.getByText('The changes could not be determined.').waitFor();
  });

  it('should write notes again by a command, without a token and without asking the service', async () => {
    await synced();
    const file = await app.data();
    await app.changeDataOutside(
      JSON.stringify({ ...file, baseUrl: 'https://127.0.0.1:9', naming: { fileName: '{{upper title}}' } }),
    );
    await app.runCommand('Render notes again');
    await app.notice(/2 notes renamed/).waitFor();
    expect((await app.notes()).map(({ path }) => path)).toEqual([
      'Readwise/Books/WALDEN.md',
      'Readwise/Tweets/TWEETS FROM NOBODY.md',
    ]);
  });
});
