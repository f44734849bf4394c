import type { StateChange } from '../../src/model/ports';
import { MemoryStateStore } from '../support/memory-state-store';
import { newDevice, World } from '../simulation/world';

/** A disk that is full, as a host tells of it. */
class FullError extends Error {
  override readonly name = 'FullError';
}

class FullStateStore extends MemoryStateStore {
  constructor(private room: number) {
    super();
  }

  override async commit(changes: readonly StateChange[]): Promise<void> {
    this.room -= 1;
    if (this.room < 0) throw new FullError('no room');
    await super.commit(changes);
  }
}

describe('a device that refuses to keep anything', () => {
  it.each([1, 2, 3, 5])('should be what the sync tells of when room ends after %i commits', async (room) => {
    const world = await World.create({});
    world.library.addHighlight(
      world.library.addBook({ title: 'Walden', author: 'Thoreau', category: 'books' }).id,
      { text: 'Simplify.' },
    );
    const report = await world.sync({ ...newDevice(), state: new FullStateStore(room) });
    expect(report).toMatchObject({
      outcome: 'failed',
      cause: 'device',
      failures: [{ problem: { message: 'no room' } }],
    });
    await world.close();
  });
});
