import { readStatus } from '../../../src/features/status/library-overview';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { readAwaitedDeletions } from '../../../src/sync/deletions/audit-register';

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

describe('a change of scope', () => {
  const WIDE = { discarded: true, documentLocations: ['new', 'later', 'shortlist', 'archive', 'feed'] };
  const NARROWER = [
    { discarded: false },
    { bookCategories: [] },
    { documentLocations: [] },
    { documentCategories: [] },
    { documents: 'highlighted' },
    { discarded: false, bookCategories: [], documentLocations: [], documentCategories: [] },
  ];

  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    for (const category of ['books', 'articles', 'tweets'] as const) {
      const { id } = world.library.addBook({ title: `Book of ${category}`, category });
      world.library.addHighlight(id, { text: 'Passage.' });
    }
    const { id } = world.library.addBook({ title: 'All discarded', category: 'books' });
    world.library.discard(world.library.addHighlight(id, { text: 'Thought better of.' }).id);
    for (const location of ['new', 'feed'] as const)
      world.library.addDocument({ title: `Read in ${location}`, category: 'article', location });
    await world.sync(device, { settings: settings({ scope: WIDE }) });
    world.pass(3600);
  });
  afterEach(() => world.close());

  it.each(NARROWER)('should take no note from its place when it becomes %j (I4)', async (scope) => {
    const before = device.vault.entries();
    expect(before).toHaveLength(6);
    const narrow = settings({ scope: { ...WIDE, ...scope } });
    for (const round of [1, 2, 3]) {
      const report = await world.sync(device, { settings: narrow, full: round === 2, maxDelete: 1000 });
      expect(report).toMatchObject({ outcome: 'done', vaultWrites: 0 });
      world.pass(3600);
    }
    device.vault.put(
      'Templates/mine.md',
      '---\ntitle: "{{title}}"\n---\n# {{title}}\n\n%% highlight %%\n{{text}}\n',
    );
    await world.sync(device, {
      settings: settings({ scope: { ...WIDE, ...scope }, templates: { tweet: 'Templates/mine.md' } }),
      maxDelete: 1000,
    });
    expect(device.vault.trashEntries()).toEqual([]);
    expect(device.vault.entries().map(([path]) => path)).toEqual(
      [...before.map(([path]) => path), 'Templates/mine.md'].sort(),
    );
  });
});

describe('readAwaitedDeletions', () => {
  it('should name a document that seems to be deleted, and since when, until that is verified', async () => {
    const world = await World.create();
    const device = newDevice();
    const { id } = world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    world.library.addDocument({ title: 'Wild Apples', category: 'article', location: 'later' });
    await world.sync(device);
    expect(await readAwaitedDeletions(device.state)).toEqual([]);
    world.pass(3600);
    world.library.deleteDocument(id);
    await world.sync(device);
    expect(await readAwaitedDeletions(device.state)).toEqual([
      {
        id,
        kind: 'document',
        text: '',
        path: 'Readwise/Articles/Walking.md',
        title: 'Walking',
        since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      },
    ]);
    world.pass(3600);
    await world.sync(device);
    expect(await readAwaitedDeletions(device.state)).toEqual([]);
    await world.close();
  });
});
