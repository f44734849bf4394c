import { reasonText } from '../../src/messages/messages';
import { DIFF, LEFT_OUT, LIST, PREVIEW, REMOVALS } from '../../src/obsidian/strings/window-strings';
import { heldTitle } from '../../src/messages/messages';
import { COMMANDS, NEXT_STEPS } from '../../src/obsidian/strings/strings';
import type { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { shelfOfBooks } from '../server/shelf-of-books';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';

describe('the preview of a sync', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  async function open(
    library: Library,
    options: { readonly phone?: boolean; readonly dark?: boolean } = {},
  ): Promise<void> {
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      token: TOKEN,
      ...options,
    });
  }

  async function synced(
    library: Library,
    options: { readonly phone?: boolean; readonly dark?: boolean } = {},
  ): Promise<void> {
    await open(library, options);
    await app.button('Sync now').click();
    await app.notice(/notes? created/).click();
  }

  const dialog = () => app.page.getByRole('dialog', { name: PREVIEW.title, exact: true });
  const note = async (path: string): Promise<string> =>
    (await app.notes()).find((each) => each.path === path)?.text ?? '';

  /**
   * Something of each kind: a highlight that was changed in a note where the person wrote, one more, a new
   * book, a new title, one that is gone.
   */
  async function news(): Promise<void> {
    const { library } = server;
    const [first, second, third, fourth] = [...library.books.books()];
    const [highlight] = library.books.liveHighlightsOf(first?.id ?? 0);
    library.editHighlight(highlight?.id ?? 0, {
      text: 'Passage of book 1, as the author wrote it in the end',
    });
    library.addHighlight(second?.id ?? 0, { text: 'One more passage.', location: 7 });
    library.retitleBook(third?.id ?? 0, 'كتاب عن الذاكرة');
    for (const { id } of library.books.liveHighlightsOf(fourth?.id ?? 0)) library.deleteHighlight(id);
    const added = library.addBook({ title: 'A new book', category: 'books' });
    library.addHighlight(added.id, { text: 'Something new.', location: 1 });
    const path = 'Readwise/Books/Book 1.md';
    await app.editNote(path, (await note(path)).replace('\n---\n', '\n---\nA thought of mine.\n\n'));
  }

  it('should show each change before it is made', async () => {
    await synced(shelfOfBooks(6));
    await news();
    const before = await app.notes();
    await app.runCommand(COMMANDS.preview);
    await dialog().getByText(PREVIEW.explanation).waitFor();
    for (const group of [PREVIEW.created(1), PREVIEW.updated(2), PREVIEW.moved(1)])
      await dialog().getByRole('group', { name: group, exact: true }).waitFor();
    const removed = dialog().getByRole('group', { name: PREVIEW.removed(1) });
    await removed.getByText(reasonText('no-highlights')).waitFor();
    await app.button(LIST.changesOf('Readwise/Books/Book 1.md')).click();
    await dialog().getByText(DIFF.removed).waitFor();
    await dialog().locator('ins').getByText('as the author wrote it in the end').waitFor();
    await app.screenshot('preview-desktop');
    expect(await app.notes()).toEqual(before);
    const box = removed.getByRole('checkbox', { name: 'Readwise/Books/Book 4.md' });
    expect(await box.isChecked()).toBe(false);
    await box.check();
    await app.button(PREVIEW.apply(4, 1)).click();
    await app.notice(/1 note created, 2 notes updated, 1 note renamed, 1 note moved to the trash/).click();
    expect(await note('Readwise/Books/Book 1.md')).toContain('A thought of mine.');
    expect(await note('Readwise/Books/Book 1.md')).toContain('as the author wrote it in the end');
    await app.runCommand(COMMANDS.preview);
    await dialog().getByText(PREVIEW.none).waitFor();
  });

  it('should remove nothing that is not ticked, and ask about it again (I4)', async () => {
    await synced(shelfOfBooks(15));
    const { library } = server;
    for (const { id } of [...library.books.books()].slice(0, 12))
      for (const highlight of library.books.liveHighlightsOf(id)) library.deleteHighlight(highlight.id);
    await app.runCommand(COMMANDS.preview);
    expect(await app.button(PREVIEW.apply(0, 0)).isDisabled()).toBe(true);
    await dialog().getByRole('checkbox', { name: 'Readwise/Books/Book 3.md' }).check();
    await app.button(PREVIEW.apply(0, 1)).click();
    await app.notice(`${heldTitle(11)}. Nothing was removed yet: you decide.`).waitFor();
    expect((await app.notes()).flatMap(({ path }) => (path.startsWith('.trash/') ? path : []))).toEqual([
      '.trash/Book 3.md',
    ]);
  });

  it('should list a note that the settings leave out without changes, and do nothing to it before a person answers (I4)', async () => {
    const data = (more: object = {}): string =>
      JSON.stringify({ baseUrl: server.url, syncOnOpen: false, notePerHighlight: true, ...more });
    await open(shelfOfBooks(1));
    const [book] = [...server.library.books.books()];
    server.library.addHighlight(book?.id ?? 0, { text: 'Chosen.', location: 7 });
    await app.changeDataOutside(data());
    await app.button('Sync now').click();
    await app.notice('3 notes created').click();
    await app.changeDataOutside(data({ scope: { highlights: { none: { texts: 'passage' } } } }));
    await app.runCommand(COMMANDS.preview);
    const path = 'Readwise/Books/Book 1/Passage of book 1.md';
    const group = dialog().getByRole('group', { name: PREVIEW.leftOut(1) });
    await group.getByRole('checkbox', { name: path }).waitFor();
    await dialog()
      .getByRole('group', { name: PREVIEW.updated(1) })
      .waitFor();
    expect(await app.button(LIST.changesOf(path)).count()).toBe(0);
    const before = await note(path);
    await app.button(PREVIEW.apply(1, 0)).click();
    await app
      .notice(/1 note is no longer synced. Nothing was done to it./)
      .getByRole('button', { name: NEXT_STEPS['choose-left-out'] })
      .click();
    expect(await note(path)).toBe(before);
    const review = app.page.getByRole('dialog', { name: LEFT_OUT.title });
    await review.getByRole('checkbox', { name: path }).check();
    expect(await app.button(LIST.changesOf(path)).count()).toBe(0);
    await app.button(REMOVALS.trash(1)).click();
    await app.notice(/1 note moved to the trash/).waitFor();
    expect((await app.notes()).map((each) => each.path)).toEqual([
      '.trash/Passage of book 1.md',
      'Readwise/Books/Book 1.md',
      'Readwise/Books/Book 1/Chosen.md',
    ]);
  });

  it('should show thousands of notes bit by bit, and find those that a person looks for', async () => {
    await open(shelfOfBooks(1200));
    await app.runCommand(COMMANDS.preview);
    const group = dialog().getByRole('group', { name: PREVIEW.created(1200) });
    await group.waitFor();
    expect(await group.getByRole('listitem').count()).toBe(101);
    await dialog()
      .getByRole('button', { name: LIST.more(1100) })
      .click();
    expect(await group.getByRole('listitem').count()).toBe(201);
    await app.field(LIST.filter).fill('book 77');
    await dialog()
      .getByRole('group', { name: PREVIEW.created(11) })
      .waitFor();
    await app.field(LIST.filter).fill('no such note');
    await dialog().getByText(LIST.noMatch).waitFor();
    await dialog().getByRole('button', { name: LIST.close }).last().click();
    expect(await app.notes()).toEqual([]);
  });

  it('should end the asking when a person cancels, and go on from there with the next sync', async () => {
    await open(shelfOfBooks(3));
    server.faults.when({ path: '/api/v2/export/' }, { kind: 'delay', ms: 60_000 });
    await app.runCommand(COMMANDS.preview);
    await until(() => server.requests.to('/api/v2/export/').length === 1);
    await dialog().getByRole('button', { name: LIST.cancel }).click();
    await dialog().waitFor({ state: 'hidden' });
    await app.page.locator('.status-bar-item').waitFor({ state: 'hidden' });
    server.faults.clear();
    await app.button('Sync now').click();
    await app.notice(/3 notes created/).waitFor();
  });

  it('should plan by the settings that another device has just changed, and not at all by ones that cannot be read', async () => {
    await open(shelfOfBooks(1));
    await app.changeDataUnheard(
      JSON.stringify({ baseUrl: server.url, syncOnOpen: false, folder: 'Library' }),
    );
    await app.runCommand(COMMANDS.preview);
    await app.button(LIST.changesOf('Library/Books/Book 1.md')).waitFor();
    await app.page.keyboard.press('Escape');
    await app.changeDataUnheard('{ "folder":');
    await app.runCommand(COMMANDS.preview);
    await app.notice(/Couldn’t do that. data.json cannot be read/).waitFor();
  });

  it('should say what is wrong, and offer nothing to apply, when Readwise cannot be reached', async () => {
    await open(shelfOfBooks(1));
    server.faults.when({}, { kind: 'status', status: 401 });
    await app.runCommand(COMMANDS.preview);
    await dialog()
      .getByText(/refused the access token/)
      .waitFor();
    expect(await app.button(PREVIEW.apply(0, 0)).count()).toBe(0);
  });

  it('should show what was asked for last, and end what was asked for before', async () => {
    await synced(shelfOfBooks(2));
    const before = server.requests.to('/api/v2/export/').length;
    server.faults.when({ path: '/api/v2/export/', times: 1 }, { kind: 'delay', ms: 60_000 });
    await app.runCommand(COMMANDS.preview);
    await until(() => server.requests.to('/api/v2/export/').length > before);
    const library = server.library.addBook({ title: 'A new book', category: 'books' });
    server.library.addHighlight(library.id, { text: 'Something new.', location: 1 });
    await app.page.getByRole('button', { name: 'Open command palette' }).press('Enter');
    await app.page.getByRole('menuitem', { name: `Florilegium: ${COMMANDS.preview}` }).press('Enter');
    await dialog()
      .getByRole('group', { name: PREVIEW.created(1) })
      .waitFor();
    expect(await dialog().count()).toBe(1);
  });

  it('should open a note behind it, and stay', async () => {
    await synced(shelfOfBooks(2));
    const [book] = [...server.library.books.books()];
    server.library.addHighlight(book?.id ?? 0, { text: 'One more passage.', location: 7 });
    await app.runCommand(COMMANDS.preview);
    await dialog().getByRole('link', { name: 'Book 1' }).click();
    await until(async () => (await app.field('Note').inputValue()).includes('Passage of book 1'));
    await app.button(PREVIEW.apply(1, 0)).click();
    await app.notice('1 note updated').waitFor();
  });
});
