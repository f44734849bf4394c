import { told } from '../../support/told';
import { MemoryAttachments } from '../../support/memory-attachments';
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

  describe('about age', () => {
    const DAY = 86_400;
    const old = (olderThanDays: number, newerThanDays?: number, of = 'saved'): object => ({
      when: { tags: { any: ['Essay'] }, age: { olderThanDays, newerThanDays, of } },
      then: { folder: 'Old' },
    });
    /** The watermarks move once a day, also where nothing is new. */
    const remembered = async (): Promise<readonly unknown[]> =>
      (await device.state.list({ prefix: '', limit: 10_000 })).filter(({ key }) => !key.startsWith('pull/'));
    const expectQuiet = async (options: ReturnType<typeof ruled>): Promise<void> => {
      const before = await remembered();
      expect(await world.sync(device, options)).toMatchObject({ requests: 5, vaultWrites: 0 });
      expect(await remembered()).toEqual(before);
    };

    it('should write nothing, neither note nor state, on a day that changes no decision (I5)', async () => {
      await world.settle(device, ruled([old(100)]));
      // Last steps of the settling that have nothing to do with rules.
      world.pass(DAY);
      await world.sync(device, ruled([old(100)]));
      for (let day = 0; day < 5; day += 1) {
        world.pass(DAY);
        await expectQuiet(ruled([old(100)]));
      }
    });

    it('should write only the item whose decision the day changed, once, also after a dry run', async () => {
      await world.settle(device, ruled([old(2)]));
      world.pass(3 * DAY);
      const { plan } = await world.sync(device, { ...ruled([old(2)]), dryRun: true });
      expect(plan?.map(({ path }) => path)).toEqual(['Readwise/Old/Walking.md']);
      const moved = await world.sync(device, ruled([old(2)]));
      expect(moved.notes).toMatchObject({ renamed: 1, unchanged: 0 });
      await expectQuiet(ruled([old(2)]));
    });

    it('should see that a day was left out on which an item that came late was decided about otherwise (I8)', async () => {
      const rules = [old(2, 4, 'published')];
      await world.settle(device, ruled(rules));
      world.pass(3 * DAY);
      const publishedDate = new Date(world.now - 3 * DAY * 1000).toISOString().slice(0, 10);
      const late = world.library.addDocument({ title: 'Late', category: 'article', publishedDate });
      world.library.setDocumentTags(late.id, ['essay']);
      await world.sync(device, ruled(rules));
      expect(paths()).toContain('Readwise/Old/Late.md');
      world.pass(DAY);
      await world.sync(device, ruled(rules));
      expect(paths()).toContain('Readwise/Articles/Late.md');
      expect((await world.fresh(ruled(rules))).vault.entries()).toEqual(device.vault.entries());
    });

    it('should decide by the new rules when they change on a day that changes a decision (I8)', async () => {
      await world.settle(device, ruled([old(2)]));
      world.pass(3 * DAY);
      await world.sync(device, ruled([old(3), old(1)]));
      await expectQuiet(ruled([old(3), old(1)]));
      world.pass(2 * DAY);
      await world.sync(device, ruled([old(10)]));
      expect(paths()).toContain('Readwise/Articles/Walking.md');
    });

    it('should not forget which files could not be fetched (I12)', async () => {
      let asked = 0;
      const get = () => Promise.resolve(((asked += 1), { status: 404, bytes: new Uint8Array() }));
      const withFiles = { ...device, files: new MemoryAttachments(), downloader: { get } };
      world.library.addBook({
        title: 'Cover',
        category: 'books',
        coverImageUrl: 'https://images.example.org/1.png',
      });
      const options = ruled([old(3650)], { attachments: { covers: true, images: true } });
      for (let day = 0; day < 20; day += 1) {
        await world.sync(withFiles, options);
        world.pass(DAY);
      }
      expect(asked).toBeLessThan(8);
    });
  });

  it('should name a rule whose templates have mistakes', async () => {
    const report = await world.sync(device, ruled([{ when: {}, then: { folder: '{{titel}}' } }]));
    expect(report).toMatchObject({ outcome: 'failed', cause: 'settings', vaultWrites: 0 });
    expect(told(report.failures)[0]).toBe(
      'rule 1: folder template, line 1, column 3: There is no field "titel" here. Did you mean "title"?',
    );
    expect(await world.sync(device, ruled([{ when: {}, then: { template: 'Nowhere.md' } }]))).toMatchObject({
      outcome: 'partial',
      failures: [{ id: 'template', path: 'Nowhere.md' }],
    });
  });
});
