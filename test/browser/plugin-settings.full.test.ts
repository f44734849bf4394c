import { PAGES, ROWS, SETTINGS } from '../../src/obsidian/strings/settings-strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';

describe('the plugin in its settings', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [] }));

  beforeAll(async () => {
    server = await startReferenceServer({ library: new Library(), token: TOKEN });
  });
  afterAll(() => server.close());

  const quiet = (): string =>
    JSON.stringify({ baseUrl: server.url, syncOnOpen: false, fromTomorrow: { kept: true } });

  it('should store a token, never show it again and say what the service thinks of it', async () => {
    app = await bench.openApp({ data: quiet() });
    await app.openSettings();
    await app.field(SETTINGS.token.name).fill('wrong-token');
    await app.button(SETTINGS.token.check).click();
    await app
      .row(SETTINGS.token.name)
      .getByRole('alert')
      .getByText(/Readwise refused the access token/)
      .waitFor();
    expect(await app.field(SETTINGS.token.name).inputValue()).toBe('wrong-token');
    expect(await app.secret('florilegium-token')).toBeNull();
    await app.row(SETTINGS.status.notSetUp).getByRole('button', { name: SETTINGS.status.setUp }).waitFor();
    expect(await app.row(SETTINGS.status.notSetUp).locator('.mod-cta:visible').count()).toBe(1);

    await app.field(SETTINGS.token.name).fill(` ${TOKEN} `);
    await app.button(SETTINGS.token.check).click();
    await app.page.getByText(SETTINGS.token.good).waitFor();
    expect(await app.field(SETTINGS.token.name).inputValue()).toBe('');
    expect(await app.field(SETTINGS.token.name).getAttribute('type')).toBe('password');
    expect(await app.secret('florilegium-token')).toBe(TOKEN);
    await app.row(SETTINGS.status.ready).getByRole('button', { name: SETTINGS.status.syncNow }).waitFor();
    expect(await app.row(SETTINGS.status.ready).locator('.mod-cta:visible').count()).toBe(1);
    expect(JSON.stringify(await app.files())).not.toContain(TOKEN);
    expect(await app.row(SETTINGS.token.name).getByRole('alert').count()).toBe(0);
  });

  it('should ask for a token when there is none to check, and refuse one that cannot be one', async () => {
    app = await bench.openApp({ data: quiet() });
    await app.openSettings();
    await app.button(SETTINGS.token.check).click();
    await app.page.getByText(SETTINGS.token.none).waitFor();
    await app.field(SETTINGS.token.name).fill('two words');
    await app.page.getByText(SETTINGS.token.unprintable).waitFor();
    await app.button(SETTINGS.token.check).click();
    expect(await app.secret('florilegium-token')).toBeNull();
  });

  it('should keep what was typed when the settings are closed before the field is left', async () => {
    app = await bench.openApp({ data: quiet() });
    await app.openSettings();
    await app.field(SETTINGS.token.name).fill(TOKEN);
    await app.closeSettings();
    await until(async () => (await app.secret('florilegium-token')) === TOKEN);
  });

  it('should store no token that Readwise refuses when the settings are closed, and say so', async () => {
    app = await bench.openApp({ data: quiet() });
    await app.openSettings();
    await app.field(SETTINGS.token.name).fill('wrong-token');
    await app.closeSettings();
    await app.notice(/Readwise refused the access token/).waitFor();
    expect(await app.secret('florilegium-token')).toBeNull();
  });

  it('should keep a token that could not be checked, and call nothing ready before it has worked', async () => {
    app = await bench.openApp({ data: quiet() });
    await app.openSettings();
    server.faults.when({ path: '/api/v2/auth/' }, { kind: 'status', status: 503 });
    await app.field(SETTINGS.token.name).fill(TOKEN);
    await app.button(SETTINGS.token.check).click();
    await app.page.getByText(SETTINGS.token.saved).waitFor();
    server.faults.clear();
    expect(await app.secret('florilegium-token')).toBe(TOKEN);
    await app.row(SETTINGS.status.notSetUp).waitFor();
    await app.button(SETTINGS.token.check).click();
    await app.row(SETTINGS.status.ready).waitFor();
  });

  it('should save an address only when a token may be sent to it', async () => {
    app = await bench.openApp({ data: quiet() });
    await app.openSettings(PAGES.advanced.name);
    await app.field(ROWS.baseUrl.name).fill('http://readwise.io');
    await app.row(ROWS.baseUrl.name).getByRole('alert').getByText(/https/).waitFor();
    expect(await app.data()).toMatchObject({ baseUrl: server.url });
    await app.field(ROWS.baseUrl.name).fill('https://example.com');
    expect(await app.data()).toMatchObject({ baseUrl: server.url });
    await app.field(ROWS.baseUrl.name).blur();
    await until(async () => (await app.data())?.['baseUrl'] === 'https://example.com');
    expect(await app.data()).toMatchObject({ fromTomorrow: { kept: true } });
  });

  it('should check the folder as it is entered, and complete it', async () => {
    app = await bench.openApp({ data: quiet(), notes: { 'Library/Old.md': 'text' } });
    await app.openSettings();
    await app.field(ROWS.folder.name).fill('../outside');
    await app.row(ROWS.folder.name).getByRole('alert').waitFor();
    await app.field(ROWS.folder.name).fill('Libr');
    await app.page.getByRole('option', { name: 'Library', exact: true }).click();
    await until(async () => (await app.data())?.['folder'] === 'Library');
  });

  it('should name the problem and leave the file alone when data.json is not good', async () => {
    app = await bench.openApp({ data: '{"folder": 7}' });
    await app.notice(/folder/).waitFor();
    await app.openSettings();
    await app.page.getByText(/^Settings have a mistake: folder/).waitFor();
    expect(await app.data()).toEqual({ folder: 7 });
    await app.button(SETTINGS.badFile.reset).click();
    await app.field(ROWS.folder.name).waitFor();
    expect(await app.data()).toMatchObject({ folder: 'Readwise' });
  });

  it('should show the new values when another device has changed them', async () => {
    app = await bench.openApp({ data: quiet() });
    await app.openSettings();
    await app.changeDataOutside(JSON.stringify({ folder: 'From elsewhere', syncOnOpen: false }));
    expect(await app.field(ROWS.folder.name).inputValue()).toBe('From elsewhere');
  });

  it('should lose no key that is pressed when another device changes the settings meanwhile', async () => {
    app = await bench.openApp({ data: quiet() });
    await app.openSettings();
    await app.field(ROWS.folder.name).fill('Shel');
    await until(async () => (await app.data())?.['folder'] === 'Shel');
    await app.changeDataOutside(JSON.stringify({ ...(await app.data()), intervalMinutes: 15 }));
    await app.page.keyboard.type('f');
    await until(async () => (await app.data())?.['folder'] === 'Shelf');
    expect(await app.data()).toMatchObject({ intervalMinutes: 15 });
    // A press may be long, and what is pressed must stay where it is.
    await app.field(ROWS.syncOnOpen.name).click({ delay: 1500 });
    await until(async () => (await app.data())?.['syncOnOpen'] === true);
    await until(async () => (await app.field(ROWS.intervalMinutes.name).inputValue()) === '15');
    expect(await app.field(ROWS.folder.name).inputValue()).toBe('Shelf');
    expect(await app.field(ROWS.syncOnOpen.name).isChecked()).toBe(true);
  });

  it('should store no half of a token when another device changes the settings meanwhile', async () => {
    app = await bench.openApp({ data: quiet() });
    await app.openSettings();
    await app.field(SETTINGS.token.name).pressSequentially('canary-');
    await app.changeDataOutside(JSON.stringify({ ...(await app.data()), folder: 'From elsewhere' }));
    await app.page.keyboard.type('token-good-1');
    expect(await app.secret('florilegium-token')).toBeNull();
    await app.field(SETTINGS.token.name).blur();
    await until(async () => (await app.secret('florilegium-token')) === TOKEN);
    await until(async () => (await app.field(ROWS.folder.name).inputValue()) === 'From elsewhere');
  });

  it('should ask for a token when a person wants to sync without one, and keep silent when nobody asked', async () => {
    app = await bench.openApp({ data: JSON.stringify({ baseUrl: server.url }) });
    expect(await app.notice(/token/).count()).toBe(0);
    await app.button('Sync now').click();
    await app.notice(/no access token/).waitFor();
  });
});
