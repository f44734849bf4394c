import { told } from '../../support/told';
import { newDevice, settings, World, type Device } from '../../simulation/world';

describe('a sync with rules', () => {
  let world: World;
  let device: Device;
  let walden: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    walden = world.library.addBook({ title: 'Walden', author: 'Thoreau', category: 'books' }).id;
    world.library.addHighlight(walden, { text: 'Simplify, simplify.', location: 1 });
    const tweet = world.library.addBook({ title: 'Tweets from Nobody', category: 'tweets' });
    world.library.addHighlight(tweet.id, { text: 'Good morning.', location: 1 });
    const walking = world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    world.library.setDocumentTags(walking.id, ['essay']);
    world.library.addDocument({ title: 'A newsletter', category: 'email', location: 'new' });
    world.pass(600);
  });

  afterEach(() => world.close());

  const RULES = [
    { name: 'no tweets', when: { kinds: ['tweet'] }, then: { leaveOut: true } },
    {
      name: 'essays',
      when: { tags: { any: ['Essay'] } },
      then: { folder: 'Essays', fileName: '{{upper title}}', template: 'built-in:callouts' },
    },
    { name: 'mail', when: { categories: ['email'] }, then: { folder: 'Mail' } },
  ];
  const ruled = (rules: readonly object[] = RULES, more: object = {}) => ({
    settings: settings({ rules, ...more }),
  });
  const paths = (): readonly string[] => device.vault.entries().map(([path]) => path);

  it('should do with each item what the first rule says that catches it (I1, I5)', async () => {
    await world.sync(device, ruled());
    expect(paths()).toEqual([
      'Readwise/Books/Walden.md',
      'Readwise/Essays/WALKING.md',
      'Readwise/Mail/A newsletter.md',
    ]);
    expect(await world.sync(device, ruled())).toMatchObject({ vaultWrites: 0 });
    expect((await world.fresh(ruled())).vault.entries()).toEqual(device.vault.entries());
  });

  it('should leave the note alone of an item that a new rule leaves out, unless the person wants it otherwise (I4)', async () => {
    await world.sync(device);
    expect(paths()).toContain('Readwise/Tweets/Tweets from Nobody.md');
    const tweets = async () => device.vault.read('Readwise/Tweets/Tweets from Nobody.md');
    const before = await tweets();
    expect(before).not.toBeNull();
    for (const outOfScope of ['ask', 'leave']) {
      const report = await world.sync(device, ruled(RULES, { outOfScope }));
      expect(report.notes).toMatchObject({ trashed: 0, kept: 0 });
      expect(await tweets()).toBe(before);
    }
    await world.sync(device, ruled(RULES, { outOfScope: 'archive' }));
    expect(paths()).toContain('Readwise/Archive/Tweets from Nobody.md');
  });

  it('should trash it behind the guard, and bring it back when the rule goes (I3, I4)', async () => {
    await world.sync(device);
    const wanted = ruled(RULES, { outOfScope: 'trash' });
    expect((await world.sync(device, { ...wanted, dryRun: true })).plan).toContainEqual(
      expect.objectContaining({ action: 'trash', reasons: ['out-of-scope'] }),
    );
    await world.sync(device, wanted);
    expect(device.vault.trashEntries().map(([path]) => path)).toEqual([
      'Readwise/Tweets/Tweets from Nobody.md',
    ]);
    await world.sync(device);
    expect(paths()).toContain('Readwise/Tweets/Tweets from Nobody.md');
  });

  it('should move a note when a later change makes another rule catch it (I2)', async () => {
    await world.sync(device, ruled());
    await device.vault.update('Readwise/Books/Walden.md', (text) =>
      text.replace('Simplify, simplify.', 'Simplify, simplify. Mine.'),
    );
    world.pass(600);
    world.library.setBookTags(walden, ['essay']);
    await world.settle(device, ruled());
    expect(paths()).toContain('Readwise/Essays/WALDEN.md');
    expect(await device.vault.read('Readwise/Essays/WALDEN.md')).toContain('Simplify, simplify. Mine.');
  });

  it('should decide age by the day of the sync, without any news from the service', async () => {
    const rules = [
      { when: { kinds: ['article'], age: { olderThanDays: 2, of: 'saved' } }, then: { folder: 'Old' } },
    ];
    await world.sync(device, ruled(rules));
    expect(paths()).toContain('Readwise/Articles/Walking.md');
    world.pass(3 * 86_400);
    await world.sync(device, ruled(rules));
    expect(paths()).toContain('Readwise/Old/Walking.md');
  });

  it('should name a rule whose templates have mistakes, and write nothing', async () => {
    const report = await world.sync(device, ruled([{ when: {}, then: { folder: '{{titel}}' } }]));
    expect(report).toMatchObject({ outcome: 'failed', cause: 'settings', vaultWrites: 0 });
    expect(told(report.failures)[0]).toBe(
      'rule 1: folder template, line 1, column 3: There is no field "titel" here. Did you mean "title"?',
    );
    expect(await world.sync(device, ruled([{ when: {}, then: { template: 'Nowhere.md' } }]))).toMatchObject({
      outcome: 'failed',
      cause: 'settings',
    });
  });
});
