import { fieldName } from '../../src/messages/outbox-messages';
import { FIELDS } from '../../src/obsidian/strings/form-strings';
import { EDIT_HIGHLIGHT } from '../../src/obsidian/strings/writing-highlight-strings';
import { EDIT_ITEM } from '../../src/obsidian/strings/writing-item-strings';
import { SEND_CHANGES } from '../../src/obsidian/strings/outbox-strings';
import { COMMANDS } from '../../src/obsidian/strings/strings';
import type { OddShelf } from './surface-library';
import type { Stage } from './surface-stage';
import { until } from './app-under-test';

const DOCUMENT = 'Readwise/Articles/Gehen.md';
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** A document with much in it, and a tag without any place to break it. */
export function addDocument({ library }: OddShelf): void {
  library.addDocument({
    title: 'Gehen',
    author: LONG,
    summary: 'فكرة عن هذا الكتاب',
    location: 'later',
    tags: [LONG, 'nature'],
  });
}

/** Windows that change something at the service, each with all that it may show. */
export async function writingScene(stage: Stage): Promise<void> {
  const { app } = stage;
  const dialog = app.page.getByRole('dialog');
  const book = await stage.noteOf(1);
  await selectIn(stage, book, 'A passage of', { isEmpty: true });
  await app.runCommand(COMMANDS.edit);
  await dialog.getByLabel('Note', { exact: true }).fill('');
  await dialog.getByText(EDIT_HIGHLIGHT.editText).click();
  await dialog.getByLabel('Text', { exact: true }).fill('Another passage');
  await stage.look('edit highlight');
  await dialog.getByRole('button', { name: 'Rename tag nature…' }).click();
  await dialog.getByLabel('New name of tag nature').fill('x'.repeat(128));
  await stage.look('rename tag');
  await stage.escape();
  await app.runCommand(COMMANDS.remove);
  await stage.look('delete highlight');
  await stage.escape();
  await selectIn(stage, book, '---', { isEmpty: true });
  await app.runCommand(COMMANDS.edit);
  await dialog.getByText('only the tags of a book').waitFor();
  await stage.look('edit book');
  await stage.escape();
  await selectIn(stage, 'Thoughts.md', 'First thought.');
  await app.runCommand('Send selection as highlight…');
  await dialog.getByLabel('Tags', { exact: true }).fill('to read');
  await dialog.locator('summary').click();
  await dialog.getByLabel('Title', { exact: true }).fill('x'.repeat(512));
  await stage.look('send highlight');
  await stage.escape();
  await app.page.getByTitle(DOCUMENT, { exact: true }).click();
  await app.runCommand(COMMANDS.edit);
  await dialog.getByText(EDIT_ITEM.more).click();
  await dialog.getByLabel(fieldName('summary'), { exact: true }).fill('');
  await dialog.getByLabel(FIELDS.empty).waitFor();
  await stage.look('edit document');
  await stage.escape();
  await app.runCommand(COMMANDS.remove);
  await stage.look('delete document');
  await stage.escape();
  await app.runCommand('Save to Reader…');
  await stage.look('save to Reader');
  await stage.escape();
}

/** What waits in the outbox, and what was changed by hand. */
export async function outboxScene(stage: Stage): Promise<void> {
  const { app, server, shelf } = stage;
  const dialog = app.page.getByRole('dialog');
  const text = await stage.textOf(DOCUMENT);
  await app.editNote(DOCUMENT, text.replace(/^title: .*$/m, `title: ${LONG}`));
  await app.runCommand(COMMANDS.sendChanges);
  await dialog.getByRole('checkbox', { name: /Gehen/ }).check();
  await stage.look('send my changes');
  server.faults.when({ path: /^\/api\/v3\/update\//, times: 1 }, { kind: 'status', status: 400 });
  await dialog.getByRole('button', { name: SEND_CHANGES.send(1), exact: true }).click();
  await app.notice(/^Change title: not sent\./).click({ position: { x: 4, y: 4 } });
  const [book = 0] = shelf.books;
  const [passage] = shelf.library.books.liveHighlightsOf(book);
  shelf.library.editHighlight(passage?.id ?? 0, { note: LONG });
  await selectIn(stage, await stage.noteOf(1), 'A passage of', { isEmpty: true });
  await app.runCommand(COMMANDS.edit);
  await dialog.getByLabel('Note', { exact: true }).fill('Mine');
  await dialog.getByRole('button', { name: EDIT_HIGHLIGHT.send, exact: true }).click();
  await app.notice(/changed in Readwise/).click({ position: { x: 4, y: 4 } });
  await app.runCommand('Open sync status');
  const outbox = app.statusPane;
  await outbox.getByText('What changes').first().click();
  await outbox.getByRole('button', { name: 'Send mine' }).waitFor();
  await stage.look('outbox', { at: '.workspace-leaf' });
  for (const button of await outbox.getByRole('button', { name: 'Edit…' }).all()) {
    await button.click();
    await stage.look('edit a change');
    await stage.escape();
  }
  await outbox.getByRole('button', { name: 'Discard…' }).first().click();
  await stage.look('discard a change');
  await stage.escape();
}

/** Opens a note and selects what it says there, or puts the cursor in front of it. */
async function selectIn(
  { app }: Stage,
  path: string,
  wanted: string,
  { isEmpty = false }: { readonly isEmpty?: boolean } = {},
): Promise<void> {
  await app.page.getByTitle(path, { exact: true }).click();
  const editor = app.field('Note').and(app.page.locator('.markdown-source-view'));
  await until(async () => (await editor.inputValue()).includes(wanted));
  await editor.evaluate(
    (el, { text, length }) => {
      const area = el as HTMLTextAreaElement;
      const at = area.value.indexOf(text);
      area.setSelectionRange(at, at + length);
    },
    { text: wanted, length: isEmpty ? 0 : wanted.length },
  );
}
