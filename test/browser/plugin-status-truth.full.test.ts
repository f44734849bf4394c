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
    await app.runCommand('Open sync status');
    await section('Connection')
      .getByText(/^Next sync: /)
      .waitFor();
    expect(await section('Connection').getByText(/pause/).count()).toBe(0);
    const before = Date.now();
    await section('Connection').getByRole('button', { name: 'Sync now' }).click();
    await app.notice(/the sync stopped early/).waitFor();
    const line =
      (await section('Connection')
        .getByText(
          /^Readwise asked the plugin to wait until .*\. A sync before then may fetch only part of what is new\.$/,
        )
        .textContent()) ?? '';
    const end = Date.parse(`${/until (.*)\. A/.exec(line)?.[1] ?? ''} UTC`);
    expect(Math.abs(end - before - HOUR * 1000)).toBeLessThan(3 * 60_000);
    server.faults.clear();
    await section('Connection').getByRole('button', { name: 'Sync now' }).click();
    await app.notice(/up to date|created/).waitFor();
    await until(
      async () =>
        (await section('Connection')
          .getByText(/asked the plugin to wait/)
          .count()) === 0,
    );
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
    await section('This device')
      .getByText('This device knows 2 items, including deleted and excluded ones, with 1 note in the vault.')
      .waitFor();
    await section('This device')
      .getByText(/^Highlights are up to date as of /)
      .waitFor();
    expect(await app.runCli('florilegium:status')).toMatch(
      /2 items known, including deleted and excluded ones$/,
    );
  });

  it('should tell the last success after a failure, and the last failure after a success', async () => {
    server = await startReferenceServer({ library: shelfOfBooks(1), token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
    });
    const connection = section('Connection');
    const sync = () => connection.getByRole('button', { name: 'Sync now' }).click();
    server.faults.when({ path: '/api/v2/export/' }, { kind: 'status', status: 400 });
    await app.runCommand('Open sync status');
    await sync();
    await connection.getByText('No sync on this device was successful yet.').waitFor();
    server.faults.clear();
    await sync();
    await connection.getByText(/^Last sync: .*1 note created/).waitFor();
    await connection
      .getByText(/^Last failure: \d{4}-\d\d-\d\d \d\d:\d\d\. Readwise: the sync stopped/)
      .waitFor();
    server.faults.when({ path: '/api/v2/export/' }, { kind: 'status', status: 400 });
    await sync();
    await connection.getByText(/^Last successful sync: \d{4}-\d\d-\d\d \d\d:\d\d\.$/).waitFor();
    server.faults.clear();
  });

  it('should tell notes that a person deleted from those whose ids were removed', async () => {
    server = await startReferenceServer({ library: shelfOfBooks(3), token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
    });
    await app.button('Sync now').click();
    await app.notice(/3 notes created/).click();
    await app.openStatusDetails();
    expect(await section('Notes without sync').count()).toBe(0);
    await app.deleteNote('Readwise/Books/Book 1.md');
    await app.editNote('Readwise/Books/Book 2.md', 'Mine alone.\n');
    await app.button('Sync now').first().click();
    const listed = (name: string) =>
      section('Notes without sync').getByRole('list', { name }).getByRole('listitem').allInnerTexts();
    await section('Notes without sync').waitFor();
    expect(await listed('1 note deleted by you')).toEqual(['Readwise/Books/Book 1']);
    expect(await listed('1 note without ids, because they were removed')).toEqual(['Readwise/Books/Book 2']);
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
      .getByRole('button', { name: 'Show sync status' })
      .click();
    await app.page.getByText('History and details').click();
    await section('Last syncs')
      .getByText(/1 note updated$/)
      .click();
    await section('Last syncs')
      .getByRole('list', { name: 'Two notes of the same item' })
      .getByText('Copy')
      .waitFor();
  });
});
