import { newDevice, settings, World, type Device } from '../../simulation/world';

const LIST = '/api/v3/list/';
const DAY = 86_400;

type Query = Readonly<Record<string, unknown>>;
const isWithText = (query: Query): boolean => query['withHtmlContent'] === 'true';
const isPage = (query: Query): boolean => isWithText(query) && query['id'] === undefined;

describe('full texts by pages of the list', () => {
  let world: World;
  let device: Device;
  const options = { settings: settings({ fullText: { place: 'note' } }) };

  const start = async (pageSizes = {}): Promise<void> => {
    world = await World.create({ pageSizes });
    device = newDevice();
  };
  afterEach(() => world.close());

  const add = (count: number, category = 'article'): readonly string[] =>
    Array.from({ length: count }, (_, number) => {
      world.pass(1);
      return world.library.addDocument({
        title: `${category} ${String(number)}`,
        category,
        location: 'later',
        htmlContent: `<p>Text ${String(number)}.</p><p>Its end.</p>`,
        wordCount: 2,
      }).id;
    });
  /** What was asked with texts: `first`, the cursor of a page, or `id`. */
  const asked = (): readonly string[] =>
    world.server.requests.entries
      .filter(({ query }) => isWithText(query))
      .map(({ query }) => (query['id'] === undefined ? String(query['pageCursor'] ?? 'first') : 'id'));
  const withText = (): number =>
    device.vault.entries().filter(([, text]) => text.includes('## Full text')).length;
  const failWhere = (matches: (query: Query) => boolean, status = 503): void =>
    world.server.faults.when(
      { path: LIST, matches: ({ query }) => matches(query) },
      { kind: 'status', status },
    );

  describe('when the service stops to answer on the way', () => {
    const COUNT = 30;
    const PAGES = 10;
    beforeEach(() => start({ documents: 3 }));

    /** Six pages come, then the answers end. */
    const interrupt = async (): Promise<readonly string[]> => {
      add(COUNT);
      world.pass(600);
      failWhere((query) => isWithText(query) && asked().length > 6);
      expect(await world.sync(device, options)).toMatchObject({ cause: 'service' });
      expect(withText()).toBe(6 * 3);
      world.pass(600);
      return asked().slice(0, 6);
    };

    it('should go on at the next page, and ask for none one by one (I6, I12)', async () => {
      const before = await interrupt();
      world.server.faults.clear();
      const failed = asked().length;
      expect(await world.sync(device, options)).toMatchObject({ outcome: 'done' });
      expect(withText()).toBe(COUNT);
      const after = asked().slice(failed);
      expect(after).toHaveLength(PAGES - 6);
      expect(after).not.toContain('id');
      expect(after.filter((page) => before.includes(page))).toEqual([]);
      expect(await world.sync(device, options)).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    });

    it('should go on there after any number of syncs without an answer, also with new documents (I6, I12)', async () => {
      const before = await interrupt();
      for (let time = 0; time < 3; time += 1) {
        expect(await world.sync(device, options)).toMatchObject({ cause: 'service' });
        world.pass(600);
      }
      expect(withText()).toBe(6 * 3);
      add(2, 'email');
      world.pass(600);
      world.server.faults.clear();
      const failed = asked().length;
      await world.sync(device, options);
      expect(withText()).toBe(COUNT + 2);
      const after = asked().slice(failed);
      expect(after.slice(0, PAGES - 6).filter((page) => before.includes(page))).toEqual([]);
      // The new ones are a list of their own.
      expect(after.slice(PAGES - 6)).toEqual(['first']);
    });

    it('should begin again when the service forgot the place (I6)', async () => {
      await interrupt();
      world.server.faults.clear();
      failWhere((query) => isPage(query) && query['pageCursor'] !== undefined, 400);
      await world.sync(device, options);
      expect(withText()).toBe(COUNT);
    });
  });

  it('should come one by one, from the second time on, where the service never gives one of the pages (I14, I16)', async () => {
    await start({ documents: 3 });
    add(9);
    world.pass(600);
    failWhere((query) => isPage(query) && query['pageCursor'] !== undefined, 500);
    expect(await world.sync(device, options)).toMatchObject({ cause: 'service' });
    expect(withText()).toBe(3);
    world.pass(600);
    expect(await world.sync(device, options)).toMatchObject({ outcome: 'done' });
    expect(withText()).toBe(9);
    const before = asked().length;
    world.pass(600);
    await world.sync(device, options);
    expect(asked()).toHaveLength(before);
  });

  it('should take no more requests than pages of everything where there are few of each of many types (I12)', async () => {
    await start();
    for (const category of ['article', 'email', 'rss', 'pdf', 'epub', 'tweet', 'video']) add(19, category);
    world.pass(600);
    await world.sync(device, options);
    expect(withText()).toBe(7 * 19);
    expect(asked()).toHaveLength(2);
  });

  it('should take no more requests than pages of their type where that has few documents (I12)', async () => {
    await start({ documents: 10 });
    const onlyEmails = { settings: settings({ fullText: { place: 'note', categories: ['email'] } }) };
    add(40);
    add(15, 'email');
    world.pass(600);
    await world.sync(device, onlyEmails);
    expect(withText()).toBe(15);
    expect(asked()).toHaveLength(2);
  });

  describe('when a word is corrected and their number stays', () => {
    let ids: readonly string[];
    beforeEach(async () => {
      await start();
      ids = add(5);
      world.pass(600);
      await world.sync(device, options);
      world.pass(600);
    });

    const correct = (id: string): void => {
      world.library.editDocument(id, { htmlContent: '<p>Corrected 1.</p><p>Its end.</p>' });
      world.pass(600);
    };
    const corrected = (): number =>
      device.vault.entries().filter(([, text]) => text.includes('Corrected 1.')).length;

    it('should come on the next day, all in one request, and write no other note (I1, I12)', async () => {
      correct(ids[0] ?? '');
      for (const id of ids.slice(1)) world.library.editDocument(id, { readingProgress: 0.5 });
      world.pass(600);
      await world.sync(device, options);
      const before = asked().length;
      world.pass(600);
      expect(await world.sync(device, options)).toMatchObject({
        outcome: 'done',
        requests: 5,
        vaultWrites: 0,
      });
      expect(asked()).toHaveLength(before);
      world.pass(DAY);
      expect(await world.sync(device, options)).toMatchObject({ outcome: 'done', vaultWrites: 1 });
      expect(asked()).toHaveLength(before + 1);
      expect(corrected()).toBe(1);
      world.pass(DAY);
      expect(await world.sync(device, options)).toMatchObject({ requests: 5, vaultWrites: 0 });
      expect(device.vault.entries()).toEqual((await world.fresh(options)).vault.entries());
    });

    it('should come at once where their number changes after all', async () => {
      correct(ids[0] ?? '');
      await world.sync(device, options);
      world.library.editDocument(ids[0] ?? '', { wordCount: 3 });
      world.pass(60);
      await world.sync(device, options);
      expect(corrected()).toBe(1);
    });

    it('should come at once when everything is fetched again, but not with a dry run of that', async () => {
      correct(ids[0] ?? '');
      const before = asked().length;
      await world.sync(device, { ...options, full: true, dryRun: true });
      expect(asked()).toHaveLength(before);
      expect(await world.sync(device, { ...options, full: true })).toMatchObject({ vaultWrites: 1 });
      expect(asked()).toHaveLength(before + 1);
      expect(corrected()).toBe(1);
    });

    it('should not be asked for when everything is fetched again and none is wanted (I12)', async () => {
      const before = asked().length;
      await world.sync(device, { full: true });
      expect(asked()).toHaveLength(before);
    });

    it('should come with the next sync when fetching everything again was interrupted (I6)', async () => {
      correct(ids[0] ?? '');
      failWhere(isWithText);
      await world.sync(device, { ...options, full: true });
      world.server.faults.clear();
      world.pass(60);
      await world.sync(device, options);
      expect(corrected()).toBe(1);
    });

    it('should merge with what the person wrote in the text (I2)', async () => {
      const [path = ''] = device.vault.entries().find(([name]) => name.includes('article 0')) ?? [];
      await device.vault.update(path, (text) => text.replace('Its end.', 'Its end. Mine.'));
      correct(ids[0] ?? '');
      await world.sync(device, options);
      world.pass(DAY);
      expect(await world.sync(device, options)).toMatchObject({ conflicts: [] });
      expect(await device.vault.read(path)).toMatch(/Corrected 1\.\n\nIts end\. Mine\./);
    });
  });
});
