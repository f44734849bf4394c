import { CHOICES, PAGES, ROWS, SETTINGS } from '../../src/obsidian/strings/settings-strings';
import { SAME_ID, UNKNOWN_TEMPLATE } from '../../src/messages/outbox-messages';
import { FIELDS } from '../../src/obsidian/strings/form-strings';
import { OUTBOX, SEND_CHANGES } from '../../src/obsidian/strings/outbox-strings';
import { COMMANDS } from '../../src/obsidian/strings/strings';
import { EDIT_ITEM } from '../../src/obsidian/strings/writing-item-strings';
import { LIST, MAKE_PLAIN } from '../../src/obsidian/strings/window-strings';
import { until } from './app-under-test';
import { benchFor } from './bench-for';
import { OutboxBench, WALDEN, WALKING } from './outbox-bench';

const PLAIN_BUTTON = `${ROWS.makePlain.name}: ${SETTINGS.buttons.makePlain}`;

describe('the outbox in its details', () => {
  let scene: OutboxBench;
  const bench = benchFor(() => ({ app: scene.app, servers: [scene.server] }));

  it('should be offered once a field is switched on in the settings', async () => {
    scene = await OutboxBench.open(bench, { sendBack: {} });
    const { app } = scene;
    await scene.edit(WALKING, /^title: .*$/m, 'title: On Walking');
    await app.openSettings(PAGES.advanced.name);
    await app.page
      .getByRole('group', { name: ROWS.sendBack.name })
      .getByLabel(CHOICES.sendBack.title)
      .check();
    await until(async () => JSON.stringify((await app.data())?.['sendBack'] ?? {}).includes('"title":true'));
    await app.closeSettings();
    await app.runCommand(COMMANDS.sendChanges);
    await scene.tick(WALKING, 'title').waitFor();
    expect(scene.writes).toBe(0);
  });

  it('should say that nothing can be sent where nothing was changed', async () => {
    scene = await OutboxBench.open(bench);
    await scene.app.runCommand(COMMANDS.sendChanges);
    await scene.dialog.getByText(SEND_CHANGES.none).waitFor();
  });

  it('should offer nothing from notes with the same id, and name them', async () => {
    scene = await OutboxBench.open(bench);
    const { app, dialog } = scene;
    await app.addNote('Draft.md', (await scene.note(WALKING)).replace(/^title: .*$/m, 'title: Draft'));
    await scene.edit(WALDEN, 'Why?', 'Because.');
    await app.runCommand(COMMANDS.sendChanges);
    await scene.tick(WALDEN, 'note').waitFor();
    await dialog.getByText(SAME_ID).waitFor();
    const ambiguous = dialog.getByRole('group', { name: SEND_CHANGES.ambiguous(2) });
    expect(await ambiguous.getByRole('link').allTextContents()).toEqual(['Draft', 'Walking']);
    expect(await scene.tick(WALKING, 'title').count()).toBe(0);
  });

  it('should name a changed note of a template that the device does not have, and not say that all is sent', async () => {
    scene = await OutboxBench.open(bench);
    const { app, dialog } = scene;
    // The mark of what another template wrote.
    await scene.edit(WALDEN, /( =\w+\.\w)\w{7}/, '$1AAAAAAA');
    await scene.edit(WALDEN, '**Note:** Why?', 'I think: Because.');
    await app.runCommand(COMMANDS.sendChanges);
    await dialog.getByText(UNKNOWN_TEMPLATE).waitFor();
    const named = dialog.getByRole('group', { name: SEND_CHANGES.unknownTemplate(1) });
    expect(await named.getByRole('link').allTextContents()).toEqual(['Walden']);
    expect(await dialog.getByText(SEND_CHANGES.none).count()).toBe(0);
  });

  it('should ask once more before more than 20 changes are sent', async () => {
    scene = await OutboxBench.open(bench);
    const { app, dialog, server } = scene;
    const { bookId } = server.library.books.highlight(scene.highlightId);
    for (let index = 1; index <= 20; index += 1)
      server.library.addHighlight(bookId, { text: `Passage ${index}.`, location: index + 1, note: 'Why?' });
    await app.button('Sync now').click();
    await app.notice(/1 note updated/).click();
    await scene.edit(WALDEN, /Why\?/g, 'Because.');
    await app.runCommand(COMMANDS.sendChanges);
    await dialog.getByLabel(LIST.all).check();
    await dialog.getByRole('button', { name: SEND_CHANGES.send(21), exact: true }).click();
    expect(scene.writes).toBe(0);
    await app.page
      .getByRole('dialog', { name: SEND_CHANGES.sure(21) })
      .getByRole('button', { name: SEND_CHANGES.send(21), exact: true })
      .click();
    await app.notice('21 changes for Readwise: 21 done.').waitFor();
    expect(scene.writes).toBe(21);
  });

  it('should let a refused change be edited, and send it', async () => {
    scene = await OutboxBench.open(bench);
    const { app, dialog } = scene;
    scene.refuseUpdate(400);
    await scene.sendTitle('On Walking');
    await app.notice(/^Change title: not sent\./).click();
    await app.runCommand('Open sync status');
    const entry = scene.entry('Change title: Walking');
    await app.page.getByRole('region', { name: OUTBOX.notSent(1) }).waitFor();
    await entry.getByRole('button', { name: 'Edit…' }).click();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('On Walking');
    await dialog.getByLabel('Title').fill('');
    await dialog.getByLabel(FIELDS.empty).waitFor();
    expect(await dialog.getByRole('button', { name: EDIT_ITEM.send, exact: true }).isDisabled()).toBe(true);
    await dialog.getByLabel('Title').fill('Walks');
    await dialog.getByRole('button', { name: EDIT_ITEM.send, exact: true }).click();
    await app.notice('Title changed.').waitFor();
    expect(scene.title).toBe('Walks');
  });

  it('should discard a change only when the person confirms it, and offer its text', async () => {
    scene = await OutboxBench.open(bench);
    const { app, dialog } = scene;
    scene.refuseUpdate(400);
    await scene.sendTitle('On Walking');
    await app.notice(/^Change title: not sent\./).click();
    await app.page.evaluate(() => {
      const { dataset } = document.body;
      navigator.clipboard.writeText = (copied) => Promise.resolve(void (dataset['copied'] = copied));
    });
    await app.runCommand('Open sync status');
    const entry = scene.entry('Change title: Walking');
    await entry.getByRole('button', { name: 'Discard…' }).click();
    await dialog.getByRole('button', { name: 'Copy text' }).click();
    await app.notice('Text copied.').click();
    expect(await app.page.locator('body').getAttribute('data-copied')).toBe('On Walking');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await entry.getByRole('button', { name: 'Discard…' }).click();
    await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
    await entry.waitFor({ state: 'hidden' });
    expect(scene.title).toBe('Walking');
    expect(await scene.note(WALKING)).toContain('title: On Walking');
  });

  it('should settle a conflict of notes by another value', async () => {
    scene = await OutboxBench.open(bench);
    const { app, dialog, server } = scene;
    server.library.editHighlight(scene.highlightId, { note: 'Theirs.' });
    await scene.edit(WALDEN, 'Why?', 'Because.');
    await app.runCommand(COMMANDS.sendChanges);
    await scene.tick(WALDEN, 'note').check();
    await dialog.getByRole('button', { name: SEND_CHANGES.send(1), exact: true }).click();
    await app.notice(/changed in Readwise/).click();
    await app.runCommand('Open sync status');
    await scene.entry('Change note: Simplify.').getByRole('button', { name: OUTBOX.edit }).click();
    await dialog.getByText('In Readwise: Theirs.').waitFor();
    await dialog.getByLabel('Note').fill('Neither.');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await app.notice('Note changed.').waitFor();
    expect(server.library.books.highlight(scene.highlightId).note).toBe('Neither.');
  });

  it('should let the tags of a waiting change be edited, and complete them', async () => {
    scene = await OutboxBench.open(bench);
    const { app, dialog, server } = scene;
    server.library.addDocument({ title: 'Ponds', tags: ['pond', 'lake'] });
    await app.button('Sync now').click();
    await app.notice(/1 note created/).click();
    await scene.edit(WALKING, '  - nature\n', '  - nature\n  - wood\n');
    scene.refuseUpdate(401);
    await app.runCommand(COMMANDS.sendChanges);
    await scene.tick(WALKING, 'tags').check();
    await dialog.getByRole('button', { name: SEND_CHANGES.send(1), exact: true }).click();
    await app.notice(/^Change tags: not sent yet\./).click();
    await app.runCommand('Open sync status');
    const entry = scene.entry('Change tags: Walking');
    await entry.getByText('What changes').click();
    await entry.getByText('Add tags: wood').waitFor();
    await entry.getByRole('button', { name: 'Edit…' }).click();
    await dialog.getByLabel('Tags', { exact: true }).fill('pon');
    await app.page.getByRole('option', { name: 'pond' }).click();
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['nature×', 'wood×', 'pond×']);
    await dialog.getByRole('button', { name: EDIT_ITEM.send, exact: true }).click();
    await app.notice('Tags changed.').waitFor();
    const { tags } = server.library.documents.get(scene.documentId);
    expect(JSON.stringify(tags)).toMatch(/nature.*wood.*pond/);
  });

  it('should warn of the outbox before the library is forgotten', async () => {
    scene = await OutboxBench.open(bench);
    const { app, dialog } = scene;
    scene.refuseUpdate(400);
    await scene.sendTitle('On Walking');
    await app.notice(/^Change title: not sent\./).click();
    await app.openSettings(PAGES.advanced.name);
    await app.button(PLAIN_BUTTON).click();
    await dialog.getByLabel(LIST.all).check();
    await dialog.getByLabel(MAKE_PLAIN.forget).check();
    await dialog.getByText(MAKE_PLAIN.dropped(1)).waitFor();
  });

  it('should complete tags of Reader in the setting of full texts', async () => {
    scene = await OutboxBench.open(bench);
    const { app } = scene;
    await app.openSettings(PAGES.extras.name);
    await app.field(ROWS['fullText.place'].name).selectOption('file');
    const field = app.field(ROWS['fullText.tags'].name);
    await field.fill('pond, nat');
    await app.page.getByRole('option', { name: 'nature' }).click();
    expect(await field.inputValue()).toBe('pond, nature');
  });

  /** Asks to delete the highlight or the document, which changed at the service since the last sync. */
  async function deleteWhatChanged(kind: 'highlight' | 'document'): Promise<void> {
    const { app, dialog, server, highlightId, documentId } = scene;
    if (kind === 'document') {
      server.library.editDocument(documentId, { title: 'Walking on' });
      await app.page.getByTitle(WALKING, { exact: true }).click();
      await app.runCommand(COMMANDS.remove);
      await dialog.getByRole('button', { name: 'Delete in Readwise' }).click();
      return;
    }
    server.library.editHighlight(highlightId, { note: 'Dear to me.' });
    await app.page.getByTitle(WALDEN, { exact: true }).click();
    const editor = app.field('Note').and(app.page.locator('.markdown-source-view'));
    await until(async () => (await editor.inputValue()).includes('Simplify.'));
    await editor.evaluate((el) => {
      const area = el as HTMLTextAreaElement;
      const at = area.value.indexOf('Simplify.');
      area.setSelectionRange(at, at);
    });
    await app.runCommand(COMMANDS.remove);
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  }

  it.each([
    { kind: 'highlight', name: 'Delete highlight: Simplify.', theirs: 'Dear to me.' },
    { kind: 'document', name: 'Delete document: Walking', theirs: 'Walking on' },
  ] as const)('should delete a $kind that changed only when the person says so', async (deleted) => {
    scene = await OutboxBench.open(bench);
    const { app, server, highlightId, documentId } = scene;
    const isThere = (): boolean =>
      deleted.kind === 'highlight'
        ? server.library.books.liveHighlight(highlightId) !== null
        : server.library.documents.find(documentId) !== null;
    const decide = async (button: string): Promise<void> => {
      await deleteWhatChanged(deleted.kind);
      await app.runCommand('Open sync status');
      const entry = scene.entry(deleted.name);
      const since = entry.getByRole('group', { name: OUTBOX.since });
      await until(async () => (await since.allTextContents()).join(' ').includes(deleted.theirs));
      expect([isThere(), scene.writes]).toEqual([true, 0]);
      await entry.getByRole('button', { name: button }).click();
      await entry.waitFor({ state: 'hidden' });
    };
    await decide(OUTBOX.keep);
    expect([isThere(), scene.writes]).toEqual([true, 0]);
    await decide(OUTBOX.deleteAnyway);
    expect([isThere(), scene.writes]).toEqual([false, 1]);
    const notes = await app.notes();
    expect(notes.map(({ path }) => path)).not.toContain(deleted.kind === 'highlight' ? WALDEN : WALKING);
  });

  it('should complete tags of Reader in rules', async () => {
    scene = await OutboxBench.open(bench);
    const { app, dialog } = scene;
    await app.openSettings('Rules');
    await app.button('Add rule').click();
    const window = dialog.last();
    await window.getByLabel('Add condition').selectOption('Tags');
    const field = window.getByLabel('Any of these tags');
    await field.fill('pond, nat');
    await app.page.getByRole('option', { name: 'nature' }).click();
    expect(await field.inputValue()).toBe('pond, nature');
  });
});
