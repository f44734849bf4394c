import { newDevice, World, type Device } from '../../simulation/world';
import { MemoryVault } from '../../support/memory-vault';
import { planOf, undo } from '../journal/history-scene';

const WALDEN = 'Readwise/Books/Walden.md';
const WOODS = 'Readwise/Books/Life in the Woods.md';

/** A vault in which a person is faster than the update of a note. */
class FastVault extends MemoryVault {
  beforeUpdate: (path: string) => void = () => undefined;

  override update(path: string, merge: (text: string) => string): ReturnType<MemoryVault['update']> {
    this.beforeUpdate(path);
    return super.update(path, merge);
  }
}

describe('a note that changes between its plan and its update', () => {
  let world: World;
  let device: Device & { readonly vault: FastVault };
  let book: number;

  beforeEach(async () => {
    world = await World.create();
    device = { ...newDevice(), vault: new FastVault() };
    book = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    world.library.addHighlight(book, { text: 'Simplify, simplify.', location: 1 });
    await world.sync(device);
    world.pass(600);
    world.library.addHighlight(book, { text: 'Time is but the stream.', location: 2 });
  });
  afterEach(() => world.close());

  const read = (path: string): string => device.vault.entries().find(([each]) => each === path)?.[1] ?? '';

  /** The person writes this often. */
  const writesBefore = (times: number): void => {
    let written = 0;
    device.vault.beforeUpdate = (path) => {
      if (written === times) return;
      written += 1;
      device.vault.put(path, read(path).replace('^rw', `Mine ${String(written)}. ^rw`));
    };
  };

  it('should be planned again in the same sync (I2)', async () => {
    writesBefore(2);
    expect(await world.sync(device)).toMatchObject({
      outcome: 'done',
      notes: { updated: 1, failed: 0 },
      conflicts: [],
    });
    expect(read(WALDEN)).toMatch(/simplify\.[^]*Mine 1\. Mine 2\. \^rw[^]*Time is but the stream\./);
  });

  it('should go to its new place, though it was moved before it changed (I2, I4)', async () => {
    world.library.retitleBook(book, 'Life in the Woods');
    writesBefore(1);
    expect(await world.sync(device)).toMatchObject({ outcome: 'done', notes: { renamed: 1, failed: 0 } });
    expect(read(WALDEN)).toBe('');
    expect(read(WOODS)).toMatch(/Mine 1\.[^]*Time is but the stream\./);
    world.pass(600);
    world.library.retitleBook(book, 'Walden');
    expect(await world.sync(device)).toMatchObject({ notes: { renamed: 1 } });
  });

  it('should be left alone and told of when it changes each time, and updated by the next sync (I2, I14)', async () => {
    writesBefore(Infinity);
    expect(await world.sync(device)).toMatchObject({
      notes: { updated: 0, failed: 1 },
      failures: [{ path: WALDEN, problem: { code: 'changed-meanwhile' } }],
    });
    expect(read(WALDEN)).toContain('Mine 1. Mine 2. Mine 3.');
    expect(read(WALDEN)).not.toContain('Time is but the stream.');
    expect((await planOf(device))?.steps ?? []).toEqual([]);
    device.vault.beforeUpdate = () => undefined;
    world.pass(600);
    expect(await world.sync(device)).toMatchObject({ notes: { updated: 1, failed: 0 } });
    expect(read(WALDEN)).toContain('Time is but the stream.');
  });

  it('should keep what the person wrote when the sync is undone', async () => {
    writesBefore(1);
    await world.sync(device);
    device.vault.beforeUpdate = () => undefined;
    await undo(device, world);
    expect(read(WALDEN)).toContain('Mine 1.');
    expect(read(WALDEN)).not.toContain('Time is but the stream.');
  });
});
