import type { SyncReport } from '../../../src/model/report';
import type { Vault } from '../../../src/model/ports';
import type { SyncOptions } from '../../../src/sync/context/sync-options';
import { newDevice, World, type Device } from '../../simulation/world';
import { vaultWith } from '../../../src/sync/vault-with';
import { DiskError, flakyVault } from '../../support/flaky-vault';
import { syncDays } from './daily-scene';

const YESTERDAY = 'Daily/2026/01-04.md';
const TODAY = 'Daily/2026/01-05.md';
const COMMENT_OF_TODAY = '%% florilegium-day 2026-01-05 %%\n';

describe('the section of a day after a sync', () => {
  let world: World;
  let device: Device;
  let walden: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    walden = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    mark('The day before yesterday', '2026-01-03T10:00:00Z');
    mark('Yesterday', '2026-01-04T10:00:00Z');
    mark('Today', '2026-01-05T07:00:00Z');
    world.pass(600);
  });

  afterEach(() => world.close());

  const mark = (text: string, highlightedAt: string): number =>
    world.library.addHighlight(walden, { text, highlightedAt: Date.parse(highlightedAt) }).id;

  const sync = (options: Partial<SyncOptions> = {}, vault: Vault = device.vault): Promise<SyncReport> =>
    syncDays(world, { ...device, vault }, options);

  const read = async (path: string): Promise<string> => (await device.vault.read(path)) ?? '';
  const embeds = async (path = TODAY): Promise<number> => ((await read(path)).match(/!\[\[/g) ?? []).length;

  it('should be completed where its comment stands, in the notes of today and yesterday', async () => {
    device.vault.put(TODAY, `Mine.\n${COMMENT_OF_TODAY}My evening.\n`);
    device.vault.put(YESTERDAY, '%% florilegium-day 2026-01-04 %%\n');
    device.vault.put('Daily/2026/01-03.md', '%% florilegium-day 2026-01-03 %%\n');
    expect(await sync()).toMatchObject({ outcome: 'done', vaultWrites: 3 });
    expect(await read(TODAY)).toMatch(
      /^Mine\.\n%% florilegium-day 2026-01-05 m=\w{7} %%\n\n!\[\[Readwise\/Books\/Walden#\^rw\d+\]\]\n\n— \[\[Readwise\/Books\/Walden\|Walden\]\]\n\n%% florilegium-day-end %%\nMy evening\.\n$/,
    );
    expect(await embeds(YESTERDAY)).toBe(1);
    expect(await read('Daily/2026/01-03.md')).toBe('%% florilegium-day 2026-01-03 %%\n');
    expect(await sync()).toMatchObject({ vaultWrites: 0 });
  });

  it.each([
    ['has no comment', 'My words.\n'],
    ['has the comment of another day', '%% florilegium-day 2026-01-04 %%\n'],
  ])('should not come into a note that %s, nor into one that is not there', async (_, text) => {
    device.vault.put(TODAY, text);
    expect(await sync()).toMatchObject({ vaultWrites: 1 });
    expect([await read(TODAY), await device.vault.read(YESTERDAY)]).toEqual([text, null]);
  });

  it('should get what comes later behind what it has, and nothing that the person took out (I3)', async () => {
    device.vault.put(TODAY, COMMENT_OF_TODAY);
    await sync();
    await device.vault.update(TODAY, (text) => text.replace(/!\[\[.*\n\n.*\n/, 'Taken out.\n'));
    const later = mark('Later', '2026-01-05T08:05:00Z');
    const latest = mark('Latest', '2026-01-05T08:06:00Z');
    await sync();
    expect(await read(TODAY)).toMatch(
      new RegExp(`Taken out\\.\\n\\n.*\\^rw${String(later)}.*\\n\\n— .*\\n\\n.*\\^rw${String(latest)}`),
    );
    device.vault.put(TODAY, 'Nothing of it.\n');
    mark('Still later', '2026-01-05T08:07:00Z');
    await sync();
    expect(await read(TODAY)).toBe('Nothing of it.\n');
  });

  it('should come with the next sync when one was stopped after the highlights had come in (I6)', async () => {
    device.vault.put(TODAY, COMMENT_OF_TODAY);
    world.server.faults.when({ path: '/api/v3/list/' }, { kind: 'status', status: 401 });
    expect(await sync()).toMatchObject({ outcome: 'failed' });
    expect(await embeds()).toBe(0);
    world.server.faults.clear();
    await sync();
    expect(await embeds()).toBe(1);
  });

  it('should get a highlight with the sync that can write its own note (I14)', async () => {
    device.vault.put(TODAY, COMMENT_OF_TODAY);
    await sync();
    mark('Later', '2026-01-05T08:05:00Z');
    await sync({}, flakyVault(device.vault, new Set([1, 2, 3])));
    expect(await embeds()).toBe(1);
    await sync();
    expect(await embeds()).toBe(2);
  });

  it('should be a failure by name that stops nothing else when its note cannot be written (I16)', async () => {
    device.vault.put(TODAY, COMMENT_OF_TODAY);
    device.vault.put(YESTERDAY, '%% florilegium-day 2026-01-04 %%\n');
    await world.sync(device, { dryRun: true });
    const locked = vaultWith(device.vault, {
      update: (path, change) =>
        path === TODAY
          ? Promise.reject(new DiskError('The file is locked.'))
          : device.vault.update(path, change),
    });
    expect(await sync({}, locked)).toMatchObject({
      outcome: 'partial',
      failures: [{ id: 'highlights of the day', path: TODAY }],
    });
    expect([await embeds(TODAY), await embeds(YESTERDAY)]).toEqual([0, 1]);
  });

  it('should be left alone in a note that is in the cloud only', async () => {
    device.vault.put('Daily/2026/.01-05.md.icloud', '');
    expect(await sync()).toMatchObject({ outcome: 'done', failures: [] });
  });
});
