import type { HttpClient } from '../../../src/model/ports';
import { newDevice, World, type Device, type SyncRequest, settings } from '../../simulation/world';
import type { SyncReport } from '../../../src/model/report';
import type { Progress } from '../../../src/model/progress';
import { renderNotes } from '../../../src/sync/render-notes';
import { runSync } from '../../../src/sync/run-sync';
import { CANARY_TOKEN as token } from '../../support/canary';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const EXPORT = '/api/v2/export/';

describe('where a pull begins', () => {
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create({ pageSizes: { exportBooks: 1 } });
    device = newDevice();
    for (const title of ['Walden', 'Essays', 'Emma']) add(title);
  });

  afterEach(() => world.close());

  const add = (title: string): void => {
    const { id } = world.library.addBook({ title, category: 'books' });
    world.library.addHighlight(id, { text: `Opening of ${title}.` });
  };
  /** A sync that finds something new, so that it may write its state. */
  const sync = async (request: SyncRequest = {}): Promise<void> => {
    add(`Book at ${String(world.now)}`);
    await world.sync(device, request);
  };
  /** Seconds between what the next pull asks for and a moment; null where it asks for everything. */
  const beginsBefore = async (moment: number): Promise<number | null> => {
    world.server.requests.clear();
    await world.sync(device);
    const [first] = world.server.requests.to(EXPORT);
    const since = first?.query['updatedAfter'];
    return since === undefined ? null : (moment - Date.parse(since)) / 1000;
  };
  /** Something happens before a request for a page of the export is answered. */
  const onPage = (number: number, act: () => void): void => {
    let arrived = 0;
    const matches = ({ path }: { readonly path: string }): boolean => {
      if (path.startsWith(EXPORT) && (arrived += 1) === number) act();
      return false;
    };
    world.server.faults.when({ matches }, { kind: 'delay', ms: 0 });
  };

  it('should be two minutes before the first answer to the one before, however long that took (I7)', async () => {
    const began = world.now;
    onPage(2, () => world.pass(30 * MINUTE));
    await sync();
    expect(await beginsBefore(began)).toBe(2 * MINUTE);
  });

  it('should be a day and an hour earlier when the service tells an earlier time, because the one before may have been ahead (I7)', async () => {
    await sync();
    const ahead = world.now;
    world.pass(-3 * HOUR);
    await sync();
    expect(await beginsBefore(ahead)).toBe(25 * HOUR + 2 * MINUTE);
  });

  it('should not be earlier when the service tells a time that is a minute earlier (I13)', async () => {
    await sync();
    const before = world.now;
    world.pass(-MINUTE);
    await sync();
    expect(await beginsBefore(before)).toBe(2 * MINUTE);
  });

  it('should not be earlier when the service tells a time that cannot be right', async () => {
    await sync();
    const before = world.now;
    const atEpoch = (client: HttpClient): HttpClient => ({
      send: async (request) => {
        const answer = await client.send(request);
        return { ...answer, headers: { ...answer.headers, date: new Date(0).toUTCString() } };
      },
    });
    await sync({ through: atEpoch });
    expect(await beginsBefore(before)).toBe(2 * MINUTE);
  });

  it('should be moved by a sync that found nothing only once a day, and that leave no other trace', async () => {
    await sync();
    await world.settle(device);
    const now = world.now;
    const begins = await beginsBefore(now);
    const entries = await device.state.list({ prefix: '', limit: 1000 });
    world.pass(23 * HOUR);
    expect(await beginsBefore(now)).toBe(begins);
    expect(await device.state.list({ prefix: '', limit: 1000 })).toEqual(entries);
    world.pass(DAY);
    await world.sync(device);
    expect(await beginsBefore(world.now)).toBe(2 * MINUTE);
  });

  it('should be that of the one before when any of its pages had a record without an id (I14)', async () => {
    await sync();
    const before = world.now;
    world.pass(HOUR);
    const withNameless = (body: string): string => {
      const page = JSON.parse(body) as { results: unknown[] };
      return JSON.stringify({ ...page, results: [{ title: 'no id' }, ...page.results] });
    };
    world.server.faults.when({ path: EXPORT, times: 1 }, { kind: 'changed-body', change: withNameless });
    await sync();
    expect(await beginsBefore(before)).toBe(2 * MINUTE);
  });

  describe('after one that was cut', () => {
    let began: number;
    const isLaterPage = ({ query }: { readonly query: Readonly<Record<string, string>> }): boolean =>
      query['pageCursor'] !== undefined;
    const asked = () => world.server.requests.to(EXPORT).map(({ query }) => query);

    beforeEach(async () => {
      began = world.now;
      world.server.faults.when({ path: EXPORT, matches: isLaterPage }, { kind: 'status', status: 500 });
      await world.sync(device);
      world.server.faults.clear();
      world.server.requests.clear();
      world.pass(HOUR);
    });

    it('should be the page where that was cut, and then when it began (I6, I7)', async () => {
      await world.sync(device);
      const [first] = asked();
      expect([first?.['pageCursor'] === undefined, first?.['updatedAfter']]).toEqual([false, undefined]);
      const since = new Set(asked().flatMap(({ updatedAfter = [] }) => updatedAfter));
      expect([...since]).toEqual([new Date(began - 2 * MINUTE * 1000).toISOString()]);
      expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
    });

    it('should be where that began when the service forgot where it was cut (I7)', async () => {
      const match = { path: EXPORT, matches: isLaterPage, times: 1 };
      world.server.faults.when(match, { kind: 'status', status: 400 });
      await world.sync(device);
      expect(
        asked()
          .slice(0, 2)
          .map(({ pageCursor, updatedAfter }) => [pageCursor === undefined, updatedAfter]),
      ).toEqual([
        [false, undefined],
        [true, undefined],
      ]);
      expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
    });
  });
});

describe('the progress of a pull', () => {
  type Pulling = Extract<Progress, { readonly step: 'pulling' }>;

  let world: World;
  let device: Device;
  let reported: Progress[];

  beforeEach(async () => {
    world = await World.create({ pageSizes: { exportBooks: 2, documents: 3 } });
    device = newDevice();
    reported = [];
    for (let number = 1; number <= 7; number += 1) {
      const { id } = world.library.addBook({ title: `Book ${String(number)}`, category: 'books' });
      for (const passage of ['One', 'Two', 'Three'])
        world.library.addHighlight(id, { text: `${passage} of ${String(number)}` });
      world.library.addDocument({
        title: `Document ${String(number)}`,
        category: 'article',
        location: 'later',
      });
    }
    world.pass(600);
  });
  afterEach(() => world.close());

  const listen = (progress: Progress): unknown => reported.push(progress);
  const reporter = { progress: listen };

  const sync = (hear: (progress: Progress) => unknown = listen, signal?: AbortSignal): Promise<SyncReport> =>
    runSync(
      { ...world.dependencies(device), reporter: { progress: hear } },
      { settings: settings(), token, full: false, maxDelete: null, signal },
    );

  const pulled = (
    endpoint: Pulling['endpoint'],
  ): readonly (readonly [received: number, total: number | null])[] =>
    reported
      .filter((progress) => progress.step === 'pulling')
      .filter((progress) => progress.endpoint === endpoint)
      .map(({ received, total }) => [received, total]);

  it('should tell how many records came of how many when documents are pulled', async () => {
    const { id } = world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    for (const text of ['Nature', 'Wildness']) world.library.addDocumentHighlight(id, { text });
    world.pass(600);
    expect(await sync()).toMatchObject({ outcome: 'done' });
    expect(pulled('documents')).toEqual([
      [3, 10],
      [6, 10],
      [9, 10],
      [10, 10],
    ]);
  });

  it('should tell how many highlights came, and no total, when highlights are pulled', async () => {
    await sync();
    expect(pulled('highlights')).toEqual([
      [6, null],
      [12, null],
      [18, null],
      [21, null],
    ]);
  });

  it('should count what came before when a pull goes on where it stopped', async () => {
    const abort = new AbortController();
    await sync(
      (progress) =>
        progress.step === 'pulling' &&
        progress.endpoint === 'documents' &&
        progress.received === 6 &&
        abort.abort(new Error('Stopped')),
      abort.signal,
    );
    await sync();
    expect(pulled('documents')[0]).toEqual([7, 7]);
  });

  it('should tell how many notes are written again', async () => {
    await world.sync(device);
    await renderNotes({ ...world.dependencies(device), reporter }, { settings: settings({}) });
    const writing = reported.filter((progress) => progress.step === 'writing');
    expect(writing[0]).toEqual({ step: 'writing', done: 0, failed: 0, total: 14, isCheck: true });
    expect(writing.at(-1)).toEqual({ step: 'writing', done: 14, failed: 0, total: 14, isCheck: true });
  });
});
