import { countHighlights, countItemsBy } from '../../../src/features/status/library-overview';
import { newDevice, settings, World } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';

describe('countItemsBy', () => {
  it('should count the items in scope, with and without documents that have no highlight', async () => {
    const world = await World.create();
    const device = newDevice();
    for (const [title, location] of [
      ['Walking', 'later'],
      ['Wild Apples', 'later'],
      ['News', 'feed'],
    ] as const)
      world.library.addDocument({ title, category: 'article', location });
    const { id } = world.library.addDocument({ title: 'Walden', category: 'epub', location: 'new' });
    world.library.addDocumentHighlight(id, { text: 'Simplify.' });
    await world.sync(device);
    expect(await countItemsBy({ state: device.state, clock: new FakeClock() }, settings())).toEqual({
      highlighted: 1,
      all: 3,
    });
    await world.close();
  });

  it('should not count the items that a rule leaves out when there is one', async () => {
    const world = await World.create();
    const device = newDevice();
    world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    world.library.addDocument({ title: 'A draft', category: 'article', location: 'later' });
    const draft = world.library.addBook({ title: 'Draft of Walden', category: 'books' }).id;
    world.library.addHighlight(draft, { text: 'Simplify.' });
    const leavingOut = settings({ rules: [{ when: { title: 'draft' }, then: { leaveOut: true } }] });
    await world.sync(device, { settings: leavingOut });
    expect(await countItemsBy({ state: device.state, clock: new FakeClock() }, leavingOut)).toEqual({
      highlighted: 0,
      all: 1,
    });
    expect(await device.vault.list()).toHaveLength(1);
    await world.close();
  });
});

describe('countHighlights', () => {
  it('should count what is in the notes when rules choose other highlights, or leave items out', async () => {
    const world = await World.create();
    const device = newDevice();
    for (const title of ['Walden', 'Walking', 'A draft']) {
      const { id } = world.library.addBook({ title, category: 'books' });
      world.library.favourite(world.library.addHighlight(id, { text: `Favorite of ${title}.` }).id);
      world.library.addHighlight(id, { text: `Other of ${title}.` });
    }
    const chosen = settings({
      scope: { highlights: { any: { favorites: true } } },
      rules: [
        { when: { title: 'walden' }, then: { highlights: {} } },
        { when: { title: 'draft' }, then: { leaveOut: true } },
      ],
    });
    await world.sync(device, { settings: chosen });
    const counted = await countHighlights({ state: device.state, clock: new FakeClock() }, chosen);
    expect(counted).toEqual({ chosen: 3, all: 4 });
    const texts = device.vault.entries().map(([, text]) => text);
    expect(texts.join('').match(/(?:Favorite|Other) of/g)).toHaveLength(counted.chosen);
    await world.close();
  });

  it('should count passages and no headings', async () => {
    const world = await World.create();
    const device = newDevice();
    const { id } = world.library.addBook({ title: 'Walden' });
    const chapter = world.library.addHighlight(id, { text: 'Economy', note: '.h1', location: 1 }).id;
    world.library.setHighlightTags(chapter, ['h1']);
    const [first = 0] = ['One.', 'Two.'].map(
      (text) => world.library.addHighlight(id, { text, location: 2 }).id,
    );
    world.library.favourite(first);
    await world.sync(device);
    const context = { state: device.state, clock: new FakeClock() };
    const favorites = settings({ scope: { highlights: { any: { favorites: true } } } });
    expect(await countHighlights(context, favorites)).toEqual({ chosen: 1, all: 2 });
    expect(await countHighlights(context, settings())).toEqual({ chosen: 2, all: 2 });
    await world.close();
  });
});
