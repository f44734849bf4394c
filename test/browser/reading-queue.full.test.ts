import type { Locator } from 'playwright-core';
import { QUEUE } from '../../src/obsidian/strings/queue-strings';
import { COMMANDS, withColon } from '../../src/obsidian/strings/strings';
import { PANE } from '../../src/obsidian/strings/pane-strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { eventually, until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';
import type { OpenOptions } from './app/page';
import libraryBase from '../../templates/library-base.hbs';

const TOKEN = 'canary-token-good-1';
const BASE = 'Readwise/Library.base';
const QUEUE_NAME = 'Reading queue';
const PHONE_HEIGHT = 844;
/** What the app's own bars take of that: clock, title, toolbar of the base, navigation. */
const APP_BARS = 220;
const COVER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 3"><rect width="2" height="3" fill="teal"/></svg>';

describe('the reading queue', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  const row = (title: string): Locator => app.page.getByRole('listitem', { name: title, exact: true });
  const press = (title: string, name: string): Promise<void> =>
    row(title).getByRole('button', { name, exact: true }).click();
  const placeOf = (title: string): string =>
    [...server.library.documents.all()].find((each) => each.title === title)?.location ?? '';
  const spoken = (): Promise<string> =>
    app.page.locator('.florilegium-queue .florilegium-spoken').innerText();
  const headings = (): Promise<readonly string[]> =>
    app.page.getByRole('heading', { level: 3 }).allTextContents();
  const writes = (): number => server.requests.entries.filter(({ method }) => method === 'PATCH').length;

  /** Three documents to read, and one that was read. */
  function shelf(): Library {
    const library = new Library();
    library.addDocument({
      title: 'Walking',
      author: 'Henry David Thoreau',
      siteName: 'The Atlantic',
      category: 'article',
      location: 'later',
      summary: 'A walk, told slowly.\nAnd at length.',
      wordCount: 12_000,
      readingProgress: 0.35,
      tags: ['nature'],
    });
    library.addDocument({ title: 'Wild Apples', category: 'article', location: 'new' });
    library.addDocument({ title: 'Cape Cod', category: 'article', location: 'new' });
    library.addDocument({ title: 'Long read', category: 'article', location: 'archive' });
    return library;
  }

  async function opened(library: Library, options: Partial<OpenOptions> = {}): Promise<void> {
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
      controlTime: true,
      ...options,
    });
    await app.page.route('https://covers.example/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: COVER }),
    );
    await app.button('Sync now').click();
    await app.notice(/notes? created/).click();
    await app.inStatusMenu(PANE.menu.base);
    await eventually(
      () => app.files(),
      (files) => files.some(({ path }) => path === BASE),
    );
    await app.button('Collapse right sidebar').click();
    await app.openBase(BASE, QUEUE_NAME);
  }

  it('should show what is to be read, by place, with what helps to choose', async () => {
    await opened(shelf());
    await row('Walking').getByText('Henry David Thoreau · The Atlantic · 12,000 words · 35 % read').waitFor();
    await row('Walking').getByText('A walk, told slowly.', { exact: true }).waitFor();
    await row('Walking').getByText('#nature').waitFor();
    expect(await headings()).toEqual(['Inbox (2)', 'Later (1)']);
    expect(await row('Long read').count()).toBe(0);
    expect(await row('Walking').getByRole('button', { name: QUEUE.moves.later, exact: true }).count()).toBe(
      0,
    );
  });

  it('should move a document after the time in which it can be taken back, and then show it there no more', async () => {
    await opened(shelf());
    await press('Walking', QUEUE.moves.archive);
    await row('Walking').getByText(QUEUE.moved('Archive')).waitFor();
    await app.page
      .getByRole('status')
      .filter({ hasText: withColon('Walking', QUEUE.moved('Archive')) })
      .waitFor();
    await app.page.clock.runFor(5_000);
    expect(writes()).toBe(0);
    await app.page.clock.runFor(6_000);
    await until(() => placeOf('Walking') === 'archive');
    await row('Walking').waitFor({ state: 'detached' });
    expect(writes()).toBe(1);
  });

  it('should send nothing when a move is taken back, though a person syncs before', async () => {
    await opened(shelf());
    await press('Walking', QUEUE.moves.archive);
    await row('Walking').getByText(QUEUE.moved('Archive')).waitFor();
    await app.runCommand(COMMANDS.sync);
    await app.notice(/Up to date/).waitFor();
    await press('Walking', QUEUE.undo);
    await row('Walking').getByRole('button', { name: QUEUE.moves.archive, exact: true }).waitFor();
    await app.page.clock.runFor(60_000);
    expect(writes()).toBe(0);
    expect(placeOf('Walking')).toBe('later');
  });

  it('should be worked with keys alone', async () => {
    await opened(shelf());
    await row('Wild Apples').focus();
    await app.page.keyboard.press('l');
    await row('Wild Apples').getByText(QUEUE.moved('Later')).waitFor();
    expect(await row('Cape Cod').evaluate((element) => element === document.activeElement)).toBe(true);
    await app.page.keyboard.down('e');
    await app.page.keyboard.down('e');
    await app.page.keyboard.up('e');
    await row('Cape Cod').getByText(QUEUE.moved('Archive')).waitFor();
    await app.page.keyboard.press('ArrowUp');
    await app.page.keyboard.press('ArrowDown');
    await app.page.keyboard.press('Enter');
    await eventually(
      () => app.field('Note').inputValue(),
      (text) => text.includes('title: Walking'),
    );
  });

  it('should keep a move that cannot be sent, say why, and put the document back when it was refused', async () => {
    await opened(shelf());
    const update = { path: /^\/api\/v3\/update\//, times: 1 };
    server.faults.when(update, { kind: 'status', status: 429, headers: { 'Retry-After': '60' } });
    await press('Walking', QUEUE.moves.archive);
    await app.page.clock.runFor(11_000);
    await row('Walking').getByText(QUEUE.onItsWay('Archive', '')).waitFor();
    server.faults.when(update, { kind: 'status', status: 400 });
    await eventually(
      () => app.page.clock.runFor(30_000).then(() => row('Walking').innerText()),
      (text) => text.includes('Not moved'),
    );
    await row('Walking')
      .getByText(/^Not moved to Archive\. Readwise rejected it/)
      .waitFor();
    await app.page
      .getByRole('status')
      .filter({ hasText: withColon('Walking', 'Not moved to Archive. Readwise rejected it') })
      .waitFor();
    await press('Walking', QUEUE.moves.archive);
    await row('Walking').getByText(QUEUE.moved('Archive')).waitFor();
    await app.page.clock.runFor(11_000);
    await row('Walking').waitFor({ state: 'detached' });
    await app.runCommand(COMMANDS.status);
    await app.statusPane.getByText(/^Up to date/).waitFor();
    expect(await app.statusPane.getByText('Move to Archive').count()).toBe(0);
  });

  it('should tell how far a move has come when nothing can be sent, and what became of it', async () => {
    await opened(shelf());
    const onItsWay = withColon('Walking', QUEUE.onItsWay('Archive', ''));
    const after = (seconds: number) => app.page.clock.runFor(seconds * 1000).then(spoken);
    const isOnItsWay = (said: string): boolean => said.startsWith(onItsWay);
    server.faults.when({}, { kind: 'reset' });
    await press('Walking', QUEUE.moves.archive);
    await eventually(spoken, (said) => said === withColon('Walking', QUEUE.moved('Archive')));
    await eventually(() => after(10), isOnItsWay);
    const shown = await row('Walking').locator('.florilegium-queue-move span').innerText();
    expect(await spoken()).toBe(withColon('Walking', shown));
    await press('Walking', QUEUE.undo);
    await eventually(spoken, (said) => said.startsWith('Given up, so it is not sent'));
    await press('Walking', QUEUE.moves.archive);
    await eventually(() => after(10), isOnItsWay);
    server.faults.clear();
    await eventually(
      () => after(10),
      (said) => !isOnItsWay(said),
    );
    expect(placeOf('Walking')).toBe('archive');
  });

  it('should have the places in the order of Reader, what has none last', async () => {
    const places = ['', 'archived later', 'feed', 'later', 'new', 'shortlist'];
    server = await startReferenceServer({ library: new Library(), token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
      notes: Object.fromEntries([
        ...places.map((place, at): readonly [string, string] => [
          `Readwise/${String(at)}.md`,
          `---\ntitle: Text\nlocation: ${JSON.stringify(place)}\nreader-id: 01a${String(at)}\n---\n`,
        ]),
        [BASE, libraryBase],
      ]),
    });
    await app.openBase(BASE, QUEUE_NAME);
    await eventually(headings, (found) => found.length === places.length);
    expect(await headings()).toEqual([
      'Inbox (1)',
      'Later (1)',
      'Shortlist (1)',
      'Feed (1)',
      'Archived later (1)',
      `${QUEUE.noPlace} (1)`,
    ]);
  });

  it('should show five documents at a time, with buttons that a thumb hits, on a phone', async () => {
    const library = new Library();
    for (let at = 0; at < 8; at += 1)
      library.addDocument({
        title: `Walking, or the Wild: a lecture on the art of sauntering, part ${String(at)}`,
        author: 'Henry David Thoreau',
        siteName: 'The Atlantic Monthly',
        category: 'article',
        location: at < 2 ? 'new' : 'later',
        summary: 'I wish to speak a word for Nature, for absolute freedom and wildness.',
        wordCount: 12_000,
        readingProgress: 0.35,
        tags: ['nature', 'essays of the nineteenth century', 'walking'],
        imageUrl: `https://covers.example/${String(at)}.svg`,
      });
    await opened(library, { phone: true });
    await app.page.locator('.florilegium-queue-cover img').nth(5).waitFor();
    await app.screenshot('queue-phone');
    const rows = app.page.locator('.florilegium-queue').getByRole('listitem');
    const [first, sixth] = [await rows.nth(0).boundingBox(), await rows.nth(5).boundingBox()];
    expect((sixth?.y ?? Infinity) - (first?.y ?? 0)).toBeLessThan(PHONE_HEIGHT - APP_BARS);
    for (const name of [QUEUE.moves.archive, QUEUE.openInReader]) {
      const box = await rows.first().getByRole('button', { name, exact: true }).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
  });

  it('should draw only what can be seen when there are thousands', async () => {
    const notes = Array.from({ length: 5_000 }, (_, at): readonly [string, string] => [
      `Readwise/${String(at)}.md`,
      `---\ntitle: Text ${String(at)}\nlocation: later\nreader-id: 01a${String(at)}\n---\n`,
    ]);
    server = await startReferenceServer({ library: new Library(), token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
      hidesNotes: true,
      notes: Object.fromEntries([...notes, [BASE, libraryBase]]),
    });
    await app.openBase(BASE, QUEUE_NAME);
    await row('Text 0').waitFor();
    await eventually(
      () => row('Text 0').getAttribute('aria-setsize'),
      (size) => size === '5000',
    );
    expect(await row('Text 0').getAttribute('aria-posinset')).toBe('1');
    const drawn = (): Promise<number> => app.page.locator('.florilegium-queue-title').count();
    expect(await drawn()).toBeLessThan(60);
    await app.page.locator('.florilegium-queue').evaluate((element) => element.scrollTo(0, 100_000));
    await row('Text 0').waitFor({ state: 'detached' });
    await eventually(drawn, (count) => count > 0 && count < 60);
  });

  it('should leave everything else as it is when bases are turned off', async () => {
    server = await startReferenceServer({ library: shelf(), token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
      hasNoBases: true,
    });
    await app.button('Sync now').click();
    await app.notice(/4 notes created/).click();
  });
});
