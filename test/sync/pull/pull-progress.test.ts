import type { SyncReport } from '../../../src/model/report';
import type { Progress } from '../../../src/model/progress';
import { renderNotes } from '../../../src/sync/render-notes';
import { runSync } from '../../../src/sync/run-sync';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { CANARY_TOKEN as token } from '../../support/canary';

type Pulling = Extract<Progress, { readonly step: 'pulling' }>;

describe('the progress of a pull', () => {
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
