import { MENUS, RESULT } from '../../src/obsidian/strings/strings';
import { OUTSIDE } from '../../src/obsidian/strings/outside-strings';
import { START } from '../../src/obsidian/strings/window-strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { eventually, until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';

describe('the plugin reached from outside', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  let bookId: number;
  let highlightId: number;
  const bench = benchFor(() => ({ app, servers: [server] }));

  async function open({
    token = TOKEN,
    hidesSettings = false,
  }: {
    readonly token?: string | null;
    readonly hidesSettings?: boolean;
  } = {}): Promise<void> {
    const library = new Library();
    bookId = library.addBook({ title: 'Walden', author: 'Henry David Thoreau', category: 'books' }).id;
    library.addHighlight(bookId, { text: 'I went to the woods', location: 1 });
    highlightId = library.addHighlight(bookId, { text: 'A lake is expressive', location: 2 }).id;
    library.addHighlight(library.addBook({ title: 'Slowly', category: 'books' }).id, {
      text: 'Again',
      location: 1,
    });
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false, intervalMinutes: 0 }),
      ...(token === null ? {} : { token }),
      hidesSettings,
    });
  }

  const selected = (): Promise<string> =>
    app
      .field('Note')
      .evaluate((el) =>
        (el as HTMLTextAreaElement).value.slice(
          (el as HTMLTextAreaElement).selectionStart,
          (el as HTMLTextAreaElement).selectionEnd,
        ),
      );

  it('should sync by a link, and open a book’s note and a highlight’s block', async () => {
    await open();
    await app.openUri('obsidian://florilegium/sync?vault=Notes');
    await app.notice('2 notes created').click();
    await app.openUri(`obsidian://florilegium/open?id=${String(bookId)}`);
    expect(
      await eventually(
        () => app.field('Note').inputValue(),
        (text) => text !== '',
      ),
    ).toContain('Walden');
    await app.openUri(`obsidian://florilegium/open?id=${String(highlightId)}`);
    expect(await eventually(selected, (text) => text !== '')).toContain('A lake is expressive');
    await app.openUri('obsidian://florilegium/open?id=404');
    await app.notice(RESULT.unasked(OUTSIDE.notFound('404'))).waitFor();
  });

  it.each([
    'obsidian://florilegium',
    'obsidian://florilegium?action=remove&id=1',
    'obsidian://florilegium/sync?baseUrl=https://example.com',
    'obsidian://florilegium/sync?token=stolen',
    'obsidian://florilegium/open?id=../../.obsidian/app.json',
    'obsidian://florilegium/open?id=%3Cimg%20src%3Dx%3E',
    'obsidian://florilegium/open',
  ])('should say one sentence and do nothing else when a link is %s', async (uri) => {
    await open();
    const before = await app.files();
    await app.openUri(uri);
    await app.notice(RESULT.unasked(OUTSIDE.unknownLink)).waitFor();
    await app.page.waitForTimeout(100);
    expect(await app.page.locator('.notice').count()).toBe(1);
    expect(await app.files()).toEqual(before);
    expect(await app.secret('florilegium-token')).toBe(TOKEN);
  });

  it.each([
    ['a link', () => app.openUri('obsidian://florilegium/sync')],
    ['the app’s command line', () => app.runCli('florilegium:sync')],
  ] as const)(
    'should sync by the settings that another device has just changed when %s asks for it',
    async (_, sync) => {
      await open();
      await app.changeDataUnheard(
        JSON.stringify({ baseUrl: server.url, syncOnOpen: false, intervalMinutes: 0, folder: 'Library' }),
      );
      await sync();
      expect(
        (
          await eventually(
            () => app.notes(),
            (notes) => notes.length === 2,
          )
        ).map(({ path }) => path),
      ).toEqual(['Library/Books/Slowly.md', 'Library/Books/Walden.md']);
    },
  );

  it('should say what is missing when a link asks for a sync and there is no token', async () => {
    await open({ token: null });
    await app.openUri('obsidian://florilegium/sync');
    await app.notice('there is no access token on this device').waitFor();
    await app.openUri('obsidian://florilegium/sync');
    expect(await app.page.locator('.notice').count()).toBe(1);
    await app.notice('there is no access token').getByRole('button', { name: 'Open settings' }).click();
    await app.page.getByRole('dialog').getByText('Access token').first().waitFor();
  });

  it('should say where the settings are, and set up, when the app gives plugins no way to them', async () => {
    await open({ token: null, hidesSettings: true });
    await app.openUri('obsidian://florilegium/sync');
    await app.notice('there is no access token').getByRole('button', { name: 'Open settings' }).click();
    await app.notice(RESULT.settingsPlace).waitFor();
    await app.openGuide();
    await app.page.getByRole('dialog').getByText(START.connect.heading).waitFor();
  });

  it('should answer the app’s command line, also after it was switched off and on', async () => {
    await open();
    expect(await app.runCli('florilegium:status')).toBe(
      'No sync on this device was complete yet\n0 items known, including deleted and excluded ones',
    );
    expect(await app.runCli('florilegium:sync')).toBe('2 notes created.');
    expect(JSON.parse(await app.runCli('florilegium:sync json'))).toMatchObject({
      outcome: 'done',
      notes: { created: 0 },
    });
    expect(await app.runCli('florilegium:status')).toMatch(
      /^Last sync: .+\. Up to date\.\n2 items known, including deleted and excluded ones$/,
    );
    expect(JSON.parse(await app.runCli('florilegium:status json'))).toMatchObject({
      items: 2,
      due: 0,
      hold: null,
    });
    await app.reloadPlugin();
    expect(await app.runCli(`florilegium:open id=${String(highlightId)}`)).toBe(
      'Opened Readwise/Books/Walden.md.',
    );
    expect(await eventually(selected, (text) => text !== '')).toContain('A lake is expressive');
    expect(await app.runCli('florilegium:open id=404')).toBe(OUTSIDE.notFound('404'));
    expect(await app.runCli('florilegium:open id=../x')).toBe(OUTSIDE.cli.noId);
    expect(await app.runCli('florilegium:open')).toMatch(/^Error: Missing/);
  });

  it('should tell the app’s command line of the last sync also when that had nothing to do', async () => {
    await open();
    await app.runCli('florilegium:sync');
    expect(await app.runCli('florilegium:sync')).toBe('Up to date.');
    expect(await app.runCli('florilegium:status')).toMatch(/^Last sync: .+\. Up to date\.\n/);
  });

  it('should open what stands in a folder that no link can name, and make no note, when a link asks for it', async () => {
    await open();
    await app.runCli('florilegium:sync');
    const { text } = (await app.notes()).find(({ path }) => path === 'Readwise/Books/Walden.md') ?? {
      text: '',
    };
    await app.deleteNote('Readwise/Books/Walden.md');
    await app.addNote('C#/Walden.md', text);
    const before = await app.notes();
    await app.openUri(`obsidian://florilegium/open?id=${String(highlightId)}`);
    expect(await eventually(selected, (marked) => marked !== '')).toContain('A lake is expressive');
    expect(await app.notes()).toEqual(before);
  });

  it('should tell the command line why nothing is synced when there is no token', async () => {
    await open({ token: null });
    expect(await app.runCli('florilegium:sync')).toBe(RESULT.noToken);
  });

  it('should offer in menus what can be done with several notes, with deleted highlights, and with the highlight at the cursor', async () => {
    await open();
    // Without the focus no page may read the clipboard: it only notes what it is given.
    await app.page.evaluate(() => {
      navigator.clipboard.writeText = (copied) =>
        Promise.resolve(void (document.body.dataset['copied'] = copied));
    });
    await app.button('Sync now').click();
    await app.notice('2 notes created').click();
    const title = (name: string) => app.page.locator('.nav-file-title', { hasText: name });
    const item = (name: string) => app.page.getByRole('menuitem', { name, exact: true });
    await title('Walden').click({ modifiers: ['Control'] });
    await title('Slowly').click({ modifiers: ['Control'] });
    await title('Slowly').click({ button: 'right' });
    await item('Readwise').click();
    await item(MENUS.copyLinks(2)).click();
    await app.notice(MENUS.copied(2)).click();
    const copied = await app.page.evaluate(() => document.body.dataset['copied'] ?? '');
    expect(copied.split('\n')).toEqual(
      expect.arrayContaining([`https://readwise.io/bookreview/${String(bookId)}`]),
    );

    const path = 'Readwise/Books/Walden.md';
    const text = (await app.notes()).find((note) => note.path === path)?.text ?? '';
    await app.editNote(path, text.replace(/\n[^\n]*I went to the woods[^]*?\^rw\d+\n/, '\n'));
    await app.button('Sync now').click();
    await app.notice('Up to date.').click();
    await title('Walden').click();
    await title('Walden').click({ button: 'right' });
    await item('Readwise').click();
    await item(MENUS.more).click();
    await item(MENUS.restoreHighlights).click();
    await app.notice('1 note updated').click();
    expect((await app.notes()).find((note) => note.path === path)?.text).toContain('I went to the woods');

    await app.openUri(`obsidian://florilegium/open?id=${String(highlightId)}`);
    await until(async () => (await selected()).includes('A lake'));
    // As with the keyboard: the cursor stays where it is.
    await app
      .field('Note')
      .evaluate((el) => el.dispatchEvent(new MouseEvent('contextmenu', { clientX: 400, clientY: 200 })));
    await item('Readwise').click();
    await item(MENUS.openHighlight).waitFor();
  });
});
