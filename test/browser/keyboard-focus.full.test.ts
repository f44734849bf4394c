import { PAGES, ROWS, SETTINGS } from '../../src/obsidian/strings/settings-strings';
import { PREVIEW } from '../../src/obsidian/strings/window-strings';
import { FAILURES, PANE } from '../../src/obsidian/strings/pane-strings';
import { PROGRESS } from '../../src/obsidian/strings/strings';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stage } from './surface-stage';
import { TestBench } from './app-under-test';

const CHANGES_BUTTON = `${ROWS.changes.name}: ${SETTINGS.buttons.changes}`;

const LIGHT = { phone: false, dark: false, withKeyboard: false };

describe('where the keyboard is', () => {
  let bench: TestBench;
  let stage: Stage;

  beforeAll(async () => {
    bench = await TestBench.start();
  });
  afterAll(() => bench.stop());
  afterEach(() => stage.close());

  const focused = () => stage.app.page.locator(':focus');

  it('should open the library from the status bar by Enter', async () => {
    stage = await Stage.open({ bench, ...LIGHT, books: 40, isSynced: false, isSlow: true });
    const { app } = stage;
    await app.button('Sync now').click();
    await app.notice(PROGRESS.cancel).click({ position: { x: 4, y: 4 } });
    await app.page.getByRole('button', { name: /^Syncing: / }).press('Enter');
    await app.page
      .getByRole('group', { name: PROGRESS.name })
      .getByRole('button', { name: PROGRESS.cancel })
      .press('Enter');
  });

  it('should stay on a button whose work has ended', async () => {
    stage = await Stage.open({ bench, ...LIGHT, isSynced: false });
    const { app } = stage;
    await app.openSettings();
    await app.button('Check').press('Enter');
    await app.page.getByText('The token works.').waitFor();
    await app.button('Check').and(focused()).waitFor();
  });

  it('should go back to the button that opened a window when Escape closes it', async () => {
    stage = await Stage.open({ bench, ...LIGHT });
    const { app } = stage;
    await app.openSettings(PAGES.notes.name);
    await app.button(CHANGES_BUTTON).press('Enter');
    await app.page.getByText(PREVIEW.none).waitFor();
    await stage.escape();
    await app.button(CHANGES_BUTTON).and(focused()).waitFor();
    expect(stage.findings).toEqual([]);
  });

  it('should come back to the button that began a sync when that has ended', async () => {
    stage = await Stage.open({ bench, ...LIGHT });
    const { app } = stage;
    await app.runCommand('Open sync status');
    const button = app.statusPane.getByRole('button', { name: 'Sync now' });
    await button.press('Enter');
    await app.statusPane.getByText(/^Up to date · /).waitFor();
    await button.and(focused()).waitFor();
  });

  it('should come to the heading when the last of a list is done with', async () => {
    stage = await Stage.open({
      bench,
      ...LIGHT,
      books: 17,
      open: ({ books }) => ({
        notes: {
          'Readwise/Books/Walden 16.md': 'Mine.',
          [`Readwise/Books/Walden 16 (${String(books[15])}).md`]: 'Mine.',
        },
      }),
    });
    const { app } = stage;
    await app.runCommand('Open sync status');
    const failures = app.page.getByRole('region', { name: FAILURES.title(1) });
    await failures.getByRole('listitem').waitFor();
    await app.deleteNote('Readwise/Books/Walden 16.md');
    await failures.getByRole('button', { name: /^Retry .*Walden 16/ }).press('Enter');
    await failures.waitFor({ state: 'hidden' });
    await app.page.getByRole('heading', { name: PANE.title, exact: true }).and(focused()).waitFor();
  });
});

describe('what moves', () => {
  it('should be nothing of the plugin', () => {
    const styles = readFileSync(join(__dirname, '../../styles.css'), 'utf8');
    expect(styles.match(/^\s*(?:animation|transition|scroll-behavior)[\w-]*:.*$/gm)).toBeNull();
  });
});
