import type { SyncReport } from '../../../src/model/report';
import type { StateStore, Vault } from '../../../src/model/ports';
import type { SyncOptions } from '../../../src/sync/context/sync-options';
import { syncAndDays } from '../../../src/features/daily/day-watch';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { CANARY_TOKEN } from '../../support/canary';
import { FakeClock } from '../../support/fake-clock';
import { flakyVault } from '../../support/flaky-vault';
import { calendarOf, DAILY_NOTES, type Wall } from './daily-scene';

const DAILY = 'Daily/2026/01-05.md';
const ON = settings({ daily: { highlightsOfDay: true } });

describe('the highlights of a day after a sync', () => {
  let world: World;
  let device: Device;
  let walden: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    walden = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    mark('Long ago', '2025-06-01T10:00:00Z');
    mark('Yesterday', '2026-01-04T10:00:00Z');
    mark('Today', '2026-01-05T07:00:00Z');
    world.pass(600);
  });

  afterEach(() => world.close());

  const mark = (text: string, highlightedAt: string): number =>
    world.library.addHighlight(walden, { text, highlightedAt: Date.parse(highlightedAt) }).id;

  async function sync({
    on = device,
    daysAhead = 0,
    ...rest
  }: Partial<SyncOptions> &
    Wall & {
      readonly on?: Omit<Device, 'state' | 'vault'> & { readonly state: StateStore; readonly vault: Vault };
      readonly daysAhead?: number;
    } = {}): Promise<SyncReport> {
    world.pass(61);
    const { config = DAILY_NOTES, ...options } = rest;
    const clock = new FakeClock({ startsAt: world.now + daysAhead * 24 * 3600 * 1000 });
    return syncAndDays(
      world.dependencies(on, clock),
      { settings: ON, token: CANARY_TOKEN, full: false, dryRun: false, maxDelete: null, ...options },
      calendarOf({ config }),
    );
  }

  const daily = async (): Promise<string> => (await device.vault.read(DAILY)) ?? '';
  const embeds = async (): Promise<number> => ((await daily()).match(/!\[\[/g) ?? []).length;

  it('should go into the daily note when it is there, from the first day on that it is wanted', async () => {
    device.vault.put('Daily/2026/01-04.md', 'Yesterday’s words.\n');
    device.vault.put(DAILY, 'My words.\n');
    const report = await sync();
    expect(report).toMatchObject({ outcome: 'done', vaultWrites: 2 });
    expect(await daily()).toMatch(
      /^My words\.\n\n%% florilegium-day 2026-01-05 .*%%\n\n## Highlights\n\n!\[\[Readwise\/Books\/Walden#\^rw\d+\]\]\n/,
    );
    expect(await device.vault.read('Daily/2026/01-04.md')).toBe('Yesterday’s words.\n');
  });

  it('should wait for a daily note that nobody began, also over quiet syncs that write nothing (I5)', async () => {
    await sync();
    expect(await device.vault.read(DAILY)).toBeNull();
    const before = JSON.stringify([...device.state.texts()]);
    await sync();
    expect(JSON.stringify([...device.state.texts()])).toBe(before);
    device.vault.put(DAILY, '');
    expect(await sync()).toMatchObject({ vaultWrites: 1 });
    expect(await embeds()).toBe(1);
    expect(await sync()).toMatchObject({ vaultWrites: 0 });
  });

  it('should make a note of our own when there are no daily notes', async () => {
    await sync({ config: {} });
    expect(await device.vault.read('Readwise/Reviews/2026-01-05.md')).toContain(
      '![[Readwise/Books/Walden#^rw',
    );
  });

  it('should add what comes later, and not bring back what the person took out (I3)', async () => {
    device.vault.put(DAILY, '');
    await sync();
    await device.vault.update(DAILY, (text) => text.replace(/!\[\[.*\n/, 'Taken out.\n'));
    mark('Later', '2026-01-05T08:05:00Z');
    await sync();
    expect([await embeds(), (await daily()).includes('Taken out.')]).toEqual([1, true]);
    device.vault.put(DAILY, 'Nothing of it.\n');
    mark('Still later', '2026-01-05T08:06:00Z');
    await sync();
    expect(await daily()).toBe('Nothing of it.\n');
  });

  it('should not be doubled by a second device that shares the vault', async () => {
    device.vault.put(DAILY, '');
    await sync();
    const before = await daily();
    await sync({ on: { vault: device.vault, state: newDevice().state } });
    expect(await daily()).toBe(before);
  });

  it('should be written by the next sync when one was stopped after they had come in (I6)', async () => {
    device.vault.put(DAILY, '');
    world.server.faults.when({ path: '/api/v3/list/' }, { kind: 'status', status: 401 });
    expect(await sync()).toMatchObject({ outcome: 'failed' });
    expect(await embeds()).toBe(0);
    world.server.faults.clear();
    await sync();
    expect(await embeds()).toBe(1);
  });

  it('should be a failure by name when the daily note cannot be read', async () => {
    device.vault.put('Daily/2026/.01-05.md.icloud', '');
    const report = await sync({ config: DAILY_NOTES });
    expect(report).toMatchObject({ outcome: 'partial', failures: [{ id: 'highlights of the day' }] });
  });

  it('should come into the note of one day when that of another is in the cloud only', async () => {
    await sync();
    world.pass(24 * 3600);
    device.vault.put('Daily/2026/.01-05.md.icloud', '');
    device.vault.put('Daily/2026/01-06.md', '');
    mark('The next day', '2026-01-06T07:00:00Z');
    expect(await sync()).toMatchObject({ outcome: 'partial', vaultWrites: 2, failures: [{ path: DAILY }] });
    expect(await device.vault.read('Daily/2026/01-06.md')).toContain('![[');
  });

  it('should not miss a daily note that is in the cloud only when their book changes, and has no new ones of that day', async () => {
    device.vault.put(DAILY, '');
    await sync();
    const before = await daily();
    await device.vault.moveToTrash(DAILY);
    device.vault.put('Daily/2026/.01-05.md.icloud', '');
    mark('Of another day', '2025-06-02T10:00:00Z');
    expect(await sync()).toMatchObject({ outcome: 'done', notes: { updated: 1 }, failures: [] });
    const later = mark('Later', '2026-01-05T08:05:00Z');
    expect(await sync()).toMatchObject({ outcome: 'partial', failures: [{ path: DAILY }] });
    device.vault.put(DAILY, before);
    expect(await sync()).toMatchObject({ outcome: 'done', vaultWrites: 1 });
    expect(await daily()).toContain(`^rw${String(later)}`);
  });

  it('should come with the sync that can write the note of their book, where one could not (I14)', async () => {
    device.vault.put(DAILY, '');
    await sync();
    mark('Later', '2026-01-05T08:05:00Z');
    expect(
      await sync({ on: { ...device, vault: flakyVault(device.vault, new Set([1, 2, 3])) } }),
    ).toMatchObject({ outcome: 'partial' });
    expect(await embeds()).toBe(1);
    expect(await sync()).toMatchObject({ outcome: 'done' });
    expect(await embeds()).toBe(2);
    const before = JSON.stringify([...device.state.texts()]);
    await sync();
    expect(JSON.stringify([...device.state.texts()])).toBe(before);
  });

  it('should do nothing when it is not wanted, or in a dry run', async () => {
    device.vault.put(DAILY, '');
    expect(await sync({ dryRun: true })).toMatchObject({ vaultWrites: 0 });
    expect(await daily()).toBe('');
    device = newDevice();
    device.vault.put(DAILY, '');
    await sync({ settings: settings() });
    expect(await daily()).toBe('');
    expect(
      [...device.state.texts().keys()].filter((key) => key.startsWith('day/') || key === 'meta/days-since'),
    ).toEqual([]);
  });

  it('should take in a highlight whose moment is known only later', async () => {
    const late = mark('Late', '2025-01-01T10:00:00Z');
    device.vault.put(DAILY, '');
    await sync();
    expect(await embeds()).toBe(1);
    world.library.editHighlight(late, { highlightedAt: Date.parse('2026-01-05T09:00:00Z') });
    await sync();
    expect(await embeds()).toBe(2);
  });

  it('should be written from the same day on after relinking', async () => {
    await sync();
    world.pass(2 * 24 * 3600);
    await sync({ confirmation: 'relink' });
    device.vault.put(DAILY, '');
    await sync();
    expect(await embeds()).toBe(1);
    world.library.editHighlight(mark('Late', '2026-01-05T09:00:00Z'), { note: 'Mine.' });
    await sync();
    expect(await embeds()).toBe(2);
  });

  it('should look at nothing of the app’s settings when nothing waits (I12)', async () => {
    device.vault.put(DAILY, '');
    await sync();
    const config = new Proxy(DAILY_NOTES, {
      get: () => {
        throw new Error('looked at');
      },
    });
    expect(await sync({ config })).toMatchObject({ outcome: 'done', vaultWrites: 0 });
  });

  it('should not wait for months when the clock was months ahead as they were first wanted', async () => {
    await sync({ daysAhead: 90 });
    device.vault.put(DAILY, '');
    mark('Later', '2026-01-05T08:05:00Z');
    await sync();
    expect(await embeds()).toBe(2);
  });

  it('should forget days of long ago', async () => {
    await sync();
    world.pass(40 * 24 * 3600);
    await sync();
    expect([...device.state.texts().keys()].filter((key) => key.startsWith('day/'))).toEqual([]);
  });
});
