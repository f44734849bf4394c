import { PAGES, ROWS, SETTINGS } from '../../src/obsidian/strings/settings-strings';
import { COMMANDS } from '../../src/obsidian/strings/strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { eventually, until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';
const OTHER_SECRET = 'canary-token-good-2';
const ALLOW = 'Allow on this device';

describe('a vault that brings an address or a secret (I11)', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));
  beforeEach(async () => {
    const library = new Library();
    library.addHighlight(library.addBook({ title: 'Walden' }).id, { text: 'Simplify, simplify.' });
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
  });

  const data = (more: object = {}): string =>
    JSON.stringify({ baseUrl: server.url, syncOnOpen: true, intervalMinutes: 1, ...more });
  const question = () => app.notice(`this vault wants to use ${server.url}`);
  /** From every page: what other origins answer is not seen, so it is looked for at the browser. */
  function requestsOf(opened: AppUnderTest): string[] {
    const urls: string[] = [];
    opened.page.on('request', (request) => urls.push(request.url()));
    return urls;
  }

  it('should send nothing there before a person allows it, whatever is asked for', async () => {
    app = await bench.openApp({ data: data(), token: TOKEN, isForeign: true, controlTime: true });
    await question().getByText('Your Readwise token would be sent there.').waitFor();
    await app.page.clock.runFor(10 * 60_000);
    await app.button('Sync now').click();
    await app.runCommand('Preview sync');
    await app.runCommand(COMMANDS.review);
    await app.openUri('obsidian://florilegium/sync');
    expect(await app.runCli('florilegium:sync')).toContain('this vault wants to use');
    expect(await question().count()).toBe(1);
    await app.openSettings();
    await app.row(`This vault wants to use ${server.url}.`).getByRole('button', { name: ALLOW }).waitFor();
    expect(await app.field(SETTINGS.token.name).count()).toBe(0);
    expect(await app.button(SETTINGS.status.setUp).count()).toBe(0);
    expect(server.requests.entries).toEqual([]);
    expect(await app.notes()).toEqual([]);
  });

  it('should sync, and ask no more, when a person allows it', async () => {
    app = await bench.openApp({ data: data({ syncOnOpen: false }), token: TOKEN, isForeign: true });
    await question().getByRole('button', { name: ALLOW }).click();
    await app.button('Sync now').click();
    await app.notice(/1 note created/).waitFor();
    await app.reloadPlugin();
    await app.button('Sync now').click();
    await app.notice('Up to date').waitFor();
    expect(await question().count()).toBe(0);
  });

  it.each([
    ['the settings', () => app.openSettings()],
    ['the status view', () => app.openStatusDetails()],
  ])('should take the answer in %s as well', async (_where, open) => {
    app = await bench.openApp({ data: data({ syncOnOpen: false }), token: TOKEN, isForeign: true });
    await question().click({ position: { x: 4, y: 4 } });
    await open();
    await app.button(ALLOW).click();
    await until(async () => (await app.button(ALLOW).count()) === 0);
    await app.page.keyboard.press('Escape');
    await app.button('Sync now').first().click();
    await app.notice(/1 note created/).waitFor();
  });

  it('should use Readwise again, and keep the other settings, when a person prefers that', async () => {
    app = await bench.openApp({
      data: data({ syncOnOpen: false, intervalMinutes: 0, folder: 'Shelf' }),
      token: TOKEN,
      isForeign: true,
    });
    const urls = requestsOf(app);
    await question().getByRole('button', { name: 'Use readwise.io' }).click();
    const saved = await eventually(
      () => app.data(),
      (file) => file?.['baseUrl'] === 'https://readwise.io',
    );
    expect(saved).toMatchObject({ folder: 'Shelf', tokenSecret: 'florilegium-token' });
    await app.openSettings();
    await app.field(SETTINGS.token.name).waitFor();
    expect(await question().count()).toBe(0);
    expect(urls.filter((url) => url.startsWith(server.url))).toEqual([]);
  });

  it('should ask when a file sync brings another address than the allowed one', async () => {
    app = await bench.openApp({ data: data({ syncOnOpen: false }), token: TOKEN });
    await app.button('Sync now').click();
    await app.notice(/1 note created/).waitFor();
    expect(await question().count()).toBe(0);
    server.requests.clear();
    const elsewhere = server.url.replace('127.0.0.1', 'localhost');
    const urls = requestsOf(app);
    await app.changeDataOutside(data({ baseUrl: elsewhere }));
    await app.notice(`this vault wants to use ${elsewhere}`).waitFor();
    await app.button('Sync now').click();
    await app.changeDataUnheard(data({ baseUrl: elsewhere, folder: 'Shelf' }));
    await app.button('Sync now').click();
    expect(await app.notice('wants to use').count()).toBe(1);
    expect(server.requests.entries).toEqual([]);
    expect(urls).toEqual([]);
    await app.changeDataOutside(data());
    await until(async () => (await app.notice('wants to use').count()) === 0);
  });

  it('should neither send nor overwrite the secret of another plugin that it names', async () => {
    app = await bench.openApp({
      data: data({ tokenSecret: 'openai-key' }),
      token: TOKEN,
      secrets: { 'openai-key': OTHER_SECRET },
    });
    await app.notice('the secret “openai-key”').waitFor();
    await app.button('Sync now').click();
    await app.openSettings();
    await app.button('Use readwise.io').first().waitFor();
    expect(await app.field(SETTINGS.token.name).count()).toBe(0);
    expect(server.requests.entries).toEqual([]);
    expect(await app.secret('openai-key')).toBe(OTHER_SECRET);
  });

  it('should ask nothing about an address that a person types', async () => {
    app = await bench.openApp({ data: JSON.stringify({ syncOnOpen: false }), token: TOKEN });
    await app.openSettings(PAGES.advanced.name);
    await app.field(ROWS.baseUrl.name).fill(server.url);
    await app.closeSettings();
    await until(async () => (await app.data())?.['baseUrl'] === server.url);
    await app.button('Sync now').click();
    await app.notice(/1 note created/).waitFor();
    expect(await app.notice('wants to use').count()).toBe(0);
  });
});
