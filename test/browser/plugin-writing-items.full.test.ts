import type { Locator } from 'playwright-core';
import { COMMANDS, MENUS } from '../../src/obsidian/strings/strings';
import { FIELDS } from '../../src/obsidian/strings/form-strings';
import { fieldName, PLACES } from '../../src/messages/outbox-messages';
import { EDIT_ITEM } from '../../src/obsidian/strings/writing-item-strings';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { eventually, type AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const TOKEN = 'canary-token-good-1';

describe('the plugin changing items at the service', () => {
  let server: ReferenceServer;
  let app: AppUnderTest;
  let documentId: string;
  let bookId: number;
  const bench = benchFor(() => ({ app, servers: [server] }));

  /** Synced, with the note of this name open. */
  async function open(name: string, library = new Library()): Promise<void> {
    documentId = library.addDocument({
      title: 'On Walking',
      author: 'Thoreau',
      summary: 'About walks',
      location: 'later',
      category: 'article',
      tags: ['nature'],
    }).id;
    bookId = library.addBook({ title: 'Walden', category: 'books', tags: ['pond'] }).id;
    library.addHighlight(bookId, { text: 'I went to the woods', location: 1 });
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    app = await bench.openApp({
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false, intervalMinutes: 0 }),
      token: TOKEN,
    });
    await app.button('Sync now').click();
    await app.notice('2 notes created').click();
    await title(name).click();
  }

  const title = (name: string) => app.page.locator('.nav-file-title', { hasText: name });
  const document = () => server.library.documents.get(documentId);
  const writes = (): readonly string[] =>
    server.requests.entries.flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`]));
  const textOf = async (name: string): Promise<string> =>
    (await app.notes()).find(({ path }) => path.includes(name))?.text ?? '';

  it('should change a document and its note when its fields are edited', async () => {
    await open('On Walking');
    await app.runCommand(COMMANDS.edit);
    expect(await app.button(EDIT_ITEM.send).isDisabled()).toBe(true);
    await app.field('Title').fill('Walking');
    await app.page.getByText(EDIT_ITEM.more).click();
    await app.field(fieldName('publishedDate')).fill('soon');
    await app.page.getByText('published date must be an ISO 8601 date').waitFor();
    expect(await app.button(EDIT_ITEM.send).isDisabled()).toBe(true);
    await app.field(fieldName('publishedDate')).fill('1862-06-01');
    await app.field('Location').selectOption('Archive');
    await app.field('Tags').fill('essay');
    await app.button(EDIT_ITEM.send).click();
    await app.notice('Details changed.').waitFor();
    expect(document()).toMatchObject({ title: 'Walking', publishedDate: '1862-06-01', location: 'archive' });
    expect(document().tags.map(({ name }) => name)).toEqual(['nature', 'essay']);
    expect(await textOf('Walking')).toContain('title: Walking');
    expect(writes()).toEqual([`PATCH /api/v3/update/${documentId}/`]);

    server.requests.clear();
    await app.button('Sync now').click();
    await app.notice('Up to date').waitFor();
    expect(writes()).toEqual([]);
  });

  it('should ask before a filled value becomes empty', async () => {
    await open('On Walking');
    await app.runCommand(COMMANDS.edit);
    await app.page.getByText(EDIT_ITEM.more).click();
    await app.field(fieldName('summary')).fill('');
    expect(await app.button(EDIT_ITEM.send).isDisabled()).toBe(true);
    await app.field(FIELDS.empty).check();
    await app.button(EDIT_ITEM.send).click();
    await app.notice('Summary changed.').waitFor();
    expect(document().summary).toBe('');
  });

  it('should offer only tags, and say why, when the item is a book without a document', async () => {
    await open('Walden');
    await app.runCommand(COMMANDS.edit);
    await app.page.getByRole('dialog', { name: EDIT_ITEM.title('Walden') }).waitFor();
    await app.page.getByText('Readwise lets other programs change only the tags of a book.').waitFor();
    expect(await app.field('Title').count()).toBe(0);
    await app.field('Tags').fill('simplicity');
    await app.button(EDIT_ITEM.send).click();
    await app.notice('Tags changed.').waitFor();
    expect(server.library.books.book(bookId).tags.map(({ name }) => name)).toEqual(['pond', 'simplicity']);
  });

  it.each([
    { name: 'Walden', tag: 'pond', other: 'the note of a book' },
    { name: 'On Walking', tag: 'nature', other: 'the note of a document' },
  ])('should give a tag another name in $other', async ({ name, tag }) => {
    await open(name);
    await app.runCommand(COMMANDS.edit);
    await app.button(`Rename tag ${tag}…`).click();
    await app.field(`New name of tag ${tag}`).fill('water');
    await app.button(EDIT_ITEM.send).click();
    await app.notice('Tags changed.').waitFor();
    const owner = name === 'Walden' ? server.library.books.book(bookId) : document();
    expect(owner.tags.map((each) => each.name)).toEqual(['water']);
    const [write, ...others] = writes();
    expect(others).toEqual([]);
    expect(write).toMatch(
      name === 'Walden' ? /^PATCH \/api\/v2\/books\/\d+\/tags\/\d+$/ : /^PATCH .*\/update\//,
    );
    expect(await textOf(name)).toContain('water');
  });

  const option = (): Locator => app.page.getByRole('option');
  const places = async (): Promise<readonly string[]> => {
    await option().first().waitFor();
    return option().allTextContents();
  };
  const choose = (place: string): Promise<void> => option().filter({ hasText: place }).click();

  it('should archive a document from the menu of its note, and move it back by a command', async () => {
    await open('On Walking');
    await title('On Walking').click({ button: 'right' });
    await app.page.getByRole('menuitem', { name: 'Readwise', exact: true }).click();
    await app.page.getByRole('menuitem', { name: MENUS.move, exact: true }).click();
    await choose(PLACES.archive);
    await app.notice('Moved to Archive.').click();
    expect(document().location).toBe('archive');
    await app.runCommand(COMMANDS.move);
    expect(await places()).toEqual([PLACES.new, PLACES.later, PLACES.feed]);
    await choose(PLACES.new);
    await app.notice('Moved to Inbox.').click();
    expect(document().location).toBe('new');
  });

  it('should say where a document is when the location is not switched on', async () => {
    const library = new Library();
    library.enabledLocations = new Set(['later', 'archive']);
    library.defaultLocation = 'later';
    await open('On Walking', library);
    await app.runCommand(COMMANDS.move);
    await choose(PLACES.archive);
    await app.notice('Moved to Archive.').click();
    await app.runCommand(COMMANDS.move);
    await choose(PLACES.feed);
    await app.notice('It is in Later now, because Feed is not switched on in Reader.').waitFor();
    expect(await textOf('On Walking')).toContain('later');
  });

  it('should delete a document and trash its note only when that is confirmed', async () => {
    await open('On Walking');
    await app.runCommand(COMMANDS.remove);
    await app.page.getByRole('dialog').getByText('“On Walking”').waitFor();
    await app.button('Cancel').click();
    expect(writes()).toEqual([]);
    await app.runCommand(COMMANDS.remove);
    await app.button('Delete in Readwise').click();
    await app.notice('Document deleted.').waitFor();
    expect(server.library.documents.find(documentId)).toBeNull();
    const notes = await eventually(
      () => app.notes(),
      (all) => all.some(({ path }) => path.startsWith('.trash/')),
    );
    expect(notes.map(({ path }) => path)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\.trash\/.*On Walking\.md$/)]),
    );
  });
});
