import { told } from '../../support/told';
import { flakyVault } from '../../support/flaky-vault';
import { newDevice, settings, World, type Device, type SyncRequest } from '../../simulation/world';

describe('notes that are placed by templates', () => {
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    const walden = world.library.addBook({
      title: 'Walden',
      author: 'Henry David Thoreau',
      category: 'books',
    });
    world.library.addHighlight(walden.id, { text: 'Simplify, simplify.', location: 1 });
    const essays = world.library.addBook({ title: 'Essays', author: 'R/W. Emerson', category: 'books' });
    world.library.addHighlight(essays.id, { text: 'Trust thyself.', location: 1 });
    world.library.addDocument({
      title: 'Walking',
      author: 'Henry David Thoreau',
      category: 'article',
      location: 'later',
    });
    world.pass(600);
  });

  afterEach(() => world.close());

  const paths = (): readonly string[] => device.vault.entries().map(([path]) => path);
  const naming = (folder: string, fileName = '{{title}}') => ({
    settings: settings({ naming: { folder, fileName } }),
  });

  it('should make folders where the template has slashes, and none of what stands in a value (I9)', async () => {
    await world.sync(device, naming('{{author}}/{{kindFolder}}', '{{title}} ({{default asin "no number"}})'));
    expect(paths()).toEqual([
      'Readwise/Henry David Thoreau/Articles/Walking (no number).md',
      'Readwise/Henry David Thoreau/Books/Walden (no number).md',
      'Readwise/R - W. Emerson/Books/Essays (no number).md',
    ]);
  });

  it('should move notes back that could not be written after they were moved, and move them with the next sync (I5, I14)', async () => {
    await world.sync(device);
    const before = device.vault.entries();
    // Each note is moved, not written, and moved back; what failed is tried once more at the end.
    const vault = flakyVault(device.vault, new Set([2, 6, 10, 14, 18, 22]));
    const failed = await world.sync({ ...device, vault }, naming('Elsewhere'));
    expect(failed).toMatchObject({ notes: { renamed: 0, updated: 0, failed: 3 } });
    expect(device.vault.entries()).toEqual(before);
    const later = await world.sync(device, naming('Later'));
    expect(later).toMatchObject({ outcome: 'done', notes: { renamed: 3, updated: 0, failed: 0 } });
  });

  it('should not take a note for moved by a person when it could be neither written nor moved back (I5)', async () => {
    await world.sync(device);
    const vault = flakyVault(device.vault, new Set([2, 3]));
    const failed = await world.sync({ ...device, vault }, naming('Elsewhere'));
    expect(failed).toMatchObject({ outcome: 'failed', failures: [{ problem: { code: 'not-put-back' } }] });
    expect(paths()).toHaveLength(3);
    await world.sync(device, naming('Later'));
    const fresh = await world.fresh(naming('Later'));
    expect(device.vault.entries()).toEqual(fresh.vault.entries());
  });

  it('should put notes into the folder itself when the template has nothing to say', async () => {
    await world.sync(device, naming(' / {{asin}}/', '{{asin}}'));
    expect(paths().every((path) => /^Readwise\/Untitled(?: \(\w+\))?\.md$/.test(path))).toBe(true);
    expect(paths()).toHaveLength(3);
  });

  it('should name the file that has the only name a note can get, once (I14)', async () => {
    world.library.addHighlight(world.library.addBook({ title: 'walden', category: 'books' }).id, {
      text: 'Of another.',
      location: 1,
    });
    const [taken = ''] = (await world.fresh()).vault
      .entries()
      .flatMap(([path]) => (path.startsWith('Readwise/Books/walden (') ? [path] : []));
    device.vault.put(taken, 'Mine.\n');
    expect((await world.sync(device)).failures).toMatchObject([
      {
        path: taken,
        problem: { code: 'names-taken', paths: [taken] },
      },
    ]);
  });

  it('should move the notes, with what the person wrote and the links to them, when the template changes (I2, I5)', async () => {
    await world.sync(device);
    await device.vault.update('Readwise/Books/Walden.md', (text) =>
      text.replace('Simplify, simplify.', 'Simplify, simplify. My thought.'),
    );
    await device.vault.create('Mine.md', 'See [[Readwise/Books/Walden]].\n');
    const report = await world.sync(device, naming('By author', '{{author}}, {{title}}'));
    expect(report).toMatchObject({ outcome: 'done', notes: { renamed: 3, created: 0 } });
    expect(paths()).toEqual([
      'Mine.md',
      'Readwise/By author/Henry David Thoreau, Walden.md',
      'Readwise/By author/Henry David Thoreau, Walking.md',
      'Readwise/By author/R - W. Emerson, Essays.md',
    ]);
    expect(await device.vault.read('Readwise/By author/Henry David Thoreau, Walden.md')).toContain(
      'My thought.',
    );
    expect(await world.sync(device, naming('By author', '{{author}}, {{title}}'))).toMatchObject({
      vaultWrites: 0,
    });
    await world.sync(device);
    expect(paths()).toContain('Readwise/Books/Walden.md');
  });

  describe('where another program has made the same note already', () => {
    const there = 'Readwise/New/Walden.md';

    beforeEach(async () => {
      await world.sync(device);
      const other = await world.fresh(naming('New'));
      await device.vault.create(there, (await other.vault.read(there)) ?? '');
    });

    it('should leave that one and put its own into the trash when nobody wrote in it (I5)', async () => {
      await world.sync(device, naming('New'));
      expect(paths()).toEqual(['Readwise/New/Essays.md', there, 'Readwise/New/Walking.md']);
      expect(device.vault.trashEntries()).toHaveLength(1);
      expect(device.vault.entries()).toEqual((await world.fresh(naming('New'))).vault.entries());
      expect(await world.sync(device, naming('New'))).toMatchObject({ vaultWrites: 0 });
    });

    it('should put that one into the trash and go there when a person wrote in its own (I2)', async () => {
      await device.vault.update('Readwise/Books/Walden.md', (text) =>
        text.replace('Simplify, simplify.', 'Simplify, simplify. My thought.'),
      );
      const report = await world.sync(device, naming('New'));
      expect(device.vault.entries().filter(([, text]) => text.includes('My thought.'))).toHaveLength(1);
      expect(device.vault.trashEntries().map(([path]) => path)).toEqual([there]);
      expect(await device.vault.read(there)).toContain('My thought.');
      expect(report.conflicts).toEqual([]);
    });
  });

  it('should say what is wrong with a template, and write nothing, when it has a mistake', async () => {
    const report = await world.sync(device, naming('{{kind', '{{titel}} {{highlightCount}}'));
    expect(report).toMatchObject({ outcome: 'failed', cause: 'settings', vaultWrites: 0 });
    expect(told(report.failures)).toEqual([
      'folder template, line 1, column 3: This is not part of a {{tag}}: is a closing }} missing?',
      'file name template, line 1, column 3: There is no field "titel" here. Did you mean "title"?',
      'file name template, line 1, column 13: There is no field "highlightCount" here.',
    ]);
  });
});

describe('a note', () => {
  const PATH = 'Readwise/Books/Walden.md';
  const MINE = 'My shelf/Walden.md';

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
