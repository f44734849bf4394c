import type { Resolution } from '../../../src/merge/resolve-conflict';
import { openConflicts, settleConflict, undoSettling } from '../../../src/features/conflicts/open-conflicts';
import { vaultWith } from '../../../src/sync/vault-with';
import { checkLibrary } from '../../../src/features/check/check-library';
import { readStatus } from '../../../src/features/status/library-overview';
import { newDevice, settings, World, type Device, type Place } from '../../simulation/world';
import { MemoryStateStore } from '../../support/memory-state-store';
import { undo } from '../../sync/journal/history-scene';

const WALDEN = 'Readwise/Books/Walden.md';
const LAKE = 'A lake is the landscape’s most beautiful and expressive feature.';

describe('conflicts that a sync told of', () => {
  let world: World;
  let device: Device;
  let lake: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    const { id } = world.library.addBook({ title: 'Walden', category: 'books' });
    world.library.addHighlight(id, { text: 'I went to the woods.', location: 1 });
    lake = world.library.addHighlight(id, { text: LAKE, location: 2 }).id;
    await sync();
    edit((text) => text.replace('most beautiful and expressive', 'very loveliest'));
    serviceSays(LAKE.replace('most beautiful and expressive', 'truest'));
    expect((await sync()).conflicts).toHaveLength(1);
  });
  afterEach(() => world.close());

  const note = (path = WALDEN): string => device.vault.entries().find(([one]) => one === path)?.[1] ?? '';
  const edit = (change: (text: string) => string): void => device.vault.put(WALDEN, change(note()));
  const sync = () => {
    world.pass(300);
    return world.sync(device);
  };
  function serviceSays(text: string): void {
    world.pass(300);
    world.library.editHighlight(lake, { text });
  }

  /** The notes that a status and a check of the library name. */
  async function told({ vault, state }: Place): Promise<readonly (readonly string[])[]> {
    const clock = world.clock(0);
    const status = await readStatus({ vault, state, clock, settings: settings() });
    const check = await checkLibrary({ vault, state, clock, settings: settings() });
    const found = check.findings.filter(({ fault }) => fault === 'conflict');
    return [status.conflicts.map(({ path }) => path), found.map(({ path }) => path)];
  }

  async function settle(resolution: Resolution) {
    const [open] = await openConflicts(device);
    const conflict = open?.conflicts[0];
    if (open === undefined || conflict === undefined) throw new Error('There is no conflict');
    return settleConflict(device.vault, { path: open.path, conflict, resolution });
  }

  it('should be found with both texts, also where the person has put the note elsewhere', async () => {
    const [open] = await openConflicts(device);
    expect(open?.path).toBe(WALDEN);
    expect(open?.conflicts).toHaveLength(1);
    expect(open?.conflicts[0]?.mine).toContain('very loveliest');
    expect(open?.conflicts[0]?.theirs).toContain('truest');
    const text = note();
    device.vault.remove(WALDEN);
    device.vault.put('Elsewhere/Mine.md', text);
    expect((await openConflicts(device)).map(({ path }) => path)).toEqual(['Elsewhere/Mine.md']);
  });

  it.each([
    ['the person took the box out', (text: string) => text.replace(/> \[!warning\][^]*?\n\n/, '')],
    ['the note is gone', null],
  ])('should be none any more when %s', async (_case, change) => {
    if (change === null) device.vault.remove(WALDEN);
    else edit(change);
    expect(await openConflicts(device)).toEqual([]);
  });

  it('should be found by every device, in status and check alike, from the first look on', async () => {
    const other = { vault: device.vault, state: new MemoryStateStore() };
    expect(await told(other)).toEqual([[WALDEN], [WALDEN]]);
    world.pass(300);
    await world.sync(other);
    expect(await told(other)).toEqual([[WALDEN], [WALDEN]]);
    expect(await told(device)).toEqual([[WALDEN], [WALDEN]]);
  });

  it('should be found again when undo brings the box back', async () => {
    serviceSays(LAKE.replace('most beautiful and expressive', 'very loveliest'));
    await sync();
    expect(await told(device)).toEqual([[], []]);
    await undo(device, world);
    expect(await told(device)).toEqual([[WALDEN], [WALDEN]]);
  });

  it('should be looked for only in notes with a box, and in those that no sync has looked at', async () => {
    world.library.addHighlight(world.library.addBook({ title: 'Essays', category: 'books' }).id, {
      text: 'A.',
    });
    await sync();
    const { state, vault } = device;
    const opened: string[] = [];
    const read = (path: string): Promise<string | null> => {
      opened.push(path);
      return vault.read(path);
    };
    await openConflicts({ state, vault: vaultWith(vault, { read }) });
    expect(opened).toEqual([WALDEN]);
  });

  describe('when its highlight was deleted in Readwise', () => {
    beforeEach(async () => {
      world.pass(300);
      world.library.deleteHighlight(lake);
      await sync();
    });

    it('should still be found, in status and check, with both texts', async () => {
      expect(note()).toContain('Deleted in Readwise');
      expect(await told(device)).toEqual([[WALDEN], [WALDEN]]);
      const [open] = await openConflicts(device);
      const [conflict, ...others] = open?.conflicts ?? [];
      expect(others).toEqual([]);
      expect(conflict?.block).toBe(`rw${String(lake)}`);
      expect(conflict?.mine).toMatch(/^> A lake[^\n]*very loveliest feature\./);
      expect(conflict?.theirs).toMatch(/^> A lake[^\n]*truest feature\./);
      expect((await sync()).vaultWrites).toBe(0);
      expect(await told(device)).toEqual([[WALDEN], [WALDEN]]);
    });

    it('should keep what the person wrote into the box, and be found until they take it out', async () => {
      edit((text) => text.replace('truest', 'truest, I think'));
      world.library.addHighlight(41_000_001, { text: 'A third one.', location: 3 });
      await sync();
      expect(note()).toContain('truest, I think');
      expect(await told(device)).toEqual([[WALDEN], [WALDEN]]);
      edit((text) => text.replace(/> \[!warning\][^]*?\n\n/, ''));
      expect(await told(device)).toEqual([[], []]);
    });

    it.each<[Resolution, RegExp, RegExp]>([
      ['mine', /very loveliest/, /truest/],
      ['theirs', /truest/, /loveliest/],
      ['both', /very loveliest[^]*truest/, /\[!warning\]/],
    ])('should be settled with %s, and leave the next sync nothing to do', async (resolution, has, lacks) => {
      await settle(resolution);
      expect(note()).toMatch(has);
      expect(note()).not.toMatch(lacks);
      expect(note()).toContain('I went to the woods.');
      expect(await told(device)).toEqual([[], []]);
      expect((await sync()).vaultWrites).toBe(0);
    });
  });

  it.each<[Resolution, RegExp, RegExp]>([
    ['mine', /very loveliest/, /truest/],
    ['theirs', /truest/, /loveliest/],
    ['both', /very loveliest[^]*truest/, /\[!warning\]/],
  ])(
    'should be settled with %s, leave the next sync nothing to do, and let later changes arrive (I2, I5)',
    async (resolution, has, lacks) => {
      await settle(resolution);
      expect(note()).toMatch(has);
      expect(note()).not.toMatch(lacks);
      expect(await openConflicts(device)).toEqual([]);
      expect((await sync()).vaultWrites).toBe(0);
      serviceSays(LAKE.replace('most beautiful and expressive', 'truest').replace('A lake', 'A pond'));
      const report = await sync();
      expect(report.conflicts).toEqual([]);
      expect(report.notes.updated).toBe(1);
      expect(note()).toContain('A pond is');
      expect(note()).toMatch(has);
    },
  );

  it('should leave a note as a device has it that never knew of the conflict', async () => {
    await settle('theirs');
    const fresh = await world.fresh();
    expect(note()).toBe(fresh.vault.entries()[0]?.[1]);
  });

  it('should be undone, but not over what the person wrote since', async () => {
    const before = note();
    const settled = await settle('theirs');
    if (settled === null) throw new Error('Nothing was settled');
    expect(await undoSettling(device.vault, settled)).toBe('undone');
    expect(note()).toBe(before);
    const again = await settle('both');
    if (again === null) throw new Error('Nothing was settled');
    edit((text) => text.replace('I went', 'I often went'));
    expect(await undoSettling(device.vault, again)).toBe('changed');
    expect(note()).toContain('I often went');
  });

  it('should not be settled over what the person wrote since they looked', async () => {
    const [open] = await openConflicts(device);
    edit((text) => text.replace('very loveliest', 'very, very loveliest'));
    const before = note();
    const [conflict] = open?.conflicts ?? [];
    if (conflict === undefined) throw new Error('There is no conflict');
    expect(await settleConflict(device.vault, { path: WALDEN, conflict, resolution: 'theirs' })).toBeNull();
    expect(note()).toBe(before);
  });
});
