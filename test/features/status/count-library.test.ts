import { countNotesBy } from '../../../src/features/status/library-overview';
import { newDevice, settings, World } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';

describe('countNotesBy', () => {
  it('should count the notes in scope, with and without documents that have no highlight', async () => {
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
    const { scope } = settings();
    expect(await countNotesBy({ state: device.state, clock: new FakeClock() }, scope)).toEqual({
      highlighted: 1,
      all: 3,
    });
    await world.close();
  });
});
