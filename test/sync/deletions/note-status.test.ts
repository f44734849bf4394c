import { newDevice, settings, World, type Device } from '../../simulation/world';

const NO_BOOKS = { rules: [{ when: { kinds: ['book'] }, then: { leaveOut: true } }], outOfScope: 'trash' };
const WALDEN = 'Readwise/Books/Walden.md';
const WALKING = 'Readwise/Articles/Walking.md';
const PART = 'Readwise/Books/Walden/Simplify.md';
const TEXT = 'Readwise/Full text/Walking.md';

describe('the status of a note that is not updated any more', () => {
  let world: World;
  let device: Device;
  let bookId: number;
  let documentId: string;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    bookId = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    world.library.addHighlight(bookId, { text: 'Simplify.', location: 1 });
    documentId = world.library.addDocument({
      title: 'Walking',
      category: 'article',
      location: 'new',
      htmlContent: '<p>I wish to speak.</p>',
    }).id;
    world.pass(600);
  });
  afterEach(() => world.close());

  const under = (values: object = {}) => {
    world.pass(61);
    return world.sync(device, { settings: settings(values) });
  };
  const write = (path: string) =>
    device.vault.update(path, (text) =>
      text.replace(/\n\n%% florilegium/, '\n\nMy words.\n\n%% florilegium'),
    );
  const status = async (path: string): Promise<string | undefined> =>
    /^readwise-status: (.*)$/m.exec((await device.vault.read(path)) ?? 'no note')?.[1];
  const reasonsOf = async (values: object, path: string) => {
    const { plan = [] } = await world.sync(device, { settings: settings(values), dryRun: true });
    return plan.find((action) => action.path === path)?.reasons;
  };

  it('should be left-out when a rule leaves the item out, until it is synced again', async () => {
    await under();
    await write(WALDEN);
    expect(await under(NO_BOOKS)).toMatchObject({ notes: { kept: 1, trashed: 0 } });
    expect(await status(WALDEN)).toBe('left-out');
    expect(await under(NO_BOOKS)).toMatchObject({ vaultWrites: 0 });
    // It was marked before.
    world.library.books.liveHighlightsOf(bookId).forEach(({ id }) => world.library.favourite(id));
    const later = { settings: settings(NO_BOOKS), dryRun: true };
    expect(await world.sync(device, later)).toMatchObject({ notes: { kept: 0, unchanged: 1 } });
    expect(await under(NO_BOOKS)).toMatchObject({ vaultWrites: 0, notes: { kept: 0, unchanged: 1 } });
    expect(await reasonsOf({}, WALDEN)).toEqual(['back']);
    await under();
    expect(await status(WALDEN)).toBeUndefined();
    expect(await device.vault.read(WALDEN)).toContain('My words.');
  });

  it('should be left-out in the archive when a document moves to a location that is not synced', async () => {
    await under();
    const values = { scope: { documentLocations: ['new'] }, outOfScope: 'archive' };
    await under(values);
    world.library.moveDocument(documentId, 'archive');
    expect(await under(values)).toMatchObject({ notes: { archived: 1 } });
    expect(await status('Readwise/Archive/Walking.md')).toBe('left-out');
    world.library.moveDocument(documentId, 'new');
    await under(values);
    expect(await status(WALKING)).toBeUndefined();
  });

  it.each([
    { setting: 'notePerHighlight', values: { notePerHighlight: true }, path: PART },
    { setting: 'fullText', values: { fullText: { place: 'file' } }, path: TEXT },
  ])('should be no-own-note when $setting is switched off', async ({ values, path }) => {
    await under(values);
    await under(values);
    await write(path);
    expect(await under()).toMatchObject({ notes: { kept: 1 } });
    expect(await status(path)).toBe('no-own-note');
    expect(await under()).toMatchObject({ vaultWrites: 0 });
    await under(values);
    expect(await status(path)).toBeUndefined();
  });

  it('should become deleted, and the note stay, when the item is deleted after it was left out (I2)', async () => {
    await under();
    await write(WALDEN);
    await under(NO_BOOKS);
    world.library.books.liveHighlightsOf(bookId).forEach(({ id }) => world.library.deleteHighlight(id));
    await under({ ...NO_BOOKS, deletions: { touched: 'archive' } });
    expect(await status(WALDEN)).toBe('deleted');
  });

  it('should be left-out when the person keeps a note on hold', async () => {
    await under();
    const held = await world.sync(device, { settings: settings(NO_BOOKS), maxDelete: 0 });
    expect(held).toMatchObject({ outcome: 'held', hold: { notes: [{ path: WALDEN }] } });
    await world.sync(device, { settings: settings(NO_BOOKS), decision: { kind: 'keep-all' } });
    expect(await status(WALDEN)).toBe('left-out');
  });
});
