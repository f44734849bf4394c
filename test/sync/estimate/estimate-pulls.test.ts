import type { SyncReport } from '../../../src/core/report';
import type { Progress } from '../../../src/ports';
import { renderNotes } from '../../../src/sync/write/render-notes';
import { runSync } from '../../../src/sync/run-sync';
import { createInProcessClient } from '../../property/in-process-client';
import { newDevice, settings, World, type Device } from '../../property/world';
import { CANARY_TOKEN as token } from '../../support/canary';
import { convertHtml } from '../../support/convert-html';
import { FakeClock } from '../../support/fake-clock';

type Pulling = Extract<Progress, { readonly step: 'pulling' }>;

describe('how much of a pull is still to come', () => {
  let world: World;
  let device: Device;
  let heard: Progress[];

  beforeEach(async () => {
    world = await World.create({ pageSizes: { exportBooks: 2, documents: 3 } });
    device = newDevice();
    heard = [];
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

  const listen = (progress: Progress): unknown => heard.push(progress);
  const reporter = { progress: listen };

  function sync(hear: (progress: Progress) => unknown = listen, signal?: AbortSignal): Promise<SyncReport> {
    const clock = new FakeClock({ startsAt: world.now });
    const deps = {
      vault: device.vault,
      state: device.state,
      http: createInProcessClient(world.server, clock),
      clock,
      random: () => 0.5,
      reporter: { progress: hear },
      convertHtml,
    };
    return runSync(deps, {
      settings: settings(),
      token,
      full: false,
      dryRun: false,
      maxDelete: null,
      signal,
    });
  }

  const pulls = (endpoint: Pulling['endpoint']): readonly (readonly [pages: number, left: number | null])[] =>
    heard
      .filter((progress) => progress.step === 'pulling')
      .filter((progress) => progress.endpoint === endpoint)
      .map(({ pages, pagesLeft }) => [pages, pagesLeft]);
  const bookLists = (): number => world.server.requests.to('/api/v2/books/').length;

  it('should count down to none for both, and ask for the number of books once', async () => {
    expect(await sync()).toMatchObject({ outcome: 'done' });
    expect(pulls('documents')).toEqual([
      [1, 2],
      [2, 1],
      [3, 0],
    ]);
    // While the books are being counted nobody can know.
    expect(pulls('highlights').slice(1)).toEqual([
      [2, 2],
      [3, 1],
      [4, 0],
    ]);
    expect(bookLists()).toBe(1);
  });

  it('should tell how many documents came without the highlights in them', async () => {
    const { id } = world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    for (const text of ['Nature', 'Wildness', 'Freedom']) world.library.addDocumentHighlight(id, { text });
    world.pass(600);
    await sync();
    const received = heard
      .filter((progress) => progress.step === 'pulling')
      .filter(({ endpoint }) => endpoint === 'documents')
      .map((progress) => progress.received);
    expect(received.at(-1)).toBe(8);
  });

  it('should not ask for the number of books when one page brings all, or only what is new comes', async () => {
    const small = await World.create();
    small.library.addBook({ title: 'Walden' });
    await small.sync(newDevice());
    expect(small.server.requests.to('/api/v2/books/')).toHaveLength(0);
    await small.close();
    await world.sync(device);
    world.pass(600);
    expect(await sync()).toMatchObject({ outcome: 'done' });
    expect(
      world.server.requests
        .to('/api/v2/books/')
        .filter(({ url }) => url.includes('page_size=1&') || url.endsWith('page_size=1')),
    ).toHaveLength(1);
  });

  it('should go on without a time when the books cannot be counted', async () => {
    world.server.faults.when({ path: '/api/v2/books/' }, { kind: 'status', status: 404 });
    expect(await sync()).toMatchObject({ outcome: 'done', failures: [] });
    expect(pulls('highlights')).toEqual([
      [1, null],
      [2, null],
      [3, null],
      [4, 0],
    ]);
  });

  it('should know of a pull that goes on where it stopped what came before', async () => {
    const abort = new AbortController();
    await sync(
      (progress) =>
        progress.step === 'pulling' &&
        progress.endpoint === 'documents' &&
        progress.pages === 2 &&
        abort.abort(new Error('Stopped')),
      abort.signal,
    );
    await sync();
    expect(pulls('documents')[0]).toEqual([1, 0]);
  });

  it('should tell how many notes are written again', async () => {
    await world.sync(device);
    const deps = {
      vault: device.vault,
      state: device.state,
      clock: new FakeClock({ startsAt: world.now }),
      reporter,
    };
    await renderNotes(deps, { settings: settings({}), dryRun: false });
    const writing = heard.filter((progress) => progress.step === 'writing');
    expect(writing[0]).toEqual({ step: 'writing', done: 0, failed: 0, total: 14 });
    expect(writing.at(-1)).toEqual({ step: 'writing', done: 14, failed: 0, total: 14 });
  });
});
