import { newDevice, settings, World, type Device } from '../../simulation/world';

const COUNT = 430;
const DAY = 86_400;
const LIST = '/api/v3/list/';

/** The same as with 10,000 documents, only sooner done. */
describe('the full texts of a large library', () => {
  let world: World;
  let device: Device;
  let ids: readonly string[];
  const options = { settings: settings({ fullText: { place: 'note' } }) };

  async function start(count = COUNT): Promise<void> {
    world = await World.create();
    device = newDevice();
    ids = Array.from({ length: count }, (_, number) => {
      world.pass(1);
      return world.library.addDocument({
        title: `Essay ${String(number)}`,
        category: 'article',
        location: 'later',
        htmlContent: `<p>Text ${String(number)}.</p>`,
      }).id;
    });
    world.pass(600);
  }
  afterEach(() => world.close());

  type Query = Readonly<Record<string, unknown>>;
  const isPage = (query: Query): boolean => query['withHtmlContent'] === 'true' && query['id'] === undefined;
  const pages = (): number => world.server.requests.entries.filter(({ query }) => isPage(query)).length;
  const askedById = (): readonly unknown[] =>
    world.server.requests.entries.flatMap(({ query }) =>
      query['withHtmlContent'] === 'true' && query['id'] !== undefined ? [query['id']] : [],
    );
  const withText = (): readonly string[] =>
    device.vault
      .entries()
      .filter(([, text]) => text.includes('## Full text'))
      .map(([path]) => path);

  it('should come by pages of the list, all in one sync, also of several types (I1, I12)', async () => {
    await start();
    for (let number = 0; number < 20; number += 1)
      world.library.addDocument({
        title: `Letter ${String(number)}`,
        category: 'email',
        htmlContent: '<p>Dear.</p>',
      });
    world.pass(600);
    await world.sync(device, options);
    expect(withText()).toHaveLength(COUNT + 20);
    expect([pages(), askedById().length]).toEqual([5, 0]);
    expect(await world.sync(device, options)).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    expect(device.vault.entries()).toEqual((await world.fresh(options)).vault.entries());
  });

  it('should come the newest first, and hardly a page twice, however often the sync is stopped (I5, I6, I12)', async () => {
    await start();
    for (let stops = 0; withText().length < COUNT && stops < 20; stops += 1) {
      const stop = new AbortController();
      const end = pages() + 2;
      const matches = ({ query }: { readonly query: Query }): boolean => {
        if (isPage(query) && pages() >= end)
          stop.abort(Object.assign(new Error('stopped'), { name: 'AbortError' }));
        return false;
      };
      world.server.faults.when({ path: LIST, matches }, { kind: 'status', status: 500 });
      await world.sync(device, { ...options, signal: stop.signal });
      world.server.faults.clear();
      world.pass(DAY);
      if (stops === 0) expect(withText()).toContain(`Readwise/Articles/Essay ${String(COUNT - 1)}.md`);
      if (stops === 0) expect(withText()).not.toContain('Readwise/Articles/Essay 0.md');
    }
    expect(withText()).toHaveLength(COUNT);
    // The page that was on its way when a sync was stopped is asked for again.
    expect(pages()).toBeLessThanOrEqual(5 + 4);
    expect(askedById().length).toBeLessThan(20);
  });

  it('should be asked for one by one when the service gives no pages of them, 200 with each sync (I6)', async () => {
    await start(220);
    world.server.faults.when(
      { path: LIST, matches: ({ query }) => isPage(query) },
      { kind: 'status', status: 400 },
    );
    for (const count of [200, 220]) {
      await world.sync(device, options);
      world.pass(DAY);
      expect(withText()).toHaveLength(count);
    }
    expect(new Set(askedById()).size).toBe(askedById().length);
  });

  it('should come with what changed since, where few of a long list are wanted (I12)', async () => {
    await start();
    await world.sync(device, options);
    const before = pages();
    world.pass(DAY);
    for (const id of ids.slice(0, 25))
      world.library.editDocument(id, { htmlContent: '<p>Other.</p>', wordCount: 1 });
    world.pass(600);
    await world.sync(device, options);
    expect([pages() - before, askedById().length]).toEqual([1, 0]);
  });

  it('should be asked for one by one where much else changed since (I12)', async () => {
    await start();
    await world.sync(device, options);
    const before = pages();
    world.pass(DAY);
    for (const id of ids.slice(0, 3))
      world.library.editDocument(id, { htmlContent: '<p>Other.</p>', wordCount: 1 });
    for (const id of ids.slice(3)) world.library.editDocument(id, { readingProgress: 0.5 });
    world.pass(600);
    await world.sync(device, options);
    expect([pages() - before, askedById().length]).toEqual([0, 3]);
  });
});
