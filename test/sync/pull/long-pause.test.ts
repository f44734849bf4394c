import type { SyncReport } from '../../../src/core/report';
import { newDevice, World, type Device } from '../../property/world';

const [EXPORT, LIST] = ['/api/v2/export/', '/api/v3/list/'];
const HOUR = 3600;

describe('a long pause that the service asked for', () => {
  let world: World;
  let device: Device;
  let bookId: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    bookId = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    world.library.addHighlight(bookId, { text: 'One.' });
    world.library.addDocument({ title: 'Essay' });
    await world.sync(device);
    world.pass(300);
  });
  afterEach(() => world.close());

  /** The service has enough of v3 and says for how long; later it would answer. */
  async function refuse(seconds = HOUR): Promise<void> {
    world.server.faults.when({ path: LIST, times: 1 }, { kind: 'status', status: 429, headers: { 'retry-after': String(seconds) } });
    await world.sync(device);
  }

  /** The sync, and how often each of the two was asked. */
  async function syncAfter(seconds: number, options: Parameters<World['sync']>[1] = {}): Promise<SyncReport & { readonly asked: readonly number[] }> {
    world.pass(seconds);
    const { requests } = world.server;
    const before = [EXPORT, LIST].map((path) => requests.to(path).length);
    const report = await world.sync(device, options);
    return { ...report, asked: [EXPORT, LIST].map((path, index) => requests.to(path).length - (before[index] ?? 0)) };
  }

  it('should be kept by later runs, which say how long it still is', async () => {
    await refuse();
    for (const [seconds, minutes] of [[900, 45], [1800, 15]] as const) {
      const report = await syncAfter(seconds);
      expect(report).toMatchObject({ outcome: 'failed', cause: 'service', asked: [1, 0] });
      expect(report.failures[0]?.message).toContain(`Sync again in ${String(minutes)} minutes`);
    }
    expect((await syncAfter(900)).asked[1]).toBeGreaterThan(0);
  });
});
