import { PAGES, ROWS, SETTINGS } from '../../src/obsidian/strings/settings-strings';
import { CONFLICTS, DATABASE, PANE } from '../../src/obsidian/strings/pane-strings';
import { NEXT_STEPS, PROGRESS } from '../../src/obsidian/strings/strings';
import { LEFT_OUT, LIST, MAKE_PLAIN, MOVE_IN } from '../../src/obsidian/strings/window-strings';
import { exportedNote, type ForeignBook } from '../support/foreign-notes';
import type { OddShelf } from './surface-library';
import type { Stage } from './surface-stage';

const PLAIN_BUTTON = `${ROWS.makePlain.name}: ${SETTINGS.buttons.makePlain}`;

/** Another plugin's notes: two of books of the library, one of a book that is not there. */
export function foreignNotes({ library, books }: OddShelf): Readonly<Record<string, string>> {
  const foreign = books.map((id): ForeignBook => {
    const { title, author } = library.books.book(id);
    const highlights = library.books
      .liveHighlightsOf(id)
      .map((highlight) => ({ ...highlight, location: Number(highlight.location), readerId: null, tags: [] }));
    return { id, title, author: author ?? '', category: 'books', url: '', highlights };
  });
  const lost = foreign.slice(0, 1).map((book) => ({
    ...book,
    id: 1,
    title: 'Lost',
    highlights: book.highlights.map((highlight) => ({
      ...highlight,
      id: 1,
      text: 'Not here, https://readwise.io/open/7',
    })),
  }));
  return Object.fromEntries(
    [...foreign.slice(1), ...lost].map((book, index) => [
      `Elsewhere/Donaudampfschifffahrtselektrizitätenhauptbetriebswerk${String(index)}.md`,
      exportedNote(book),
    ]),
  );
}

/** Files in both places where a note of the sixteenth book might go. */
export function takenNotes({ books }: OddShelf): Readonly<Record<string, string>> {
  const path = 'Readwise/Books/Walden 16';
  return { [`${path}.md`]: 'Mine.', [`${path} (${String(books[15])}).md`]: 'Mine.' };
}

/** Windows that keep the library in order: check, make plain. */
export async function keepingScene(stage: Stage): Promise<void> {
  const { app } = stage;
  const dialog = app.page.getByRole('dialog');
  const [first, second] = [await stage.noteOf(1), await stage.noteOf(2)];
  await app.editNote(
    first,
    (await stage.textOf(first)).replace(/^%% florilegium .*%%$/m, (trailer) => trailer.slice(0, 60)),
  );
  await app.editNote('Copy.md', await stage.textOf(second));
  await app.inStatusMenu(PANE.menu.check);
  await app.statusPane
    .getByRole('status')
    .filter({ hasText: /findings?/ })
    .waitFor();
  await stage.look('check', { at: '.workspace-leaf' });
  await app.button('Collapse right sidebar').click();
  await app.openSettings(PAGES.advanced.name);
  await app.button(PLAIN_BUTTON).click();
  await dialog.getByLabel(LIST.all).check();
  await dialog.getByLabel(MAKE_PLAIN.forget).check();
  await stage.look('make plain');
  await stage.escape();
  await app.closeSettings();
}

/** The library where nothing is set up. */
export async function notSetUpScene(stage: Stage): Promise<void> {
  await stage.app.openStatusDetails();
  await stage.look('library, not set up', { at: '.florilegium-pane' });
}

/** The library when a note was deleted. */
export async function deletedNoteScene(stage: Stage): Promise<void> {
  const { app } = stage;
  await app.deleteNote(await stage.noteOf(1));
  await stage.sync(/Up to date/);
  await app.openStatusDetails();
  await app.statusPane.getByRole('button', { name: /^Restore/ }).waitFor();
  await stage.look('library, deleted note', { at: '.florilegium-pane' });
}

/** The library when the app's database does not answer. */
export async function lostDatabaseScene(stage: Stage): Promise<void> {
  const { app } = stage;
  await app.page.evaluate(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Connection to the server lost.', 'UnknownError');
    };
  });
  await app.openStatusDetails();
  await app.statusPane.getByRole('button', { name: DATABASE.begin }).waitFor();
  await stage.look('library, no database', { at: '.florilegium-pane' });
}

/** Moving in notes of another plugin. */
export async function adoptScene(stage: Stage): Promise<void> {
  const { app } = stage;
  await app.inStatusMenu(PANE.menu.moveIn);
  await stage.look('move in: where');
  await app.button(MOVE_IN.find).click();
  await app.page.getByText(MOVE_IN.left(1)).click();
  await stage.look('move in');
  await app.page.getByRole('dialog').getByLabel(LIST.all).first().check();
  await app.page.getByRole('button', { name: new RegExp(`^${MOVE_IN.moveIn(0)} \\d`) }).click();
  await app.button(MOVE_IN.sync).last().waitFor();
  await stage.look('move in: done');
  await stage.escape();
}

/** The library view with all there can be in it, and what asks a person about notes that would go. */
export async function libraryScene(stage: Stage): Promise<void> {
  const { app, shelf } = stage;
  const { books } = shelf.library;
  const [clashing = 0] = shelf.books.slice(-1);
  const [passage] = books.liveHighlightsOf(clashing);
  const path = await stage.noteOf(shelf.books.length);
  await app.editNote(path, (await stage.textOf(path)).replace('A passage of', 'What I say of'));
  shelf.library.editHighlight(passage?.id ?? 0, { text: 'What the service says of it' });
  for (const id of shelf.books.slice(0, 12))
    for (const highlight of books.liveHighlightsOf(id)) shelf.library.deleteHighlight(highlight.id);
  await app.button('Sync now').click();
  await app.notice(/12 notes would be removed/).waitFor();
  await stage.look('notice of held deletions', { at: '.notice-container' });
  await app.button('Review').click();
  await stage.look('hold');
  await stage.escape();
  await app.openStatusDetails();
  await app.statusPane.getByRole('button', { name: CONFLICTS.mine }).waitFor();
  await app.statusPane.getByRole('button', { name: NEXT_STEPS['review-hold'], exact: true }).waitFor();
  await app.statusPane.locator('.florilegium-pane-details > summary').first().press('Enter');
  // A notice lies over the view until somebody clicks it away.
  await app.page
    .locator('.notice')
    .evaluateAll((notices) =>
      notices.forEach((notice) => notice.dispatchEvent(new MouseEvent('click', { bubbles: true }))),
    );
  await stage.look('library', { at: '.workspace-leaf' });
}

/** A sync that takes its time: in the library, in its notice and in the status bar. */
export async function progressScene(stage: Stage): Promise<void> {
  const { app } = stage;
  const progress = app.page.getByRole('group', { name: PROGRESS.name });
  await app.button('Sync now').click();
  await app.notice(/highlights/).waitFor();
  await stage.look('notice of progress', { at: '.notice-container' });
  await app.notice(PROGRESS.cancel).click({ position: { x: 4, y: 4 } });
  if (!stage.options.phone) await stage.look('status bar', { at: '.status-bar-item' });
  await app.runCommand('Open sync status');
  await progress.getByText(/highlights/).waitFor();
  await stage.look('library while a sync runs', { at: '.workspace-leaf' });
  await progress.getByRole('button', { name: PROGRESS.cancel }).click();
  await progress.waitFor({ state: 'hidden' });
}

/** What asks about notes that are no longer wanted. */
export async function outOfScopeScene(stage: Stage): Promise<void> {
  const { app, server } = stage;
  await app.changeDataOutside(
    JSON.stringify({ baseUrl: server.url, syncOnOpen: false, scope: { bookCategories: ['articles'] } }),
  );
  await app.button('Sync now').click();
  await app
    .notice(/no longer synced/)
    .getByRole('button', { name: NEXT_STEPS['review-hold'] })
    .click();
  await app.page.getByRole('dialog', { name: LEFT_OUT.title }).waitFor();
  await stage.look('out of scope');
  await stage.escape();
}
