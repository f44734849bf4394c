import { CONNECTION, DELETED, DEVICE, RUNS } from '../../src/obsidian/strings/pane-strings';
import { COMMANDS, NEXT_STEPS, withComma } from '../../src/obsidian/strings/strings';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { shelfOfBooks } from '../server/shelf-of-books';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';
const HOUR = 3600;

describe('what the library view tells of syncs', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  const section = (name: string) => app.page.getByRole('region', { name, exact: true });
  /** A part that is folded at first. */
  const details = (name: string) =>
    app.page
      .locator('.florilegium-pane-fold:visible')
      .filter({ has: app.page.getByText(name, { exact: true }) });

  it('should say until when the service wants to be left alone when it asked for a pause that is longer than a sync waits', async () => {
    server = await startReferenceServer({ library: shelfOfBooks(2), token: TOKEN, rateLimits: 'off' });
    server.faults.when(
      { path: '/api/v3/list/', times: 1 },
      { kind: 'status', status: 429, headers: { 'retry-after': String(365 * 24 * HOUR) } },
    );
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false, intervalMinutes: 60 }),
      token: TOKEN,
    });
    await app.runCommand(COMMANDS.status);
    const status = section(CONNECTION.title);
    const before = Date.now();
    await app.inStatusView(COMMANDS.sync);
    await app.notice(/limits requests\. Sync again in 60 minutes/).waitFor();
    const [, clock = ''] =
      /until (\d\d:\d\d)\./.exec((await status.getByText(/limits requests until/).textContent()) ?? '') ?? [];
    const end = Date.parse(`${new Date(before).toISOString().slice(0, 10)} ${clock} UTC`);
    const minutes = ((end - before) / 60_000 + 24 * 60) % (24 * 60);
    expect(Math.abs(minutes - 60)).toBeLessThan(3);
    server.faults.clear();
    await app.inStatusView(COMMANDS.sync);
    await app.notice(/Up to date|created/).waitFor();
    await status.getByText(/limits requests until/).waitFor({ state: 'detached' });
  });

  it('should not make items that are gone, or a quiet sync, look like something else', async () => {
    const library = shelfOfBooks(2);
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
    });
    await app.button('Sync now').click();
    await app.notice(/2 notes created/).click();
    const [book] = library.books.books();
    for (const { id } of library.books.highlightsOf(book?.id ?? 0)) library.deleteHighlight(id);
    await app.button('Sync now').click();
    await app.notice(/1 note moved to the trash/).waitFor();
    await app.openStatusDetails();
    await details(DEVICE.title).getByText(DEVICE.holds(2, 1)).waitFor();
    // The time of the last sync stands at the top, and no other beside it.
    expect(await details(DEVICE.title).textContent()).not.toMatch(/\d\d:\d\d/);
    expect(await app.runCli('florilegium:status')).toMatch(
      /2 items known, including deleted and excluded ones$/,
    );
  });

  it('should tell why a sync failed, and when one was complete', async () => {
    server = await startReferenceServer({ library: shelfOfBooks(1), token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
    });
    const status = section(CONNECTION.title);
    const refuse = () => server.faults.when({ path: '/api/v2/export/' }, { kind: 'status', status: 400 });
    refuse();
    await app.inStatusView(COMMANDS.sync);
    await status.getByText(CONNECTION.noSuccess).waitFor();
    server.faults.clear();
    await app.inStatusView(COMMANDS.sync);
    await status.getByText(/^Up to date · /).waitFor();
    refuse();
    await app.inStatusView(COMMANDS.sync);
    await status.getByText(/rejected the request \(400/).waitFor();
    await status.getByText(/^Last complete sync: \d\d:\d\d/).waitFor();
    server.faults.clear();
  });

  it('should tell notes that a person deleted from those whose ids were removed, and restore one', async () => {
    server = await startReferenceServer({ library: shelfOfBooks(3), token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
    });
    await app.button('Sync now').click();
    await app.notice(/3 notes created/).click();
    await app.openStatusDetails();
    const deleted = details(DELETED.title);
    expect(await deleted.count()).toBe(0);
    await app.deleteNote('Readwise/Books/Book 1.md');
    const other = (await app.notes()).find(({ path }) => path === 'Readwise/Books/Book 2.md');
    await app.editNote('Readwise/Books/Book 2.md', (other?.text ?? '').replace(/^readwise-id: .*\n/m, ''));
    await app.inStatusView(COMMANDS.sync);
    await deleted.waitFor();
    await app.openStatusDetails();
    expect(await deleted.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Readwise\/Books\/Book 1\n/),
      expect.stringContaining(withComma('Readwise/Books/Book 2', DELETED.withoutId)),
    ]);
    await deleted.getByRole('button', { name: DELETED.restoreOf('Readwise/Books/Book 1') }).click();
    await until(async () => (await app.notes()).some(({ path }) => path === 'Readwise/Books/Book 1.md'));
  });

  it('should not take a second note of an item for one that was changed on both sides', async () => {
    const library = shelfOfBooks(1);
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
    });
    await app.button('Sync now').click();
    await app.notice(/1 note created/).click();
    const [first] = await app.notes();
    await app.addNote('Copy.md', first?.text ?? '');
    library.addHighlight([...library.books.books()][0]?.id ?? 0, { text: 'More of it' });
    await app.button('Sync now').click();
    await app.notice(/1 note updated/).waitFor();
    expect(await app.notice(/both sides/).count()).toBe(0);
    await app
      .notice(/1 note updated/)
      .getByRole('button', { name: NEXT_STEPS['show-status'] })
      .click();
    await app.openStatusDetails();
    await details(RUNS.title)
      .getByText(/1 note updated\.$/)
      .click();
    await details(RUNS.title)
      .getByRole('list', { name: 'Two notes of the same item' })
      .getByText('Copy')
      .waitFor();
  });
});
