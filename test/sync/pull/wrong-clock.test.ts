import { newDevice, World, type Device } from '../../simulation/world';

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
