import { readPendingDeletions } from '../../../src/sync/deletions/pending-deletions';
import { newDevice, World } from '../../simulation/world';

describe('readPendingDeletions', () => {
  it('should name a document that seems to be deleted, and since when, until that is verified', async () => {
    const world = await World.create();
    const device = newDevice();
    const { id } = world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    world.library.addDocument({ title: 'Wild Apples', category: 'article', location: 'later' });
    await world.sync(device);
    expect(await readPendingDeletions(device.state, 10)).toEqual({ count: 0, first: [] });
    world.pass(3600);
    world.library.deleteDocument(id);
    await world.sync(device);
    expect(await readPendingDeletions(device.state, 10)).toEqual({
      count: 1,
      first: [{ id, title: 'Walking', absentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string }],
    });
    world.pass(3600);
    await world.sync(device);
    expect(await readPendingDeletions(device.state, 10)).toEqual({ count: 0, first: [] });
    await world.close();
  });
});
