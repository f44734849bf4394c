import { newDevice, settings, World, type Device } from '../../simulation/world';

describe('highlights with notes of their own', () => {
  let world: World;
  let device: Device;
  let bookId: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    bookId = world.library.addBook({ title: 'Walden', author: 'Thoreau', category: 'books' }).id;
    world.library.addHighlight(bookId, { text: 'Simplify, **simplify**.', location: 1 });
    world.library.addHighlight(bookId, { text: 'Our life is frittered away by detail.', location: 2 });
    world.pass(600);
  });

  afterEach(() => world.close());

  const own = (more: object = {}) => ({ settings: settings({ notePerHighlight: true, ...more }) });
  const paths = (): readonly string[] => device.vault.entries().map(([path]) => path);
  const FIRST = 'Readwise/Books/Walden/Simplify, simplify.md';
  const SECOND = 'Readwise/Books/Walden/Our life is frittered away by detail.md';
  const WHOLE = 'Readwise/Books/Walden.md';
  const edit = (path: string, words: string) =>
    device.vault.update(path, (text) => text.replace(/\n\n%% florilegium/, `\n\n${words}\n\n%% florilegium`));

  it('should be written once beside the note of the whole (I1, I5)', async () => {
    expect(await world.sync(device, own())).toMatchObject({ outcome: 'done', notes: { created: 3 } });
    expect(paths()).toEqual([WHOLE, SECOND, FIRST]);
    expect(await device.vault.read(FIRST)).toContain('Simplify, **simplify**.');
    expect(await device.vault.read(FIRST)).not.toContain('frittered');
    expect(await device.vault.read(FIRST)).toContain('[Walden](Readwise/Books/Walden.md)');
    expect(await world.sync(device, own())).toMatchObject({ vaultWrites: 0 });
    expect((await world.fresh(own())).vault.entries()).toEqual(device.vault.entries());
  });

  it('should be found again after the state is lost, wherever they were moved (I1)', async () => {
    await world.sync(device, own());
    await device.vault.rename(FIRST, 'Mine/Simple.md');
    const before = device.vault.entries();
    await world.sync({ vault: device.vault, state: newDevice().state }, own());
    expect(device.vault.entries()).toEqual(before);
  });

  it('should go to the trash with their highlight, and stay marked where they hold words (I4)', async () => {
    await world.sync(device, own());
    await edit(FIRST, 'My own thought.');
    world.pass(60);
    world.library.books.liveHighlightsOf(bookId).forEach(({ id }) => world.library.deleteHighlight(id));
    world.library.addHighlight(bookId, { text: 'A third.', location: 3 });
    const report = await world.sync(device, own());
    expect(report).toMatchObject({ outcome: 'done', notes: { trashed: 1, kept: 1, created: 1 } });
    expect(device.vault.trashEntries().map(([path]) => path)).toEqual([SECOND]);
    expect(await device.vault.read(FIRST)).toContain('readwise-status: deleted');
    expect(await world.sync(device, own())).toMatchObject({ vaultWrites: 0 });
  });

  it('should say in a dry run why they would go (I14)', async () => {
    await world.sync(device, own());
    const goingUnder = async (options: object) =>
      (await world.sync(device, { ...options, dryRun: true })).plan
        ?.filter(({ action }) => action === 'trash')
        .map(({ path, reasons }) => [path, ...reasons]);
    expect(await goingUnder({})).toEqual([
      [FIRST, 'no-own-note'],
      [SECOND, 'no-own-note'],
    ]);
    const [first] = world.library.books.liveHighlightsOf(bookId);
    world.pass(60);
    world.library.deleteHighlight(first?.id ?? 0);
    expect(await goingUnder(own())).toEqual([[FIRST, 'highlight-deleted']]);
  });

  it('should stay deleted when the person deleted one, until it is asked for (I3)', async () => {
    await world.sync(device, own());
    device.vault.remove(FIRST);
    world.pass(60);
    world.library.books
      .liveHighlightsOf(bookId)
      .forEach(({ id }) => world.library.editHighlight(id, { note: 'Later.' }));
    await world.sync(device, own());
    expect(paths()).not.toContain(FIRST);
    await world.sync(device, { ...own(), restore: { kind: 'all' } });
    expect(paths()).toContain(FIRST);
  });

  it('should stay deleted when the person deleted one and its book joins a document (I3)', async () => {
    await world.sync(device, own());
    device.vault.remove(FIRST);
    await world.settle(device, own());
    world.library.editBook(bookId, { externalId: world.library.addDocument({ title: 'Walden' }).id });
    world.library.addHighlight(bookId, { text: 'A third.', location: 3 });
    await world.settle(device, own());
    expect(paths()).toHaveLength(3);
    expect(device.vault.entries().filter(([, text]) => text.includes('title: Simplify'))).toEqual([]);
  });

  it('should go when they are no longer wanted, but not those that hold words (I2)', async () => {
    await world.sync(device, own());
    await edit(FIRST, 'My own thought.');
    await world.sync(device);
    expect(paths()).toEqual([WHOLE, FIRST]);
    expect(await device.vault.read(FIRST)).toContain('My own thought.');
  });

  it('should be told apart by id when they begin alike (I8)', async () => {
    world.library.addHighlight(bookId, { text: 'Simplify, *simplify*.', location: 9 });
    await world.sync(device, own());
    expect(paths()).toEqual([
      WHOLE,
      SECOND,
      'Readwise/Books/Walden/Simplify, simplify (512000003).md',
      FIRST,
    ]);
    expect((await world.fresh(own())).vault.entries()).toEqual(device.vault.entries());
  });

  it('should move with the note of the whole when its title changes', async () => {
    await world.sync(device, own());
    world.pass(60);
    world.library.retitleBook(bookId, 'Life in the Woods');
    await world.settle(device, own());
    expect(paths()).toEqual(
      [WHOLE, SECOND, FIRST].map((path) => path.replace('Walden', 'Life in the Woods')),
    );
  });

  it('should keep its note, merged from what was written, when v2 comes to know a highlight that only Reader had (I2, I3)', async () => {
    const { id } = world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    const { id: externalId } = world.library.addDocumentHighlight(id, { text: 'I wish to speak a word.' });
    await world.settle(device, own());
    const before = paths();
    for (const [path, text] of device.vault.entries())
      device.vault.put(path, text.replace('> I wish', '> I also wish'));
    const book = world.library.bookOfDocument(id);
    world.library.addHighlight(book.id, { text: 'I wish to speak a word for Nature.', externalId });
    world.pass(60);
    expect(await world.sync(device, own())).toMatchObject({
      notes: { created: 0, trashed: 0 },
      conflicts: [],
    });
    expect(paths()).toHaveLength(before.length);
    const merged = device.vault
      .entries()
      .filter(([, text]) => text.includes('I also wish to speak a word for'));
    expect(merged).toHaveLength(2);
  });
});

describe('notes of highlights that nobody wrote in', () => {
  let world: World;
  let device: Device;
  let book: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    book = world.library.addBook({ title: 'Walden', author: 'Thoreau', category: 'books' }).id;
    world.library.addHighlight(book, { text: 'I went to the woods.' });
    world.library.addHighlight(book, { text: 'Simplify.' });
    world.pass(600);
    await world.sync(device, { settings: settings({ notePerHighlight: true }) });
  });

  afterEach(() => world.close());

  it('should go to the trash when the settings that end them also rename the note that they link to (I4)', async () => {
    const report = await world.sync(device, {
      settings: settings({ naming: { folder: '{{kindFolder}}', fileName: '{{title}} ({{kind}})' } }),
    });
    expect(report.notes).toMatchObject({ renamed: 1, trashed: 2, kept: 0 });
  });

  it.each(['Mine/Walden.md', 'Readwise/Books/Pond.md'])(
    'should go to the trash when the person moved the note that they link to, to %s (I4)',
    async (path) => {
      await device.vault.rename('Readwise/Books/Walden.md', path);
      const report = await world.sync(device, { settings: settings() });
      expect(report.notes).toMatchObject({ trashed: 2, kept: 0 });
    },
  );

  it('should go to the trash when the book was deleted and the person had renamed the note that they link to (I4)', async () => {
    const own = { settings: settings({ notePerHighlight: true }) };
    await device.vault.rename('Readwise/Books/Walden.md', 'Readwise/Books/Pond.md');
    world.library.deleteBook(book);
    world.pass(600);
    const report = await world.sync(device, own);
    expect(report.notes).toMatchObject({ trashed: 3, kept: 0 });
  });

  it('should lead to where the note of the whole now is, when the person moved it and more is highlighted', async () => {
    const own = { settings: settings({ notePerHighlight: true }) };
    await device.vault.rename('Readwise/Books/Walden.md', 'Mine/Pond.md');
    world.library.addHighlight(book, { text: 'Heaven is under our feet.' });
    world.pass(600);
    await world.sync(device, own);
    expect(await device.vault.read('Readwise/Books/Walden/Heaven is under our feet.md')).toContain(
      '](Mine/Pond.md)',
    );
    expect(await world.sync(device, own)).toMatchObject({ vaultWrites: 0 });
  });
});
