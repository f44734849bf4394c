import { COMMANDS, MENUS } from '../../src/obsidian/strings/strings';
import { FIELDS } from '../../src/obsidian/strings/form-strings';
import { OUTBOX } from '../../src/obsidian/strings/outbox-strings';
import { EDIT_HIGHLIGHT, SEND_HIGHLIGHT } from '../../src/obsidian/strings/writing-highlight-strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { eventually, until, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';
const NOTE =
  '---\nauthor: Ann Example\n---\nFirst thought.\n\nSecond thought.\n\n- an item\n- another item\n';

describe('highlights written from the app', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  let bookId: number;
  let highlightId: number;
  const bench = benchFor(() => ({ app, servers: [server] }));

  interface Options {
    readonly phone?: boolean;
    readonly dark?: boolean;
    readonly scope?: object;
  }

  async function synced({ scope = {}, ...options }: Options = {}): Promise<void> {
    const library = new Library();
    bookId = library.addBook({ title: 'Walden', author: 'Henry David Thoreau', category: 'books' }).id;
    highlightId = library.addHighlight(bookId, {
      text: 'I went to the woods',
      note: 'Alone',
      color: 'yellow',
      tags: ['nature'],
      location: 1,
    }).id;
    library.addHighlight(bookId, { text: 'A lake is expressive', tags: ['water'], location: 2 });
    const essay = library.addDocument({
      title: 'An essay',
      sourceUrl: 'https://example.com/essay',
      tags: ['essays'],
    });
    // Long ago: v2 may still be about to bring a highlight that was just made.
    library.at('2026-01-05T08:00:00Z', () =>
      library.addDocumentHighlight(essay.id, { text: 'A line of the essay' }),
    );
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false, scope }),
      token: TOKEN,
      notes: { 'Thoughts.md': NOTE },
      ...options,
    });
    await app.button('Sync now').click();
    await app.notice(/notes? created/).click();
    server.requests.clear();
  }

  const editor = () => app.field('Note').and(app.page.locator('.markdown-source-view'));
  const dialog = () => app.page.getByRole('dialog');
  const inDialog = (label: string) => dialog().getByLabel(label, { exact: true });
  const send = (name = SEND_HIGHLIGHT.send) => dialog().getByRole('button', { name, exact: true });

  async function select(path: string, from: string, to = from): Promise<void> {
    await app.page.getByTitle(path, { exact: true }).click();
    await until(async () => (await editor().inputValue()).includes(from));
    await editor().evaluate(
      (el, [first, last]) => {
        const area = el as HTMLTextAreaElement;
        area.setSelectionRange(
          area.value.indexOf(first ?? ''),
          area.value.indexOf(last ?? '') + (last ?? '').length,
        );
      },
      [from, to],
    );
  }
  const save = () => send(EDIT_HIGHLIGHT.send);
  const written = () => server.requests.entries.filter(({ method }) => method !== 'GET');
  const live = () => server.library.books.liveHighlight(highlightId);

  async function putCursorInWalden(): Promise<void> {
    await select('Readwise/Books/Walden.md', 'I went to the woods');
    await editor().evaluate((el) => {
      const area = el as HTMLTextAreaElement;
      area.setSelectionRange(area.selectionStart, area.selectionStart);
    });
  }

  it('should be edited in the form that made them when they were refused, with their source', async () => {
    await synced();
    server.faults.when({ path: '/api/v2/highlights/', times: 1 }, { kind: 'status', status: 400 });
    await select('Thoughts.md', 'First thought.', 'Second thought.');
    await app.runCommand(COMMANDS.sendHighlight);
    await inDialog('Note').fill('Think again');
    await send().click();
    await app.notice(/^Save highlight: not sent\./).click();
    await app.runCommand('Open sync status');
    await app.statusPane.getByRole('button', { name: OUTBOX.edit }).click();
    expect(await inDialog('Text 1 of 2').inputValue()).toBe('First thought.');
    expect(await inDialog('Note').inputValue()).toBe('Think again');
    await inDialog('Text 2 of 2').fill('A second thought.');
    await inDialog('Note').fill('');
    await dialog()
      .getByText(SEND_HIGHLIGHT.from(['Thoughts', 'Ann Example']))
      .click();
    await inDialog('Author').fill('Someone else');
    await send().click();
    await app.notice('Highlight saved.').click();
    const source = { title: 'Thoughts', author: 'Someone else' };
    const highlightUrl = expect.stringMatching(/^obsidian:/) as string;
    expect(written().at(-1)?.body).toEqual({
      highlights: [
        { text: 'First thought.', ...source, highlight_url: highlightUrl },
        { text: 'A second thought.', ...source, highlight_url: highlightUrl },
      ],
    });
  });

  it('should be sent and said to be in no note, before and after, when the settings leave it out', async () => {
    await synced({ scope: { highlights: { any: { withNote: true } } } });
    await select('Thoughts.md', 'First thought.');
    await app.runCommand(COMMANDS.sendHighlight);
    const out = dialog().getByText('Your settings leave it out of your notes.', { exact: true });
    await out.waitFor();
    await inDialog('Note').fill('Think again');
    await dialog().getByText(SEND_HIGHLIGHT.newNote('Readwise/Books/Thoughts.md'), { exact: true }).waitFor();
    expect(await out.count()).toBe(0);
    await inDialog('Note').fill('');
    await out.waitFor();
    await send().click();
    await app.notice('Highlight saved. Your settings leave it out of your notes.').click();
    expect(written()).toHaveLength(1);
  });

  it('should send a selected sentence with what the note says of itself, and mark its paragraph', async () => {
    await synced();
    await select('Thoughts.md', 'First thought.');
    await app.runCommand('Send selection as highlight…');
    expect(await inDialog('Text').inputValue()).toBe('First thought.');
    await dialog().getByText(SEND_HIGHLIGHT.newNote('Readwise/Books/Thoughts.md')).waitFor();
    await dialog()
      .getByText(SEND_HIGHLIGHT.from(['Thoughts', 'Ann Example']))
      .click();
    expect(await inDialog('Title').inputValue()).toBe('Thoughts');
    expect(await inDialog('Author').inputValue()).toBe('Ann Example');
    await inDialog('Title').fill('My thoughts');
    await dialog().getByRole('combobox', { name: SEND_HIGHLIGHT.source.category }).selectOption('Article');
    await dialog().getByText(SEND_HIGHLIGHT.newNote('Readwise/Articles/My thoughts.md')).waitFor();
    await inDialog('Note').fill('Think again');
    await inDialog('Tags').fill('to read');
    await inDialog('Tags').press('Enter');
    await dialog().getByText('It begins with: .to-read').waitFor();
    await send().click();
    await app.notice('Highlight saved.').click();
    const [request, ...others] = written();
    expect(others).toEqual([]);
    const id = /First thought\. \^(hl-\w+)/.exec(await editor().inputValue())?.[1] ?? '';
    expect(request?.body).toEqual({
      highlights: [
        {
          text: 'First thought.',
          title: 'My thoughts',
          author: 'Ann Example',
          category: 'articles',
          note: '.to-read Think again',
          highlight_url: `obsidian://open?vault=Vault&file=Thoughts%23%5E${id}`,
        },
      ],
    });
    await until(async () => (await app.notes()).some(({ text }) => text.includes('title: My thoughts')));
  });

  it('should replace the text and make no second highlight when a paragraph is sent again', async () => {
    await synced();
    await select('Thoughts.md', 'First thought.');
    await app.runCommand('Send selection as highlight…');
    await dialog()
      .getByText(SEND_HIGHLIGHT.from(['Thoughts', 'Ann Example']))
      .click();
    await inDialog('Title').fill('My thoughts');
    await send().click();
    await app.notice('Highlight saved.').click();
    const text = await editor().inputValue();
    await app.editNote('Thoughts.md', text.replace('First thought', 'First and best thought'));
    server.requests.clear();
    await select('Thoughts.md', 'First and best thought.');
    await app.runCommand('Send selection as highlight…');
    await dialog().getByText('Readwise has this highlight already.').waitFor();
    expect(await inDialog('Title').count()).toBe(0);
    await send().click();
    await app.notice('Text changed.').click();
    expect(written().map(({ method, body }) => ({ method, body }))).toEqual([
      { method: 'PATCH', body: { text: 'First and best thought.' } },
    ]);
    // The title that was given for this note is offered again.
    await select('Thoughts.md', 'Second thought.');
    await app.runCommand('Send selection as highlight…');
    await dialog()
      .getByText(SEND_HIGHLIGHT.from(['My thoughts', 'Ann Example']))
      .waitFor();
  });

  it('should send several paragraphs and list items as several highlights in one request', async () => {
    await synced();
    await select('Thoughts.md', 'Second thought.', 'another item');
    await app.runCommand('Send selection as highlight…');
    await dialog().getByLabel('Text 3 of 3', { exact: true }).waitFor();
    await send().click();
    await app.notice('Highlight saved.').click();
    expect(written()).toHaveLength(1);
    expect(await editor().inputValue()).toMatch(
      /First thought\.\n\nSecond thought\. \^hl-\w+\n\n- an item \^hl-\w+\n- another item \^hl-\w+\n$/,
    );
  });

  it('should count what is left only near the limit, and send nothing that is too long', async () => {
    await synced();
    await select('Thoughts.md', 'First thought.');
    await app.runCommand('Send selection as highlight…');
    await dialog()
      .getByText(SEND_HIGHLIGHT.from(['Thoughts', 'Ann Example']))
      .click();
    await inDialog('Title').fill('x'.repeat(400));
    expect(await dialog().getByText(FIELDS.left(111)).count()).toBe(0);
    await inDialog('Title').fill('x'.repeat(500));
    await dialog().getByText(FIELDS.left(11)).waitFor();
    await inDialog('Title').fill('x'.repeat(512));
    await dialog().getByText(FIELDS.tooLong(1)).waitFor();
    await inDialog('Title').press('Control+Enter');
    await inDialog('Author').focus();
    await send().click();
    await inDialog('Title').and(app.page.locator(':focus')).waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect(written()).toEqual([]);
    expect(await editor().inputValue()).toBe(NOTE);
  });

  it('should edit note, text, colour and tags of the highlight at the cursor', async () => {
    await synced();
    await putCursorInWalden();
    await app.runCommand(COMMANDS.edit);
    expect(await inDialog('Note').inputValue()).toBe('Alone');
    await dialog().getByRole('blockquote').getByText('I went to the woods').waitFor();
    expect(await save().isDisabled()).toBe(true);
    await inDialog('Note').fill('Alone, by choice');
    await dialog().getByText(EDIT_HIGHLIGHT.editText).click();
    await inDialog('Text').fill('');
    expect(await dialog().locator('.florilegium-problem').allInnerTexts()).toEqual([
      'Text must not be empty. Change it and try again.',
    ]);
    await inDialog('Text').fill('I went to the woods to live');
    await dialog().getByText(EDIT_HIGHLIGHT.textWarning).waitFor();
    await inDialog('Blue').check();
    await dialog().getByRole('button', { name: 'Remove tag nature' }).click();
    // Tags of the library and of Reader complete what is typed.
    await inDialog('Tags').fill('wat');
    await app.page.getByRole('option', { name: 'water' }).click();
    await dialog()
      .getByRole('button', { name: FIELDS.removeTag('water') })
      .waitFor();
    await eventually(
      async () => {
        await inDialog('Tags').fill('');
        await inDialog('Tags').fill('ess');
        return app.page.getByRole('option').allTextContents();
      },
      (offered) => offered.includes('essays'),
    );
    await inDialog('Tags').fill('forest');
    await save().click();
    await app.notice('Highlight changed.').click();
    expect(live()).toMatchObject({
      note: 'Alone, by choice',
      text: 'I went to the woods to live',
      color: 'blue',
      tags: [{ name: 'water' }, { name: 'forest' }],
    });
    await eventually(
      () => editor().inputValue(),
      (text) => text.includes('I went to the woods to live') && text.includes('by choice'),
    );
  });

  it('should give a tag of a highlight another name', async () => {
    await synced();
    const [tag] = live()?.tags ?? [];
    await putCursorInWalden();
    await app.runCommand(COMMANDS.edit);
    const rename = dialog().getByRole('button', { name: 'Rename tag nature…' });
    await rename.focus();
    await app.page.keyboard.press('Enter');
    const field = inDialog('New name of tag nature');
    await field.fill('x'.repeat(128));
    await dialog().getByText(FIELDS.tooLong(1)).waitFor();
    await save().click();
    await field.and(app.page.locator(':focus')).waitFor();
    await field.fill('forest');
    await field.press('Enter');
    await dialog().getByRole('button', { name: 'Rename tag forest…' }).waitFor();
    await save().click();
    await app.notice('Tags changed.').click();
    expect(written().map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      {
        method: 'PATCH',
        path: `/api/v2/highlights/${String(highlightId)}/tags/${String(tag?.id)}`,
        body: { name: 'forest' },
      },
    ]);
    expect(live()?.tags).toEqual([{ id: tag?.id, name: 'forest' }]);
  });

  it('should remove a note only when that is ticked', async () => {
    await synced();
    await putCursorInWalden();
    await app.runCommand(COMMANDS.edit);
    await inDialog('Note').fill('');
    expect(await save().isDisabled()).toBe(true);
    await inDialog(FIELDS.empty).check();
    await save().click();
    await app.notice('Note changed.').click();
    expect(live()?.note).toBe('');
  });

  it('should change only the tags of a highlight that is in Reader alone', async () => {
    await synced();
    const isEssay = ({ text }: { readonly text: string }): boolean => text.includes('A line of the essay');
    const notes = await eventually(
      () => app.notes(),
      (all) => all.some(isEssay),
    );
    const path = notes.find(isEssay)?.path ?? '';
    await select(path, 'A line of the essay');
    await app.runCommand(COMMANDS.edit);
    await dialog().getByText(EDIT_HIGHLIGHT.tagsOnly).waitFor();
    expect(await inDialog('Note').count()).toBe(0);
    await inDialog('Tags').fill('short');
    await save().click();
    await app.notice('Tags changed.').click();
  });

  it('should delete a highlight at the service when that is confirmed', async () => {
    await synced();
    await putCursorInWalden();
    await editor().evaluate((el) =>
      el.dispatchEvent(new MouseEvent('contextmenu', { clientX: 400, clientY: 200 })),
    );
    await app.page.getByRole('menuitem', { name: 'Readwise', exact: true }).click();
    await app.page.getByRole('menuitem', { name: MENUS.removeHighlight }).click();
    await dialog().getByText('I went to the woods').waitFor();
    expect(written()).toEqual([]);
    await send('Delete').click();
    await app.notice('Highlight deleted.').click();
    expect(live()).toBeNull();
    await until(async () => !(await editor().inputValue()).includes('I went to the woods'));
  });
});
