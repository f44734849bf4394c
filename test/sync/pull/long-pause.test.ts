import { told } from '../../support/told';
import type { SyncReport } from '../../../src/model/report';
import { refreshNote } from '../../../src/features/daily/refresh-note';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { CANARY_TOKEN } from '../../support/canary';

const [EXPORT, LIST] = ['/api/v2/export/', '/api/v3/list/'];
const HOUR = 3600;

describe('a long pause that the service asked for', () => {
  let world: World;
  let device: Device;
  let bookId: number;
  let documentId: string;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    bookId = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    world.library.addHighlight(bookId, { text: 'One.' });
    documentId = world.library.addDocument({ title: 'Essay' }).id;
    await world.sync(device);
    world.pass(300);
  });
  afterEach(() => world.close());

  /** The service has enough of v3 and says for how long; later it would answer. */
  async function refuse(seconds = HOUR): Promise<void> {
    world.server.faults.when(
      { path: LIST, times: 1 },
      { kind: 'status', status: 429, headers: { 'retry-after': String(seconds) } },
    );
    await world.sync(device);
  }

  /** The sync, and how often each of the two was asked. */
  async function syncAfter(
    seconds: number,
    options: Parameters<World['sync']>[1] = {},
  ): Promise<SyncReport & { readonly asked: readonly number[] }> {
    world.pass(seconds);
    const { requests } = world.server;
    const before = [EXPORT, LIST].map((path) => requests.to(path).length);
    const report = await world.sync(device, options);
    return {
      ...report,
      asked: [EXPORT, LIST].map((path, index) => requests.to(path).length - (before[index] ?? 0)),
    };
  }

  const textOf = (name: string): string =>
    device.vault.entries().find(([path]) => path.includes(name))?.[1] ?? '';

  it('should be kept by later runs, which say how long it still is', async () => {
    await refuse();
    for (const [seconds, minutes] of [
      [900, 45],
      [1800, 15],
    ] as const) {
      const report = await syncAfter(seconds);
      expect(report).toMatchObject({ outcome: 'failed', cause: 'service', asked: [1, 0] });
      expect(told(report.failures)[0]).toContain(`Sync again in ${String(minutes)} minutes`);
    }
    expect((await syncAfter(900)).asked[1]).toBeGreaterThan(0);
  });

  it('should end in the same notes as if it had never been, once it is over', async () => {
    world.library.addHighlight(bookId, { text: 'Two.' });
    await refuse();
    world.library.addDocument({ title: 'Another essay' });
    await syncAfter(900);
    expect(textOf('Walden')).toContain('Two.');
    expect((await syncAfter(2700)).outcome).toBe('done');
    expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
  });

  it('should keep a note from being fetched anew, too', async () => {
    await refuse();
    const before = world.server.requests.entries.length;
    const report = await refreshNote(world.dependencies(device), {
      settings: settings(),
      token: CANARY_TOKEN,
      identity: { bookId: null, documentId, partId: null },
    });
    expect(report).toMatchObject({ outcome: 'failed', cause: 'service' });
    expect(world.server.requests.entries.slice(before).map(({ path }) => path)).not.toContain(LIST);
  });

  it('should be over after an hour at the latest, and at once where the clock was set back', async () => {
    await refuse(999_999_999);
    const within = await syncAfter(HOUR - 60);
    expect(within.asked[1]).toBe(0);
    expect(told(within.failures)[0]).toContain('Sync again in 60 seconds');
    expect((await syncAfter(60)).asked[1]).toBeGreaterThan(0);
    world.pass(300);
    await refuse();
    expect((await syncAfter(60, { localClock: world.now - HOUR })).asked[1]).toBeGreaterThan(0);
  });

  it('should be over for later runs, too, when the person asks at once and is answered', async () => {
    await refuse(999_999_999);
    const manual = await syncAfter(60, { asksAtOnce: true });
    expect(manual.outcome).toBe('done');
    expect(manual.asked[1]).toBeGreaterThan(0);
    expect((await syncAfter(60)).asked[1]).toBeGreaterThan(0);
  });

  it('should begin anew when the person asks at once and is refused again', async () => {
    await refuse();
    world.server.faults.when(
      { path: LIST, times: 1 },
      { kind: 'status', status: 429, headers: { 'retry-after': '1200' } },
    );
    expect((await syncAfter(1800, { asksAtOnce: true })).asked).toEqual([1, 1]);
    expect((await syncAfter(1140)).asked[1]).toBe(0);
    expect((await syncAfter(60)).asked[1]).toBeGreaterThan(0);
  });
});
