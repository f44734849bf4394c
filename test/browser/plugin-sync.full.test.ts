import { ROWS } from '../../src/obsidian/strings/settings-strings';
import { FETCH_ALL, PANE } from '../../src/obsidian/strings/pane-strings';
import { SYNC_CANCELLED } from '../../src/messages/result-messages';
import { NEXT_STEPS, PROGRESS } from '../../src/obsidian/strings/strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { shelfOfBooks } from '../server/shelf-of-books';
import { answerOf } from './answer-of';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';
import type { OpenOptions } from './app/page';

const TOKEN = 'canary-token-good-1';
const ONE_A_PAGE = { exportBooks: 1, documents: 1 };

describe('the plugin at work', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  async function open(
    library: Library,
    options: Partial<OpenOptions> & {
      readonly settings?: object;
      readonly controlTime?: boolean;
      readonly zone?: string;
      readonly pageSizes?: typeof ONE_A_PAGE;
    } = {},
  ): Promise<void> {
    const { settings, pageSizes = {}, ...rest } = options;
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off', pageSizes });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false, ...settings }),
      token: TOKEN,
      ...rest,
    });
  }

  it('should show how far it is, stop when told to, and go on from there', async () => {
    await open(shelfOfBooks(30), { pageSizes: ONE_A_PAGE });
    server.faults.when({ path: '/api/v2/export/' }, { kind: 'delay', ms: 150 });
    await app.button('Sync now').click();
    const progress = app.notice('Cancel').getByRole('status');
    await until(async () => /Syncing: \d+ highlights, \d+ notes? written…/.test(await progress.innerText()));
    expect(await app.page.locator('.status-bar-item').isVisible()).toBe(false);
    await app.button('Cancel').click();
    await app.notice(SYNC_CANCELLED).click();
    expect((await app.notes()).length).toBeLessThan(30);

    server.faults.clear();
    await app.button('Sync now').click();
    await app.notice(/notes created/).waitFor();
    expect(await app.notes()).toHaveLength(30);
  });

  it('should fetch all once more, and go on with that after a stop, when told to', async () => {
    const library = shelfOfBooks(3);
    await open(library, { pageSizes: ONE_A_PAGE });
    await app.button('Sync now').click();
    await app.notice(/3 notes created/).click();
    const before = await app.files();
    const pages = (since: number): number =>
      server.requests.entries
        .slice(since)
        .filter(
          ({ path, query, status }) =>
            path === '/api/v2/export/' &&
            query['updatedAfter'] === undefined &&
            query['ids'] === undefined &&
            status === 200,
        ).length;
    const first = server.requests.entries.length;
    server.faults.when(
      { path: '/api/v2/export/', matches: ({ url }) => url.includes('pageCursor') },
      { kind: 'silence' },
    );
    await app.inStatusMenu(PANE.menu.fetchAll);
    await app.page.getByText(FETCH_ALL.cost(3, 1)).waitFor();
    expect(server.requests.entries).toHaveLength(first);
    await app.button(FETCH_ALL.fetch).click();
    await until(() => pages(first) === 1);
    await app.inStatusView(PROGRESS.cancel);
    await app.notice(SYNC_CANCELLED).click();

    server.faults.clear();
    const second = server.requests.entries.length;
    await app.runCommand('Sync now');
    await app.notice('Up to date').waitFor();
    expect(pages(second)).toBe(2);
    expect(await app.files()).toEqual(before);
  });

  it('should run one sync at a time, cancel it in the sync status, and not by a click on the status bar', async () => {
    await open(shelfOfBooks(3));
    server.faults.when({ path: '/api/v2/export/' }, { kind: 'silence' });
    await app.button('Sync now').click();
    await app.button('Sync now').click();
    await app.notice(PROGRESS.cancel).waitFor();
    expect(await app.page.locator('.notice').count()).toBe(1);
    await until(() => server.requests.to('/api/v2/export/').length === 1);
    await app.inStatusView(PROGRESS.cancel);
    await app.notice(SYNC_CANCELLED).click();
    await app.button('Collapse right sidebar').click();
    await app.runCommand('Sync now');
    await app.notice('Cancel').click({ position: { x: 5, y: 5 } });
    await app.page.getByTitle('Show sync progress').click();
    await app.button(PROGRESS.cancel).click();
    await app.notice(SYNC_CANCELLED).waitFor();
  });

  it('should sync in silence when the vault opens and as often as the settings say', async () => {
    await open(shelfOfBooks(2), { settings: { syncOnOpen: true, intervalMinutes: 0 }, controlTime: true });
    await until(async () => (await app.notes()).length === 2);
    const { id } = server.library.addBook({ title: 'Latecomer', author: 'Ada Example' });
    server.library.addHighlight(id, { text: 'A late passage' });
    await app.openSettings();
    await app.field(ROWS.intervalMinutes.name).selectOption('15');
    await until(async () => (await app.data())?.['intervalMinutes'] === 15);
    await app.page.clock.fastForward('15:01');
    await until(async () => (await app.notes()).length === 3);
    expect(await app.page.locator('.notice').count()).toBe(0);
  });

  it('should not begin to count anew when the settings cannot be read for a while', async () => {
    await open(shelfOfBooks(1), { settings: { intervalMinutes: 24 * 60 }, controlTime: true });
    await app.button('Sync now').click();
    await app.notice(/1 note created/).click();
    const { id } = server.library.addBook({ title: 'Latecomer', author: 'Ada Example' });
    server.library.addHighlight(id, { text: 'A late passage' });
    await app.page.clock.fastForward('23:30:00');
    const whole = JSON.stringify(await app.data());
    for (const data of [whole.slice(0, 40), whole]) await app.changeDataOutside(data);
    expect(await app.notes()).toHaveLength(1);
    await app.page.clock.fastForward('01:00:00');
    await until(async () => (await app.notes()).length === 2);
  });

  it('should come soon after, and not a day later, when its time came while something else was at work', async () => {
    await open(shelfOfBooks(1), { settings: { intervalMinutes: 24 * 60 }, controlTime: true });
    server.faults.when({}, { kind: 'silence' });
    await app.page.clock.fastForward('23:59:00');
    await app.runCommand('Preview sync');
    await until(() => server.requests.entries.length > 0);
    await app.page.clock.fastForward('00:02:00');
    await app.page.keyboard.press('Escape');
    // The hands of the clock are moved only when the preview has let go.
    await until(
      async () =>
        (await answerOf(app.page, async () => (await navigator.locks.query()).held?.length, null)) === 0,
    );
    server.faults.clear();
    expect(await app.notes()).toEqual([]);
    await app.page.clock.fastForward('00:10:30');
    await until(async () => (await app.notes()).length === 1);
  });

  it('should say once, not each time, that the token is refused when nobody asked', async () => {
    await open(shelfOfBooks(1), {
      settings: { syncOnOpen: true, intervalMinutes: 5 },
      token: 'stale',
      controlTime: true,
    });
    await app.notice(/refused the access token/).click();
    const asked = server.requests.entries.length;
    await app.page.clock.fastForward('05:01');
    await until(() => server.requests.entries.length > asked);
    await until(async () => !(await app.page.locator('.status-bar-item').isVisible()));
    expect(await app.page.locator('.notice').count()).toBe(0);
    await app.button('Sync now').click();
    await app.notice(/refused the access token/).waitFor();
  });

  it('should say once that something else answers at the server address when nobody asked', async () => {
    await open(shelfOfBooks(1), { settings: { intervalMinutes: 15 }, controlTime: true });
    server.faults.when({}, { kind: 'status', status: 404 });
    await app.page.clock.fastForward('15:01');
    const notice = app.notice(/^Readwise: There is no Readwise at the server address/);
    await notice.getByRole('button', { name: NEXT_STEPS['open-settings'] }).waitFor();
    server.faults.clear();
    await app.page.clock.fastForward('15:01');
    await notice.waitFor({ state: 'detached' });
  });

  it('should name what failed, and bring the rest', async () => {
    await open(shelfOfBooks(3));
    server.faults.when(
      { path: '/api/v2/export/' },
      { kind: 'changed-body', change: (body) => body.replace('"text":"Passage of book 2"', '"text":{}') },
    );
    await app.button('Sync now').click();
    const notice = app.notice(/2 notes created.*1 item could not be updated/);
    await notice.waitFor();
    expect(await notice.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Highlight 512000002: Readwise sent something odd/),
    ]);
  });

  it('should stop at once when the plugin is switched off, and start afresh when it is on again', async () => {
    await open(shelfOfBooks(30), { pageSizes: ONE_A_PAGE });
    server.faults.when({ path: '/api/v2/export/' }, { kind: 'delay', ms: 30 });
    await app.button('Sync now').click();
    await until(async () => (await app.notes()).length > 0);
    await app.reloadPlugin();
    expect(await app.page.getByRole('button', { name: 'Sync now' }).count()).toBe(1);
    server.faults.clear();
    await app.button('Sync now').click();
    await app.notice(/created/).waitFor();
    expect(await app.notes()).toHaveLength(30);
  });

  it('should begin nothing before what it did when it was switched off has ended', async () => {
    await open(shelfOfBooks(3));
    await app.holdDisk();
    await app.button('Sync now').click();
    await until(async () => (await app.heldFiles()) === 1);
    await app.reloadPlugin();
    await app.button('Sync now').click();
    await app.notice('starting…').waitFor();
    await app.button('Sync now').click();
    expect(await app.heldFiles()).toBe(1);
    await app.letGoOfDisk();
    // The notes of a batch are written to its end, and may be told of beside what comes after.
    await app
      .notice(/created|Up to date/)
      .first()
      .waitFor();
    expect(await app.notes()).toHaveLength(3);
  });

  it('should sync once more when told to while it still stops', async () => {
    await open(shelfOfBooks(3));
    await app.holdDisk();
    await app.button('Sync now').click();
    await until(async () => (await app.heldFiles()) === 1);
    await app.button('Cancel').click();
    await app.page.locator('.status-bar-item').getByText('stopping…').waitFor();
    await app.button('Sync now').click();
    await app.notice('A sync is running. Your request starts when it is done.').click();
    await app.letGoOfDisk();
    await app.notice(/Up to date/).waitFor();
    expect(await app.notes()).toHaveLength(3);
  });

  it('should not wait any more for what it did before when the sync is cancelled', async () => {
    await open(shelfOfBooks(3));
    await app.holdDisk();
    await app.button('Sync now').click();
    await until(async () => (await app.heldFiles()) > 0);
    await app.reloadPlugin();
    await app.button('Sync now').click();
    await app.inStatusView(PROGRESS.cancel);
    await app.notice(SYNC_CANCELLED).waitFor();
    await app.letGoOfDisk();
  });

  describe('the time zone', () => {
    const library = new Library();
    const { id } = library.addBook({ title: 'Walden', category: 'books' });
    // Another day in Berlin than in UTC.
    const highlightedAt = Date.parse('2026-01-02T23:30:00Z');
    library.addHighlight(id, { text: 'Simplify.', highlightedAt });

    const lastHighlighted = async (): Promise<string | undefined> =>
      /^last-highlighted: (.*)$/m.exec((await app.notes()).at(-1)?.text ?? '')?.[1];

    it('should be that of the device that syncs first (I8)', async () => {
      await open(library, { zone: 'Europe/Berlin' });
      await app.button('Sync now').click();
      await app.notice(/1 note created/).waitFor();
      expect((await app.data())?.['timeZone']).toBe('Europe/Berlin');
      expect(await lastHighlighted()).toBe('2026-01-03');
    });

    it('should stay as it is stored when a second device syncs (I8)', async () => {
      await open(library, { zone: 'America/Lima', settings: { timeZone: 'Europe/Berlin' } });
      await app.button('Sync now').click();
      await app.notice(/1 note created/).waitFor();
      expect((await app.data())?.['timeZone']).toBe('Europe/Berlin');
      expect(await lastHighlighted()).toBe('2026-01-03');
    });

    it('should stay UTC when the vault already has synced notes (I8)', async () => {
      const notes = { 'Readwise/Books/Walden.md': `---\nreadwise-id: ${String(id)}\n---\n` };
      await open(library, { zone: 'Europe/Berlin', notes });
      await app.button('Sync now').click();
      await app.notice(/1 note updated/).waitFor();
      expect((await app.data())?.['timeZone']).toBeUndefined();
      expect(await lastHighlighted()).toBe('2026-01-02');
    });

    it('should stay UTC when this device already has the library (I8)', async () => {
      await open(library, { zone: 'Europe/Berlin', settings: { timeZone: 'UTC' } });
      await app.button('Sync now').click();
      await app.notice(/1 note created/).waitFor();
      await app.deleteNote('Readwise/Books/Walden.md');
      await app.changeDataOutside(JSON.stringify({ ...(await app.data()), timeZone: '' }));
      await app.button('Sync now').click();
      await app.notice('Up to date').waitFor();
      expect((await app.data())?.['timeZone']).toBe('');
    });
  });
});
