import { CONNECTION, PANE } from '../../src/obsidian/strings/pane-strings';
import { MOVE_IN, START } from '../../src/obsidian/strings/window-strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';
const OLD =
  '# Walden\n\n## Metadata\n- Author: [[Henry David Thoreau]]\n\n## Highlights\n- Simplify ([Location 1](https://readwise.io/to_kindle?action=open))\n';

describe('the guided start, begun and left', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  beforeEach(async () => {
    const library = new Library();
    for (const title of ['Walden', 'Emma'])
      library.addHighlight(library.addBook({ title, author: 'Somebody', category: 'books' }).id, {
        text: `A passage of ${title}`,
      });
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
  });

  /** As it comes: with syncs on opening and every hour. */
  const open = (more: object = {}): Promise<AppUnderTest> =>
    bench.openApp({ data: JSON.stringify({ baseUrl: server.url }), isNew: true, ...more });
  const dialog = () => app.page.getByRole('dialog', { name: 'Set up Readwise sync' });
  const heading = (name: string) => dialog().getByRole('heading', { name });
  const exports = (): number =>
    server.requests.entries.filter(({ path }) => path === '/api/v2/export/').length;

  it('should let no sync begin by itself until the person starts one, and every one from then on', async () => {
    app = await open();
    await app.notice('bring your Readwise highlights').getByRole('button', { name: 'Start here' }).click();
    await app.field('Access token').fill(TOKEN);
    await app.button('Next').click();
    await heading('Your notes').waitFor();
    await app.button('Close').click();

    await app.reloadPage({ token: TOKEN, isNew: true });
    await app.openGuide();
    await heading('Your notes').waitFor();
    await app.field('Folder').fill('Shelf');
    await app.button('Next').click();
    await heading('What to sync').waitFor();
    expect([exports(), (await app.notes()).length]).toEqual([0, 0]);
    await app.button('Start syncing').click();
    await app.notice(START.openNote).click({ position: { x: 4, y: 4 } });
    expect((await app.notes()).map(({ path }) => path)).toEqual([
      'Shelf/Books/Emma.md',
      'Shelf/Books/Walden.md',
    ]);

    const before = exports();
    await app.reloadPage({ token: TOKEN, isNew: true });
    await until(() => exports() > before);
  });

  it('should come before any sync that begins by itself where notes of another plugin are all there is', async () => {
    app = await open({ token: TOKEN, notes: { 'Readwise/Books/Walden.md': OLD } });
    await app.inStatusMenu(PANE.menu.moveIn);
    await app.button(MOVE_IN.find).click();
    await app.page.getByText(MOVE_IN.none).waitFor();
    await app.page.keyboard.press('Escape');

    await app.reloadPage({ token: TOKEN, isNew: true });
    await app.openSettings();
    await app.page.getByText('You have notes from another Readwise plugin.').waitFor();
    await app.closeSettings();
    await app.runCommand('Open sync status');
    await app.statusPane.getByText(CONNECTION.neverSet, { exact: true }).waitFor();
    expect((await app.notes()).map(({ text }) => text)).toEqual([OLD]);

    await app.runCommand('Sync now');
    await until(async () => (await app.notes()).length === 3);
    await app.statusPane.getByText(/ · next at /).waitFor();
  });

  it('should try again by itself where the first sync that a person asked for failed, beside notes of another plugin', async () => {
    app = await open({ token: TOKEN, notes: { 'Readwise/Books/Walden.md': OLD } });
    server.faults.when({ path: '/api/v2/export/' }, { kind: 'status', status: 503 });
    await app.runCommand('Sync now');
    await app.notice('Readwise answered with an error (503').waitFor();
    server.faults.clear();
    await app.reloadPage({ token: TOKEN, isNew: true });
    await until(async () => (await app.notes()).length === 3);
  });
});
