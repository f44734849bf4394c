import { checkLibrary } from '../../../src/features/check/check-library';
import type { SyncReport } from '../../../src/model/report';
import { readOverview, readStatus } from '../../../src/features/status/library-overview';
import { newDevice, settings } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';
import { DiskError, flakyVault } from '../../support/flaky-vault';
import { bookNote, Shelf } from '../attachments/shelf';

describe('the guard over notes of items that are gone', () => {
  let shelf: Shelf;

  beforeEach(async () => {
    shelf = await Shelf.create();
  });

  afterEach(() => shelf.world.close());

  const heldPaths = (report: SyncReport): readonly string[] =>
    report.hold?.notes.map(({ path }) => path) ?? [];

  const heldDevice = async (): Promise<readonly number[]> => {
    const ids = shelf.addBooks(15);
    await shelf.world.sync(shelf.device);
    shelf.emptyBooks(ids.slice(0, 12));
    expect((await shelf.sync()).outcome).toBe('held');
    return ids;
  };
  const heldIds = async (): Promise<readonly string[]> =>
    (
      (await readStatus({ settings: settings(), ...shelf.device, clock: new FakeClock() })).hold?.notes ?? []
    ).map(({ id }) => id);

  it('should all stay when too many would be archived, and none be held when they only get a mark (I4)', async () => {
    const ids = shelf.addBooks(15);
    const archive = settings({ deletions: { untouched: 'archive' } });
    await shelf.world.sync(shelf.device, { settings: archive });
    shelf.deleteBooks(ids.slice(0, 12));
    const report = await shelf.sync({ settings: archive });
    expect(report).toMatchObject({ outcome: 'held', notes: { archived: 0 } });
    expect(report.hold?.notes[0]?.action).toBe('archive');
    expect(shelf.paths).toHaveLength(15);
    expect(shelf.paths.every((path) => path.startsWith('Readwise/Books/'))).toBe(true);
    expect(await shelf.sync({ settings: settings({ deletions: { untouched: 'mark' } }) })).toMatchObject({
      outcome: 'done',
      notes: { kept: 12 },
    });
    expect(
      (await readStatus({ settings: settings(), ...shelf.device, clock: new FakeClock() })).hold,
    ).toBeNull();
  });

  it('should count all notes of the vault on a second device, too, whether it has written them or not (I4)', async () => {
    const ids = shelf.addBooks(40);
    await shelf.world.sync(shelf.device);
    shelf.deleteBooks(ids.slice(0, 15));
    const reason = { code: 'too-many-at-once', wanted: 15, notes: 40 };
    const second = { vault: shelf.device.vault, state: newDevice().state };
    for (const device of [shelf.device, second])
      for (const dryRun of [true, false])
        expect(await shelf.world.sync(device, { maxDelete: null, dryRun })).toMatchObject({
          outcome: 'held',
          hold: { reason },
        });
    const overview = await readOverview({ state: second.state, clock: new FakeClock() });
    expect(overview).toMatchObject({ counts: { notes: 40 }, hold: { reason } });
    expect(await shelf.world.sync(second, { maxDelete: 15 })).toMatchObject({ notes: { trashed: 15 } });
    expect((await readOverview({ state: second.state, clock: new FakeClock() })).counts.notes).toBe(25);
  });

  it('should stay held, by name, over restarts and days, until a person speaks (I4)', async () => {
    await heldDevice();
    for (let day = 0; day < 9; day += 1) {
      shelf.world.pass(86_400);
      const report = await shelf.sync();
      expect(report).toMatchObject({ outcome: 'held', notes: { trashed: 0 } });
      expect(heldPaths(report)).toHaveLength(12);
    }
    expect(shelf.trash).toEqual([]);
  });

  it('should go one by one as the person chose, and the refused ones stay marked and come up no more (I4)', async () => {
    await heldDevice();
    const ids = await heldIds();
    const decision = { kind: 'each', remove: ids.slice(0, 9), keep: ids.slice(9) } as const;
    expect(await shelf.sync({ decision })).toMatchObject({ outcome: 'done', notes: { trashed: 9, kept: 3 } });
    expect(shelf.trash).toHaveLength(9);
    expect(
      shelf.paths.filter((path) => shelf.note(path).includes('readwise-status: deleted\n')),
    ).toHaveLength(3);
    expect(
      (await readStatus({ settings: settings(), ...shelf.device, clock: new FakeClock() })).hold,
    ).toBeNull();
    expect(await shelf.sync({ full: true })).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    // Nor where all state is lost but the mark is there, or where the person took the mark off.
    const lost = { vault: shelf.device.vault.copy(), state: newDevice().state };
    expect(await shelf.world.sync(lost, { maxDelete: null })).toMatchObject({
      outcome: 'done',
      vaultWrites: 0,
    });
    const [refused = ''] = shelf.paths.filter((path) => shelf.note(path).includes('readwise-status'));
    shelf.device.vault.put(refused, shelf.note(refused).replace('readwise-status: deleted\n', ''));
    shelf.world.pass(61);
    shelf.world.library.retitleBook(
      Number(/readwise-id: (\d+)/.exec(shelf.note(refused))?.[1]),
      'Another title',
    );
    await shelf.world.settle(shelf.device, { maxDelete: null });
    expect(shelf.note(refused)).toContain('readwise-status: deleted\n');
    expect(shelf.trash).toHaveLength(9);
  });

  it('should all stay when the person refuses them all', async () => {
    await heldDevice();
    expect(await shelf.sync({ decision: { kind: 'keep-all' } })).toMatchObject({
      outcome: 'done',
      notes: { trashed: 0, kept: 12 },
    });
    expect(shelf.paths).toHaveLength(15);
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    // What they refused is there no more when it is looked at again.
    shelf.device.vault.remove(bookNote(1));
    expect(await shelf.sync({ full: true })).toMatchObject({ outcome: 'done', vaultWrites: 0, failures: [] });
  });

  it('should stay on hold when a decision does not name them, and say why each would go (I4)', async () => {
    await heldDevice();
    const ids = await heldIds();
    const decision = { kind: 'each', remove: ids.slice(0, 1), keep: ids.slice(1, 2) } as const;
    const report = await shelf.sync({ decision });
    expect(report).toMatchObject({ outcome: 'held', notes: { trashed: 1, kept: 1 } });
    expect(await heldIds()).toEqual(ids.slice(2));
    expect(report.hold?.notes.every(({ reasons }) => reasons.join() === 'no-highlights')).toBe(true);
    expect(await shelf.sync()).toMatchObject({ outcome: 'held', notes: { trashed: 0, kept: 0 } });
  });

  it('should be named by a check of the notes, and so should a marked one beside them be', async () => {
    const books = shelf.addBooks(12);
    const own = { settings: settings({ notePerHighlight: true }) };
    await shelf.sync(own);
    shelf.write(bookNote(1), 'Mine.');
    shelf.deleteBooks(books);
    const { hold } = await shelf.sync(own);
    const { findings } = await checkLibrary({ ...shelf.device, clock: shelf.world.clock(), ...own });
    const pathsOf = (wanted: string) =>
      findings.flatMap(({ fault, path }) => (fault === wanted ? [path] : []));
    expect(pathsOf('held')).toEqual(hold?.notes.map(({ path }) => path).sort());
    expect(pathsOf('kept')).toEqual([bookNote(1)]);
    expect(findings).toHaveLength(24);
  });

  it('should be held, however few they are, when a person saw them before a sync and left them undecided (I4)', async () => {
    const books = shelf.addBooks(4);
    await shelf.world.sync(shelf.device);
    shelf.emptyBooks(books.slice(0, 3));
    const [first = '', second = '', third = ''] = books.map(String);
    const decision = { kind: 'each', remove: [first], keep: [], later: [second, third] } as const;
    expect(await shelf.sync({ decision })).toMatchObject({ outcome: 'held', notes: { trashed: 1 } });
    expect([...(await heldIds())].sort()).toEqual([second, third].sort());
    expect(await shelf.sync()).toMatchObject({ outcome: 'held', notes: { trashed: 0 } });
  });

  it('should not be removed by a decision about an item that lives, now or when it is deleted later (I4)', async () => {
    const books = shelf.addBooks(15);
    await shelf.world.sync(shelf.device);
    const decision = { kind: 'each', remove: books.map(String), keep: [] } as const;
    expect(await shelf.sync({ decision })).toMatchObject({ outcome: 'done', notes: { trashed: 0 } });
    shelf.emptyBooks(books.slice(0, 12));
    expect(await shelf.sync()).toMatchObject({ outcome: 'held', notes: { trashed: 0 } });
  });

  it('should go by what the person saw: what is gone since then is asked for anew', async () => {
    const books = await heldDevice();
    const ids = await heldIds();
    shelf.deleteBooks(books.slice(12, 14));
    const decision = {
      kind: 'each',
      remove: [...ids.slice(0, 5), 'no such id'],
      keep: [],
    } as const;
    const report = await shelf.sync({ decision });
    expect(report).toMatchObject({ outcome: 'held', notes: { trashed: 5 } });
    expect(report.hold?.notes.map(({ id }) => id).sort()).toEqual(
      [...ids.slice(5), ...books.slice(12, 14).map(String)].sort(),
    );
    expect(shelf.paths).toContain(bookNote(15));
  });

  it('should be remembered as decided when the sync that was to do it does not get through', async () => {
    await heldDevice();
    const ids = await heldIds();
    shelf.world.server.faults.when({}, { kind: 'status', status: 503 });
    const decision = { kind: 'each', remove: ids.slice(0, 2), keep: ids.slice(2, 10) } as const;
    expect(await shelf.sync({ decision })).toMatchObject({ outcome: 'failed', cause: 'service' });
    expect(shelf.paths).toHaveLength(15);
    expect(await heldIds()).toEqual(ids.slice(10));
    shelf.world.server.faults.clear();
    expect(await shelf.sync()).toMatchObject({ outcome: 'held', notes: { trashed: 2, kept: 8 } });
    expect(await heldIds()).toEqual(ids.slice(10));
  });

  it('should wait for a word of its own when a person spoke about another note of the same item only', async () => {
    const ids = shelf.addBooks(12);
    const own = { settings: settings({ notePerHighlight: true }) };
    await shelf.sync(own);
    shelf.deleteBooks(ids);
    expect((await shelf.sync(own)).outcome).toBe('held');
    const [whole = ''] = (await heldIds()).filter((id) => !id.includes('#'));
    const part = (await heldIds()).find((id) => id.startsWith(`${whole}#`)) ?? '';
    expect(await shelf.sync({ ...own, decision: { kind: 'each', remove: [whole], keep: [] } })).toMatchObject(
      {
        outcome: 'held',
        notes: { trashed: 1 },
      },
    );
    await shelf.sync(own);
    expect(await heldIds()).toContain(part);
    expect(await shelf.sync({ ...own, decision: { kind: 'each', remove: [part], keep: [] } })).toMatchObject({
      notes: { trashed: 1 },
    });
    expect(await heldIds()).toHaveLength(22);
  });

  it('should be forgotten when the highlight of a note that was kept lives again', async () => {
    const ids = shelf.addBooks(12);
    const own = { settings: settings({ notePerHighlight: true }) };
    await shelf.sync(own);
    const highlights = ids.flatMap((id) =>
      shelf.world.library.books.liveHighlightsOf(id).map((highlight) => highlight.id),
    );
    shelf.world.pass(300);
    for (const id of highlights) shelf.world.library.discard(id);
    expect((await shelf.sync(own)).outcome).toBe('held');
    const parts = (await heldIds()).filter((id) => id.includes('#'));
    expect(await shelf.sync({ ...own, decision: { kind: 'each', remove: [], keep: parts } })).toMatchObject({
      notes: { kept: 12 },
    });
    shelf.world.pass(300);
    for (const id of highlights) shelf.world.library.books.changeHighlight(id, { discarded: false });
    expect(await shelf.sync(own)).toMatchObject({ outcome: 'done' });
    shelf.world.pass(300);
    for (const id of highlights) shelf.world.library.discard(id);
    expect((await shelf.sync(own)).outcome).toBe('held');
    expect((await heldIds()).filter((id) => id.includes('#'))).toHaveLength(12);
  });

  it('should keep a note that the person wrote in after they let it go (I2)', async () => {
    await heldDevice();
    const ids = await heldIds();
    shelf.write(bookNote(1), 'A thought, just in time.');
    expect(await shelf.sync({ decision: { kind: 'each', remove: ids, keep: [] } })).toMatchObject({
      outcome: 'done',
      notes: { trashed: 11, kept: 1 },
    });
    expect(shelf.note(bookNote(1))).toContain('A thought, just in time.');
  });

  it('should leave the hold when their items live again, and the hold ends with the last of them', async () => {
    const books = await heldDevice();
    shelf.returnBooks(books.slice(0, 11));
    const report = await shelf.sync();
    expect(heldPaths(report)).toEqual([bookNote(12)]);
    shelf.returnBooks(books.slice(11, 12));
    expect((await shelf.sync()).outcome).toBe('done');
    expect(
      (await readStatus({ settings: settings(), ...shelf.device, clock: new FakeClock() })).hold,
    ).toBeNull();
    expect(shelf.trash).toEqual([]);
  });

  it('should ask anew when an item lives again after its note was refused and is deleted once more', async () => {
    const [id = 0] = shelf.addBooks(1);
    shelf.addBooks(11);
    await shelf.world.sync(shelf.device);
    shelf.emptyBooks([...shelf.world.library.books.books()].map((book) => book.id));
    await shelf.sync();
    await shelf.sync({ decision: { kind: 'keep-all' } });
    shelf.returnBooks([id]);
    await shelf.sync();
    expect(shelf.note(bookNote(1))).not.toContain('readwise-status');
    shelf.emptyBooks([id]);
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', notes: { trashed: 1 } });
  });

  it('should stay held when they cannot be looked at for once (I4)', async () => {
    await heldDevice();
    const { vault, state } = shelf.device;
    const blind = {
      ...flakyVault(vault, new Set()),
      read: (path: string) =>
        path.includes('Book 15')
          ? vault.read(path)
          : Promise.reject(new DiskError('The disk does not answer.')),
    };
    shelf.world.pass(61);
    const report = await shelf.world.sync({ vault: blind, state }, { maxDelete: null });
    expect(heldPaths(report)).toHaveLength(12);
    expect(heldPaths(await shelf.sync())).toHaveLength(12);
    expect(shelf.trash).toEqual([]);
  });

  it('should be planned as the person says, and nothing be kept of that, in a dry run', async () => {
    await heldDevice();
    const report = await shelf.sync({ decision: { kind: 'keep-all' }, dryRun: true });
    expect(report.plan?.filter(({ action }) => action === 'keep')).toHaveLength(12);
    expect(await heldIds()).toHaveLength(12);
    expect((await shelf.sync()).outcome).toBe('held');
  });

  it('should be told one by one, with what would become of each and why, in a dry run', async () => {
    const ids = shelf.addBooks(14);
    await shelf.world.sync(shelf.device);
    shelf.write(bookNote(1), 'My words.');
    shelf.emptyBooks(ids.slice(0, 2));
    const foretold = async (more: Parameters<typeof settings>[0] = {}): Promise<readonly string[]> =>
      ((await shelf.sync({ dryRun: true, settings: settings(more) })).plan ?? []).map(
        ({ action, id, path, reasons }) =>
          [action, ids.indexOf(Number(id)) + 1, path, reasons.join('; ')].join(' | '),
      );
    expect(await foretold()).toEqual([
      `keep | 1 | ${bookNote(1)} | no-highlights; edited; marked`,
      `trash | 2 | ${bookNote(2)} | no-highlights`,
    ]);
    expect((await foretold({ deletions: { untouched: 'archive' } }))[1]).toBe(
      `archive | 2 | ${bookNote(2)} | no-highlights`,
    );
    shelf.emptyBooks(ids.slice(2, 12));
    const held = await foretold();
    expect(held).toHaveLength(12);
    expect(held[11]).toBe(`skip | 12 | ${bookNote(12)} | no-highlights; held`);
    expect(await shelf.sync({ dryRun: true })).toMatchObject({
      outcome: 'held',
      notes: { kept: 1, trashed: 0, unchanged: 0 },
    });
  });

  it('should count, of what left within a week, only what nobody allowed', async () => {
    const ids = shelf.addBooks(40);
    await shelf.world.sync(shelf.device);
    shelf.deleteBooks(ids.slice(0, 6));
    expect(await shelf.world.sync(shelf.device, { maxDelete: 6 })).toMatchObject({ notes: { trashed: 6 } });
    for (const [from, outcome] of [
      [6, 'done'],
      [12, 'held'],
    ] as const) {
      shelf.deleteBooks(ids.slice(from, from + 6));
      expect((await shelf.sync()).outcome).toBe(outcome);
    }
  });
});
