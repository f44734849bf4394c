import { heldTitle } from '../../src/messages/messages';
import {
  CONFLICTS,
  CONNECTION,
  DEVICE,
  FAILURES,
  PANE,
  REPORT,
  RUNS,
} from '../../src/obsidian/strings/pane-strings';
import { SYNC_CANCELLED } from '../../src/messages/result-messages';
import { SETTINGS } from '../../src/obsidian/strings/settings-strings';
import { COMMANDS, NEXT_STEPS, PROGRESS } from '../../src/obsidian/strings/strings';
import { LIST, REMOVALS, START } from '../../src/obsidian/strings/window-strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { shelfOfBooks } from '../server/shelf-of-books';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';
import type { OpenOptions } from './app/page';

const TOKEN = 'canary-token-good-1';
const WALDEN = 'Readwise/Books/Walden.md';
const LAKE = 'A lake is the landscape’s most beautiful and expressive feature';

describe('the library view', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  async function opened(
    library: Library,
    {
      settings,
      ...options
    }: Partial<OpenOptions> & { readonly settings?: object; readonly zone?: string } = {},
  ): Promise<void> {
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false, ...settings }),
      token: TOKEN,
      ...options,
    });
  }

  async function synced(library: Library, options: Parameters<typeof opened>[1] = {}): Promise<void> {
    await opened(library, options);
    await app.button('Sync now').click();
    await app.notice(/notes? created/).click();
  }

  const section = (name: string) => app.page.getByRole('region', { name, exact: true });
  /** A part that is folded at first. */
  const details = (name: string) =>
    app.page.locator('.florilegium-pane-fold').filter({ has: app.page.getByText(name, { exact: true }) });
  const conflicts = () => section(CONFLICTS.title(1));
  const note = async (path: string): Promise<string> =>
    (await app.notes()).find((each) => each.path === path)?.text ?? '';

  function walden(): { readonly library: Library; readonly lake: number } {
    const library = new Library();
    const { id } = library.addBook({ title: 'Walden', author: 'Henry David Thoreau', category: 'books' });
    library.addHighlight(id, {
      text: 'I went to the woods because I wished to live deliberately',
      location: 1,
    });
    return { library, lake: library.addHighlight(id, { text: LAKE, location: 2 }).id };
  }

  /** A text that the person and the service changed at the same place. */
  async function clashing(
    options: Parameters<typeof opened>[1] = {},
  ): Promise<{ readonly library: Library; readonly lake: number }> {
    const { library, lake } = walden();
    await synced(library, options);
    await app.editNote(
      WALDEN,
      (await note(WALDEN)).replace('most beautiful and expressive', 'very loveliest'),
    );
    library.editHighlight(lake, { text: LAKE.replace('most beautiful and expressive', 'truest') });
    await app.button('Sync now').click();
    await app.notice(/changed on both sides/).waitFor();
    expect(await note(WALDEN)).toContain('[!warning]');
    return { library, lake };
  }

  async function clashed(options: Parameters<typeof opened>[1] = {}): ReturnType<typeof clashing> {
    const clash = await clashing(options);
    await app
      .notice(/changed on both sides/)
      .getByText(/changed on both sides/)
      .click();
    return clash;
  }

  const openLibrary = (): Promise<void> => app.openStatusDetails();

  it('should tell of a device that was never synced, and of what a sync did', async () => {
    await opened(walden().library);
    await openLibrary();
    await section(CONNECTION.title).getByText(CONNECTION.neverSet).waitFor();
    await details('This device').getByText(DEVICE.nothingYet).waitFor();
    await app.inStatusView(COMMANDS.sync);
    await details('This device').getByText(DEVICE.holds(1, 1)).waitFor();
    await section(CONNECTION.title)
      .getByText(/^Up to date · /)
      .waitFor();
    await details('History')
      .getByText(/1 note created/)
      .click();
    await details('History')
      .getByText(/\d+ requests?, [\d.,]+ s\./)
      .waitFor();
  });

  it('should lead to the guide where nothing is set up', async () => {
    server = await startReferenceServer({ library: walden().library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({ data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }) });
    await openLibrary();
    await section(CONNECTION.title).getByRole('button', { name: CONNECTION.setUp }).click();
    await app.page.getByRole('dialog', { name: START.title }).waitFor();
  });

  it('should lead to the guide, with the reason, where the first sync was refused', async () => {
    server = await startReferenceServer({ library: walden().library, token: TOKEN, rateLimits: 'off' });
    const data = JSON.stringify({ baseUrl: server.url, syncOnOpen: false });
    app = await bench.openApp({ data, token: 'canary-token-of-nobody' });
    await openLibrary();
    await app.inStatusView(COMMANDS.sync);
    await section(CONNECTION.title)
      .getByText(/refused the access token/)
      .waitFor();
    await section(CONNECTION.title).getByRole('button', { name: CONNECTION.setUp }).waitFor();
    await app.openSettings();
    await app.row(SETTINGS.status.notSetUp).getByRole('button', { name: SETTINGS.status.setUp }).waitFor();
  });

  it('should say when the next sync comes once a token was entered while it was open', async () => {
    server = await startReferenceServer({ library: walden().library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false, intervalMinutes: 60 }),
    });
    await openLibrary();
    await app.inStatusMenu(PANE.menu.settings);
    await app.field('Access token').fill(TOKEN);
    await app.closeSettings();
    await section(CONNECTION.title)
      .getByText(/ · next at /)
      .waitFor();
  });

  it('should show how a sync goes while one runs, in the pane alone, and end it', async () => {
    await opened(shelfOfBooks(30));
    server.faults.when({ path: '/api/v2/export/' }, { kind: 'delay', ms: 20_000 });
    await openLibrary();
    await app.inStatusView(COMMANDS.sync);
    const progress = app.page.getByRole('group', { name: PROGRESS.name });
    await progress.getByText(/^Syncing: /).waitFor();
    expect(await app.page.locator('.notice').count()).toBe(0);
    expect(await app.page.locator('.status-bar-item').isVisible()).toBe(false);
    await app.button('Collapse right sidebar').click();
    await app.notice(PROGRESS.cancel).waitFor();
    await app.runCommand(COMMANDS.status);
    await progress.getByRole('button', { name: PROGRESS.cancel }).click();
    await progress.waitFor({ state: 'hidden' });
    await app.notice(SYNC_CANCELLED).waitFor();
    expect(await app.page.locator('.notice').count()).toBe(1);
  });

  it('should settle a conflict as the person says, and undo that (I2, I5)', async () => {
    const { library, lake } = await clashed();
    const before = await note(WALDEN);
    await app.runCommand('Open sync status');
    const conflict = conflicts().getByRole('group', { name: /^Walden · / });
    const marked = (label: string) =>
      conflict.getByRole('group', { name: label }).locator('mark').allTextContents();
    await conflict.waitFor();
    expect((await marked(CONFLICTS.mineLabel)).join(' ').trim()).toBe('very loveliest');
    expect(await marked(CONFLICTS.theirsLabel)).toEqual(['truest']);
    await conflicts().scrollIntoViewIfNeeded();
    await app.screenshot('sync-status-desktop');
    await conflict.getByRole('button', { name: CONFLICTS.theirs }).click();
    await app.notice(CONFLICTS.settled.theirs).waitFor();
    await conflicts().waitFor({ state: 'hidden' });
    const taken = await note(WALDEN);
    expect(taken).not.toContain('[!warning]');
    expect(taken).not.toContain('loveliest');
    expect(taken.match(/truest/g)).toHaveLength(1);
    await app.notice(CONFLICTS.settled.theirs).getByRole('button', { name: 'Undo' }).click();
    await app.notice(CONFLICTS.undone).click();
    expect(await note(WALDEN)).toBe(before);
    await conflict.getByRole('button', { name: CONFLICTS.theirs }).click();
    await conflicts().waitFor({ state: 'hidden' });
    await app.inStatusView(COMMANDS.sync);
    await app.notice(/Up to date/).click();
    expect(await note(WALDEN)).toBe(taken);
    library.editHighlight(lake, { text: 'A lake is the earth’s eye' });
    await app.inStatusView(COMMANDS.sync);
    await app.notice(/1 note updated/).waitFor();
    expect(await note(WALDEN)).toContain('earth’s eye');
    expect(await note(WALDEN)).not.toContain('[!warning]');
  });

  it('should lead from the notice to what is to be settled, by the keyboard alone', async () => {
    const { library, lake } = walden();
    await synced(library);
    await app.editNote(
      WALDEN,
      (await note(WALDEN)).replace('most beautiful and expressive', 'very loveliest'),
    );
    library.editHighlight(lake, { text: LAKE.replace('most beautiful and expressive', 'truest') });
    await app.button('Sync now').click();
    await app.button(NEXT_STEPS['review-conflicts']).press('Enter');
    await conflicts().getByRole('button', { name: CONFLICTS.mine }).press('Enter');
    await app.notice(CONFLICTS.settled.mine).waitFor();
    await conflicts().waitFor({ state: 'hidden' });
    expect(await app.page.evaluate(() => document.activeElement?.textContent)).toBe(PANE.title);
  });

  it('should settle a conflict in a property, of which only one value can stay, when the person chooses', async () => {
    const library = new Library();
    const { id } = library.addBook({ title: 'Walden', author: 'Thoreau', category: 'books' });
    library.addHighlight(id, { text: LAKE, location: 1 });
    await synced(library);
    await app.editNote(WALDEN, (await note(WALDEN)).replace('title: Walden', 'title: My Walden'));
    library.retitleBook(id, 'Walden, or Life in the Woods');
    await app.button('Sync now').click();
    await openLibrary();
    const conflict = conflicts().getByRole('group', { name: new RegExp(CONFLICTS.property('title')) });
    await conflict.waitFor();
    expect(await conflict.getByRole('button', { name: CONFLICTS.both }).count()).toBe(0);
    await conflict.getByRole('button', { name: CONFLICTS.theirs }).click();
    await conflicts().waitFor({ state: 'hidden' });
    const [renamed] = await app.notes();
    expect(renamed?.text).toContain('title: Walden, or Life in the Woods');
    expect(renamed?.text).not.toContain('[!warning]');
  });

  it('should ask for a conflict no more when it is settled', async () => {
    await clashing();
    const asking = app.notice(/changed on both sides/);
    await app.editNote(WALDEN, (await note(WALDEN)).replace(/> \[!warning\][^]*?\n\n/, ''));
    await app.button('Sync now').click();
    await until(async () => (await asking.count()) === 0);
  });

  it('should be told of when a sync in the background finds it, and lead to where it is settled', async () => {
    const { library, lake } = walden();
    await synced(library, { settings: { syncOnOpen: true } });
    await app.editNote(
      WALDEN,
      (await note(WALDEN)).replace('most beautiful and expressive', 'very loveliest'),
    );
    library.editHighlight(lake, { text: LAKE.replace('most beautiful and expressive', 'truest') });
    await app.reloadPlugin();
    const asking = app.notice(/^Readwise: 1 note changed on both sides/);
    await asking.getByRole('button', { name: NEXT_STEPS['review-conflicts'] }).click();
    await conflicts().waitFor();
    expect(await asking.count()).toBe(0);
  });

  it('should show the words that differ and none that both have', async () => {
    await clashed();
    await openLibrary();
    const box = conflicts().getByRole('group', { name: CONFLICTS.mineLabel, exact: true });
    await box.getByText('very loveliest').waitFor();
    expect(await box.textContent()).toBe(LAKE.replace('most beautiful and expressive', 'very loveliest'));
  });

  it('should see that a person has settled a conflict in the note, and that a note changed since cannot be undone', async () => {
    await clashed();
    await openLibrary();
    await conflicts().getByRole('button', { name: CONFLICTS.both }).click();
    await app.notice(CONFLICTS.settled.both).waitFor();
    const both = await note(WALDEN);
    expect(both).not.toContain('[!warning]');
    expect(both).toContain('very loveliest');
    expect(both).toContain('truest');
    await app.editNote(WALDEN, both.replace('deliberately', 'very deliberately'));
    await app.notice(CONFLICTS.settled.both).getByRole('button', { name: 'Undo' }).click();
    await app.notice(CONFLICTS.notUndone).waitFor();
    expect(await note(WALDEN)).toContain('very deliberately');
  });

  it('should follow what the person does in the note itself', async () => {
    await clashed();
    await openLibrary();
    await conflicts().getByRole('button', { name: CONFLICTS.mine }).waitFor();
    await app.editNote(WALDEN, (await note(WALDEN)).replace(/> \[!warning\][^]*?\n\n/, ''));
    await conflicts().waitFor({ state: 'hidden' });
  });

  it('should name what failed, and try one alone', async () => {
    const library = shelfOfBooks(3);
    const id = [...library.books.books()].find(({ title }) => title === 'Book 2')?.id ?? 0;
    const taken = [`Readwise/Books/Book 2.md`, `Readwise/Books/Book 2 (${String(id)}).md`];
    await opened(library, { notes: Object.fromEntries(taken.map((path) => [path, 'Mine.\n'])) });
    await app.button('Sync now').click();
    await app.notice(/1 item could not be updated/).click();
    await openLibrary();
    const failure = section(FAILURES.title(1)).getByRole('listitem');
    await failure.getByText(/other files already have the name .*Rename one of them\./).waitFor();
    await app.deleteNote(taken[0] ?? '');
    await failure.getByRole('button', { name: FAILURES.retryOf(`Book 2 (${String(id)})`) }).click();
    await app.notice(/1 note created/).click();
    await section(FAILURES.title(1)).waitFor({ state: 'hidden' });
    await details('History')
      .getByText(/2 notes created.*1 item could not be updated/)
      .click();
    await details('History')
      .getByRole('list', { name: RUNS.failures })
      .getByText(/Book 2/)
      .waitFor();
  });

  it('should show held deletions, and open the dialog that decides', async () => {
    const library = shelfOfBooks(15);
    await synced(library);
    for (const book of [...library.books.books()].slice(0, 12))
      for (const { id } of library.books.liveHighlightsOf(book.id)) library.deleteHighlight(id);
    await app.button('Sync now').click();
    await app.notice(/12 notes would be removed/).waitFor();
    await openLibrary();
    await section(heldTitle(12))
      .getByRole('button', { name: NEXT_STEPS['review-hold'], exact: true })
      .click();
    await app.field(LIST.all).check();
    await app.button(REMOVALS.keep(12)).click();
    await section(heldTitle(12)).waitFor({ state: 'hidden' });
  });

  it('should copy versions, counts and kinds of errors, and no word of the library, when debug info is asked for (I11)', async () => {
    const library = new Library();
    const { id } = library.addBook({ title: 'Zqcanary title', author: 'Zqcanary author', category: 'books' });
    library.addHighlight(id, { text: 'zqcanary passage', tags: ['zqcanarytag'], location: 1 });
    await synced(library, { settings: { folder: 'Zqcanary folder' } });
    server.faults.when({ path: '/api/v2/export/' }, { kind: 'status', status: 400 });
    await app.button('Sync now').click();
    await app.notice(/rejected the request/).click();
    await app.page.evaluate(() => {
      const { dataset } = document.body;
      navigator.clipboard.writeText = (copied) => Promise.resolve(void (dataset['copied'] = copied));
    });
    await app.inStatusMenu(REPORT.copy);
    await app.notice(REPORT.copied).waitFor();
    const copied = (await app.page.locator('body').getAttribute('data-copied')) ?? '';
    expect(copied).not.toMatch(/canary/i);
    expect(copied).toContain('Obsidian 1.13.0, desktop');
    expect(copied).toContain('Items: 1, notes: 1, notes due: 0');
    expect(copied).toMatch(/^Last sync: \S+ failed service$/m);
    expect(copied).toContain('- fetching highlights, page 1, rejected, 400 (1)');
  });

  it('should come back in its place with the plugin, and say when the next sync is', async () => {
    await synced(walden().library, { settings: { intervalMinutes: 60 } });
    await openLibrary();
    await section(CONNECTION.title)
      .getByText(/ · next at /)
      .waitFor();
    await app.reloadPlugin();
    await openLibrary();
    await details('History')
      .getByText(/1 note created/)
      .waitFor();
    await section(CONNECTION.title)
      .getByText(/ · next at /)
      .waitFor();
  });
});
