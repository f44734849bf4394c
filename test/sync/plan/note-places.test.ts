import { newDevice, settings, World, type Device, type SyncRequest } from '../../simulation/world';

const PATH = 'Readwise/Books/Walden.md';
const MINE = 'My shelf/Walden.md';

describe('a note', () => {
  let world: World;
  let device: Device;
  let book: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    book = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    world.library.addHighlight(book, { text: 'Simplify, simplify.', location: 1 });
  });

  afterEach(() => world.close());

  const paths = (): readonly string[] => device.vault.entries().map(([path]) => path);
  const note = async (path: string): Promise<string> => (await device.vault.read(path)) ?? '';
  const planned = async (request: SyncRequest = {}) =>
    (await world.sync(device, { ...request, dryRun: true })).plan?.map(({ action, path, reasons }) => ({
      action,
      path,
      reasons,
    }));
  const retitle = (title: string): void => {
    world.pass(600);
    world.library.retitleBook(book, title);
  };
  const sync = async (request: SyncRequest = {}): Promise<void> => {
    world.pass(600);
    await world.sync(device, request);
  };

  it('should be made, changed and moved for a reason that the plan tells, be it the service or the settings', async () => {
    expect(await planned()).toEqual([{ action: 'create', path: PATH, reasons: ['new'] }]);
    await sync();
    const outline = settings({ templates: { book: 'built-in:outline' } });
    expect(await planned({ settings: outline })).toEqual([
      { action: 'update', path: PATH, reasons: ['changed-by-settings'] },
    ]);
    const elsewhere = settings({ folder: 'Elsewhere' });
    expect(await planned({ settings: elsewhere })).toEqual([
      { action: 'rename', path: 'Elsewhere/Books/Walden.md', reasons: ['renamed-by-settings'] },
    ]);
    world.pass(600);
    world.library.addHighlight(book, { text: 'Our life is frittered away.', location: 2 });
    expect(await planned()).toEqual([{ action: 'update', path: PATH, reasons: ['changed'] }]);
    retitle('Life in the woods');
    expect(await planned()).toEqual([
      { action: 'rename', path: 'Readwise/Books/Life in the woods.md', reasons: ['renamed-by-service'] },
    ]);
  });

  it('should be made for the settings when these ask for one that was not there', async () => {
    await sync();
    expect(await planned({ settings: settings({ notePerHighlight: true }) })).toContainEqual(
      expect.objectContaining({ action: 'create', reasons: ['created-by-settings'] }),
    );
  });

  it('should stay deleted for that reason, until the person asks for it (I3)', async () => {
    await sync();
    device.vault.remove(PATH);
    retitle('Life in the woods');
    expect(await planned({ confirmation: 'accept-missing' })).toEqual([
      { action: 'skip', path: PATH, reasons: ['deleted-by-person'] },
    ]);
    expect(await planned({ confirmation: 'accept-missing', restore: { kind: 'all' } })).toContainEqual(
      expect.objectContaining({ action: 'create', reasons: ['restored-by-person'] }),
    );
  });

  it('should stay where the person moved it, whatever its title, and not be written when nothing else changed', async () => {
    await sync();
    await device.vault.rename(PATH, MINE);
    retitle('Life in the woods');
    await sync();
    expect(paths()).toEqual([MINE]);
    expect(await note(MINE)).toContain('Life in the woods');
    expect(await world.sync(device, { full: true })).toMatchObject({ vaultWrites: 0 });
  });

  it('should follow its title again when the person moved it to where it belongs', async () => {
    await sync();
    await device.vault.rename(PATH, 'Readwise/Books/Life in the woods.md');
    retitle('Life in the woods');
    await sync();
    expect(paths()).toEqual(['Readwise/Books/Life in the woods.md']);
    retitle('Walden');
    await sync();
    expect(paths()).toEqual([PATH]);
    expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
  });

  it('should stay where it is when its trailer is lost', async () => {
    await sync();
    await device.vault.update(PATH, (text) => text.replace(/%% florilegium.*%%\n/, ''));
    retitle('Life in the woods');
    await sync();
    expect(paths()).toEqual([PATH]);
    expect(await note(PATH)).toContain('Life in the woods');
  });

  it.each([
    ['as the sync left it', (text: string) => text],
    [
      'after the person put its properties in another order',
      (text: string) => text.replace(/(readwise-id: \d+\n)(readwise-status: deleted\n)/, '$2$1'),
    ],
  ])('should come back from the archive, and say so, %s, when its item is back', async (_when, edit) => {
    const archive = { settings: settings({ deletions: { untouched: 'archive' } }) };
    await sync(archive);
    world.pass(600);
    for (const highlight of world.library.books.liveHighlightsOf(book))
      world.library.deleteHighlight(highlight.id);
    await sync(archive);
    const [path = ''] = paths();
    expect(path).toBe('Readwise/Archive/Walden.md');
    await device.vault.update(path, edit);
    world.pass(600);
    world.library.addHighlight(book, { text: 'Simplify once more.', location: 3 });
    expect(await planned(archive)).toEqual([{ action: 'rename', path: PATH, reasons: ['back'] }]);
    await sync(archive);
    expect(paths()).toEqual([PATH]);
    expect(await note(PATH)).not.toContain('readwise-status');
  });
});
