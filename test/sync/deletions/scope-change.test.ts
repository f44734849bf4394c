import { newDevice, settings, World, type Device } from '../../simulation/world';

const WIDE = { discarded: true, documentLocations: ['new', 'later', 'shortlist', 'archive', 'feed'] };
const NARROWER = [
  { discarded: false },
  { bookCategories: [] },
  { documentLocations: [] },
  { documentCategories: [] },
  { documents: 'highlighted' },
  { discarded: false, bookCategories: [], documentLocations: [], documentCategories: [] },
];

describe('a change of scope', () => {
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    for (const category of ['books', 'articles', 'tweets'] as const) {
      const { id } = world.library.addBook({ title: `Book of ${category}`, category });
      world.library.addHighlight(id, { text: 'Passage.' });
    }
    const { id } = world.library.addBook({ title: 'All discarded', category: 'books' });
    world.library.discard(world.library.addHighlight(id, { text: 'Thought better of.' }).id);
    for (const location of ['new', 'feed'] as const)
      world.library.addDocument({ title: `Read in ${location}`, category: 'article', location });
    await world.sync(device, { settings: settings({ scope: WIDE }) });
    world.pass(3600);
  });
  afterEach(() => world.close());

  it.each(NARROWER)('should take no note from its place when it becomes %j (I4)', async (scope) => {
    const before = device.vault.entries();
    expect(before).toHaveLength(6);
    const narrow = settings({ scope: { ...WIDE, ...scope } });
    for (const round of [1, 2, 3]) {
      const report = await world.sync(device, { settings: narrow, full: round === 2, maxDelete: 1000 });
      expect(report).toMatchObject({ outcome: 'done', vaultWrites: 0 });
      world.pass(3600);
    }
    device.vault.put(
      'Templates/mine.md',
      '---\ntitle: "{{title}}"\n---\n# {{title}}\n\n%% highlight %%\n{{text}}\n',
    );
    await world.sync(device, {
      settings: settings({ scope: { ...WIDE, ...scope }, templates: { tweet: 'Templates/mine.md' } }),
      maxDelete: 1000,
    });
    expect(device.vault.trashEntries()).toEqual([]);
    expect(device.vault.entries().map(([path]) => path)).toEqual(
      [...before.map(([path]) => path), 'Templates/mine.md'].sort(),
    );
  });
});
