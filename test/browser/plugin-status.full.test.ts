import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { shelfOfBooks } from '../server/shelf-of-books';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';
import type { OpenOptions } from './app/page';

const TOKEN = 'canary-token-good-1';
const WALDEN = 'Readwise/Books/Walden.md';
const LAKE = 'A lake is the landscape’s most beautiful and expressive feature';

describe('the library view', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  async function opened(
    library: Library,
    {
      settings,
      ...options
    }: Partial<OpenOptions> & { readonly settings?: object; readonly zone?: string } = {},
  ): Promise<void> {
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false, ...settings }),
      token: TOKEN,
      ...options,
    });
  }

  async function synced(library: Library, options: Parameters<typeof opened>[1] = {}): Promise<void> {
    await opened(library, options);
    await app.button('Sync now').click();
    await app.notice(/notes? created/).click();
  }

  const section = (name: string) => app.page.getByRole('region', { name, exact: true });
  const note = async (path: string): Promise<string> =>
    (await app.notes()).find((each) => each.path === path)?.text ?? '';

  function walden(): { readonly library: Library; readonly lake: number } {
    const library = new Library();
    const { id } = library.addBook({ title: 'Walden', author: 'Henry David Thoreau', category: 'books' });
    library.addHighlight(id, {
      text: 'I went to the woods because I wished to live deliberately',
      location: 1,
    });
    return { library, lake: library.addHighlight(id, { text: LAKE, location: 2 }).id };
  }

  /** A text that the person and the service changed at the same place. */
  async function clashing(
    options: Parameters<typeof opened>[1] = {},
  ): Promise<{ readonly library: Library; readonly lake: number }> {
    const { library, lake } = walden();
    await synced(library, options);
    await app.editNote(
      WALDEN,
      (await note(WALDEN)).replace('most beautiful and expressive', 'very loveliest'),
    );
    library.editHighlight(lake, { text: LAKE.replace('most beautiful and expressive', 'truest') });
    await app.button('Sync now').click();
    await app.notice(/changed on both sides/).waitFor();
    expect(await note(WALDEN)).toContain('[!warning]');
    return { library, lake };
  }

  async function clashed(options: Parameters<typeof opened>[1] = {}): ReturnType<typeof clashing> {
    const clash = await clashing(options);
    await app
      .notice(/changed on both sides/)
      .getByText(/changed on both sides/)
      .click();
    return clash;
  }

  const openLibrary = (): Promise<void> => app.openStatusDetails();

  it('should tell of a device that was never synced, and lead to a sync', async () => {
    await opened(walden().library);
    await openLibrary();
    await section('Connection').getByText('No sync has finished on this device yet.').waitFor();
    await section('This device').getByText('Nothing was synced on this device yet.').waitFor();
    await section('Connection').getByRole('button', { name: 'Sync now' }).click();
    await section('This device')
      .getByText('This device knows 1 item, including deleted and excluded ones, with 1 note in the vault.')
      .waitFor();
    await section('Connection')
      .getByText(/^Last sync: .*1 note created/)
      .waitFor();
    await section('Last syncs')
      .getByText(/1 note created/)
      .click();
    await section('Last syncs')
      .getByText(/\d+ requests?, [\d.,]+ s\./)
      .waitFor();
  });

  it('should say that there is no token, and open the settings', async () => {
    const { library } = walden();
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({ data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }) });
    await openLibrary();
    await section('Connection')
      .getByText(/There is no access token on this device/)
      .waitFor();
    await section('Connection').getByRole('button', { name: 'Settings' }).click();
    await app.page.getByRole('dialog', { name: 'Settings' }).waitFor();
  });

  it('should say that there is a token, and when the next sync comes, when one was entered while it was open', async () => {
    server = await startReferenceServer({ library: walden().library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false, intervalMinutes: 60 }),
    });
    await openLibrary();
    await section('Connection').getByRole('button', { name: 'Settings' }).click();
    await app.field('Access token').fill(TOKEN);
    await app.closeSettings();
    await section('Connection')
      .getByText(/^Next sync: /)
      .waitFor();
  });

  it('should show how a sync goes while one runs, and end it', async () => {
    await opened(shelfOfBooks(30));
    server.faults.when({ path: '/api/v2/export/' }, { kind: 'delay', ms: 20_000 });
    await openLibrary();
    await section('Connection').getByRole('button', { name: 'Sync now' }).click();
    const progress = app.page.getByRole('group', { name: 'Sync progress' });
    await progress.getByText(/Readwise/).waitFor();
    expect(await section('Connection').getByRole('button', { name: 'Sync now' }).isDisabled()).toBe(true);
    await progress.getByRole('button', { name: 'Cancel sync' }).click();
    await progress.waitFor({ state: 'hidden' });
  });

  it.each([
    { device: 'desktop', phone: false, dark: false },
    { device: 'dark', phone: false, dark: true },
    { device: 'phone', phone: true, dark: true },
  ])(
    'should settle a conflict as the person says, and undo that, on a $device (I2, I5)',
    async ({ device, phone, dark }) => {
      const { library, lake } = await clashed({ phone, dark });
      const before = await note(WALDEN);
      await app.runCommand('Open sync status');
      const conflict = section('Conflicts')
        .getByRole('group', { name: /^Readwise\/Books\/Walden, / })
        .first();
      await conflict.getByRole('deletion').getByText('very loveliest').first().waitFor();
      await conflict.getByRole('insertion').getByText('truest').first().waitFor();
      await section('Conflicts').scrollIntoViewIfNeeded();
      await app.screenshot(`sync-status-${device}`);
      await conflict.getByRole('button', { name: 'Take theirs' }).click();
      await app.notice('Your text was replaced with Readwise’s.').waitFor();
      await section('Conflicts').waitFor({ state: 'hidden' });
      const taken = await note(WALDEN);
      expect(taken).not.toContain('[!warning]');
      expect(taken).not.toContain('loveliest');
      expect(taken.match(/truest/g)).toHaveLength(1);
      await app
        .notice('Your text was replaced with Readwise’s.')
        .getByRole('button', { name: 'Undo' })
        .click();
      await app.notice('The note is as it was before.').click();
      expect(await note(WALDEN)).toBe(before);
      await conflict.getByRole('button', { name: 'Take theirs' }).click();
      await section('Conflicts').waitFor({ state: 'hidden' });
      await section('Connection').getByRole('button', { name: 'Sync now' }).click();
      await app.notice(/everything is up to date/).click();
      expect(await note(WALDEN)).toBe(taken);
      library.editHighlight(lake, { text: 'A lake is the earth’s eye' });
      await section('Connection').getByRole('button', { name: 'Sync now' }).click();
      await app.notice(/1 note updated/).waitFor();
      expect(await note(WALDEN)).toContain('earth’s eye');
      expect(await note(WALDEN)).not.toContain('[!warning]');
    },
  );

  it('should lead from the notice to what is to be settled, by the keyboard alone', async () => {
    const { library, lake } = walden();
    await synced(library);
    await app.editNote(
      WALDEN,
      (await note(WALDEN)).replace('most beautiful and expressive', 'very loveliest'),
    );
    library.editHighlight(lake, { text: LAKE.replace('most beautiful and expressive', 'truest') });
    await app.button('Sync now').click();
    await app.button('Show sync status').press('Enter');
    await section('Conflicts').getByRole('button', { name: 'Keep mine' }).press('Enter');
    await app.notice('Your text was kept').waitFor();
    await section('Conflicts').waitFor({ state: 'hidden' });
    expect(await app.page.evaluate(() => document.activeElement?.textContent)).toBe('Sync status');
  });

  it('should ask for a conflict no more when it is settled', async () => {
    await clashing();
    await openLibrary();
    await section('Conflicts').getByRole('button', { name: 'Keep both' }).first().waitFor();
    expect(await app.notice(/changed on both sides/).count()).toBe(1);
    await section('Conflicts').getByRole('button', { name: 'Keep both' }).click();
    await until(async () => (await app.notice(/changed on both sides/).count()) === 0);
  });

  it('should see that a person has settled a conflict in the note, and that a note changed since cannot be undone', async () => {
    await clashed();
    await openLibrary();
    const conflict = section('Conflicts')
      .getByRole('group', { name: /^Readwise\/Books\/Walden, / })
      .first();
    await conflict.getByRole('button', { name: 'Keep both' }).click();
    await app.notice('Both texts were kept').waitFor();
    const both = await note(WALDEN);
    expect(both).not.toContain('[!warning]');
    expect(both).toContain('very loveliest');
    expect(both).toContain('truest');
    await app.editNote(WALDEN, both.replace('deliberately', 'very deliberately'));
    await app.notice('Both texts were kept').getByRole('button', { name: 'Undo' }).click();
    await app.notice('The note has changed since').waitFor();
    expect(await note(WALDEN)).toContain('very deliberately');
  });

  it('should follow what the person does in the note itself', async () => {
    await clashed();
    await openLibrary();
    await section('Conflicts').getByRole('button', { name: 'Keep mine' }).waitFor();
    await app.editNote(WALDEN, (await note(WALDEN)).replace(/> \[!warning\][^]*?\n\n/, ''));
    await section('Conflicts').waitFor({ state: 'hidden' });
  });

  it('should name what failed, and try one alone', async () => {
    const library = shelfOfBooks(3);
    const id = [...library.books.books()].find(({ title }) => title === 'Book 2')?.id ?? 0;
    const taken = [`Readwise/Books/Book 2.md`, `Readwise/Books/Book 2 (${String(id)}).md`];
    await opened(library, { notes: Object.fromEntries(taken.map((path) => [path, 'Mine.\n'])) });
    await app.button('Sync now').click();
    await app.notice(/1 item failed/).click();
    await openLibrary();
    const failure = section('Failures').getByRole('listitem');
    await failure.getByText(/other files already have the name .*Rename one of them\./).waitFor();
    await app.screenshot('library-failure-desktop');
    await app.deleteNote(taken[0] ?? '');
    await failure.getByRole('button', { name: `Retry Readwise/Books/Book 2 (${String(id)})` }).click();
    await app.notice(/1 note created/).click();
    await section('Failures').waitFor({ state: 'hidden' });
    await section('Last syncs')
      .getByText(/2 notes created.*1 failed/)
      .click();
    await section('Last syncs')
      .getByRole('list', { name: 'What failed' })
      .getByText(/Book 2/)
      .waitFor();
  });

  it('should show held deletions, and open the dialog that decides', async () => {
    const library = shelfOfBooks(15);
    await synced(library);
    for (const book of [...library.books.books()].slice(0, 12))
      for (const { id } of library.books.liveHighlightsOf(book.id)) library.deleteHighlight(id);
    await app.button('Sync now').click();
    await app.notice(/12 notes would be removed/).waitFor();
    await openLibrary();
    await section('Held deletions')
      .getByText(/^12 notes would be removed/)
      .waitFor();
    await section('Held deletions').getByRole('button', { name: 'Review' }).click();
    await app.button('Keep all').click();
    await section('Held deletions').waitFor({ state: 'hidden' });
  });

  it('should copy versions, counts and kinds of errors, and no word of the library, when debug info is asked for (I11)', async () => {
    const library = new Library();
    const { id } = library.addBook({ title: 'Zqcanary title', author: 'Zqcanary author', category: 'books' });
    library.addHighlight(id, { text: 'zqcanary passage', tags: ['zqcanarytag'], location: 1 });
    await synced(library, { settings: { folder: 'Zqcanary folder' } });
    server.faults.when({ path: '/api/v2/export/' }, { kind: 'status', status: 400 });
    await app.button('Sync now').click();
    await app.notice(/sync stopped early/i).click();
    await app.page.evaluate(() => {
      const { dataset } = document.body;
      navigator.clipboard.writeText = (copied) => Promise.resolve(void (dataset['copied'] = copied));
    });
    await app.inStatusView('Copy debug info');
    await app.notice('Debug info copied.').waitFor();
    const copied = (await app.page.locator('body').getAttribute('data-copied')) ?? '';
    expect(copied).not.toMatch(/canary/i);
    expect(copied).toContain('Obsidian 1.13.0, desktop');
    expect(copied).toContain('Items: 1, notes: 1, notes due: 0');
    expect(copied).toMatch(/^Last sync: \S+ failed service$/m);
    expect(copied).toContain('- fetching highlights, page 1, 400 (1)');
  });

  it('should come back in its place with the plugin, and say when the next sync is', async () => {
    await synced(walden().library, { settings: { intervalMinutes: 60 } });
    await openLibrary();
    await section('Connection')
      .getByText(/^Next sync: /)
      .waitFor();
    await app.reloadPlugin();
    await openLibrary();
    await section('Last syncs')
      .getByText(/1 note created/)
      .waitFor();
    await section('Connection')
      .getByText(/^Next sync: /)
      .waitFor();
  });
});
