import { PAGES, ROWS } from '../../src/obsidian/strings/settings-strings';
import { LIST, REMOVALS, UNDO } from '../../src/obsidian/strings/window-strings';
import { DELETED } from '../../src/obsidian/strings/pane-strings';
import { heldTitle } from '../../src/messages/messages';
import { COMMANDS, MENUS, NEXT_STEPS } from '../../src/obsidian/strings/strings';
import type { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { shelfOfBooks } from '../server/shelf-of-books';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';

describe('the plugin and what was deleted', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  async function synced(
    library: Library,
    options: { readonly phone?: boolean; readonly dark?: boolean } = {},
  ): Promise<void> {
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
      ...options,
    });
    await app.button('Sync now').click();
    await app.notice(/notes? created/).click();
  }

  function emptyBooks(count: number): void {
    const { library } = server;
    for (const book of [...library.books.books()].slice(0, count))
      for (const { id } of library.books.liveHighlightsOf(book.id)) library.deleteHighlight(id);
  }

  const note = async (path: string): Promise<string> =>
    (await app.notes()).find((each) => each.path === path)?.text ?? '';
  const trash = async (): Promise<number> =>
    (await app.notes()).filter(({ path }) => path.startsWith('.trash/')).length;

  it('should remove many notes only when a person has seen which, and keep those that they refuse (I4)', async () => {
    await synced(shelfOfBooks(15));
    emptyBooks(12);
    await app.button('Sync now').click();
    await app.notice(/12 notes would be removed/).waitFor();
    expect(await trash()).toBe(0);
    await app.button(NEXT_STEPS['review-hold']).click();
    const box = (name: string) => app.page.getByRole('checkbox', { name, exact: true });
    for (const text of [REMOVALS.trash(0), REMOVALS.keep(0)])
      expect(await app.button(text).isDisabled()).toBe(true);
    await box(LIST.all).check();
    for (const number of [2, 5]) await box(`Readwise/Books/Book ${String(number)}.md`).uncheck();
    await app.screenshot('hold-desktop');
    await app.button(REMOVALS.trash(10)).click();
    await app.notice(`${heldTitle(2)}. Nothing was removed yet: you decide.`).waitFor();
    expect(await trash()).toBe(10);
    await app.button(NEXT_STEPS['review-hold']).click();
    await box(LIST.all).check();
    await app.button(REMOVALS.keep(2)).click();
    await app.notice('2 notes kept and marked').click();
    expect(await trash()).toBe(10);
    expect(await note('Readwise/Books/Book 2.md')).toContain('readwise-status: deleted\n');
    await app.runCommand('Open sync status');
    await app.statusPane
      .getByRole('button', { name: NEXT_STEPS['review-hold'], exact: true })
      .waitFor({ state: 'hidden' });
  });

  it('should still know of held notes after a restart, and keep them all when a person says so (I4)', async () => {
    await synced(shelfOfBooks(15));
    emptyBooks(12);
    await app.button('Sync now').click();
    await app.notice(/12 notes would be removed/).waitFor();
    await app.reloadPlugin();
    await app.inStatusView(NEXT_STEPS['review-hold']);
    await app.page.keyboard.press('Escape');
    await app.inStatusView(NEXT_STEPS['review-hold']);
    await app.field(LIST.all).check();
    await app.button(REMOVALS.keep(12)).click();
    await app.notice('12 notes kept and marked').waitFor();
    await app.runCommand('Sync now');
    await app.notice('Up to date').waitFor();
    expect(await trash()).toBe(0);
  });

  it('should ask no more when it was decided in the sync status', async () => {
    await synced(shelfOfBooks(15));
    emptyBooks(12);
    await app.button('Sync now').click();
    const asking = app.notice(/12 notes would be removed/);
    await asking.waitFor();
    await app.inStatusView(NEXT_STEPS['review-hold']);
    await until(async () => (await asking.count()) === 0);
    await app.page.keyboard.press('Escape');
    await app.inStatusView(NEXT_STEPS['review-hold']);
    await app.field(LIST.all).check();
    await app.button(REMOVALS.keep(12)).click();
    await app.notice('12 notes kept and marked').waitFor();
    await until(async () => (await asking.count()) === 0);
  });

  it('should lay no notice over the sync status that asks what that asks', async () => {
    await synced(shelfOfBooks(15));
    emptyBooks(12);
    await app.openStatusDetails();
    await app.inStatusView(COMMANDS.sync);
    await app.statusPane.getByRole('button', { name: NEXT_STEPS['review-hold'], exact: true }).waitFor();
    expect(await app.page.locator('.notice').count()).toBe(0);
  });

  it('should bring back what a sync moved to the trash from the notice that says so', async () => {
    await synced(shelfOfBooks(3));
    const before = await note('Readwise/Books/Book 1.md');
    emptyBooks(1);
    await app.button('Sync now').click();
    await app
      .notice(/1 note moved to the trash/)
      .getByRole('button', { name: NEXT_STEPS.undo })
      .click();
    await app.button(UNDO.undo(1)).click();
    await app.notice(/1 note created/).waitFor();
    expect(await note('Readwise/Books/Book 1.md')).toBe(before);
    await app.button('Sync now').click();
    await app.notice('Up to date').waitFor();
    expect(await note('Readwise/Books/Book 1.md')).toBe(before);
  });

  it('should do what a person decides during another sync when that has ended', async () => {
    await synced(shelfOfBooks(15));
    emptyBooks(12);
    await app.button('Sync now').click();
    await app.notice(/12 notes would be removed/).waitFor();
    // Long enough for these clicks on a slow machine.
    server.faults.when({ path: '/api/v2/export/', times: 1 }, { kind: 'delay', ms: 5000 });
    await app.button(NEXT_STEPS['review-hold']).click();
    // As a link or another device would.
    await app.openUri('obsidian://florilegium/sync');
    await app.field(LIST.all).check();
    await app.button(REMOVALS.trash(12)).click();
    await app.notice('A sync is running. Your request starts when it is done.').waitFor();
    await app.notice(/12 notes moved to the trash/).waitFor();
    expect(await trash()).toBe(12);
  });

  it('should move notes to the archive when the settings say so', async () => {
    await synced(shelfOfBooks(3));
    await app.openSettings(PAGES.advanced.name);
    await app.field(ROWS['deletions.untouched'].name).selectOption('archive');
    await app.field(ROWS['deletions.archiveFolder'].name).fill('../out');
    await app.row(ROWS['deletions.archiveFolder'].name).getByRole('alert').waitFor();
    await app.field(ROWS['deletions.archiveFolder'].name).fill('Old');
    await until(async () =>
      JSON.stringify((await app.data())?.['deletions']).includes('"archiveFolder":"Old"'),
    );
    await app.closeSettings();
    emptyBooks(1);
    await app.button('Sync now').click();
    await app.notice(/1 note moved to the archive/).waitFor();
    expect(await note('Old/Book 1.md')).toContain('readwise-status: deleted\n');
    expect(await trash()).toBe(0);
  });

  it('should bring back a note, and a highlight in one, only when a person asks for it (I3)', async () => {
    await synced(shelfOfBooks(3));
    const before = await note('Readwise/Books/Book 2.md');
    await app.deleteNote('Readwise/Books/Book 2.md');
    await app.button('Sync now').click();
    await app.notice('Up to date').click();
    await app.inStatusView(DELETED.restoreOf('Readwise/Books/Book 2'));
    await app.notice(/1 note created/).click();
    expect(await note('Readwise/Books/Book 2.md')).toBe(before);

    await app.editNote('Readwise/Books/Book 2.md', before.replace(/> Passage of book 2[^^]*\^rw\d+\n/, ''));
    await app.page.getByTitle('Readwise/Books/Book 2.md', { exact: true }).click();
    await app.page.getByRole('toolbar').getByRole('button', { name: 'Sync now' }).click();
    await app.notice('Up to date').click();
    expect(await note('Readwise/Books/Book 2.md')).not.toContain('Passage of book 2');
    await app.page.getByTitle('Readwise/Books/Book 2.md', { exact: true }).click({ button: 'right' });
    await app.page.getByRole('menuitem', { name: 'Readwise', exact: true }).click();
    await app.page.getByRole('menuitem', { name: MENUS.more }).click();
    await app.page.getByRole('menuitem', { name: MENUS.restoreHighlights }).click();
    await app.notice(/1 note updated/).waitFor();
    expect((await note('Readwise/Books/Book 2.md')).match(/Passage of book 2/g)).toHaveLength(1);
  });
});
