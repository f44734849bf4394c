import { readStatus } from '../../../src/features/status/library-overview';
import { newDevice, settings, World, type Device } from '../../simulation/world';

const NO_TWEETS = { rules: [{ when: { kinds: ['tweet'] }, then: { leaveOut: true } }] };
const NO_BOOKS = { scope: { bookCategories: ['tweets'] } };

describe('a note whose item falls out of scope', () => {
  let world: World;
  let device: Device;
  let tweets: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    tweets = world.library.addBook({ title: 'Tweets from Nobody', category: 'tweets' }).id;
    world.library.addHighlight(tweets, { text: 'Good morning.', location: 1 });
    const walden = world.library.addBook({ title: 'Walden', category: 'books' });
    world.library.addHighlight(walden.id, { text: 'Simplify.', location: 1 });
    world.pass(600);
    await world.sync(device);
  });
  afterEach(() => world.close());

  const under = (values: object) => world.sync(device, { settings: settings(values) });

  it.each([
    ['a rule', NO_TWEETS, 'Readwise/Tweets/Tweets from Nobody.md'],
    ['the scope', NO_BOOKS, 'Readwise/Books/Walden.md'],
  ])(
    'should stay and be told of once when %s leaves it out and nobody has said what becomes of such notes (I4, I5)',
    async (_by, values, path) => {
      const before = device.vault.entries();
      expect(await under(values)).toMatchObject({ outcome: 'done', vaultWrites: 0, outOfScope: [{ path }] });
      expect(device.vault.entries()).toEqual(before);
      expect(await under(values)).not.toHaveProperty('outOfScope');
      // Neither news of the item nor another change of the settings makes it a new question.
      world.library.addHighlight(tweets, { text: 'Good night.', location: 2 });
      world.pass(600);
      expect(await under({ ...values, naming: { fileName: '{{title}} 2' } })).not.toHaveProperty(
        'outOfScope',
      );
    },
  );

  it('should be listed in the status until a person has said what becomes of it', async () => {
    const listed = async (values: object) => {
      const { state, vault } = device;
      const status = await readStatus({ state, vault, clock: world.clock(), settings: settings(values) });
      return status.leftOut;
    };
    const note = { id: String(tweets), path: 'Readwise/Tweets/Tweets from Nobody.md' };
    await under(NO_TWEETS);
    expect(await listed(NO_TWEETS)).toEqual([note]);
    await under(NO_TWEETS);
    expect(await listed(NO_TWEETS)).toEqual([note]);
    expect(await listed({ ...NO_TWEETS, outOfScope: 'leave' })).toEqual([]);
    await under({});
    expect(await listed({})).toEqual([]);
    await under(NO_TWEETS);
    await device.vault.moveToTrash(note.path);
    expect(await listed(NO_TWEETS)).toEqual([]);
  });

  it('should be told of again when it was in scope meanwhile', async () => {
    await under(NO_TWEETS);
    expect(await under({})).not.toHaveProperty('outOfScope');
    expect(await under(NO_TWEETS)).toMatchObject({
      outOfScope: [{ path: 'Readwise/Tweets/Tweets from Nobody.md' }],
    });
  });

  it('should not be told of when a person has said what becomes of it, nor as told of by a dry run', async () => {
    expect(await world.sync(device, { settings: settings(NO_TWEETS), dryRun: true })).toMatchObject({
      outOfScope: [{ path: 'Readwise/Tweets/Tweets from Nobody.md' }],
    });
    expect(await under(NO_TWEETS)).toHaveProperty('outOfScope');
    expect(await under({ ...NO_TWEETS, outOfScope: 'leave' })).not.toHaveProperty('outOfScope');
    expect(await under({ ...NO_TWEETS, outOfScope: 'trash' })).toMatchObject({ notes: { trashed: 1 } });
    expect(device.vault.trashEntries().map(([path]) => path)).toEqual([
      'Readwise/Tweets/Tweets from Nobody.md',
    ]);
  });

  it('should go alone where a person sends it, though the settings ask, and not be told of again (I4)', async () => {
    const more = [1, 2].map((number) => {
      const { id } = world.library.addBook({ title: `More tweets ${number}`, category: 'tweets' });
      world.library.addHighlight(id, { text: 'Good evening.', location: 1 });
      return String(id);
    });
    const [archived = '', left = ''] = more;
    world.pass(600);
    await world.sync(device);
    expect((await under(NO_TWEETS)).outOfScope).toHaveLength(3);
    const decision = { kind: 'each', remove: [String(tweets)], keep: [], archive: [archived] } as const;
    const decided = { settings: settings(NO_TWEETS), decision };
    expect(await world.sync(device, decided)).toMatchObject({ notes: { trashed: 1, archived: 1, kept: 0 } });
    expect(device.vault.trashEntries().map(([path]) => path)).toEqual([
      'Readwise/Tweets/Tweets from Nobody.md',
    ]);
    const paths = device.vault.entries().map(([path]) => path);
    expect(paths).toContain('Readwise/Archive/More tweets 1.md');
    expect(paths).toContain('Readwise/Tweets/More tweets 2.md');
    for (const id of [archived, left]) world.library.addHighlight(Number(id), { text: 'Bye.', location: 2 });
    world.pass(600);
    const again = await world.sync(device, { settings: settings(NO_TWEETS), full: true });
    expect(again).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    expect(again).not.toHaveProperty('outOfScope');
  });

  it('should not be told of when the person deleted it', async () => {
    await device.vault.moveToTrash('Readwise/Tweets/Tweets from Nobody.md');
    await world.sync(device, { full: true });
    expect(await under({ ...NO_TWEETS, naming: { fileName: '{{title}} 2' } })).not.toHaveProperty(
      'outOfScope',
    );
  });
});
