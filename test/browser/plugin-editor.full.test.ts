import { UNDO } from '../../src/obsidian/strings/window-strings';
import { COMMANDS } from '../../src/obsidian/strings/strings';
import { PAGES, ROWS } from '../../src/obsidian/strings/settings-strings';
import type { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { shelfOfBooks } from '../server/shelf-of-books';
import { eventually, until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';
const PATH = 'Readwise/Books/Book 1.md';
const WORDS = 'A thought that is not saved yet.';

describe('the plugin and a note in which a person is typing', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  async function synced(library: Library): Promise<void> {
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
    });
    expect(await app.runCli('florilegium:sync')).toMatch(/created/);
  }

  const editor = () => app.field('Note');
  const note = async (): Promise<string> => (await app.files()).find(({ path }) => path === PATH)?.text ?? '';
  const firstBook = (): number => [...server.library.books.books()][0]?.id ?? 0;

  /** Nothing of it is on the disk for two seconds. */
  async function type(): Promise<void> {
    await app.page.getByTitle(PATH, { exact: true }).click();
    const text = await eventually(
      () => editor().inputValue(),
      (value) => value.includes('^rw'),
    );
    await editor().fill(text.replace(/\^rw\d+/, (anchor) => `${anchor}\n\n${WORDS}`));
  }

  it('should keep it when a sync brings something for the note (I2)', async () => {
    await synced(shelfOfBooks(1));
    await type();
    server.library.addHighlight(firstBook(), { text: 'Marked just now' });
    expect(await app.runCli('florilegium:sync')).toMatch(/1 note updated/);
    for (const part of [WORDS, 'Marked just now']) {
      expect(await note()).toContain(part);
      await until(async () => (await editor().inputValue()).includes(part));
    }
  });

  it('should bring what came for the note when the app is just saving it (I1)', async () => {
    await synced(shelfOfBooks(1));
    await type();
    await app.holdDisk();
    await until(async () => (await app.heldFiles()) === 1);
    server.library.addHighlight(firstBook(), { text: 'Marked just now' });
    const sync = app.runCli('florilegium:sync');
    await Promise.race([sync, app.page.waitForTimeout(1500)]);
    await app.letGoOfDisk();
    expect(await sync).toMatch(/1 note updated/);
    await until(async () => (await app.heldFiles()) === 0);
    for (const part of [WORDS, 'Marked just now']) expect(await note()).toContain(part);
  });

  it('should leave the note in its place when its book is gone at the service (I4)', async () => {
    await synced(shelfOfBooks(2));
    await type();
    for (const { id } of server.library.books.liveHighlightsOf(firstBook()))
      server.library.deleteHighlight(id);
    expect(await app.runCli('florilegium:sync')).toMatch(/1 note kept/);
    expect(await note()).toMatch(new RegExp(`readwise-status: deleted[^]*${WORDS}`));
  });

  it('should leave the note as it is when the last sync is undone (I2)', async () => {
    await synced(shelfOfBooks(1));
    server.library.addHighlight(firstBook(), { text: 'Marked just now' });
    expect(await app.runCli('florilegium:sync')).toMatch(/1 note updated/);
    await type();
    await app.runCommand(COMMANDS.undo);
    await app.page.getByRole('group', { name: UNDO.stays(1) }).waitFor();
    expect(await app.page.getByRole('group', { name: UNDO.steps(1) }).count()).toBe(0);
    for (const part of [WORDS, 'Marked just now']) expect(await note()).toContain(part);
  });

  it('should complete a field in the template of a name', async () => {
    await synced(shelfOfBooks(1));
    await app.openSettings(PAGES.notes.name);
    const field = app.field(ROWS['naming.fileName'].name);
    await field.fill('{{titl');
    await app.page.getByRole('option', { name: 'titleCase' }).waitFor();
    await field.press('Enter');
    expect(await field.inputValue()).toBe('{{title}}');
    await field.pressSequentially(' {{auth');
    await app.page.getByRole('option', { name: 'authors' }).click();
    await app.closeSettings();
    await until(async () => JSON.stringify(await app.data()).includes('"{{title}} {{authors}}"'));
  });
});
