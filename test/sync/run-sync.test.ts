import { told } from '../support/told';
import { readRuns } from '../../src/sync/journal/run-history';
import { newDevice, settings, World, type Device } from '../simulation/world';
import { CountingStateStore } from '../support/counting-state-store';

const BOOK_NOTE = 'Readwise/Books/Walden.md';

describe('runSync', () => {
  let world: World;
  let device: Device;
  let bookId: number;

  beforeEach(async () => {
    world = await World.create({ pageSizes: { exportBooks: 2, documents: 3 } });
    device = newDevice();
    bookId = world.library.addBook({ title: 'Walden', author: 'Henry David Thoreau', category: 'books' }).id;
    world.library.addHighlight(bookId, { text: 'Simplify, simplify.', location: 10 });
  });

  afterEach(() => world.close());

  const note = (path = BOOK_NOTE): string =>
    device.vault.entries().find(([candidate]) => candidate === path)?.[1] ?? '';
  const paths = (): readonly string[] => device.vault.entries().map(([path]) => path);
  const edit = (from: string, to: string, path = BOOK_NOTE): void =>
    device.vault.put(path, note(path).replace(from, to));

  it('should write one note for a book and its document when the service joins them', async () => {
    const document = world.library.addDocument({
      title: 'Walking',
      category: 'article',
      location: 'later',
      author: 'Thoreau',
    });
    world.library.addMirroredHighlight(document.id, {
      text: 'I wish to speak a word for Nature.',
      location: 3,
    });
    const report = await world.sync(device);
    expect(report).toMatchObject({ outcome: 'done', notes: { created: 2 } });
    expect(note('Readwise/Articles/Walking.md')).toMatch(/readwise-id: \d+\nreader-id: 01\w+\n/);
    expect(note('Readwise/Articles/Walking.md').match(/speak a word/g)).toHaveLength(1);
  });

  it('should ask five times at most and write nothing at all when nothing is new (I5, I12)', async () => {
    world.library.addDocument({ title: 'Walking', category: 'article', location: 'new' });
    await world.sync(device);
    for (const seconds of [60, 61, 600, 3600]) {
      world.pass(seconds);
      const state = new CountingStateStore(device.state);
      const report = await world.sync({ vault: device.vault, state });
      expect(report).toMatchObject({ outcome: 'done', vaultWrites: 0 });
      expect(report.requests).toBeLessThanOrEqual(5);
      expect(state.commits).toBe(0);
    }
  });

  it('should follow a note that the person renamed and moved, and leave it where it is', async () => {
    await world.sync(device);
    const text = note();
    device.vault.remove(BOOK_NOTE);
    device.vault.put('Shelf/My Walden.md', text);
    world.library.addHighlight(bookId, { text: 'Our life is frittered away by detail.', location: 20 });
    world.library.retitleBook(bookId, 'Walden; or, Life in the Woods');
    world.pass(5);
    await world.settle(device);
    expect(paths()).toEqual(['Shelf/My Walden.md']);
    expect(note('Shelf/My Walden.md')).toContain('frittered away');
    expect(note('Shelf/My Walden.md')).toContain('title: Walden; or, Life in the Woods');
  });

  it('should not make a note again that the person deleted', async () => {
    await world.sync(device);
    device.vault.remove(BOOK_NOTE);
    world.library.addHighlight(bookId, { text: 'New.', location: 20 });
    world.pass(5);
    await world.settle(device);
    expect(paths()).toEqual([]);
  });

  it("should not touch a file of the person's that has the name of a note", async () => {
    device.vault.put(BOOK_NOTE, 'My own notes on Walden.\n');
    await world.sync(device);
    expect(note()).toBe('My own notes on Walden.\n');
    expect(paths()).toEqual([`Readwise/Books/Walden (${String(bookId)}).md`, BOOK_NOTE]);
  });

  it("should find its notes again and keep the person's words when all state is lost", async () => {
    await world.sync(device);
    edit('\n---\n', '\n---\nMy own introduction.\n\n');
    const before = device.vault.entries();
    const report = await world.sync({ vault: device.vault, state: newDevice().state });
    expect(report).toMatchObject({ outcome: 'done', notes: { created: 0 }, vaultWrites: 0 });
    expect(device.vault.entries()).toEqual(before);
  });

  it('should find a title that only the list of books tells', async () => {
    await world.sync(device);
    world.pass(5);
    world.library.retitleBook(bookId, 'Life in the Woods');
    await world.settle(device);
    expect(paths()).toEqual(['Readwise/Books/Life in the Woods.md']);
  });

  it("should find a highlight's change that only the list of highlights tells", async () => {
    const { id } = world.library.addHighlight(bookId, { text: 'Second.', location: 20 });
    await world.sync(device);
    world.pass(5);
    world.library.outsideExport(() => world.library.editHighlight(id, { note: 'Thought of later.' }));
    await world.settle(device);
    expect(note()).toContain('Thought of later.');
  });

  it('should put the note of a deleted document into the trash when nobody touched it, and keep it when somebody did', async () => {
    const [gone, kept] = ['Gone', 'Kept', 'Still there'].map(
      (title) => world.library.addDocument({ title, category: 'article', location: 'new' }).id,
    );
    await world.sync(device);
    edit('\n---\n', '\n---\nMy words.\n\n', 'Readwise/Articles/Kept.md');
    world.pass(300);
    world.library.deleteDocument(gone ?? '');
    world.library.deleteDocument(kept ?? '');
    expect((await world.sync(device, { maxDelete: null })).vaultWrites).toBe(0);
    world.pass(600);
    const report = await world.sync(device, { maxDelete: null });
    expect(report.notes).toMatchObject({ trashed: 1, kept: 1 });
    expect(device.vault.trashEntries().map(([path]) => path)).toEqual(['Readwise/Articles/Gone.md']);
    expect(note('Readwise/Articles/Kept.md')).toContain('readwise-status: deleted\n');
    expect(note('Readwise/Articles/Kept.md')).toContain('My words.');
    expect((await world.sync(device, { maxDelete: null })).vaultWrites).toBe(0);
  });

  it('should pull everything again when asked to, and write only what differs', async () => {
    const id = world.library.addDocument({ title: 'Gone', category: 'article', location: 'new' }).id;
    await world.sync(device);
    edit('\n---\n', '\n---\nMine.\n\n');
    world.pass(300);
    world.library.silently(() => world.library.editBook(bookId, { author: 'H. D. Thoreau' }));
    world.library.deleteDocument(id);
    const report = await world.sync(device, { full: true });
    expect(report).toMatchObject({ outcome: 'done', notes: { created: 0, updated: 1, trashed: 0 } });
    expect(note()).toContain('H. D. Thoreau');
    expect(note()).toContain('Mine.');
    world.pass(86_400);
    expect(await world.sync(device)).toMatchObject({ outcome: 'done', notes: { updated: 0, trashed: 1 } });
    expect((await world.sync(device)).vaultWrites).toBe(0);
  });

  it('should plan everything and write nothing in a dry run, and do just that in the sync after it', async () => {
    world.library.addDocument({ title: 'Walking', category: 'article', location: 'new' });
    const planned = await world.sync(device, { dryRun: true });
    expect(planned).toMatchObject({ outcome: 'done', vaultWrites: 0, notes: { created: 2 } });
    expect(planned.plan?.map(({ action, path }) => [action, path])).toEqual([
      ['create', BOOK_NOTE],
      ['create', 'Readwise/Articles/Walking.md'],
    ]);
    expect(paths()).toEqual([]);
    await world.sync(device);
    expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
  });

  it('should say which template is wrong, and where, and write none of its notes', async () => {
    device.vault.put(
      'Templates/mine.md',
      '---\ntitle: "{{title}}"\n---\n# {{titel}}\n\n%% highlight %%\n{{shout text}}\n',
    );
    const report = await world.sync(device, {
      settings: settings({ templates: { book: 'Templates/mine.md' } }),
    });
    expect(report).toMatchObject({ outcome: 'partial', vaultWrites: 0 });
    expect(told(report.failures).join('\n')).toMatch(/^Templates\/mine\.md, .* Line 7, column \d+: .*shout/);
    expect(paths()).toEqual(['Templates/mine.md']);
    expect(await readRuns(device.state)).toMatchObject([{ outcome: 'partial', failures: report.failures }]);
    const missing = await world.sync(device, {
      settings: settings({ templates: { book: '../outside.md' } }),
    });
    expect(missing).toMatchObject({ outcome: 'partial', vaultWrites: 0 });
  });

  it('should stop at once and change nothing when the token is refused', async () => {
    await world.sync(device);
    const before = device.vault.entries();
    world.library.addHighlight(bookId, { text: 'New.' });
    world.server.faults.when({}, { kind: 'status', status: 401 });
    const report = await world.sync(device);
    expect(report).toMatchObject({ outcome: 'failed', cause: 'token' });
    expect(report.requests).toBeLessThanOrEqual(2);
    expect(device.vault.entries()).toEqual(before);
  });

  it('should leave discarded highlights and the feed out by default', async () => {
    const { id } = world.library.addHighlight(bookId, { text: 'Not wanted.', location: 30 });
    world.library.discard(id);
    world.library.addDocument({ title: 'News', category: 'rss', location: 'feed' });
    await world.sync(device);
    expect(paths()).toEqual([BOOK_NOTE]);
    expect(note()).not.toContain('Not wanted');
    await world.sync(device, {
      settings: settings({ scope: { discarded: true, documentLocations: ['feed'] } }),
    });
    expect(paths()).toEqual(['Readwise/Articles/News.md', BOOK_NOTE]);
    expect(note()).toContain('Not wanted');
  });
});
