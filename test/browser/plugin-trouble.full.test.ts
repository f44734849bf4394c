import { LEFT_OUT, LIST, PREVIEW, REMOVALS, UNDO } from '../../src/obsidian/strings/window-strings';
import { CONNECTION, DATABASE, DELETED, PANE } from '../../src/obsidian/strings/pane-strings';
import { COMMANDS, NEXT_STEPS } from '../../src/obsidian/strings/strings';
import type { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { shelfOfBooks } from '../server/shelf-of-books';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';

describe('the plugin where something is in its way', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  async function open(
    library: Library,
    {
      settings = {},
      controlTime = false,
    }: { readonly settings?: object; readonly controlTime?: boolean } = {},
  ): Promise<void> {
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false, ...settings }),
      token: TOKEN,
      controlTime,
    });
  }

  const addToEachBook = (text: string): void =>
    [...server.library.books.books()].forEach(({ id }) => server.library.addHighlight(id, { text }));
  const paths = async (): Promise<readonly string[]> =>
    (await app.notes()).map(({ path }) => path).filter((path) => !path.startsWith('.trash/'));

  async function sync(said: RegExp): Promise<void> {
    await app.page.getByRole('toolbar').getByRole('button', { name: 'Sync now' }).click();
    await app.notice(said).click({ position: { x: 3, y: 3 } });
  }

  it('should bring the rest when another program holds a note, and that one when it has let go', async () => {
    await open(shelfOfBooks(3));
    await sync(/3 notes created/);
    addToEachBook('More of it');
    await app.refuseFile('Readwise/Books/Book 1.md', 'EBUSY: resource busy or locked');
    await sync(
      /2 notes updated\. 1 item could not be updated\.\s*EBUSY.*Books\/Book 1\.md.*Another program is using the file/,
    );
    await app.refuseFile('Readwise/Books/Book 1.md', null);
    await sync(/1 note updated/);
  });

  it('should ask anew when a wrong answer said that it may be kept for a while', async () => {
    await open(shelfOfBooks(2));
    server.faults.when({}, { kind: 'status', status: 404, headers: { 'cache-control': 'max-age=600' } });
    await sync(/no Readwise at the server address/);
    server.faults.clear();
    await sync(/2 notes created/);
  });

  it('should say once that the device keeps nothing, however often it tries', async () => {
    await open(shelfOfBooks(1), { settings: { intervalMinutes: 5 }, controlTime: true });
    await app.page.evaluate(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
    });
    for (let round = 0; round < 3; round += 1) await app.page.clock.fastForward('05:01');
    await app.notice(/SecurityError.*The next sync goes on/).waitFor();
    expect(await app.page.locator('.notice').count()).toBe(1);
  });

  /** From transaction 20 on, so many find that the system has closed the database, until `letDatabaseOpen`. */
  const closeDatabase = (times: number): Promise<void> =>
    app.page.evaluate((most) => {
      const real = Reflect.get(IDBDatabase.prototype, 'transaction');
      let calls = 0;
      Reflect.set(window, 'letDatabaseOpen', () => (IDBDatabase.prototype.transaction = real));
      IDBDatabase.prototype.transaction = function (
        this: IDBDatabase,
        ...given: Parameters<IDBDatabase['transaction']>
      ) {
        calls += 1;
        if (calls >= 20 && calls < 20 + most) this.close();
        return real.apply(this, given);
      };
    }, times);

  it('should try again soon, and take back what it said, when the system kept the database closed for a while', async () => {
    await open(shelfOfBooks(3), { settings: { intervalMinutes: 24 * 60 }, controlTime: true });
    await closeDatabase(Number.MAX_SAFE_INTEGER);
    await app.page.getByRole('toolbar').getByRole('button', { name: 'Sync now' }).click();
    const trouble = app.notice(/database doesn’t answer\. Restart Obsidian\. The next sync goes on/);
    await trouble.waitFor();
    await app.page.evaluate(() => (Reflect.get(window, 'letDatabaseOpen') as () => void)());
    await app.page.clock.fastForward('10:30');
    await until(async () => (await paths()).length === 3);
    await until(async () => (await trouble.count()) === 0);
  });

  it('should begin with a new database when a person says so, as the old one does not answer', async () => {
    await open(shelfOfBooks(3));
    await sync(/3 notes created/);
    const before = await app.notes();
    await app.page.evaluate(() => {
      const real = Reflect.get(IDBFactory.prototype, 'open');
      const lost = new Set<string>();
      IDBFactory.prototype.open = function (this: IDBFactory, name: string, version?: number) {
        if (lost.size === 0) lost.add(name);
        if (lost.has(name)) throw new DOMException('Connection to the server lost.', 'UnknownError');
        return real.call(this, name, version);
      };
    });
    await app.runCommand('Open sync status');
    await app.statusPane.getByText('The app’s database doesn’t answer. Restart Obsidian.').waitFor();
    await app.statusPane.getByRole('heading', { name: PANE.needsYou }).waitFor({ state: 'hidden' });
    expect(await app.statusPane.getByText(CONNECTION.never).count()).toBe(0);
    const begin = app.statusPane.getByRole('button', { name: DATABASE.begin });
    await begin.click();
    await begin.waitFor({ state: 'hidden' });
    await sync(/Up to date.*everything is fetched again/);
    expect(await app.notes()).toEqual(before);
  });

  it('should do all that a person asks for during a sync, one after the other', async () => {
    await open(shelfOfBooks(3));
    await sync(/3 notes created/);
    for (const title of ['Book 1', 'Book 2']) await app.deleteNote(`Readwise/Books/${title}.md`);
    addToEachBook('More of it');
    await sync(/1 note updated/);
    server.faults.when({ path: '/api/v2/export/', times: 1 }, { kind: 'delay', ms: 3000 });
    await app.page.getByRole('toolbar').getByRole('button', { name: 'Sync now' }).click();
    for (const title of ['Book 1', 'Book 2'])
      await app.inStatusView(DELETED.restoreOf(`Readwise/Books/${title}`));
    await until(async () => (await paths()).length === 3);
  });

  it.each([PANE.menu.check, PANE.menu.moveIn])(
    'should say what is wrong and open nothing that goes by the settings when their file has a mistake (%s)',
    async (entry) => {
      await open(shelfOfBooks(1));
      await app.changeDataOutside('{"folder":');
      await app.notice(/settings have a mistake/).click();
      await app.inStatusMenu(entry);
      await app.notice(/settings have a mistake/).waitFor();
      expect(await app.page.getByRole('dialog').count()).toBe(0);
      await app.statusPane.getByText(CONNECTION.badSettings).waitFor();
      expect(await app.statusPane.getByText(/next (?:at|when)/).count()).toBe(0);
    },
  );

  it.each([
    [COMMANDS.undo, UNDO.undo(2)],
    [COMMANDS.preview, PREVIEW.apply(2, 0)],
  ])(
    'should say that nothing was done when the plugin was switched off behind a window (%s)',
    async (command, confirm) => {
      await open(shelfOfBooks(2));
      await sync(/2 notes created/);
      addToEachBook('More of it');
      const before = await app.notes();
      await app.runCommand(command);
      await app.button(confirm).and(app.page.locator(':enabled')).waitFor();
      await app.reloadPlugin();
      await app.button(confirm).click();
      await app.notice(/was turned off in the meantime, so nothing was done/).waitFor();
      expect(await app.notes()).toEqual(before);
    },
  );

  it('should say that an answer about notes that were left out was not heard when the plugin was switched off behind the question', async () => {
    await open(shelfOfBooks(2));
    await sync(/2 notes created/);
    await app.changeDataOutside(
      JSON.stringify({
        ...(await app.data()),
        rules: [{ when: { kinds: ['book'] }, then: { leaveOut: true } }],
      }),
    );
    await app.button('Sync now').click();
    await app
      .notice(/no longer synced/)
      .getByRole('button', { name: NEXT_STEPS['review-hold'] })
      .click();
    await app.field(LIST.all).check();
    await app.field(LEFT_OUT.always).check();
    await app.reloadPlugin();
    await app.button(REMOVALS.archive(2)).click();
    await app.notice(/was turned off in the meantime, so nothing was done/).waitFor();
    expect((await app.data())?.['outOfScope']).not.toBe('archive');
  });
});
