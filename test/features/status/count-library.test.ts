import { ReadwiseClient } from '../../../src/readwise/client';
import { countLibrary, countNotesBy } from '../../../src/features/status/library-overview';
import { createInProcessClient } from '../../simulation/in-process-client';
import { newDevice, settings, World } from '../../simulation/world';
import { CANARY_TOKEN as token } from '../../support/canary';
import { FakeClock } from '../../support/fake-clock';

describe('countLibrary', () => {
  it.each([
    [
      'count an item that is both a book and a document once, in five requests',
      null,
      { highlighted: 4, all: 5 },
    ],
    ['know the books alone when Reader does not answer', '/api/v3/list/', { highlighted: 4, all: null }],
    ['know nothing when Readwise does not answer', '/api/v2/books/', { highlighted: null, all: null }],
  ])('should %s', async (_behaviour, failing, counts) => {
    const world = await World.create();
    for (let number = 1; number <= 3; number += 1)
      world.library.addHighlight(world.library.addBook({ title: `Book ${String(number)}` }).id, {
        text: 'Passage',
      });
    world.library.addHighlight(world.library.addBook({ title: 'Walking', source: 'reader' }).id, {
      text: 'I wish to speak a word for Nature.',
    });
    const document = world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    world.library.addDocument({ title: 'Civil Disobedience', category: 'pdf', location: 'new' });
    world.library.addDocumentHighlight(document.id, { text: 'I wish to speak a word for Nature.' });
    if (failing !== null) world.server.faults.when({ path: failing }, { kind: 'status', status: 404 });
    const clock = new FakeClock({ startsAt: world.now });
    const client = new ReadwiseClient({
      http: createInProcessClient(world.server, clock),
      clock,
      random: () => 0.5,
      baseUrl: 'http://127.0.0.1',
      token,
    });
    expect(await countLibrary(client)).toEqual(counts);
    expect(client.requests).toBe(5);
    await world.close();
  });
});

describe('countNotesBy', () => {
  it('should count the notes in scope, with and without documents that have no highlight', async () => {
    const world = await World.create();
    const device = newDevice();
    for (const [title, location] of [
      ['Walking', 'later'],
      ['Wild Apples', 'later'],
      ['News', 'feed'],
    ] as const)
      world.library.addDocument({ title, category: 'article', location });
    const { id } = world.library.addDocument({ title: 'Walden', category: 'epub', location: 'new' });
    world.library.addDocumentHighlight(id, { text: 'Simplify.' });
    await world.sync(device);
    const { scope } = settings();
    expect(await countNotesBy({ state: device.state, clock: new FakeClock() }, scope)).toEqual({
      highlighted: 1,
      all: 3,
    });
    await world.close();
  });
});
