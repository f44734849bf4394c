import { PANE } from '../../src/obsidian/strings/pane-strings';
import { PAGES, ROWS, SETTINGS } from '../../src/obsidian/strings/settings-strings';
import { COMMANDS, MENUS } from '../../src/obsidian/strings/strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { answerOf } from './answer-of';
import { eventually, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';
import type { OpenOptions } from './app/page';

const TOKEN = 'canary-token-good-1';
const DAILY_NOTES = {
  'core-plugins.json': '{"daily-notes":true}',
  'daily-notes.json': '{"folder":"Daily","format":"YYYY-MM-DD"}',
};

describe('views in the plugin', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  async function synced(
    library: Library,
    { settings, ...options }: Partial<OpenOptions> & { readonly settings?: object } = {},
  ): Promise<void> {
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false, ...settings }),
      token: TOKEN,
      ...options,
    });
    await app.button('Sync now').click();
    await app.notice(/notes? created/).click();
  }

  const note = async (path: string): Promise<string> =>
    (await app.files()).find((each) => each.path === path)?.text ?? '';
  const editor = () => app.field('Note');
  const today = (): string => {
    const now = new Date();
    return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  };

  function walden(): Library {
    const library = new Library();
    const { id } = library.addBook({ title: 'Walden', author: 'Henry David Thoreau', category: 'books' });
    library.addHighlight(id, {
      text: 'I went to the woods because I wished to live deliberately',
      tags: ['nature'],
      location: 1,
      highlightedAt: Date.now(),
    });
    library.addHighlight(id, {
      text: 'A lake is the landscape’s most beautiful and expressive feature',
      note: 'The pond!',
      tags: ['nature', 'water'],
      location: 2,
      highlightedAt: Date.parse('2020-05-05T12:00:00Z'),
    });
    return library;
  }

  it('should write the highlights of today into the daily note, and the review beside them, once', async () => {
    await synced(walden(), { config: DAILY_NOTES, notes: { [`Daily/${today()}.md`]: 'My plans.\n' } });
    const path = `Daily/${today()}.md`;
    await app.runCommand(COMMANDS.day);
    const text = await eventually(
      () => editor().inputValue(),
      (value) => value.includes('## Highlights'),
    );
    expect(text).toMatch(/^My plans\.\n\n%% florilegium-day [^]*!\[\[Readwise\/Books\/Walden#\^rw\d+\]\]/);
    await app.runCommand(COMMANDS.review);
    const both = await eventually(
      () => editor().inputValue(),
      (value) => value.includes('## Daily review'),
    );
    expect(both.match(/!\[\[/g)).toHaveLength(3);
    await app.screenshot('daily-note-desktop');
    await app.runCommand(COMMANDS.review);
    await app.runCommand(COMMANDS.day);
    await app.page.waitForTimeout(300);
    expect(await note(path)).toBe(both);
  });

  it('should complete the section of a daily note with each sync', async () => {
    const library = walden();
    const path = `Daily/${today()}.md`;
    await synced(library, {
      config: DAILY_NOTES,
      notes: { [path]: `%% florilegium-day ${today()} %%\n` },
    });
    expect((await note(path)).match(/!\[\[/g)).toHaveLength(1);
    library.addHighlight([...library.books.books()][0]?.id ?? 0, {
      text: 'Marked just now',
      location: 3,
      highlightedAt: Date.now(),
    });
    await app.button('Sync now').click();
    await app.notice(/1 note updated/).click();
    expect((await note(path)).match(/!\[\[/g)).toHaveLength(2);
  });

  it('should say why there is no review when the service gives none, or no token is there', async () => {
    await synced(walden());
    server.faults.when({ path: '/api/v2/review/' }, { kind: 'status', status: 401 });
    await app.runCommand(COMMANDS.review);
    await app.notice(/refused the access token/).waitFor();
    await app.page.close();
    app = await bench.openApp({ data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }) });
    await app.runCommand(COMMANDS.review);
    await app.notice(/no access token/).waitFor();
  });

  it('should say in a sentence why there is no daily note when a folder has its name', async () => {
    await synced(walden(), { config: DAILY_NOTES, notes: { [`Daily/${today()}.md/Inside.md`]: 'Mine.' } });
    await app.runCommand(COMMANDS.day);
    await app.notice(/Couldn’t do that\. Could not write “Daily\/[\d-]+\.md”/).waitFor();
  });

  it('should make a Base once, and leave alone the one that is there', async () => {
    await synced(walden());
    await app.inStatusMenu(PANE.menu.base);
    const base = await eventually(
      () => note('Readwise/Library.base'),
      (text) => text !== '',
    );
    expect(base).toContain('name: Reading queue');
    await app.editNote('Readwise/Library.base', `${base}# mine\n`);
    await app.inStatusMenu(PANE.menu.base);
    expect(await note('Readwise/Library.base')).toBe(`${base}# mine\n`);
  });

  it('should show the Base, which the settings lie over, when it was asked for there', async () => {
    await synced(walden());
    await app.openSettings(PAGES.extras.name);
    await app.button(`${ROWS.base.name}: ${SETTINGS.buttons.base}`).click();
    await app.page.locator('.modal-container').waitFor({ state: 'detached' });
    expect(await editor().inputValue()).toContain('name: Reading queue');
  });

  it('should offer in a note’s menu to open it at the service, copy its link and refresh it, and nothing in other notes', async () => {
    const library = walden();
    const { id } = library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    await synced(library, { notes: { 'Mine.md': 'My note.\n' } });
    await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    // Another window takes the focus, and without it no page may read the clipboard: both only note what they
    // are given.
    await app.page.evaluate(() => {
      const { dataset } = document.body;
      navigator.clipboard.writeText = (copied) => Promise.resolve(void (dataset['copied'] = copied));
      window.open = (address) => {
        dataset['opened'] = String(address);
        return null;
      };
    });
    const entry = (name: string) => app.page.getByRole('menuitem', { name, exact: true });
    const menuOf = async (path: string): Promise<void> =>
      app.page.getByTitle(path, { exact: true }).click({ button: 'right' });
    await menuOf('Mine.md');
    expect(await entry('Readwise').count()).toBe(0);
    await entry('Rename…').click();
    await menuOf('Readwise/Books/Walden.md');
    await entry('Readwise').click();
    const [book] = [...library.books.books()];
    await entry(MENUS.open).click();
    expect(await app.page.locator('body').getAttribute('data-opened')).toBe(
      `https://readwise.io/bookreview/${String(book?.id)}`,
    );
    await menuOf('Readwise/Articles/Walking.md');
    await entry('Readwise').click();
    await entry(MENUS.copyLink).click();
    await app.notice(MENUS.copied(1)).waitFor();
    expect(await app.page.locator('body').getAttribute('data-copied')).toBe(
      `https://read.readwise.io/read/${id}`,
    );
    library.addHighlight(book?.id ?? 0, { text: 'Simplify, simplify', location: 3 });
    const before = server.requests.entries.length;
    await menuOf('Readwise/Books/Walden.md');
    await entry('Readwise').click();
    await entry(MENUS.refresh).click();
    await app.notice(/1 note updated/).waitFor();
    expect(await note('Readwise/Books/Walden.md')).toContain('Simplify, simplify');
    expect(server.requests.entries.length - before).toBe(1);
  });

  it('should copy a link when the person is in another window of the app', async () => {
    await synced(walden());
    await app.page.evaluate(() => {
      const { dataset } = document.body;
      const other = document.body.createEl('iframe').contentWindow ?? window;
      other.navigator.clipboard.writeText = (copied) => Promise.resolve(void (dataset['copied'] = copied));
      // As Chromium does in a window that has not the focus.
      navigator.clipboard.writeText = () =>
        Promise.reject(new DOMException('Document is not focused.', 'NotAllowedError'));
      window.activeWindow = other;
    });
    await app.page.getByTitle('Readwise/Books/Walden.md', { exact: true }).click({ button: 'right' });
    await app.page.getByRole('menuitem', { name: 'Readwise', exact: true }).click();
    await app.page.getByRole('menuitem', { name: MENUS.copyLink, exact: true }).click();
    await app.notice(MENUS.copied(1)).waitFor();
    expect(await app.page.locator('body').getAttribute('data-copied')).toMatch(
      /^https:\/\/readwise\.io\/bookreview\/\d+$/,
    );
  });

  it('should copy the link to the highlight under the cursor', async () => {
    await synced(walden());
    await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await app.page.getByTitle('Readwise/Books/Walden.md', { exact: true }).click();
    const text = await eventually(
      () => editor().inputValue(),
      (value) => value.includes('A lake is'),
    );
    const anchor = /\^(rw\d+)/.exec(text.slice(text.indexOf('A lake is')))?.[1] ?? '';
    const cursorAt = (place: number) =>
      editor().evaluate((el, at) => (el as HTMLTextAreaElement).setSelectionRange(at, at), place);
    await cursorAt(text.indexOf('A lake is'));
    await editor().evaluate((el) =>
      el.dispatchEvent(new MouseEvent('contextmenu', { clientX: 400, clientY: 200 })),
    );
    await app.page.getByRole('menuitem', { name: 'Readwise', exact: true }).click();
    await app.page.getByRole('menuitem', { name: COMMANDS.copyLink }).click();
    await app.notice(MENUS.copied(1)).click();
    expect(await answerOf(app.page, () => navigator.clipboard.readText(), null)).toBe(
      `[[Walden#^${anchor}]]`,
    );
    await cursorAt(0);
    await app.button('Open command palette').click();
    expect(await app.page.getByRole('menuitem', { name: COMMANDS.copyLink }).count()).toBe(0);
  });
});
