import { newDevice, World, type Device } from '../../simulation/world';

const WALDEN = 'Readwise/Books/Walden.md';

describe('a note into which a person wrote the id of a second item', () => {
  let world: World;
  let device: Device;
  let walden: number;
  let page: string;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    walden = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    world.library.addHighlight(walden, { text: 'I went to the woods.', location: 1 });
    page = world.library.addDocument({ title: 'The page', category: 'article', location: 'later' }).id;
    await sync();
    device.vault.put(WALDEN, (await note()).replace('title:', `reader-id: ${page}\ntitle:`));
    device.vault.remove('Readwise/Articles/The page.md');
  });
  afterEach(() => world.close());

  const note = async (): Promise<string> => (await device.vault.read(WALDEN)) ?? '';
  const sync = () => {
    world.pass(300);
    return world.sync(device);
  };

  it('should stay the note that it was, and go on getting what is new, when the second one changes and has no note any more', async () => {
    await sync();
    world.library.editDocument(page, { title: 'The page, changed' });
    expect((await sync()).notes).toMatchObject({ created: 0, renamed: 0 });
    world.library.addHighlight(walden, { text: 'Simplify, simplify.', location: 2 });
    expect((await sync()).notes).toMatchObject({ updated: 1 });
    expect(await note()).toContain(`readwise-id: ${String(walden)}\n`);
    expect(await note()).toContain('Simplify, simplify.');
    expect(await note()).not.toContain('reader-id');
    expect(device.vault.entries()).toHaveLength(1);
  });

  it('should not be marked when the second one is deleted at the service', async () => {
    await sync();
    world.library.deleteDocument(page);
    await world.settle(device);
    expect(await note()).not.toContain('readwise-status');
  });
});
