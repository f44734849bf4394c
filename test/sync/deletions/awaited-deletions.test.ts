import { readAwaitedDeletions } from '../../../src/sync/deletions/audit-register';
import { newDevice, World } from '../../simulation/world';

describe('readAwaitedDeletions', () => {
  it('should name a document that seems to be deleted, and since when, until that is verified', async () => {
    const world = await World.create();
    const device = newDevice();
    const { id } = world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    world.library.addDocument({ title: 'Wild Apples', category: 'article', location: 'later' });
    await world.sync(device);
    expect(await readAwaitedDeletions(device.state)).toEqual([]);
    world.pass(3600);
    world.library.deleteDocument(id);
    await world.sync(device);
    expect(await readAwaitedDeletions(device.state)).toEqual([
      {
        id,
        kind: 'document',
        text: '',
        path: 'Readwise/Articles/Walking.md',
        title: 'Walking',
        since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      },
    ]);
    world.pass(3600);
    await world.sync(device);
    expect(await readAwaitedDeletions(device.state)).toEqual([]);
    await world.close();
  });
});
