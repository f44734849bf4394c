import type { Vault, StateChange } from '../../src/model/ports';
import { FakeClock } from '../support/fake-clock';
import { told } from '../support/told';
import { readStatus } from '../../src/features/status/library-overview';
import { loseState, newDevice, settings, World, type Device } from '../simulation/world';
import { MemoryStateStore } from '../support/memory-state-store';

const EXPORT = '/api/v2/export/';
const LIST = '/api/v3/list/';
const DAY = 86_400;

/** What fails costs itself only, for however long. */
describe('what fails', () => {
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create({ pageSizes: { exportBooks: 2, documents: 3 } });
    device = newDevice();
  });
  afterEach(() => world.close());

  const addBook = (title: string, text = `Of ${title}.`): number => {
    const { id } = world.library.addBook({ title, category: 'books' });
    world.library.addHighlight(id, { text, location: 1 });
    return id;
  };
  const textOf = (path: string): string => new Map(device.vault.entries()).get(path) ?? '';
  const paths = (): readonly string[] => device.vault.entries().map(([path]) => path);
  const status = () => readStatus({ settings: settings(), ...device, clock: new FakeClock() });

  it('should not keep a document out whose Reader highlights have no partner while v2 is down (I16)', async () => {
    addBook('Walden');
    await world.sync(device);
    world.server.faults.when({ path: EXPORT }, { kind: 'status', status: 500 });
    world.pass(DAY);
    const { id } = world.library.addDocument({ title: 'Walking', category: 'article', location: 'new' });
    world.library.addDocumentHighlight(id, { text: 'In wildness.' });
    world.pass(DAY);
    await world.sync(device);
    expect(paths()).toContain('Readwise/Articles/Walking.md');
    world.server.faults.clear();
    world.pass(DAY);
    await world.settle(device);
    expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
  });

  it.each([LIST, EXPORT])(
    'should not look deleted to a new device on an old vault when it did not get an answer from %s (I4, I8)',
    async (path) => {
      const { id } = world.library.addDocument({ title: 'Walking', category: 'article', location: 'new' });
      world.library.addMirroredHighlight(id, { text: 'In wildness.', location: 1 });
      world.library.addDocumentHighlight(id, { text: 'Is the preservation.' });
      await world.settle(device);
      const before = device.vault.entries();
      await loseState(device);
      world.server.faults.when({ path }, { kind: 'status', status: 500 });
      for (let day = 0; day < 2; day += 1) {
        world.pass(DAY);
        await world.sync(device);
        expect(device.vault.entries()).toEqual(before);
      }
      world.server.faults.clear();
      await world.settle(device);
      expect(device.vault.entries()).toEqual(before);
    },
  );

  it.each(['books', 'highlights'])('should be the list of %s only when that is down (I16)', async (list) => {
    const book = addBook('Walden');
    await world.sync(device);
    world.server.faults.when({ path: `/api/v2/${list}/` }, { kind: 'status', status: 500 });
    for (const title of ['One', 'Two']) {
      world.pass(DAY);
      addBook(title);
      world.library.addDocument({ title, category: 'article', location: 'new' });
      if (list === 'highlights') world.library.retitleBook(book, `Walden ${title}`);
      world.pass(60);
      expect(await world.sync(device)).toMatchObject({ outcome: 'failed', cause: 'service' });
      expect(paths()).toEqual(
        expect.arrayContaining([`Readwise/Articles/${title}.md`, `Readwise/Books/${title}.md`]),
      );
      if (list === 'highlights') expect(paths()).toContain(`Readwise/Books/Walden ${title}.md`);
      const { watermarks } = await status();
      expect(Date.parse(watermarks.highlights ?? '')).toBe(world.now - 120_000);
    }
  });

  it('should be the look-up only when single documents cannot be asked for (I16)', async () => {
    const book = addBook('Walden');
    const { id } = world.library.addDocument({ title: 'Odd', category: 'article', location: 'new' });
    world.library.addDocument({ title: 'Plain', category: 'article', location: 'new' });
    world.server.faults.when(
      { path: LIST, times: 1 },
      {
        kind: 'changed-body',
        change: (body) =>
          JSON.stringify(JSON.parse(body), (_key, value: unknown) => value).replace(
            new RegExp(`("id":"${id}".*?)"parent_id":null`),
            '$1"parent_id":[]',
          ),
      },
    );
    await world.sync(device);
    world.server.faults.clear();
    world.server.faults.when(
      { path: LIST, matches: ({ query }) => query['id'] !== undefined },
      { kind: 'status', status: 500 },
    );
    for (const title of ['One', 'Two', 'Three']) {
      world.pass(DAY);
      world.library.retitleBook(book, `Walden ${title}`);
      world.library.addDocument({ title, category: 'article', location: 'new' });
      world.pass(60);
      await world.sync(device);
      expect(paths()).toEqual(
        expect.arrayContaining([`Readwise/Articles/${title}.md`, `Readwise/Books/Walden ${title}.md`]),
      );
    }
  });

  it('should be one queued book only when the service fails on it, and be told at each sync (I14, I16)', async () => {
    const titles = ['Emma', 'Essays', 'Walden'];
    const ids = titles.map((title) => addBook(title));
    const [broken = 0] = ids;
    await world.settle(device);
    world.server.faults.when(
      { path: EXPORT, matches: ({ query }) => query['ids']?.split(',').includes(String(broken)) === true },
      { kind: 'status', status: 500 },
    );
    world.pass(DAY);
    for (const id of ids) world.library.setDocumentNote(id, 'Read again.');
    for (let run = 0; run < 3; run += 1) {
      world.pass(600);
      const report = await world.sync(device);
      expect(textOf('Readwise/Books/Walden.md')).toContain('Read again.');
      expect(textOf('Readwise/Books/Essays.md')).toContain('Read again.');
      expect(report).toMatchObject({ outcome: 'failed', cause: 'service' });
    }
    world.server.faults.clear();
    world.pass(600);
    await world.sync(device);
    expect(textOf('Readwise/Books/Emma.md')).toContain('Read again.');
  });

  it.each([1, 30])(
    'should ask for what cannot be read in turn, and ever more rarely, when it stays so for %i days (I12, I16)',
    async (days) => {
      const ids = Array.from({ length: 12 }, (_, index) => {
        world.pass(1);
        return world.library.addDocument({
          title: `Doc ${String(index)}`,
          category: 'article',
          location: 'new',
        }).id;
      }).sort();
      const spoil = (which: readonly string[]) => (body: string) => {
        const page = JSON.parse(body) as { results?: { id: string; parent_id: unknown }[] };
        for (const record of page.results ?? []) if (which.includes(record.id)) record.parent_id = [];
        return JSON.stringify(page);
      };
      world.pass(3600);
      world.server.faults.when({ path: LIST }, { kind: 'changed-body', change: spoil(ids) });
      await world.sync(device);
      world.server.faults.clear();
      // Those that come last in the order of keys become readable.
      world.server.faults.when({ path: LIST }, { kind: 'changed-body', change: spoil(ids.slice(0, 10)) });
      let requests = 0;
      for (let day = 0; day < days + 1; day += 1) {
        world.pass(DAY);
        const report = await world.sync(device);
        expect(report.failures.length).toBeGreaterThanOrEqual(10);
        requests += report.requests;
      }
      expect(paths()).toHaveLength(2);
      // Five tries for each of the ten in a month, as the wait doubles.
      if (days === 30) expect(requests).toBeLessThanOrEqual(31 * 5 + 12 * 6);
    },
  );

  it('should be named once and not for ever when a record came without an id (I14)', async () => {
    addBook('Walden');
    world.library.addDocument({ title: 'Walking', category: 'article', location: 'new' });
    const withNameless = (body: string): string => {
      const page = JSON.parse(body) as { results: unknown[] };
      return JSON.stringify({ ...page, results: [{ title: 'no id' }, ...page.results] });
    };
    world.server.faults.when({ path: LIST, times: 1 }, { kind: 'changed-body', change: withNameless });
    expect(await world.sync(device)).toMatchObject({ outcome: 'partial', failures: [{ id: '(no id)' }] });
    world.pass(DAY);
    expect(await world.sync(device)).toMatchObject({ outcome: 'done', failures: [] });
    expect((await status()).retries).toEqual([]);
  });

  it.each(['hourly', 'daily', 'weekly'])('should not be a new title when syncs are %s', async (pace) => {
    const step = { hourly: 3600, daily: DAY, weekly: 7 * DAY }[pace] ?? DAY;
    const id = addBook('Walden');
    await world.sync(device);
    for (let change = 0; change < 6; change += 1) {
      world.pass(step - 60);
      world.library.retitleBook(id, `Walden ${String(change)}`);
      world.pass(60);
      await world.sync(device);
      expect(paths()).toEqual([`Readwise/Books/Walden ${String(change)}.md`]);
    }
  });

  describe('in one note', () => {
    /** A vault whose calls for one note fail as a bug of the host or of ours does. */
    const brokenFor = (name: keyof Vault, title: string): Vault =>
      new Proxy<Vault>(device.vault, {
        get(target, property) {
          const value: unknown = Reflect.get(target, property);
          if (typeof value !== 'function') return value;
          return (...given: readonly unknown[]): unknown => {
            if (property === name && String(given[0]).includes(title))
              return Promise.reject(new TypeError("Cannot read properties of null (reading 'path')"));
            return Reflect.apply(value, target, given);
          };
        },
      });

    it.each(['create', 'spelled', 'has'] as const)(
      'should cost that note only and be told as a bug when %s throws (I14, I16)',
      async (name) => {
        for (const title of ['Alpha', 'Beta', 'Gamma']) addBook(title);
        for (let run = 0; run < 3; run += 1) {
          const report = await world.sync({ ...device, vault: brokenFor(name, 'Alpha') });
          expect(report).toMatchObject({ outcome: 'partial', notes: { failed: 1 } });
          expect(report.failures).toMatchObject([{ problem: { code: 'bug', name: 'TypeError' } }]);
          expect(told(report.failures).join()).toMatch(
            /Cannot read properties of null.*at .*each-for-itself.*[Rr]eport/,
          );
          expect(paths()).toEqual(['Readwise/Books/Beta.md', 'Readwise/Books/Gamma.md']);
          world.pass(3600);
        }
        expect(await world.sync(device)).toMatchObject({ outcome: 'done', notes: { created: 1 } });
      },
    );

    it.each(['read', 'update'] as const)(
      'should leave its file as it is and write the others when %s throws (I2, I16)',
      async (name) => {
        const ids = ['Alpha', 'Beta', 'Gamma'].map((title) => addBook(title));
        await world.sync(device);
        world.pass(600);
        for (const id of ids) world.library.addHighlight(id, { text: 'Later.', location: 2 });
        world.pass(60);
        const before = textOf('Readwise/Books/Alpha.md');
        const report = await world.sync({ ...device, vault: brokenFor(name, 'Alpha') });
        expect(report).toMatchObject({ outcome: 'partial', notes: { failed: 1, updated: 2 } });
        expect(textOf('Readwise/Books/Alpha.md')).toBe(before);
        world.pass(60);
        expect(await world.sync(device)).toMatchObject({ outcome: 'done', notes: { updated: 1 } });
        expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
      },
    );
  });
});

describe('a device that refuses to keep anything', () => {
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
