import { PAGES, ROWS, SETTINGS } from '../../src/obsidian/strings/settings-strings';
import { COMMANDS } from '../../src/obsidian/strings/strings';
import { PREVIEW, UNDO } from '../../src/obsidian/strings/window-strings';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { shelfOfBooks } from '../server/shelf-of-books';
import type { AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';

describe('the folders that the plugin makes', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  const settings = (folder: string): string =>
    JSON.stringify({ baseUrl: server.url, syncOnOpen: false, folder });
  const ours = async (): Promise<readonly string[]> =>
    (await app.folders()).filter((path) => !path.startsWith('.')).sort();

  it('should stay when all notes have moved out of them', async () => {
    server = await startReferenceServer({ library: shelfOfBooks(3), token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: settings('Mine/Readwise'),
      token: TOKEN,
      notes: { 'Mine/Diary.md': 'My day.' },
    });
    await app.button('Sync now').click();
    await app.notice(/3 notes created/).click();
    expect(await ours()).toEqual(['Mine', 'Mine/Readwise', 'Mine/Readwise/Books']);
    await app.changeDataOutside(settings('Library'));
    await app.openSettings(PAGES.notes.name);
    await app.button(`${ROWS.changes.name}: ${SETTINGS.buttons.changes}`).click();
    await app.button(PREVIEW.apply(3, 0)).click();
    await app.notice(/3 notes renamed/).click();
    await app.closeSettings();
    const all = ['Library', 'Library/Books', 'Mine', 'Mine/Readwise', 'Mine/Readwise/Books'];
    expect(await ours()).toEqual(all);
    await app.runCommand(COMMANDS.undo);
    await app.button(UNDO.undo(3)).click();
    await app.notice(/What your settings changed was undone: 3 notes renamed/).waitFor();
    expect(await ours()).toEqual(all);
  });

  it('should be those that another device chose last when the app did not tell of that', async () => {
    server = await startReferenceServer({ library: shelfOfBooks(3), token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({ data: settings('Readwise'), token: TOKEN });
    await app.changeDataUnheard(settings('Library'));
    await app.button('Sync now').click();
    await app.notice(/3 notes created/).click();
    expect(await ours()).toEqual(['Library', 'Library/Books']);
  });
});
