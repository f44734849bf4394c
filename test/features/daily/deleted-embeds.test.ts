import type { SyncReport } from '../../../src/model/report';
import type { SyncOptions } from '../../../src/sync/context/sync-options';
import { undoOf } from '../../../src/sync/journal/undo-state';
import { undoLastRun } from '../../../src/features/undo/undo-last-run';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { flakyVault } from '../../support/flaky-vault';
import { ask, DAILY_NOTES, syncDays } from './daily-scene';

const TODAY = 'Daily/2026/01-05.md';
const WALDEN = 'Readwise/Books/Walden.md';
const SOURCE = '— [[Readwise/Books/Walden|Walden]], Thoreau';

describe('the embed of a highlight that was deleted in Readwise', () => {
  let world: World;
  let device: Device;
  let walden: number;
  let one: number;
  let two: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    walden = world.library.addBook({ title: 'Walden', author: 'Thoreau', category: 'books' }).id;
    one = mark('One', walden);
    two = mark('Two', walden);
    world.pass(600);
    device.vault.put(TODAY, 'Mine.\n\n%% florilegium-day 2026-01-05 %%\n\nMy evening.\n');
    await sync();
  });

  afterEach(() => world.close());

  const mark = (text: string, book: number): number =>
    world.library.addHighlight(book, { text, highlightedAt: Date.parse('2026-01-05T07:00:00Z') }).id;
  const sync = (options: Partial<SyncOptions> = {}, place: Device = device): Promise<SyncReport> =>
    syncDays(world, place, options);
  const read = async (path = TODAY): Promise<string> => (await device.vault.read(path)) ?? '';
  const embed = (id: number, note = 'Readwise/Books/Walden'): string => `![[${note}#^rw${String(id)}]]`;
  const restore = (id: number): void =>
    void world.library.editHighlight(id, { ...{ deletedAt: null }, text: 'Back' });
  const edit = (path: string, from: string, to: string) =>
    device.vault.update(path, (text) => text.replace(from, () => to));

  it('should go from the day’s section, and nothing else with it', async () => {
    const before = await read();
    world.library.deleteHighlight(one);
    await sync();
    expect((await read()).replace(/m=\S+/, 'm')).toBe(
      before.replace(`${embed(one)}\n\n${SOURCE}\n\n`, '').replace(/m=\S+/, 'm'),
    );
    expect(await sync()).toMatchObject({ vaultWrites: 0 });
  });

  it('should leave the section empty when it was the last, and the section goes on', async () => {
    world.library.deleteBook(walden);
    await sync();
    expect(await device.vault.read(WALDEN)).toBeNull();
    expect(await read()).toBe(
      'Mine.\n\n%% florilegium-day 2026-01-05 %%\n\n%% florilegium-day-end %%\n\nMy evening.\n',
    );
    const letters = world.library.addBook({ title: 'Letters', category: 'books' }).id;
    const later = mark('Later', letters);
    await sync();
    const source = '— [[Readwise/Books/Letters|Letters]]';
    expect(await read()).toContain(
      `\n\n${embed(later, 'Readwise/Books/Letters')}\n\n${source}\n\n%% florilegium-day-end`,
    );
  });

  it('should go from the review with its source, and leave what is shown as text', async () => {
    await ask(world, device, { view: 'review' }, { config: DAILY_NOTES });
    const before = await read();
    expect(before).toContain(`${embed(one)}\n\n${SOURCE}\n\n`);
    world.library.deleteHighlight(one);
    await sync();
    const [, review = ''] = before.split('%% florilegium-review ');
    expect(await read()).toContain(review.replace(`${embed(one)}\n\n${SOURCE}\n\n`, ''));
    expect(await read()).not.toContain(embed(one));
    expect(await ask(world, device, { view: 'review' }, { config: DAILY_NOTES })).toMatchObject({
      result: 'unchanged',
    });
  });

  it('should go from a review in a note of its own, where no daily note has a section', async () => {
    const own = settings({ daily: { reviewPlace: 'note', reviewFolder: '' } });
    await ask(world, device, { view: 'review' }, { config: DAILY_NOTES, settings: own });
    device.vault.put(TODAY, 'Mine.\n');
    world.library.deleteHighlight(one);
    await sync({ settings: own });
    const review = await read('Readwise/Reviews/2026-01-05.md');
    expect(review).not.toContain(embed(one));
    expect(review).toContain(embed(two));
  });

  it('should go when the day is asked for, which may be long ago', async () => {
    world.library.deleteHighlight(one);
    world.pass(5 * 86_400);
    await sync();
    expect(await read()).toContain(embed(one));
    const day = { view: 'day', day: '2026-01-05' } as const;
    expect(await ask(world, device, day, { config: DAILY_NOTES })).toMatchObject({ result: 'updated' });
    expect(await read()).not.toContain(embed(one));
    expect(await ask(world, device, day, { config: DAILY_NOTES })).toMatchObject({ result: 'unchanged' });
  });

  it.each([
    ['gave it other words', (line: string) => line.replace(']]', '|this]]')],
    ['made it a list item', (line: string) => `- ${line}`],
    ['wrote under it', (line: string) => `${line}\nSo true.`],
    ['wrote a paragraph under it', (line: string) => `${line}\n\nSo true.`],
  ])('should stay when the person %s (I2)', async (_, change) => {
    await edit(TODAY, embed(one), change(embed(one)));
    const before = await read();
    world.library.deleteHighlight(one);
    await sync();
    expect(await read()).toBe(before);
  });

  it.each(['day', 'review'] as const)(
    'should stay in the section of a %s whose source the person changed (I2)',
    async (view) => {
      if (view === 'review') {
        device.vault.put(TODAY, '');
        await ask(world, device, { view: 'review' }, { config: DAILY_NOTES });
      }
      await edit(TODAY, '|Walden]], Thoreau', '|Walden]], Thoreau. Ask Anna');
      world.library.deleteHighlight(one);
      await sync();
      expect(await read()).toContain(embed(one));
    },
  );

  it('should stay outside of the sections, and in one that has no end (I2)', async () => {
    const text = `${embed(one)}\n\n%% florilegium-day 2026-01-05 %%\n\n${embed(one)}\n`;
    device.vault.put(TODAY, text);
    world.library.deleteHighlight(one);
    world.library.deleteHighlight(two);
    await sync();
    expect(await read()).toBe(text);
  });

  it('should stay while its block does, because the person wrote in that', async () => {
    await edit(WALDEN, `^rw${String(one)}`, `^rw${String(one)}\nMy thought.`);
    await sync();
    world.library.deleteHighlight(one);
    await sync();
    expect(await read(WALDEN)).toContain(`^rw${String(one)}`);
    expect(await read()).toContain(embed(one));
  });

  it('should stay until the sync that takes the block out of the note', async () => {
    world.library.deleteHighlight(one);
    await syncDays(world, { ...device, vault: flakyVault(device.vault, new Set([1, 3])) });
    expect(await read(WALDEN)).toContain(`^rw${String(one)}`);
    expect(await read()).toContain(embed(one));
    await sync();
    expect(await read()).not.toContain(embed(one));
  });

  it('should stay when its highlight moved to another book, or is not known', async () => {
    const letters = world.library.addBook({ title: 'Letters', category: 'books' }).id;
    world.library.moveHighlight(one, letters);
    await edit(TODAY, embed(two), `${embed(two)}\n\n${embed(9)}`);
    await sync();
    expect(await read(WALDEN)).not.toContain(`^rw${String(one)}`);
    expect(await read()).toContain(embed(one));
    expect(await read()).toContain(embed(9));
  });

  it('should stay when its book leaves the scope, because the note does', async () => {
    world.library.deleteHighlight(one);
    await sync({ settings: settings({ scope: { bookCategories: ['articles'] } }) });
    expect(await read()).toContain(embed(one));
  });

  it('should stay when its highlight is only left out, and show it again when that is chosen again', async () => {
    await ask(world, device, { view: 'review' }, { config: DAILY_NOTES });
    const before = await read();
    world.library.favourite(two);
    const favorites = settings({ scope: { highlights: { any: { favorites: true } } } });
    await sync({ settings: favorites });
    expect(await read(WALDEN)).not.toContain(`^rw${String(one)}`);
    expect(await read()).toBe(before);
    const day = { view: 'day', day: '2026-01-05' } as const;
    await ask(world, device, day, { config: DAILY_NOTES, settings: favorites });
    expect(await read()).toBe(before);
    await sync();
    expect(await read(WALDEN)).toContain(`^rw${String(one)}`);
    expect(await read()).toBe(before);
  });

  it('should go when its highlight is deleted after it was left out', async () => {
    const favorites = settings({ scope: { highlights: { any: { favorites: true } } } });
    world.library.favourite(two);
    await sync({ settings: favorites });
    world.library.deleteHighlight(one);
    await sync({ settings: favorites });
    expect(await read()).not.toContain(embed(one));
    expect(await read()).toContain(embed(two));
  });

  it('should stay in a dry run, and not come back by undo (I3)', async () => {
    const before = await read();
    world.library.deleteHighlight(one);
    await world.sync(device, { dryRun: true });
    expect(await read()).toBe(before);
    await sync();
    const { run } = await undoOf(device.state);
    expect(await undoLastRun(world.dependencies(device), { run, settings: settings() })).toMatchObject({
      outcome: 'done',
    });
    expect(await read(WALDEN)).toContain(`^rw${String(one)}`);
    await sync();
    expect(await read()).not.toContain(embed(one));
  });

  it('should come again once when the highlight is restored in Readwise', async () => {
    world.library.deleteHighlight(one);
    await sync();
    restore(one);
    await sync();
    expect((await read()).split(embed(one))).toHaveLength(2);
    expect(await sync()).toMatchObject({ vaultWrites: 0 });
  });

  it('should not come again when the person had taken it out before (I3)', async () => {
    await edit(TODAY, `${embed(one)}\n\n`, '');
    world.library.deleteHighlight(one);
    await sync();
    restore(one);
    await sync();
    expect(await read()).not.toContain(embed(one));
  });

  it('should not be written in turn by a device that does not know of the deletion', async () => {
    const other = { ...newDevice(), vault: device.vault };
    await sync({}, other);
    world.library.deleteHighlight(one);
    await sync();
    const after = await read();
    world.server.faults.when({ path: '/api/v2/export/' }, { kind: 'status', status: 404 });
    await sync({}, other);
    expect(await read()).toBe(after);
    world.server.faults.clear();
    await sync({}, other);
    expect(await read()).toBe(after);
  });
});
