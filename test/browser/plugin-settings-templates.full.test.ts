import { ITEM_KINDS } from '../../src/model/model';
import { PAGES, NOTE_PREVIEW, ROWS, SETTINGS, STYLE } from '../../src/obsidian/strings/settings-strings';
import { NEXT_STEPS } from '../../src/obsidian/strings/strings';
import { LIST, PREVIEW } from '../../src/obsidian/strings/window-strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { eventually, until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';
const CHANGES_BUTTON = `${ROWS.changes.name}: ${SETTINGS.buttons.changes}`;
const FOLDER = 'Templates/Readwise';
const OWN = `${FOLDER}/Own.md`;
const BODY = '\n\n%% highlight %%\n{{text}}\n';

describe('the page of templates', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [] }));

  beforeAll(async () => {
    const library = new Library();
    const walden = library.addBook({ title: 'Walden', author: 'Henry David Thoreau', category: 'books' });
    library.addHighlight(walden.id, { text: 'Simplify, simplify.', location: 1 });
    library.addHighlight(walden.id, { text: 'Our life is frittered away by detail.', location: 2 });
    const tweets = library.addBook({ title: 'Tweets from Nobody', category: 'tweets' });
    library.addHighlight(tweets.id, { text: 'Good morning.', location: 1 });
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
  });
  afterAll(() => server.close());

  const data = (more: object = {}): string =>
    JSON.stringify({ baseUrl: server.url, syncOnOpen: false, ...more });
  const preview = () => app.page.getByRole('region', { name: NOTE_PREVIEW.name });
  const savedTemplates = async (): Promise<object> => (await app.data())?.['templates'] ?? {};

  async function synced(
    options: {
      readonly notes?: Readonly<Record<string, string>>;
      readonly settings?: object;
    } = {},
  ): Promise<void> {
    const { settings, ...rest } = options;
    app = await bench.openApp({ data: data(settings), token: TOKEN, ...rest });
    await app.button('Sync now').click();
    await app.notice(/notes? created/).click();
  }

  it('should show the note of a made-up item, in each style, when there is no item yet', async () => {
    app = await bench.openApp({ data: data() });
    await app.openSettings(PAGES.notes.name);
    await preview().locator('.markdown-rendered').getByText('Very little indeed is necessary').waitFor();
    await app.field(ROWS.style.name).selectOption('built-in:callouts');
    await app.button(NOTE_PREVIEW.source).click();
    await preview()
      .getByText(/\[!quote\|/)
      .first()
      .waitFor();
    await app.button(NOTE_PREVIEW.rendered).click();
    await preview().locator('.markdown-rendered').waitFor();
    expect(await savedTemplates()).toMatchObject({ book: 'built-in:callouts', video: 'built-in:callouts' });
  });

  it('should show any item of the library just as the next sync would write it', async () => {
    await synced();
    await app.openSettings(PAGES.notes.name);
    await app.button(NOTE_PREVIEW.other).click();
    await app.field(NOTE_PREVIEW.which).fill('thoreau');
    await app.page.getByRole('option', { name: 'Walden · Henry David Thoreau' }).click();
    await preview().getByText('Readwise/Books/Walden.md').waitFor();
    await app.button(NOTE_PREVIEW.source).click();
    await preview().locator('pre').first().waitFor();
    const written = (await app.notes()).find(({ path }) => path === 'Readwise/Books/Walden.md')?.text ?? '';
    const shown = (await preview().locator('pre').first().textContent()) ?? '';
    expect(shown).not.toBe('');
    expect(written.startsWith(shown.trimEnd())).toBe(true);
  });

  it('should show each note of an item when it has several', async () => {
    await synced({ settings: { notePerHighlight: true } });
    await app.openSettings(PAGES.notes.name);
    await app.button(NOTE_PREVIEW.other).click();
    await app.page.getByRole('option', { name: 'Walden · Henry David Thoreau' }).click();
    await preview().getByText('Readwise/Books/Walden/Simplify, simplify.md').waitFor();
  });

  it('should follow a template that is edited in another pane, with its mistakes at their places', async () => {
    const templates = Object.fromEntries(ITEM_KINDS.map((kind) => [kind, OWN]));
    app = await bench.openApp({
      data: data({ templates }),
      notes: { [OWN]: `# My own {{title}}${BODY}` },
    });
    await app.openSettings(PAGES.notes.name);
    await preview().getByText('My own Meditations').waitFor();
    await app.editNote(OWN, `# Changed {{title}}${BODY}`);
    await preview().getByText('Changed Meditations').waitFor();
    await app.editNote(OWN, `# {{titel}}${BODY}`);
    await preview()
      .getByText(/line 1, column 5: There is no field "titel" here/)
      .waitFor();
    await app.field(ROWS.style.name).selectOption('built-in');
    await preview().getByText('Very little indeed is necessary').waitFor();
    expect(await preview().getByText(/titel/).count()).toBe(0);
  });

  it('should open a broken template at its line from the notice, and say in the sync status that its notes wait', async () => {
    const templates = { book: OWN };
    app = await bench.openApp({
      data: data({ templates }),
      token: TOKEN,
      notes: { [OWN]: '# {{title}}\n\n{{titel}}\n' },
    });
    await app.button('Sync now').click();
    const asking = app.notice(/1 template has a mistake, so its notes wait/);
    await asking.getByRole('button', { name: NEXT_STEPS['open-template'] }).click();
    const editor = app.page.getByRole('textbox', { name: 'Note', exact: true });
    await eventually(
      () => editor.evaluate((area) => (area as HTMLTextAreaElement).selectionStart),
      (place) => place === '# {{title}}\n\n'.length,
    );
    // All other notes are there.
    expect((await app.notes()).map(({ path }) => path)).toContain('Readwise/Tweets/Tweets from Nobody.md');
    await app.openStatusDetails();
    await app.statusPane.getByText(/line 3, column 3: There is no field "titel" here/).waitFor();
    await app.statusPane.getByRole('button', { name: NEXT_STEPS['open-template'] }).waitFor();
  });

  it('should copy a built-in template into a note, use it and open it, and never write over one', async () => {
    app = await bench.openApp({ data: data(), notes: { [`${FOLDER}/My outline.md`]: 'mine' } });
    await app.openSettings(PAGES.notes.name);
    await app.field(ROWS.style.name).selectOption('built-in:outline');
    await app.button(STYLE.copy.label(ROWS.style.name)).click();
    await until(async () => (await app.field('Note').inputValue()).includes('%% highlight %%'));
    const copy = `${FOLDER}/My outline 2.md`;
    expect(await savedTemplates()).toMatchObject({ book: copy, tweet: copy });
    expect((await app.notes()).find(({ path }) => path === `${FOLDER}/My outline.md`)?.text).toBe('mine');
    await app.openSettings(PAGES.notes.name);
    await app.button(STYLE.open.label(ROWS.style.name)).click();
    await until(async () => (await app.field(ROWS.style.name).count()) === 0);
  });

  it('should show what would change before it is applied', async () => {
    await synced();
    await app.openSettings(PAGES.notes.name);
    await app.field(ROWS.style.name).selectOption('built-in:callouts');
    await app.button(CHANGES_BUTTON).click();
    const dialog = app.page.getByRole('dialog', { name: PREVIEW.title });
    await dialog.getByRole('link', { name: 'Walden' }).waitFor();
    await app.button(LIST.changesOf('Readwise/Books/Walden.md')).click();
    await dialog.getByText(/lines? added/).waitFor();
    const before = await app.notes();
    await app.button(LIST.close).last().click();
    expect(await app.notes()).toEqual(before);
    await app.button(CHANGES_BUTTON).click();
    await app.button(PREVIEW.apply(2, 0)).click();
    await app.notice(/2 notes updated/).click();
    expect(JSON.stringify(await app.notes())).toContain('[!quote|yellow]');
    await app.button(CHANGES_BUTTON).click();
    await app.page.getByText(PREVIEW.none).waitFor();
  });

  it('should tell what went wrong, wherever a button asks for something that cannot be done', async () => {
    await synced({
      settings: { templates: { folder: 'Taken.md/Sub' } },
      notes: { 'Taken.md': 'a note, and no folder' },
    });
    await app.openSettings(PAGES.notes.name);
    await app.button(STYLE.copy.label(ROWS.style.name)).click();
    await app.notice(/Couldn’t do that/).click();
    await app.page.evaluate(() => {
      indexedDB.open = () => {
        throw new Error('The disk is full');
      };
    });
    await app.button(NOTE_PREVIEW.other).click();
    await app.notice(/The disk is full/).click();
    await app.button(CHANGES_BUTTON).click();
    await app.notice(/The disk is full/).click();
    const dialog = app.page.getByRole('dialog', { name: PREVIEW.title });
    expect(await dialog.getByText(PREVIEW.loading).count()).toBe(0);
  });
});
