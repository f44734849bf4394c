import { readStatus } from '../../../src/features/status/library-overview';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';

const BOOK_NOTE = 'Readwise/Books/Walden.md';
const ALL = { kind: 'all' } as const;

describe('what the person deleted', () => {
  let world: World;
  let device: Device;
  let bookId: number;
  let highlightId: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    bookId = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    highlightId = world.library.addHighlight(bookId, { text: 'Simplify, simplify.', location: 10 }).id;
    world.library.addHighlight(bookId, { text: 'Our life is frittered away.', location: 20 });
    await world.sync(device);
  });

  afterEach(() => world.close());

  const paths = (): readonly string[] => device.vault.entries().map(([path]) => path);
  const note = (): string => device.vault.entries().find(([path]) => path === BOOK_NOTE)?.[1] ?? '';
  const restorable = async (wanted = settings()): Promise<readonly string[]> =>
    (await readStatus({ settings: wanted, ...device, clock: new FakeClock() })).deletedNotes.map(
      ({ path }) => path,
    );
  const restoring = (...ids: readonly (string | number)[]) => ({
    restore: { kind: 'items', ids: ids.map(String) } as const,
  });

  it('should stay away when the template, the title, the scope or the whole library comes anew (I3)', async () => {
    device.vault.remove(BOOK_NOTE);
    device.vault.put('Templates/mine.md', '# {{title}}!\n\n%% highlight %%\n{{text}}\n');
    const mine = { templates: { book: 'Templates/mine.md' } };
    world.library.addHighlight(bookId, { text: 'New.', location: 30 });
    await world.settle(device, { settings: settings(mine) });
    await world.sync(device, { settings: settings(mine), full: true });
    world.pass(61);
    world.library.retitleBook(bookId, 'Life in the Woods');
    await world.settle(device);
    await world.settle(device, { settings: settings({ scope: { bookCategories: ['articles'] } }) });
    await world.settle(device);
    await world.settle(device, { settings: settings({ folder: 'Elsewhere' }) });
    expect(paths()).toEqual(['Templates/mine.md']);
    // By the name that they deleted.
    expect(await restorable()).toEqual(['Readwise/Books/Walden.md']);
  });

  it('should come back as a note when the person asks for it, once (I3)', async () => {
    const before = device.vault.entries();
    device.vault.remove(BOOK_NOTE);
    expect(await restorable()).toEqual([BOOK_NOTE]);
    expect(await world.sync(device, restoring(bookId))).toMatchObject({
      outcome: 'done',
      notes: { created: 1 },
    });
    expect(device.vault.entries()).toEqual(before);
    expect(await restorable()).toEqual([]);
    device.vault.remove(BOOK_NOTE);
    await world.settle(device);
    expect(paths()).toEqual([]);
  });

  it('should be told of, and come back, also when another note has its place by now', async () => {
    const other = world.library.addBook({ title: 'Emerson', category: 'books' }).id;
    world.library.addHighlight(other, { text: 'Trust thyself.', location: 10 });
    await world.settle(device);
    const emerson = device.vault.entries().find(([path]) => path !== BOOK_NOTE)?.[1] ?? '';
    device.vault.remove('Readwise/Books/Emerson.md');
    device.vault.put(BOOK_NOTE, emerson);
    expect(await restorable()).toEqual([BOOK_NOTE]);
    expect(await world.sync(device, { restore: ALL })).toMatchObject({
      outcome: 'done',
      notes: { created: 1 },
    });
    expect(paths()).toEqual([`Readwise/Books/Walden (${String(bookId)}).md`, BOOK_NOTE]);
    expect(note()).toBe(emerson);
  });

  it('should be told apart from what was deleted, and come back, when its id cannot be read any more (I1)', async () => {
    const unreadable = note().replace(/^readwise-id: .*$/m, 'readwise-id: oops!');
    device.vault.put(BOOK_NOTE, unreadable);
    const status = await readStatus({ settings: settings(), ...device, clock: new FakeClock() });
    expect([status.deletedNotes, status.notesWithoutId.map(({ path }) => path)]).toEqual([[], [BOOK_NOTE]]);
    world.pass(61);
    await world.settle(device, { settings: settings({ outOfScope: 'leave' }) });
    expect(paths()).toEqual([BOOK_NOTE]);
    for (const dryRun of [true, false]) {
      const report = await world.sync(device, { restore: ALL, dryRun });
      expect(report).toMatchObject({ outcome: 'done', notes: { created: 1 } });
    }
    expect(paths()).toEqual([`Readwise/Books/Walden (${String(bookId)}).md`, BOOK_NOTE]);
    expect(note()).toBe(unreadable);
    world.pass(61);
    expect(await world.sync(device)).toMatchObject({ outcome: 'done', vaultWrites: 0 });
  });

  it("should come back as a block, and the person's words stay, when the person asks for it (I2, I3)", async () => {
    const deleted = note().replace(
      new RegExp(`> Simplify[^^]*\\^rw${String(highlightId)}\n`),
      'Mine instead.\n',
    );
    expect(deleted).not.toContain('Simplify');
    device.vault.put(BOOK_NOTE, deleted);
    await world.settle(device);
    expect(note()).not.toContain('Simplify');
    await world.sync(device, restoring(bookId));
    expect(note().match(/Simplify, simplify\./g)).toHaveLength(1);
    expect(note()).toContain('Mine instead.');
    const restored = note();
    await world.settle(device);
    expect(note()).toBe(restored);
  });

  it("should come back by the document's id or the book's when they share a note", async () => {
    const document = world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    world.library.addMirroredHighlight(document.id, {
      text: 'I wish to speak a word for Nature.',
      location: 3,
    });
    world.pass(61);
    await world.settle(device);
    const [path = '', text = ''] = device.vault.entries().find(([each]) => each.includes('Walking')) ?? [];
    const book = /readwise-id: (\d+)/.exec(text)?.[1] ?? '';
    for (const id of [document.id, book]) {
      device.vault.remove(path);
      world.pass(61);
      expect(await world.sync(device, restoring(id))).toMatchObject({
        outcome: 'done',
        notes: { created: 1 },
      });
    }
  });

  it('should all come back when the person asks for all, also if that is most of the vault and they accept that it is missing', async () => {
    for (let index = 0; index < 7; index += 1)
      world.library.addHighlight(world.library.addBook({ title: `Book ${String(index)}` }).id, { text: 'x' });
    world.pass(61);
    await world.sync(device);
    const before = device.vault.entries();
    paths()
      .slice(0, 7)
      .forEach((path) => device.vault.remove(path));
    expect(await world.sync(device, { restore: ALL })).toMatchObject({ outcome: 'failed', cause: 'vault' });
    expect(await world.sync(device, { restore: ALL, confirmation: 'accept-missing' })).toMatchObject({
      outcome: 'done',
      notes: { created: 7 },
    });
    expect(device.vault.entries()).toEqual(before);
  });

  it('should come back when it is more than half of all notes, and most of them are of single highlights', async () => {
    const given = { settings: settings({ notePerHighlight: true }) };
    for (let location = 30; location < 40; location += 1)
      world.library.addHighlight(bookId, { text: `Passage ${String(location)}.`, location });
    world.pass(61);
    await world.sync(device, given);
    const before = device.vault.entries();
    expect(before).toHaveLength(13);
    paths()
      .slice(0, 9)
      .forEach((path) => device.vault.remove(path));
    world.pass(61);
    const accepting = { ...given, restore: ALL, confirmation: 'accept-missing' } as const;
    expect(await world.sync(device, accepting)).toMatchObject({
      outcome: 'done',
      notes: { created: 9 },
    });
    expect(device.vault.entries()).toEqual(before);
  });

  it('should come back although the service is down (I16)', async () => {
    device.vault.remove(BOOK_NOTE);
    world.server.faults.when({}, { kind: 'status', status: 503 });
    expect(await world.sync(device, restoring(bookId))).toMatchObject({ outcome: 'failed' });
    expect(paths()).toEqual([BOOK_NOTE]);
    world.server.faults.clear();
    world.pass(61);
    expect(await world.sync(device)).toMatchObject({ outcome: 'done', vaultWrites: 0 });
  });

  it('should be named with the reason when it cannot come back (I14)', async () => {
    const { id } = world.library.addBook({ title: 'Gone' });
    const highlight = world.library.addHighlight(id, { text: 'x' });
    world.pass(61);
    await world.sync(device);
    device.vault.remove('Readwise/Books/Gone.md');
    world.library.deleteHighlight(highlight.id);
    world.pass(61);
    await world.settle(device);
    expect(await restorable()).toEqual([]);
    world.pass(61);
    const report = await world.sync(device, restoring(id, 'unknown'));
    expect(report).toMatchObject({ outcome: 'partial', vaultWrites: 0 });
    expect(report.failures).toEqual([
      {
        id: String(id),
        path: null,
        problem: { code: 'cannot-restore', why: 'no-highlights' },
      },
      {
        id: 'unknown',
        path: null,
        problem: { code: 'cannot-restore', why: 'unknown' },
      },
    ]);
    world.pass(61);
    world.library.deleteBook(id);
    await world.sync(device);
    world.pass(61);
    expect(await world.sync(device, restoring(id))).toMatchObject({
      failures: [{ problem: { code: 'cannot-restore', why: 'gone' } }],
    });
    world.pass(61);
    expect(
      await world.sync(device, {
        ...restoring(bookId),
        settings: settings({ scope: { bookCategories: [] } }),
      }),
    ).toMatchObject({
      failures: [{ problem: { code: 'cannot-restore', why: 'out-of-scope' } }],
    });
  });

  it('should not be a failure when the settings leave out some of all that is to come back', async () => {
    world.library.addHighlight(world.library.addBook({ title: 'An article', category: 'articles' }).id, {
      text: 'x',
    });
    world.pass(61);
    await world.sync(device);
    paths().forEach((path) => device.vault.remove(path));
    expect(await restorable()).toEqual(['Readwise/Articles/An article.md', BOOK_NOTE]);
    world.pass(61);
    const wanted = settings({ scope: { bookCategories: ['books'] } });
    expect(await restorable(wanted)).toEqual([BOOK_NOTE]);
    const report = await world.sync(device, { restore: ALL, settings: wanted });
    expect(report).toMatchObject({ outcome: 'done', notes: { created: 1 }, failures: [] });
    expect(report.notices).toMatchObject([
      {
        path: 'Readwise/Articles/An article.md',
        problem: { code: 'cannot-restore', why: 'out-of-scope' },
      },
    ]);
    expect(paths()).toEqual([BOOK_NOTE]);
  });

  it('should only be planned for in a dry run', async () => {
    device.vault.remove(BOOK_NOTE);
    const report = await world.sync(device, { ...restoring(bookId), dryRun: true });
    expect(report.plan).toEqual([
      {
        action: 'create',
        id: String(bookId),
        path: BOOK_NOTE,
        reasons: ['restored-by-person'],
        note: `b:${String(bookId)}`,
      },
    ]);
    world.pass(61);
    await world.settle(device);
    expect(paths()).toEqual([]);
  });

  it('should be named with the reason when a rule leaves the item out', async () => {
    device.vault.remove(BOOK_NOTE);
    const rules = [{ when: { kinds: ['book'] }, then: { leaveOut: true } }];
    const report = await world.sync(device, { settings: settings({ rules }), ...restoring(bookId) });
    expect(report).toMatchObject({
      outcome: 'partial',
      failures: [{ id: String(bookId), problem: { code: 'cannot-restore', why: 'left-out' } }],
    });
  });
});
