import { UNDO_CANCELLED } from '../../src/messages/result-messages';
import { COMMANDS, NEXT_STEPS, UNDONE } from '../../src/obsidian/strings/strings';
import { UNDO } from '../../src/obsidian/strings/window-strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { shelfOfBooks } from '../server/shelf-of-books';
import type { AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';
import type { AppPage } from './app/page';

const TOKEN = 'canary-token-good-1';

describe('what the plugin remembers of its syncs', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  const WALDEN = 'Readwise/Books/Walden.md';
  const note = async (path: string): Promise<string> =>
    (await app.notes()).find((each) => each.path === path)?.text ?? '';
  const trash = async (): Promise<readonly string[]> =>
    (await app.notes()).flatMap(({ path }) => (path.startsWith('.trash/') ? [path] : []));

  /**
   * A library that was synced, and then again with news: a passage changed, one that the person changed too,
   * and a new book.
   */
  async function twiceSynced(
    options: { readonly phone?: boolean; readonly dark?: boolean } = {},
  ): Promise<{ readonly before: string }> {
    const library = new Library();
    const walden = library.addBook({ title: 'Walden', author: 'Henry David Thoreau', category: 'books' });
    const woods = library.addHighlight(walden.id, {
      text: 'I went to the woods because I wished to live deliberately',
      location: 1,
    });
    const lake = library.addHighlight(walden.id, {
      text: 'A lake is the landscape’s most beautiful feature',
      location: 2,
    });
    const essays = library.addBook({ title: 'Essays', author: 'Montaigne', category: 'books' });
    const passage = library.addHighlight(essays.id, {
      text: 'I quote others only in order the better to express myself',
      location: 1,
    });
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
      ...options,
    });
    await app.button('Sync now').click();
    await app.notice(/notes? created/).click();
    await app.editNote(
      WALDEN,
      (await note(WALDEN))
        .replace(/(\^rw\d+)\n/, '$1\n\nMy thoughts on it.\n')
        .replace('---\n', '---\nrating: 5\n'),
    );
    const before = await note(WALDEN);
    library.editHighlight(woods.id, { text: 'I went to the woods to live deliberately' });
    library.deleteHighlight(lake.id);
    library.editHighlight(passage.id, { text: 'I quote others to express myself' });
    library.addHighlight(
      library.addBook({ title: 'Meditations', author: 'Marcus Aurelius', category: 'books' }).id,
      { text: 'You have power over your mind', location: 1 },
    );
    await app.button('Sync now').click();
    await app.notice(/1 note created/).click();
    return { before };
  }

  it('should undo the last sync when a person has seen what that does', async () => {
    const { before } = await twiceSynced();
    await app.editNote(
      'Readwise/Books/Essays.md',
      (await note('Readwise/Books/Essays.md')).replace('I quote others to express myself', 'I quote nobody'),
    );
    await app.runCommand(COMMANDS.undo);
    const stays = app.page.getByRole('group', { name: UNDO.stays(1) });
    await stays.getByText(UNDO.why.edited).waitFor();
    const going = app.page.getByRole('group', { name: UNDO.going(1) });
    await going.getByText('Meditations').waitFor();
    await app.button(UNDO.undo(2)).click();
    await app
      .notice(/1 note updated.*1 note moved to the trash|1 note moved to the trash.*1 note updated/)
      .click();
    expect(await note(WALDEN)).toBe(before);
    expect(await note('Readwise/Books/Essays.md')).toContain('I quote nobody');
    expect(await trash()).toEqual(['.trash/Meditations.md']);
    await app.button('Sync now').click();
    await app.notice('Up to date').click();
    expect(await note(WALDEN)).toBe(before);
    await app.runCommand(COMMANDS.undo);
    await app.page.getByText(UNDO.none).waitFor();
    await app.page.keyboard.press('Escape');
    await app.runCommand(COMMANDS.status);
    await app.statusPane.getByText(UNDONE.title(2)).click();
    await app.statusPane.getByText('1 note stays as undo left it.').waitFor();
    await app.statusPane.getByText(/^[-\d]+ [:\d]+: The last sync was undone/).waitFor({ state: 'attached' });
    await app.statusPane.getByRole('button', { name: NEXT_STEPS['restore-undone'] }).click();
    await app.notice(/1 note created/).click();
    await app.statusPane.getByText(UNDONE.title(1)).waitFor();
    expect(await note('Readwise/Books/Meditations.md')).toContain('You have power over your mind');
    await app.statusPane.getByRole('button', { name: NEXT_STEPS.render }).click();
    await app.notice(/1 note updated/).click();
    expect(await note(WALDEN)).toContain('I went to the woods to live deliberately');
    await app.statusPane.getByText(/^Undone/).waitFor({ state: 'hidden' });
  });

  /** Presses the button, and *Cancel* once so many notes were written. */
  async function cancelAfter(written: number, press: string): Promise<void> {
    await app.button(press).waitFor();
    await app.page.evaluate(
      ({ name, count }) => {
        const { page } = window as unknown as { page: AppPage };
        const buttonOf = (text: string) =>
          [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text);
        const end = page.fileEvents() + count;
        const look = (): void =>
          page.fileEvents() < end ? void setTimeout(look) : buttonOf('Cancel')?.click();
        buttonOf(name)?.click();
        look();
      },
      { name: press, count: written },
    );
  }

  it('should say that it was undone when a person cancels as it has just come to its end', async () => {
    await twiceSynced();
    await app.runCommand(COMMANDS.undo);
    await cancelAfter(3, UNDO.undo(3));
    await app.notice(/The last sync was undone/).waitFor();
    expect(await app.notice(UNDO_CANCELLED).count()).toBe(0);
  });

  it('should remember what was undone until a person cancelled', async () => {
    const library = shelfOfBooks(120);
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
      hidesNotes: true,
    });
    await app.button('Sync now').click();
    await app.notice(/120 notes created/).click();
    for (const { id } of library.books.books()) library.addHighlight(id, { text: 'One more', location: 50 });
    await app.button('Sync now').click();
    await app.notice(/120 notes updated/).click();
    await app.runCommand(COMMANDS.undo);
    await cancelAfter(60, UNDO.undo(120));
    await app.notice('Undo again to continue').click();
    await app.openStatusDetails();
    await app.statusPane.getByText(/^[-\d]{10} [:\d]+: \d+ notes? updated\. The undo was canceled/).waitFor();
    await app.runCommand(COMMANDS.undo);
    await app.page.getByRole('dialog').getByRole('button', { name: /^Undo/ }).click();
    await app.notice(/The last sync was undone/).click();
    expect((await app.notes()).some(({ text }) => text.includes('One more'))).toBe(false);
  });

  it('should promise nothing when every note has changed since', async () => {
    await twiceSynced();
    for (const { path } of await app.notes()) await app.editNote(path, `${await note(path)}\nMine.\n`);
    await app.runCommand(COMMANDS.undo);
    await app.page.getByText(UNDO.none).waitFor();
    expect(await app.page.getByText(UNDO.keeps).count()).toBe(0);
    await app.page.getByText(UNDO.why.edited).first().waitFor();
  });

  it('should say so when there is nothing to undo', async () => {
    server = await startReferenceServer({ library: new Library(), token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
      notes: { 'Mine.md': 'My note.\n' },
    });
    await app.runCommand(COMMANDS.undo);
    await app.page.getByText(UNDO.none).waitFor();
  });
});
