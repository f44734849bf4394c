import { PAGES, ROWS, SETTINGS } from '../../src/obsidian/strings/settings-strings';
import { LIST, MAKE_PLAIN } from '../../src/obsidian/strings/window-strings';
import { FAULT_TEXTS } from '../../src/messages/check-messages';
import { CHECK, PANE } from '../../src/obsidian/strings/pane-strings';
import { NEXT_STEPS } from '../../src/obsidian/strings/strings';
import type { AppPage } from './app/page';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { shelfOfBooks } from '../server/shelf-of-books';
import { answerOf } from './answer-of';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const PLAIN_BUTTON = `${ROWS.makePlain.name}: ${SETTINGS.buttons.makePlain}`;

const TOKEN = 'canary-token-good-1';
/** Notes of the person's own, to be filled in. */
const NOTES = { 'Copy of Book 3.md': '', 'Mine.md': '', 'Essay.md': '', 'Templates/Readwise/mine.md': '' };
const note = (number: number): string => `Readwise/Books/Book ${String(number)}.md`;

describe('the plugin keeping a library in order', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  async function synced(options: { readonly phone?: boolean; readonly dark?: boolean } = {}): Promise<void> {
    server = await startReferenceServer({ library: shelfOfBooks(6), token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
      notes: NOTES,
      ...options,
    });
    await app.button('Sync now').click();
    await app.notice(/notes? created/).click();
  }

  const textOf = async (path: string): Promise<string> =>
    (await app.notes()).find((each) => each.path === path)?.text ?? '';
  const checked = (text: string | RegExp) => app.statusPane.getByRole('status').filter({ hasText: text });

  async function damaged(): Promise<void> {
    await app.editNote(
      note(1),
      (await textOf(note(1))).replace(/^%% florilegium .*%%$/m, (trailer) => trailer.slice(0, 60)),
    );
    await app.editNote(note(2), `${(await textOf(note(2))).trimEnd()}\n\nMy words behind it.\n`);
    await app.editNote('Copy of Book 3.md', await textOf(note(3)));
    await app.editNote(
      'Mine.md',
      (await textOf(note(4))).replace('\n---\n', '\n---\nMy words in the copy.\n\n'),
    );
  }

  it('should not say that everything is in order when a note could not be read', async () => {
    await synced();
    await app.refuseFile(note(3), 'EBUSY: resource busy or locked');
    await app.inStatusMenu(PANE.menu.check);
    await checked(CHECK.found(6, 0)).waitFor();
    await app.statusPane.getByRole('list', { name: CHECK.unread(1) }).waitFor();
    await app.refuseFile(note(3), null);
  });

  it('should show what is not in order and what to do about it, and change nothing', async () => {
    await synced();
    await damaged();
    const before = await app.notes();
    await app.inStatusMenu(PANE.menu.check);
    await checked(/4 findings/).waitFor();
    await app.statusPane.getByRole('heading', { name: FAULT_TEXTS.broken.title }).waitFor();
    await app.statusPane.getByText(FAULT_TEXTS.double.advice).waitFor();
    await app.statusPane.getByText(`the other note: ${note(3)}`).waitFor();
    await app.statusPane.getByRole('button', { name: 'Mine', exact: true }).press('Enter');
    await until(async () => (await app.field('Note').inputValue()).includes('My words in the copy.'));
    expect(await app.notes()).toEqual(before);
  });

  it('should turn all notes into plain markdown, keep linked anchors and switch syncing off', async () => {
    await synced();
    const anchor = /\^(rw\d+)/.exec(await textOf(note(1)))?.[1] ?? '';
    await app.editNote('Essay.md', `See [[Book 1#^${anchor}]].`);
    await app.openSettings(PAGES.advanced.name);
    await app.button(PLAIN_BUTTON).click();
    await app.page.getByText(MAKE_PLAIN.linked(1)).waitFor();
    expect(await app.button(MAKE_PLAIN.make(0)).isDisabled()).toBe(true);
    await app.field(LIST.all).check();
    await app.field(MAKE_PLAIN.forget).check();
    await app.page.getByText(MAKE_PLAIN.forgetting).waitFor();
    await app.button(MAKE_PLAIN.make(6)).click();
    await app.notice(MAKE_PLAIN.done(6)).waitFor();
    await app.closeSettings();
    const notes = (await app.notes()).filter(({ path }) => path.startsWith('Readwise/'));
    expect(notes.filter(({ text }) => /%% florilegium|^readwise-id/m.test(text))).toEqual([]);
    expect(notes.filter(({ text }) => text.includes('^rw')).map(({ path }) => path)).toEqual([note(1)]);
    expect(await app.data()).toMatchObject({ syncOnOpen: false, intervalMinutes: 0 });
    // What the device knew is forgotten: as was said, a sync asks, and makes the notes anew, beside these.
    await app.button('Sync now').click();
    await app.button(NEXT_STEPS['leave-others']).click();
    await app.notice(/6 notes created/).waitFor();
    for (const { path, text } of notes) expect(await textOf(path)).toBe(text);
  });

  it('should take the marks off the notes that are ticked, and show what that does to one', async () => {
    await synced();
    await app.openSettings(PAGES.advanced.name);
    await app.button(PLAIN_BUTTON).click();
    const dialog = app.page.getByRole('dialog');
    await app.field(LIST.all).check();
    await dialog.getByText(MAKE_PLAIN.syncsOff).waitFor();
    for (const number of [1, 2]) await dialog.getByRole('checkbox', { name: note(number) }).uncheck();
    expect(await dialog.getByText(MAKE_PLAIN.syncsOff).isVisible()).toBe(false);
    await dialog.getByRole('button', { name: LIST.changesOf(note(3)) }).click();
    await dialog.locator('.florilegium-diff').waitFor();
    await app.button(MAKE_PLAIN.make(4)).click();
    await app.notice(MAKE_PLAIN.done(4)).click();
    await app.closeSettings();
    await app.button('Sync now').click();
    await app.notice('Up to date').click();
    expect(
      (await app.notes()).filter(({ text }) => text.includes('%% florilegium')).map(({ path }) => path),
    ).toEqual([note(1), note(2)]);
  });

  it('should let no sync begin while it checks, which would write notes that it then misses', async () => {
    await synced();
    await app.openStatusDetails();
    const told = await answerOf(
      app.page,
      async ([start, checking]) => {
        [...document.querySelectorAll('button')].find(({ textContent }) => textContent === start)?.click();
        while (!document.body.textContent.includes(checking)) await new Promise((done) => setTimeout(done));
        return (window as unknown as { page: AppPage }).page.runCli('florilegium:sync');
      },
      [CHECK.start, CHECK.cancel] as const,
    );
    expect(told).toBe('A sync is already running.');
    await checked(/Everything is in order/).waitFor();
    expect(await app.runCli('florilegium:sync')).toBe('Up to date.');
  });
});
