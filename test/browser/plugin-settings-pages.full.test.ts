import { CHOICES, PAGES, NOTE_PREVIEW, ROWS, SETTINGS } from '../../src/obsidian/strings/settings-strings';
import { LEFT_OUT, LIST, PREVIEW, REMOVALS } from '../../src/obsidian/strings/window-strings';
import { NEXT_STEPS, RESULT } from '../../src/obsidian/strings/strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { eventually, until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';
const CHANGES_BUTTON = `${ROWS.changes.name}: ${SETTINGS.buttons.changes}`;

describe('the other pages of the settings', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [] }));

  beforeAll(async () => {
    const library = new Library();
    for (const [title, author, category] of [
      ['Walden', 'Henry David Thoreau', 'books'],
      ['Walking', 'Henry David Thoreau', 'articles'],
      ['Tweets from Nobody', 'Nobody', 'tweets'],
    ] as const) {
      library.addHighlight(library.addBook({ title, author, category }).id, {
        text: `Passage of ${title}.`,
        location: 1,
      });
    }
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
  });
  afterAll(() => server.close());

  const data = (more: object = {}): string =>
    JSON.stringify({ baseUrl: server.url, syncOnOpen: false, ...more });
  const saved = async (key: string): Promise<unknown> => (await app.data())?.[key];
  const keeps = (key: string, wanted: object | string) =>
    until(async () => JSON.stringify(await saved(key)) === JSON.stringify(wanted));

  async function synced(): Promise<void> {
    app = await bench.openApp({ data: data(), token: TOKEN });
    await app.button('Sync now').click();
    await app.notice(/notes? created/).click();
  }

  it('should show the name of a real note while its template is typed, and save it when the field is left', async () => {
    await synced();
    await app.openSettings(PAGES.notes.name);
    const preview = app.page.getByRole('region', { name: NOTE_PREVIEW.name });
    await app.button(NOTE_PREVIEW.other).click();
    await app.page.getByRole('option', { name: /^Walden/ }).click();
    await preview.getByText('Readwise/Books/Walden.md').waitFor();
    await app.field(ROWS['naming.fileName'].name).fill('{{author}} - {{title}}');
    await preview.getByText('Readwise/Books/Henry David Thoreau - Walden.md').waitFor();
    await app.field(ROWS['naming.folder'].name).fill('{{kind}}/{{titel}}');
    await app
      .row(ROWS['naming.folder'].name)
      .getByRole('alert')
      .getByText('Line 1, column 12: There is no field "titel" here. Did you mean "title"?')
      .waitFor();
    await app.field(ROWS['naming.folder'].name).fill('{{kind}}/{{author}}');
    await preview.getByText('Readwise/book/Henry David Thoreau/Henry David Thoreau - Walden.md').waitFor();
    expect(await app.row(ROWS['naming.folder'].name).getByRole('alert').count()).toBe(0);
    await app.field(ROWS['naming.fileName'].name).focus();
    await keeps('naming', { folder: '{{kind}}/{{author}}', fileName: '{{author}} - {{title}}' });
    await app.button(CHANGES_BUTTON).click();
    await app.page.getByRole('group', { name: PREVIEW.moved(3) }).waitFor();
  });

  it('should begin with the last sync, and sync from there, when a token has worked', async () => {
    app = await bench.openApp({ data: data(), token: TOKEN });
    await app.openSettings();
    await app.row(SETTINGS.status.notSetUp).waitFor();
    await app.button(SETTINGS.token.check).click();
    await app.row(SETTINGS.status.ready).getByRole('button', { name: SETTINGS.status.syncNow }).click();
    await app.page.getByText(SETTINGS.status.synced('less than a minute ago')).waitFor();
    expect(await app.notes()).toHaveLength(3);
  });

  it('should show the name of a sample when there is no item yet, and keep what was typed when the settings are closed', async () => {
    app = await bench.openApp({ data: data() });
    await app.openSettings(PAGES.notes.name);
    await app.page.getByText('Readwise/Books/Meditations.md').waitFor();
    await app.field(ROWS['naming.fileName'].name).fill('{{upper title}}');
    await app.closeSettings();
    await keeps('naming', { folder: '{{kindFolder}}', fileName: '{{upper title}}' });
  });

  it('should ask once what becomes of notes that were left out, and do nothing to them until it is said (I4)', async () => {
    await synced();
    await app.openSettings(PAGES.scope.name);
    for (const [key, type] of [
      ['scope.documentCategories', CHOICES['scope.documentCategories'].tweet],
      ['scope.bookCategories', CHOICES['scope.bookCategories'].tweets],
    ] as const)
      await app.page.getByRole('group', { name: ROWS[key].name }).getByLabel(type).click();
    await eventually(
      () => saved('scope'),
      (value) => value !== undefined && !JSON.stringify(value).includes('tweets'),
    );
    await app.closeSettings();
    await app.button('Sync now').click();
    await app.button(NEXT_STEPS['review-hold']).click();
    const dialog = app.page.getByRole('dialog', { name: LEFT_OUT.title });
    await dialog.getByRole('link', { name: 'Tweets from Nobody' }).waitFor();
    await app.page.keyboard.press('Escape');
    await app.button('Sync now').click();
    await app.notice('Up to date').click();
    expect(await dialog.count()).toBe(0);
    expect((await app.notes()).map(({ path }) => path)).toContain('Readwise/Tweets/Tweets from Nobody.md');
  });

  it('should move notes that were left out when the person says so, and not ask again', async () => {
    await synced();
    await app.changeDataOutside(data({ rules: [{ when: { kinds: ['tweet'] }, then: { leaveOut: true } }] }));
    await app.button('Sync now').click();
    await app.button(NEXT_STEPS['review-hold']).click();
    await app.field(LIST.all).check();
    await app.button(REMOVALS.archive(1)).click();
    await app.notice(/1 note moved to the archive/).click();
    expect((await app.notes()).map(({ path }) => path)).toContain('Readwise/Archive/Tweets from Nobody.md');
    expect(await saved('outOfScope')).toBeUndefined();
    expect(await app.button(NEXT_STEPS['review-hold']).count()).toBe(0);
  });

  it('should interrupt nobody when a sync in the background finds that notes were left out', async () => {
    await synced();
    await app.changeDataOutside(data({ syncOnOpen: true, scope: { bookCategories: ['books'] } }));
    await app.reloadPlugin();
    await app.notice(RESULT.leftOut(2)).waitFor();
    expect(await app.page.getByRole('dialog').count()).toBe(0);
    await app.button(NEXT_STEPS['review-hold']).click();
    await app.field(LIST.all).check();
    await app.field(LEFT_OUT.always).check();
    await app.button(LEFT_OUT.leave(2)).click();
    await until(async () => (await saved('outOfScope')) === 'leave');
    expect(await app.notes()).toHaveLength(3);
  });

  it('should ask no more when the settings say what becomes of notes that were left out', async () => {
    await synced();
    await app.changeDataOutside(data({ syncOnOpen: true, scope: { bookCategories: ['books'] } }));
    await app.reloadPlugin();
    await app.button(NEXT_STEPS['review-hold']).waitFor();
    await app.openSettings(PAGES.advanced.name);
    await app.field(ROWS.outOfScope.name).selectOption('leave');
    await until(async () => (await app.button(NEXT_STEPS['review-hold']).count()) === 0);
  });

  it('should take back what it offers when it is switched off: nobody would be there to do it', async () => {
    await synced();
    await app.changeDataOutside(data({ syncOnOpen: true, scope: { bookCategories: ['books'] } }));
    await app.reloadPlugin();
    await app.button(NEXT_STEPS['review-hold']).waitFor();
    await app.reloadPlugin();
    expect(await app.button(NEXT_STEPS['review-hold']).count()).toBe(0);
    expect(await app.button('Sync now').count()).toBe(1);
  });
});
