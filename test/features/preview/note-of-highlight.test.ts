import { noteOfHighlight } from '../../../src/features/preview/note-of-highlight';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';

describe('the note of a new highlight', () => {
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    const { id } = world.library.addBook({ title: 'Walden', author: 'Thoreau', category: 'books' });
    world.library.addHighlight(id, { text: 'Simplify.' });
    await world.sync(device);
  });
  afterEach(() => world.close());

  const noteOf = (source: object, given = settings()) =>
    noteOfHighlight(
      { vault: device.vault, state: device.state, clock: new FakeClock() },
      { highlight: { text: 'A lake.', ...source }, settings: given },
    );

  it('should be that of the book that Readwise puts it into, wherever the note is by now', async () => {
    expect(await noteOf({ title: 'walden' })).toEqual({ path: 'Readwise/Books/Walden.md', isNew: false });
    const text = (await device.vault.read('Readwise/Books/Walden.md')) ?? '';
    device.vault.remove('Readwise/Books/Walden.md');
    device.vault.put('Mine/Lakes.md', text);
    expect(await noteOf({ title: 'Walden', author: 'Thoreau' })).toEqual({
      path: 'Mine/Lakes.md',
      isNew: false,
    });
  });

  it.each([
    [{ title: 'My day' }, 'Readwise/Books/My day.md'],
    [{ title: 'My day', sourceUrl: 'https://x.example' }, 'Readwise/Articles/My day.md'],
    [{ title: 'My day', category: 'podcasts' }, 'Readwise/Podcasts/My day.md'],
    [{ title: 'Walden', author: 'Somebody else' }, 'Readwise/Books/Walden ….md'],
  ])('should be where the settings put the one that is made for %j', async (source, path) => {
    expect(await noteOf(source)).toEqual({ path, isNew: true });
  });

  it('should be none when the settings make none, and none be told when the title is of several books or missing', async () => {
    const rules = [{ name: 'None', enabled: true, when: { title: ['My day'] }, then: { leaveOut: true } }];
    expect(await noteOf({ title: 'My day' }, settings({ rules }))).toBeNull();
    expect(await noteOf({})).toBeNull();
    world.library.addHighlight(
      world.library.addBook({ title: 'Walden', author: 'B', category: 'books' }).id,
      {
        text: 'Two.',
      },
    );
    world.pass(600);
    await world.sync(device);
    expect(await noteOf({ title: 'Walden' })).toBeNull();
  });
});
