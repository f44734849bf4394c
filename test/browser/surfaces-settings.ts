import { PAGES, NOTE_PREVIEW, ROWS, RULES, SETTINGS } from '../../src/obsidian/strings/settings-strings';
import { LIST } from '../../src/obsidian/strings/window-strings';
import type { Stage } from './surface-stage';

const PLAIN_PAGES = [PAGES.scope, PAGES.extras, PAGES.advanced];

/** Every page of the settings, and the windows that open from there. */
export async function settingsScene(stage: Stage): Promise<void> {
  const { app } = stage;
  await app.openSettings();
  await stage.look('settings');
  for (const { name } of PLAIN_PAGES) {
    await app.button(name).click();
    await stage.look(name);
    await app.button('Back').click();
  }
  await rulesOf(stage);
  await templatesOf(stage);
  await stage.escape();
}

async function rulesOf(stage: Stage): Promise<void> {
  const { app } = stage;
  await app.button(PAGES.rules.name).click();
  await app
    .row('Thoreau')
    .getByText(/items?/)
    .first()
    .waitFor();
  await stage.look('rules');
  await app.button(RULES.more('Thoreau')).click();
  await app.page.getByRole('menuitem', { name: RULES.edit }).click();
  await app.field('Add condition').selectOption('Title');
  await app.field('Title').fill('/(/');
  await app.row('Title').getByRole('alert').waitFor();
  await stage.look('rule');
  await stage.escape();
  if ((await focused(stage)) !== RULES.more('Thoreau'))
    stage.findings.push(`rule: the keyboard goes to ${await focused(stage)} afterwards`);
  await app.button('Back').click();
}

async function templatesOf(stage: Stage): Promise<void> {
  const { app } = stage;
  const preview = app.page.getByRole('region', { name: NOTE_PREVIEW.name });
  await app.button(PAGES.notes.name).click();
  await preview.locator('.markdown-rendered').waitFor();
  await stage.look('notes');
  await app.button(NOTE_PREVIEW.source).click();
  await preview.locator('pre').first().waitFor();
  await stage.look('notes, source');
  await app.button(NOTE_PREVIEW.other).click();
  await app.page.locator('.prompt-results').getByRole('option').first().waitFor();
  await stage.look('which item');
  await stage.escape();
  await app.field(ROWS.style.name).selectOption('built-in:callouts');
  await app.button(`${ROWS.changes.name}: ${SETTINGS.buttons.changes}`).click();
  await openFirstChange(stage);
  await stage.look('what would change');
  await stage.escape();
  await app.button('Back').click();
}

/** Shows what changes in the first note of a plan. */
async function openFirstChange({ app }: Stage): Promise<void> {
  await app.page
    .getByRole('button', { name: LIST.changesOf('') })
    .first()
    .click();
  await app.page.locator('.florilegium-diff').first().waitFor();
}

const focused = ({ app }: Stage): Promise<string> =>
  app.page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
  );

/** The question whether this vault's address may get the token: notice, settings, sync status. */
export async function permissionScene(stage: Stage): Promise<void> {
  const { app } = stage;
  await app.notice('wants to use').waitFor();
  await stage.look('question', { at: '.notice' });
  await app.notice('wants to use').click({ position: { x: 4, y: 4 } });
  await app.openSettings();
  await stage.look('question in the settings');
  await stage.escape();
  await app.openStatusDetails();
  await stage.look('question in the sync status', { at: '.florilegium-pane' });
}

/** The guided start, screen by screen, from the notice on. */
export async function startScene(stage: Stage): Promise<void> {
  const { app } = stage;
  await app.notice('bring your Readwise highlights').waitFor();
  await stage.look('first notice', { at: '.notice' });
  await app.notice('bring your Readwise highlights').getByRole('button', { name: 'Start here' }).click();
  await app.button('Next').click();
  await app.page.getByText('Enter a token first.').waitFor();
  await stage.look('start: connect');
  await app.field('Access token').fill('canary-token-good-1');
  await app.button('Next').click();
  await app.page.getByRole('region', { name: 'Preview' }).locator('blockquote').first().waitFor();
  await stage.look('start: your notes');
  await app.button('Next').click();
  await app.page.getByRole('heading', { name: 'What to sync' }).waitFor();
  await stage.look('start: what to sync');
  await app.button('Start syncing').click();
  await app.notice('Open one').waitFor();
  await stage.look('notice with a button', { at: '.notice-container' });
}

/** Windows about what the last sync brought: undo, restoring. */
export async function historyScene(stage: Stage): Promise<void> {
  const { app, shelf } = stage;
  const [first = 0, second = 0] = shelf.books;
  const [path, other] = [await stage.noteOf(1), await stage.noteOf(2)];
  const [passage] = shelf.library.books.liveHighlightsOf(first);
  const [clash] = shelf.library.books.liveHighlightsOf(second);
  await app.editNote(path, (await stage.textOf(path)).replace('---\n', '---\nrating: 5\n'));
  shelf.library.editHighlight(passage?.id ?? 0, { text: 'Another passage' });
  shelf.library.editHighlight(clash?.id ?? 0, { text: 'What the service says' });
  await app.runCommand('Preview sync');
  await openFirstChange(stage);
  await stage.look('preview');
  await stage.escape();
  await stage.sync(/updated/);
  await app.editNote(other, (await stage.textOf(other)).replace('What the service says', 'What I say'));
  await app.runCommand('Undo last sync');
  await app.page.getByRole('dialog').waitFor();
  await stage.look('undo');
  await stage.escape();
}
