import { newDevice, settings, World, type Device } from '../../simulation/world';

const COUNT = 450;
const DAY = 86_400;

/** More texts than one sync fetches: the same as with 10,000 documents, only sooner done. */
describe('the full texts of a large library', () => {
  let world: World;
  let device: Device;
  let ids: readonly string[];
  const options = { settings: settings({ fullText: { place: 'note' } }) };

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    ids = Array.from({ length: COUNT }, (_, number) => {
      world.pass(1);
      return world.library.addDocument({
        title: `Essay ${String(number)}`,
        category: 'article',
        location: 'later',
        htmlContent: `<p>Text ${String(number)}.</p>`,
      }).id;
    });
    world.pass(600);
  });

  afterEach(() => world.close());

  const asked = (): readonly string[] =>
    world.server.requests.entries.flatMap(({ query }) =>
      query['withHtmlContent'] === 'true' ? [query['id'] ?? ''] : [],
    );
  const written = (): number =>
    device.vault.entries().filter(([, text]) => text.includes('## Full text')).length;

  /**
   * A sync that is stopped while a text is on its way; after the last of `count`, it goes on to its own end.
   */
  async function syncStoppedAfter(count: number): Promise<void> {
    const stop = new AbortController();
    const end = asked().length + count;
    const matches = (): boolean => {
      if (asked().length >= end) stop.abort(Object.assign(new Error('stopped'), { name: 'AbortError' }));
      return false;
    };
    world.server.faults.when({ path: '/api/v3/list/', matches }, { kind: 'status', status: 500 });
    await world.sync(device, { ...options, signal: stop.signal });
    world.server.faults.clear();
    world.pass(DAY);
  }

  it('should come over days, the notes first and the newest texts before older ones, and none twice however often it is stopped (I5, I6, I12)', async () => {
    await syncStoppedAfter(1);
    expect(device.vault.entries()).toHaveLength(COUNT);
    for (const count of [30, 1, 130, 0, 60]) {
      const before = written();
      await syncStoppedAfter(count);
      // The one that was on its way when it was stopped may be lost; nothing that was written is.
      expect(written()).toBeGreaterThanOrEqual(before);
    }
    expect(written()).toBeLessThan(COUNT);
    let last = -1;
    while (written() > last) {
      last = written();
      await world.sync(device, options);
      world.pass(DAY);
    }
    expect(written()).toBe(COUNT);
    const bodies = asked();
    expect(bodies.slice(0, 100)).toEqual([...ids].reverse().slice(0, 100));
    const twice = bodies.filter((id, index) => bodies.indexOf(id) !== index);
    expect(twice).toEqual([]);
    expect(await world.sync(device, options)).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    expect(asked()).toHaveLength(bodies.length);
  });
});
