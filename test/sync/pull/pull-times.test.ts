import { newDevice, World, type Device, settings } from '../../simulation/world';
import { told } from '../../support/told';
import type { SyncReport } from '../../../src/model/report';
import { refreshNote } from '../../../src/features/daily/refresh-note';
import { CANARY_TOKEN } from '../../support/canary';

const DAY = 86_400_000;
const WRONG = [-365 * DAY, -DAY, DAY, 365 * DAY];
const BOOKS = 60;

describe.each(WRONG)('a local clock that is wrong by %i ms', (wrongBy) => {
  let world: World;
  let device: Device;
  let bookIds: readonly number[];

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    bookIds = Array.from(
      { length: BOOKS },
      (_, index) => world.library.addBook({ title: `Book ${String(index)}`, category: 'books' }).id,
    );
    bookIds.forEach((id) => void world.library.addHighlight(id, { text: 'Passage.' }));
    await world.sync(device, { localClock: world.now + wrongBy });
    world.pass(3600);
  });
  afterEach(() => world.close());

  const remove = (from: number, to: number): void =>
    bookIds.slice(from, to).forEach((id) => world.library.deleteBook(id));
  const trashed = (): number => device.vault.trashEntries().length;

  it('should not make the guard forget what left within the week, nor remember it for longer (I4)', async () => {
    remove(0, 8);
    expect(await world.sync(device, { maxDelete: null, localClock: world.now + wrongBy })).toMatchObject({
      outcome: 'done',
      notes: { trashed: 8 },
    });
    world.pass(DAY / 1000);
    remove(8, 16);
    expect(await world.sync(device, { maxDelete: null, localClock: world.now - wrongBy })).toMatchObject({
      outcome: 'held',
      notes: { trashed: 0 },
    });
    world.pass((8 * DAY) / 1000);
    // A hold outlives the week, whatever the clock says.
    expect((await world.sync(device, { maxDelete: null, localClock: world.now + wrongBy })).outcome).toBe(
      'held',
    );
    expect(trashed()).toBe(8);
    expect(await world.sync(device, { maxDelete: 8, localClock: world.now + wrongBy })).toMatchObject({
      outcome: 'done',
      notes: { trashed: 8 },
    });
    await world.sync(device, { maxDelete: null });
    world.pass((8 * DAY) / 1000);
    remove(16, 24);
    expect(await world.sync(device, { maxDelete: null })).toMatchObject({
      outcome: 'done',
      notes: { trashed: 8 },
    });
  });

  it('should hide neither another account nor missing notes (I4)', async () => {
    const other = await World.create({ token: 'canary-token-of-another', seed: 2 });
    for (let index = 0; index < 1000; index += 1) other.library.ids.nextBook();
    expect(
      (await other.sync(device, { token: 'canary-token-of-another', localClock: other.now + wrongBy })).cause,
    ).toBe('account');
    await other.close();
    for (const [path] of device.vault.entries().slice(20)) device.vault.remove(path);
    world.library.addHighlight(bookIds[0] ?? 0, { text: 'New.' });
    expect((await world.sync(device, { localClock: world.now - wrongBy })).cause).toBe('vault');
  });
});

it('should miss nothing when a clock that is days late is set right before a pull goes on (I7)', async () => {
  const world = await World.create({ pageSizes: { exportBooks: 1 } });
  const device = newDevice();
  const early = world.library.addBook({ title: 'Essays', category: 'books' }).id;
  const passage = world.library.addHighlight(early, { text: 'Trust thyself.' });
  world.pass(60);
  const late = world.library.addBook({ title: 'Walden', category: 'books' }).id;
  world.library.addHighlight(late, { text: 'Simplify, simplify.' });
  world.library.editBook(early, {});
  world.pass(600);
  world.server.faults.when(
    { matches: ({ query }) => query['pageCursor'] !== undefined, times: 5 },
    { kind: 'status', status: 503 },
  );
  expect(await world.sync(device, { localClock: world.now - 3 * DAY })).toMatchObject({ outcome: 'failed' });
  world.pass(600);
  world.library.editHighlight(passage.id, { text: 'Trust yourself.' });
  world.pass(600);
  await world.sync(device);
  world.pass(600);
  await world.sync(device);
  expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
  await world.close();
});

it.each([1, 20])(
  'should miss nothing when the clock of the service was %i hours ahead for one sync (I7)',
  async (hours) => {
    const world = await World.create();
    const device = newDevice();
    const { id } = world.library.addBook({ title: 'Essays', category: 'books' });
    world.library.addHighlight(id, { text: 'Trust thyself.' });
    const other = world.library.addBook({ title: 'Letters', category: 'books' }).id;
    world.library.addHighlight(other, { text: 'My dear friend.' });
    const document = world.library.addDocument({ title: 'Walden', category: 'article', location: 'new' });
    world.pass(600);
    world.now += hours * 3_600_000;
    await world.sync(device, { localClock: world.now - hours * 3_600_000 });
    world.now -= hours * 3_600_000;
    world.library.addHighlight(id, { text: 'Every heart vibrates to that iron string.' });
    world.library.retitleBook(other, 'Letters to a friend');
    world.library.editDocument(document.id, { notes: 'To be read again.' });
    world.pass(600);
    await world.settle(device);
    expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
    await world.close();
  },
);

describe('a long pause that the service asked for', () => {
  const [EXPORT, LIST] = ['/api/v2/export/', '/api/v3/list/'];
  const HOUR = 3600;

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
