import { newDevice, World, type Device } from '../../property/world';

describe('a new note whose names other files have', () => {
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
  });

  afterEach(() => world.close());

  const addBook = (title: string): number => {
    const { id } = world.library.addBook({ title, category: 'books' });
    world.library.addHighlight(id, { text: `Opening of ${title}.`, location: 1 });
    world.pass(1);
    return id;
  };

  it('should be told with both names when it may have two', async () => {
    const id = addBook('Walden');
    const paths = ['Readwise/Books/Walden.md', `Readwise/Books/Walden (${String(id)}).md`];
    for (const path of paths) device.vault.put(path, 'Mine.\n');
    const report = await world.sync(device);
    expect(report.failures).toEqual([{ id: String(id), path: paths[0], message: `Could not create the note: ${paths.join(' and ')} are both taken by other files. Rename one of them.` }]);
  });

  it('should be told with its name once when its id is in that already', async () => {
    addBook('Walden');
    const id = addBook('Walden');
    const path = `Readwise/Books/Walden (${String(id)}).md`;
    device.vault.put(path, 'Mine.\n');
    const report = await world.sync(device);
    expect(report.failures).toEqual([{ id: String(id), path, message: `Could not write “${path}”: something else has that name, perhaps in other capital letters. Rename it, or choose another name.` }]);
  });
});
