import { newDevice, settings, World, type Device } from '../../simulation/world';

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
