import { newDevice, settings, World, type Device } from '../../simulation/world';

const BOOKS_ONLY = [{ documentLocations: [] }, { documentCategories: [] }];

describe('a scope without documents', () => {
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    const { id } = world.library.addBook({ title: 'Walden', category: 'books' });
    world.library.addHighlight(id, { text: 'Simplify.' });
    world.library.addDocument({ title: 'An essay', category: 'article', location: 'new' });
  });
  afterEach(() => world.close());

  it.each(BOOKS_ONLY)('should ask Reader for nothing when it is %j', async (scope) => {
    const asked: string[] = [];
    const report = await world.sync(device, {
      settings: settings({ scope }),
      through: (client) => ({
        send: (request) => {
          asked.push(new URL(request.url).pathname);
          return client.send(request);
        },
      }),
    });
    expect(report).toMatchObject({ outcome: 'done', notes: { created: 1 } });
    expect(asked.filter((path) => path.startsWith('/api/v3/'))).toEqual([]);
    expect(asked).toContain('/api/v2/export/');
  });

  it('should bring what changed meanwhile when it has documents again', async () => {
    await world.sync(device, {});
    world.pass(3600);
    await world.sync(device, { settings: settings({ scope: { documentLocations: [] } }) });
    world.library.addDocument({ title: 'A letter', category: 'article', location: 'new' });
    world.pass(3600);
    await world.sync(device, { settings: settings({ scope: { documentLocations: [] } }) });
    expect(device.vault.entries()).toHaveLength(2);
    world.pass(3600);
    await world.sync(device, {});
    expect(device.vault.entries().map(([path]) => path)).toContain('Readwise/Articles/A letter.md');
  });
});
