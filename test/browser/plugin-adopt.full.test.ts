import { LIST, MOVE_IN, WORK } from '../../src/obsidian/strings/window-strings';
import { NEXT_STEPS } from '../../src/obsidian/strings/strings';
import { PANE } from '../../src/obsidian/strings/pane-strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { exportedNote, mirrorNote, officialNote, type ForeignBook } from '../support/foreign-notes';
import { shelfOfBooks } from '../server/shelf-of-books';
import { until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';

const SHELF: readonly (readonly [title: string, author: string, texts: readonly string[]])[] = [
  [
    'Walden',
    'Henry David Thoreau',
    [
      'I went to the woods because I wished to live deliberately.',
      'Our life is frittered away by detail.',
      'Simplify, simplify, as he says.',
    ],
  ],
  [
    'Middlemarch',
    'George Eliot',
    [
      'It is a narrow mind which cannot look at a subject from various points of view.',
      'What do we live for, if it is not to make life less difficult to each other?',
    ],
  ],
  ['كليلة ودمنة', 'ابن المقفع', ['العاقل من اتعظ بغيره ولم يكن عبرة لسواه أبدا']],
];

function foreignShelf(): { readonly library: Library; readonly books: readonly ForeignBook[] } {
  const library = new Library();
  const books = SHELF.map(([title, author, texts]): ForeignBook => {
    const { id } = library.addBook({ title, author, category: 'books' });
    for (const [index, text] of texts.entries())
      library.addHighlight(id, { text, location: (index + 1) * 10 });
    const highlights = library.books
      .liveHighlightsOf(id)
      .map((highlight) => ({ ...highlight, readerId: highlight.externalId, tags: [] }));
    return { id, title, author, category: 'books', url: '', highlights };
  });
  return { library, books };
}

describe('the plugin and the notes of another', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [server] }));

  const note = async (path: string): Promise<string> =>
    (await app.notes()).find((each) => each.path === path)?.text ?? '';
  const box = (name: string) => app.page.getByRole('checkbox', { name, exact: true });

  it('should fetch the library, show what it would move in and why, move in what is chosen, and sync with no note twice (I1, I2)', async () => {
    const { library, books } = foreignShelf();
    const [walden, middlemarch, kalila] = books;
    if (walden === undefined || middlemarch === undefined || kalila === undefined)
      throw new Error('The shelf is empty');
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    const mine = mirrorNote({ ...walden, highlights: walden.highlights.slice(0, 2) }).replace(
      '# Highlights\n',
      '# Highlights\n\nA thought of mine on all of it.\n',
    );
    app = await bench.openApp({
      ...{ token: TOKEN, data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }) },
      notes: {
        'Reading/Walden.md': mine,
        'Reading/Middlemarch.md': officialNote(middlemarch),
        'Reading/Middlemarch 2.md': exportedNote(middlemarch),
        'Reading/كليلة ودمنة.md': exportedNote(kalila),
        'Reading/Lost.md':
          '# Lost\n\n## Metadata\n- Author: [[Nobody]]\n- Full Title: Lost\n- Category: #books\n\n## Highlights\n- Not in the library at all ([Location 1](https://readwise.io/to_kindle?action=open&asin=B000000000&location=1))\n',
        'Diary.md': 'My day.',
      },
    });
    await app.inStatusMenu(PANE.menu.moveIn);
    await app.field(MOVE_IN.where).fill('Read');
    await app.page.getByRole('option', { name: 'Reading' }).click();
    await app.button(MOVE_IN.find).click();
    await app.page.getByText(MOVE_IN.found(5)).waitFor();
    await app.page.getByText(MOVE_IN.missing(1)).waitFor();
    expect((await app.notes()).map(({ path }) => path)).toHaveLength(6);
    expect(await box('Reading/Walden.md').isChecked()).toBe(true);
    expect(await box('Reading/Middlemarch.md').isChecked()).toBe(true);
    expect(await box('Reading/كليلة ودمنة.md').isChecked()).toBe(true);
    await box(LIST.all).uncheck();
    expect(await app.button(MOVE_IN.moveIn(0)).isDisabled()).toBe(true);
    await box(LIST.all).check();
    await app.page.getByText(MOVE_IN.left(2)).click();
    await app.page.getByText(MOVE_IN.why['other note']).waitFor();
    await app.page.getByText(MOVE_IN.why.unknown).waitFor();
    await app.screenshot('adopt-plan-desktop');
    await app.button(MOVE_IN.moveIn(3)).click();
    await app.page.getByText(MOVE_IN.done(3)).waitFor();
    expect(await note('Reading/Walden.md')).toContain(`A thought of mine on all of it.`);
    await app.button(MOVE_IN.sync).last().click();
    await app.notice(/1 note updated/).waitFor();
    expect((await app.notes()).map(({ path }) => path)).toHaveLength(6);
    expect(await note('Reading/Walden.md')).toContain('Simplify, simplify, as he says.');
    expect(await note('Reading/Middlemarch 2.md')).toBe(exportedNote(middlemarch));
    await app.inStatusMenu(PANE.menu.moveIn);
    await app.button(MOVE_IN.find).click();
    await app.page.getByText(MOVE_IN.none).waitFor();
    await app.page.keyboard.press('Escape');
    await app.openStatusDetails();
    await app.page.getByText(/notes moved in: 3 notes updated/).waitFor();
  });

  it('should tick by one box all notes of which a sync made second ones, when somebody synced before they moved them in (I1, I4)', async () => {
    const { library, books } = foreignShelf();
    const notes = Object.fromEntries(books.map((book) => [`Reading/${book.title}.md`, mirrorNote(book)]));
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      token: TOKEN,
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
      notes,
    });
    await app.runCommand('Sync now');
    await app.notice(/3 notes of another plugin/).waitFor();
    expect((await app.notes()).map(({ path }) => path).sort()).toEqual(Object.keys(notes).sort());
    await app.button(NEXT_STEPS['move-in']).click();
    await app.page.getByRole('dialog').getByText(MOVE_IN.intro).waitFor();
    await app.page.keyboard.press('Escape');
    await app.openStatusDetails();
    await app.button(NEXT_STEPS['leave-others']).first().click();
    await app.notice(/3 created|3 notes created/).waitFor();
    await app.inStatusMenu(PANE.menu.moveIn);
    await app.button(MOVE_IN.find).click();
    await app.page.getByText(MOVE_IN.found(6)).waitFor();
    expect(await box('Reading/Walden.md').isChecked()).toBe(false);
    await box(LIST.all).check();
    await app.button(MOVE_IN.moveIn(3)).click();
    await app.page.getByText(MOVE_IN.replaced(3)).waitFor();
    expect(
      (await app.notes())
        .map(({ path }) => path)
        .filter((path) => !path.startsWith('.trash/'))
        .sort(),
    ).toEqual(Object.keys(notes).sort());
  });

  it('should not say that the library could not be fetched when all but one record was read', async () => {
    server = await startReferenceServer({ library: shelfOfBooks(6), token: TOKEN, rateLimits: 'off' });
    server.faults.when(
      { path: '/api/v2/export/' },
      { kind: 'changed-body', change: (body) => body.replace(/"user_book_id":\s*\d+/, '"user_book_id":[]') },
    );
    app = await bench.openApp({
      token: TOKEN,
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
    });
    await app.inStatusMenu(PANE.menu.moveIn);
    await app.button(MOVE_IN.find).click();
    await app.page.getByRole('dialog').getByText('1 item could not be updated.').waitFor();
    await app.page.getByText(MOVE_IN.none).waitFor();
    await app.page.getByText(/Readwise sent something odd/).waitFor();
  });

  it('should keep what is ticked when a sync runs as the person moves notes in', async () => {
    const { library, books } = foreignShelf();
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    const notes = Object.fromEntries(books.map((book) => [`Reading/${book.title}.md`, exportedNote(book)]));
    app = await bench.openApp({
      notes,
      token: TOKEN,
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false }),
    });
    await app.inStatusMenu(PANE.menu.moveIn);
    await app.button(MOVE_IN.find).click();
    await box('Reading/Middlemarch.md').uncheck();
    server.faults.when({ path: '/api/v2/export/' }, { kind: 'silence' });
    app.runCli('florilegium:sync').catch(() => undefined);
    await until(() => server.requests.to('/api/v2/export/').length === 2);
    await app.button(MOVE_IN.moveIn(2)).click();
    await app.notice(WORK.busy).click();
    expect(await box('Reading/Walden.md').isChecked()).toBe(true);
    expect(await box('Reading/Middlemarch.md').isChecked()).toBe(false);
  });
});
