import { newDevice, World, type Device } from '../simulation/world';

const NOTE = 'Readwise/Books/Walden.md';

describe('a property that the person made before the service had a value for it', () => {
  let world: World;
  let device: Device;
  let bookId: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    bookId = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    world.library.addHighlight(bookId, { text: 'One.', location: 1 });
    await world.sync(device);
    world.pass(60);
  });

  afterEach(() => world.close());

  const note = (): string => device.vault.entries().find(([path]) => path === NOTE)?.[1] ?? '';
  const addProperty = (yaml: string): void =>
    device.vault.put(NOTE, note().replace('category: book\n', `category: book\n${yaml}`));
  const sync = async () => {
    const report = await world.sync(device);
    world.pass(60);
    return report;
  };

  it('should have the entries of both sides, also of later changes, when it is a list (I2)', async () => {
    addProperty('tags:\n  - mine\n');
    world.library.setBookTags(bookId, ['nature']);
    const first = await sync();
    expect(note()).toContain('tags:\n  - mine\n  - nature\n');
    world.library.setBookTags(bookId, ['nature', 'later']);
    const second = await sync();
    expect(note()).toContain('tags:\n  - mine\n  - nature\n  - later\n');
    expect([first, second].flatMap(({ conflicts, notices }) => [...conflicts, ...notices])).toEqual([]);
  });

  it('should stay, and be told once, when it is a single value (I2, I14)', async () => {
    addProperty('url: mine\n');
    world.library.editBook(bookId, { sourceUrl: 'https://example.com/walden' });
    const preview = await world.sync(device, { dryRun: true });
    const reports = [await sync(), await sync(), await sync()];
    expect(note()).toContain('\nurl: mine\n');
    const told = [preview, ...reports].map(({ notices }) => notices.map(({ problem }) => problem));
    const notice = { code: 'property-kept', property: 'url' };
    expect(told).toEqual([[notice], [notice], [], []]);
  });
});

describe('a list that was changed on both sides while a device does not know what was written', () => {
  const textAt = ({ vault }: Device): string => vault.entries().find(([path]) => path === NOTE)?.[1] ?? '';

  it('should lose no entry and be no conflict, and both devices end with one note (I2, I5, I8)', async () => {
    const world = await World.create();
    const book = world.library.addBook({ title: 'Walden', category: 'books' });
    world.library.addHighlight(book.id, { text: 'One.', location: 1 });
    world.library.setBookTags(book.id, ['nature', 'woods']);
    const first = newDevice();
    await world.sync(first);
    world.pass(60);
    const edited = textAt(first).replace('  - nature\n', '  - mine\n  - nature\n');
    expect(edited).toContain('  - mine\n');
    first.vault.put(NOTE, edited);
    const second = newDevice();
    second.vault.put(NOTE, edited);
    world.library.setBookTags(book.id, ['nature', 'later']);

    const preview = await world.sync(second, { dryRun: true });
    const report = await world.sync(second);
    expect([preview.conflicts, report.conflicts, report.notices]).toEqual([[], [], []]);
    expect(textAt(second)).toContain('tags:\n  - mine\n  - nature\n  - woods\n  - later\n');

    first.vault.put(NOTE, textAt(second));
    world.pass(60);
    const after = [await world.sync(first), await world.sync(second)];
    expect(after.map(({ vaultWrites, conflicts }) => [vaultWrites, conflicts])).toEqual([
      [0, []],
      [0, []],
    ]);
    expect(textAt(first)).toBe(textAt(second));

    world.library.setBookTags(book.id, ['later', 'last']);
    world.pass(60);
    await world.sync(first);
    await world.sync(second);
    expect(textAt(first)).toContain('tags:\n  - mine\n  - woods\n  - later\n  - last\n');
    expect(textAt(first)).toBe(textAt(second));
    await world.close();
  });
});
