import { demoLibrary } from '../server/demo-library';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { shelfOfBooks } from '../server/shelf-of-books';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';
import type { OpenOptions } from './app/page';

const TOKEN = 'canary-token-good-1';
const ONE_A_PAGE = { exportBooks: 1, documents: 1 };

/** The way that everybody goes; all others are in `plugin-*.full.test.ts`. */
describe('the plugin', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  async function open(
    library: Library,
    given: Partial<OpenOptions> & { readonly zone?: string; readonly pageSizes?: typeof ONE_A_PAGE } = {},
  ): Promise<void> {
    const { pageSizes = {}, ...options } = given;
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off', pageSizes });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      ...options,
    });
  }

  it('should lead from a token to the first notes', async () => {
    const library = new Library();
    for (const title of ['Walden', 'Meditations', 'Emma'])
      library.addHighlight(library.addBook({ title, author: 'Somebody', category: 'books' }).id, {
        text: `A passage of ${title}`,
      });
    await open(library, { isNew: true, zone: 'Europe/Berlin' });
    const dialog = app.page.getByRole('dialog', { name: 'Set up Readwise sync' });
    const heading = (name: string) => dialog.getByRole('heading', { name });
    await app.notice('bring your Readwise highlights').getByRole('button', { name: 'Start here' }).click();
    await heading('Connect to Readwise').waitFor();
    await app.button('Next').click();
    await dialog.getByText('Enter a token first.').waitFor();
    await app.field('Access token').fill('wrong-token');
    await app.button('Next').click();
    await dialog
      .getByRole('alert')
      .getByText(/Readwise refused the access token/)
      .waitFor();
    await app.field('Access token').fill(TOKEN);
    await app.button('Next').click();

    await heading('Your notes').waitFor();
    const preview = app.page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Marcus Aurelius').waitFor();
    await app.field('Folder').fill('../up');
    await dialog.getByRole('alert').waitFor();
    await app.button('Next').click();
    await heading('Your notes').waitFor();
    await app.field('Folder').fill('Shelf');
    await app.field('Folder').blur();
    await app.field('Style').selectOption({ label: 'Outline' });
    await preview.getByText('Shelf/Books/Meditations.md').waitFor();
    await app.screenshot('start-style-light');
    await app.button('Next').click();

    await heading('What to sync').waitFor();
    await dialog.getByRole('radio', { name: /^All saved documents, too$/ }).waitFor();
    expect(await dialog.getByRole('radio', { name: /^Only/ }).isChecked()).toBe(true);
    await app.button('Start syncing').click();
    await app
      .notice(/created/)
      .getByRole('button', { name: 'Open one' })
      .waitFor();
    expect(
      (await app.notes()).map(({ path }) => path).filter((path) => path.startsWith('Shelf/Books/')),
    ).toHaveLength(3);
    expect(await app.data()).toMatchObject({
      folder: 'Shelf',
      timeZone: 'Europe/Berlin',
      templates: { book: 'built-in:outline', article: 'built-in:outline' },
      scope: { documents: 'highlighted' },
    });
    expect(JSON.stringify(await app.files())).not.toContain(TOKEN);
  });

  it('should bring the library, keep what a person writes, and have nothing to do the third time', async () => {
    const library = demoLibrary();
    await open(library, { token: TOKEN });
    await app.button('Sync now').click();
    await app.notice(/notes created/).waitFor();
    const titles = await app.page.getByRole('list', { name: 'Notes' }).getByRole('listitem').count();
    expect(titles).toBeGreaterThan(10);

    const [book] = [...library.books.books()];
    const [highlight] = library.books.liveHighlightsOf(book?.id ?? 0);
    const path =
      (await app.notes()).find(({ text }) => text.includes(`^rw${String(highlight?.id)}`))?.path ?? '';
    await app.page.getByTitle(path, { exact: true }).click();
    const note = app.field('Note');
    await until(async () => (await note.inputValue()).includes('^rw'));
    await note.fill(
      (await note.inputValue()).replace(
        `^rw${String(highlight?.id)}`,
        `^rw${String(highlight?.id)}\n\nMy own thought.`,
      ),
    );
    await until(async () =>
      (await app.files()).some((file) => file.path === path && file.text.includes('My own thought.')),
    );
    library.addHighlight(book?.id ?? 0, { text: 'A passage marked just now' });

    await app.runCommand('Sync now');
    await app.notice(/1 note updated/).waitFor();
    const text = (await app.notes()).find((each) => each.path === path)?.text;
    expect(text).toContain('My own thought.');
    expect(text).toContain('A passage marked just now');

    const before = await app.files();
    await app.runCommand('Sync now');
    await app.notice('Up to date').waitFor();
    expect(await app.files()).toEqual(before);
    expect(JSON.stringify([before, server.requests.entries.map(({ url }) => url)])).not.toContain(TOKEN);
  });

  it('should go on where it was, and double nothing, when the window was loaded anew in the midst of a sync (I6)', async () => {
    await open(shelfOfBooks(30), { token: TOKEN, pageSizes: ONE_A_PAGE });
    server.faults.when({ path: '/api/v2/export/' }, { kind: 'delay', ms: 30 });
    await app.button('Sync now').click();
    await until(async () => (await app.notes()).length > 5);
    await app.reloadPage({ token: TOKEN });
    const before = server.requests.to('/api/v2/export/').length;
    expect((await app.notes()).length).toBeLessThan(30);
    server.faults.clear();
    await app.button('Sync now').click();
    await app.notice(/notes created/).click();
    expect(server.requests.to('/api/v2/export/')[before]?.url).toContain('pageCursor=');
    const texts = (await app.notes()).map(({ text }) => text);
    expect(texts).toHaveLength(30);
    for (const [book] of [...server.library.books.books()].map(({ id }) =>
      server.library.books.liveHighlightsOf(id),
    )) {
      expect(texts.filter((text) => text.includes(`^rw${String(book?.id)}`))).toHaveLength(1);
    }
    await app.button('Sync now').click();
    await app.notice('Up to date').waitFor();
  });
});
