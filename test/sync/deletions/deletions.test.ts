import { readStatus } from '../../../src/features/status/library-overview';
import { settings } from '../../simulation/world';
import { CountingStateStore } from '../../support/counting-state-store';
import { FakeClock } from '../../support/fake-clock';
import { DiskError, flakyVault } from '../../support/flaky-vault';
import { MemoryVault } from '../../support/memory-vault';
import { bookNote, Shelf } from '../attachments/shelf';

/** A vault in which something happens while the first note goes to the trash. */
class BusyVault extends MemoryVault {
  whileFirstGoes: () => void = () => undefined;

  override moveToTrash(path: string): Promise<'trashed' | 'missing'> {
    this.whileFirstGoes();
    this.whileFirstGoes = () => undefined;
    return super.moveToTrash(path);
  }
}

describe('the notes of items that are gone', () => {
  let shelf: Shelf;

  beforeEach(async () => {
    shelf = await Shelf.create();
  });

  afterEach(() => shelf.world.close());

  it('should be archived with their links, marked, and found by their id when the settings say so (I1, I4)', async () => {
    const [id = 0] = shelf.addBooks(1);
    const archive = settings({ deletions: { untouched: 'archive' } });
    shelf.device.vault.put('Mine.md', 'See [[Book 1]].\n');
    await shelf.world.sync(shelf.device, { settings: archive });
    shelf.emptyBooks([id]);
    expect(await shelf.sync({ settings: archive })).toMatchObject({
      outcome: 'done',
      vaultWrites: 2,
      notes: { archived: 1, trashed: 0 },
    });
    expect(shelf.paths).toEqual(['Mine.md', 'Readwise/Archive/Book 1.md']);
    expect(shelf.note('Readwise/Archive/Book 1.md')).toContain('readwise-status: deleted\n');
    expect(shelf.trash).toEqual([]);
    expect((await shelf.sync({ settings: archive, full: true })).vaultWrites).toBe(0);

    shelf.returnBooks([id]);
    expect(await shelf.sync({ settings: archive })).toMatchObject({ notes: { renamed: 1, created: 0 } });
    shelf.device.vault.remove('Mine.md');
    expect(shelf.device.vault.entries()).toEqual((await shelf.world.fresh()).vault.entries());
  });

  it("should stay in the archive's stead where the person put them when their item comes back", async () => {
    const [id = 0] = shelf.addBooks(1);
    const archive = settings({ deletions: { untouched: 'archive', archiveFolder: 'Old' } });
    await shelf.world.sync(shelf.device, { settings: archive });
    shelf.emptyBooks([id]);
    await shelf.sync({ settings: archive });
    const text = shelf.note('Old/Book 1.md');
    shelf.device.vault.remove('Old/Book 1.md');
    shelf.device.vault.put('Kept by me.md', text);
    shelf.returnBooks([id]);
    await shelf.sync({ settings: archive });
    expect(shelf.paths).toEqual(['Kept by me.md']);
    expect(shelf.note('Kept by me.md')).not.toContain('readwise-status');
    expect(shelf.note('Kept by me.md')).toContain('Marked again.');
  });

  it('should have their id in the name when the archive has a note of that name already', async () => {
    const [id = 0] = shelf.addBooks(1);
    const archive = settings({ deletions: { untouched: 'archive' } });
    shelf.device.vault.put('Readwise/Archive/Book 1.md', 'Mine.\n');
    await shelf.world.sync(shelf.device, { settings: archive });
    shelf.deleteBooks([id]);
    await shelf.sync({ settings: archive });
    expect(shelf.paths).toEqual([`Readwise/Archive/Book 1 (${String(id)}).md`, 'Readwise/Archive/Book 1.md']);
    expect(shelf.note('Readwise/Archive/Book 1.md')).toBe('Mine.\n');
  });

  it('should say so and try again when the archive has no free name', async () => {
    const [id = 0] = shelf.addBooks(1);
    const archive = settings({ deletions: { untouched: 'archive' } });
    const other = `Readwise/Archive/Book 1 (${String(id)}).md`;
    ['Readwise/Archive/Book 1.md', other].forEach((path) => shelf.device.vault.put(path, 'Mine.\n'));
    await shelf.world.sync(shelf.device, { settings: archive });
    shelf.deleteBooks([id]);
    const report = await shelf.sync({ settings: archive });
    expect(report).toMatchObject({
      outcome: 'partial',
      notes: { archived: 0, failed: 1 },
      failures: [{ path: bookNote(1) }],
    });
    expect(shelf.paths).toContain(bookNote(1));
    shelf.device.vault.remove(other);
    expect(await shelf.sync({ settings: archive })).toMatchObject({
      outcome: 'done',
      notes: { archived: 1 },
    });
    expect(shelf.paths).toContain(other);
  });

  it('should not count as archived when a person takes them away meanwhile (I14)', async () => {
    const [id = 0] = shelf.addBooks(1);
    const archive = settings({ deletions: { untouched: 'archive' } });
    await shelf.world.sync(shelf.device, { settings: archive });
    shelf.emptyBooks([id]);
    const { vault, state } = shelf.device;
    const taken = flakyVault(vault, new Set());
    const fast = {
      ...taken,
      rename: (from: string, to: string) => (vault.remove(from), taken.rename(from, to)),
    };
    shelf.world.pass(61);
    expect(
      await shelf.world.sync({ vault: fast, state }, { maxDelete: null, settings: archive }),
    ).toMatchObject({ outcome: 'done', vaultWrites: 0, notes: { archived: 0, failed: 0 } });
    expect(await shelf.sync({ settings: archive })).toMatchObject({ outcome: 'done', vaultWrites: 0 });
  });

  it('should stay where a person writes in them after they were planned to go, and be marked by the next sync (I4)', async () => {
    const ids = shelf.addBooks(3);
    const vault = new BusyVault();
    shelf.device = { ...shelf.device, vault };
    await shelf.sync();
    shelf.emptyBooks(ids.slice(0, 2));
    vault.whileFirstGoes = () => shelf.write(bookNote(2), 'Written just now.');
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', notes: { trashed: 1, kept: 0, failed: 0 } });
    expect(shelf.note(bookNote(2))).toContain('Written just now.');
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', notes: { trashed: 0, kept: 1 } });
    expect(shelf.note(bookNote(2))).toMatch(/readwise-status: deleted\n[^]*Written just now\./);
    expect((await shelf.sync()).vaultWrites).toBe(0);
  });

  it('should go on going by the next sync when a person cancels the one that removes them', async () => {
    const ids = shelf.addBooks(60);
    const vault = new BusyVault();
    shelf.device = { ...shelf.device, vault };
    await shelf.sync();
    shelf.deleteBooks(ids);
    const cancelled = new AbortController();
    const reason = Object.assign(new Error('cancelled'), { name: 'AbortError' });
    vault.whileFirstGoes = () => cancelled.abort(reason);
    expect(await shelf.sync({ maxDelete: 60, signal: cancelled.signal })).toMatchObject({
      cause: 'cancelled',
      notes: { trashed: 50, failed: 0 },
    });
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', notes: { trashed: 10, failed: 0 } });
    expect(shelf.paths).toEqual([]);
  });

  it('should stay and be marked when the settings say so, and be as new when their item comes back', async () => {
    const [id = 0] = shelf.addBooks(1);
    const mark = settings({ deletions: { untouched: 'mark' } });
    await shelf.world.sync(shelf.device, { settings: mark });
    shelf.emptyBooks([id]);
    expect(await shelf.sync({ settings: mark })).toMatchObject({
      vaultWrites: 1,
      notes: { kept: 1, trashed: 0, archived: 0 },
    });
    expect(shelf.note(bookNote(1))).toContain('readwise-status: deleted\n');
    // A mark is a last word: no later choice in the settings takes the note away.
    expect((await shelf.sync({ full: true })).vaultWrites).toBe(0);
    shelf.returnBooks([id]);
    await shelf.sync({ settings: mark });
    expect(shelf.device.vault.entries()).toEqual((await shelf.world.fresh()).vault.entries());
  });

  it("should be archived with every word of the person's when the settings say so for touched ones (I2)", async () => {
    const [id = 0] = shelf.addBooks(1);
    const archive = settings({ deletions: { touched: 'archive' } });
    await shelf.world.sync(shelf.device, { settings: archive });
    shelf.write(bookNote(1), 'My words.');
    shelf.deleteBooks([id]);
    expect(await shelf.sync({ settings: archive })).toMatchObject({ notes: { archived: 1, trashed: 0 } });
    expect(shelf.note('Readwise/Archive/Book 1.md')).toContain('My words.');
    expect(shelf.note('Readwise/Archive/Book 1.md')).toContain('Passage 1.');
    expect(shelf.note('Readwise/Archive/Book 1.md')).toContain('readwise-status: deleted\n');
    expect(shelf.trash).toEqual([]);
  });

  it.each([1, 2, 3])(
    "should be tried again, and count as the person's until then, when the disk refuses to take the %d. of an item's notes (I14)",
    async (failing) => {
      const [id = 0] = shelf.addBooks(1);
      shelf.world.library.addHighlight(id, { text: 'Passage 2.', location: 2 });
      const own = settings({ notePerHighlight: true });
      await shelf.sync({ settings: own });
      shelf.emptyBooks([id]);
      const { vault, state } = shelf.device;
      shelf.world.pass(61);
      const report = await shelf.world.sync(
        { vault: flakyVault(vault, new Set([failing])), state },
        { maxDelete: null, settings: own },
      );
      expect(report).toMatchObject({ outcome: 'partial', notes: { trashed: 2, failed: 1 } });
      const [left = ''] = shelf.paths;
      expect(shelf.paths).toHaveLength(1);
      expect(
        (await readStatus({ settings: settings(), vault, state, clock: new FakeClock() })).retries,
      ).toMatchObject([
        {
          path: left,
          problem: {
            code: 'cannot-remove',
            path: left,
            message: `Could not write ${left}: the disk is full.`,
          },
        },
      ]);

      const gaveUp = { vault: vault.copy(), state: state.copy() };
      expect(await shelf.sync({ settings: own })).toMatchObject({
        outcome: 'done',
        notes: { trashed: 1, failed: 0 },
      });
      expect(shelf.paths).toEqual([]);
      expect((await shelf.sync({ settings: own })).vaultWrites).toBe(0);

      // Where the person takes it away before that, it is they who deleted it.
      gaveUp.vault.remove(left);
      shelf.device = gaveUp;
      shelf.returnBooks([id]);
      await shelf.sync({ settings: own });
      expect(shelf.paths).not.toContain(left);
    },
  );

  it('should leave their item to be tried again when another note of it could not be written (I14)', async () => {
    const [id = 0] = shelf.addBooks(1);
    const { id: second } = shelf.world.library.addHighlight(id, { text: 'Passage 2.', location: 2 });
    const own = settings({ notePerHighlight: true });
    await shelf.sync({ settings: own });
    shelf.world.pass(300);
    shelf.world.library.deleteHighlight(second);
    const { vault, state } = shelf.device;
    shelf.world.pass(61);
    const full = {
      ...flakyVault(vault, new Set()),
      update: () => Promise.reject(new DiskError('The disk is full.')),
    };
    const report = await shelf.world.sync({ vault: full, state }, { maxDelete: null, settings: own });
    expect(report).toMatchObject({ outcome: 'partial', notes: { trashed: 1, failed: 1 } });
    expect(shelf.note(bookNote(1))).toContain('Passage 2.');
    expect(await shelf.sync({ settings: own })).toMatchObject({ outcome: 'done', notes: { updated: 1 } });
    expect(shelf.note(bookNote(1))).not.toContain('Passage 2.');
  });

  it.each(['trash', 'archive', 'mark'] as const)(
    'should end in the same bytes when the power goes out at any commit and the policy is %s (I6)',
    async (untouched) => {
      const ids = shelf.addBooks(3);
      const policy = settings({ deletions: { untouched, touched: 'archive' } });
      await shelf.world.sync(shelf.device, { settings: policy });
      shelf.write(bookNote(3), 'My words.');
      shelf.device.vault.put('Readwise/Archive/Book 1.md', 'Mine.\n');
      const before = { vault: shelf.device.vault, state: shelf.device.state };
      shelf.emptyBooks(ids.slice(0, 2));
      shelf.deleteBooks(ids.slice(2));
      const sync = async (at: number): Promise<{ readonly commits: number; readonly entries: unknown }> => {
        const crashed = { vault: before.vault.copy(), state: before.state.copy() };
        const state = new CountingStateStore(crashed.state, at);
        await shelf.world
          .sync({ vault: crashed.vault, state }, { settings: policy })
          .catch((error: unknown) => expect(error).toMatchObject({ name: 'PowerLoss' }));
        await shelf.world.sync(crashed, { settings: policy });
        const { vaultWrites } = await shelf.world.sync(crashed, { settings: policy, full: true });
        return {
          commits: state.commits,
          entries: [crashed.vault.entries(), crashed.vault.trashEntries(), vaultWrites],
        };
      };
      const whole = await sync(Number.POSITIVE_INFINITY);
      expect(whole.commits).toBeGreaterThan(2);
      expect(whole.entries).toMatchObject([{}, {}, 0]);
      for (let at = 1; at <= whole.commits; at += 1) expect((await sync(at)).entries).toEqual(whole.entries);
    },
  );

  it.each([{ full: false }, { full: true }])(
    'should make a note again when its item comes back after a sync was cut short that had moved it to the trash (I6), %j',
    async (options) => {
      const [id = 0] = shelf.addBooks(1);
      await shelf.world.sync(shelf.device);
      shelf.emptyBooks([id]);
      const commits = new CountingStateStore(shelf.device.state.copy());
      await shelf.world.sync({ vault: shelf.device.vault.copy(), state: commits });
      const [vault, state] = [shelf.device.vault, shelf.device.state];
      for (let at = 1; at <= commits.commits; at += 1) {
        shelf.device = { vault: vault.copy(), state: state.copy() };
        await shelf.world
          .sync({ vault: shelf.device.vault, state: new CountingStateStore(shelf.device.state, at) })
          .catch((error: unknown) => expect(error).toMatchObject({ name: 'PowerLoss' }));
        if (shelf.trash.length > 0) break;
      }
      expect(shelf.trash).toEqual([bookNote(1)]);
      shelf.returnBooks([id]);
      await shelf.sync(options);
      expect(shelf.device.vault.entries()).toEqual((await shelf.world.fresh()).vault.entries());
    },
  );
});
