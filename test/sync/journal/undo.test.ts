import { openConflicts } from '../../../src/features/conflicts/open-conflicts';
import { newDevice, settings } from '../../simulation/world';
import { CountingStateStore } from '../../support/counting-state-store';
import { flakyVault } from '../../support/flaky-vault';
import { bookNote, Shelf } from '../attachments/shelf';
import { planOf, runsOf, undo } from './history-scene';

describe('the undoing of the last sync', () => {
  let shelf: Shelf;
  let ids: readonly number[];

  beforeEach(async () => {
    shelf = await Shelf.create();
    ids = shelf.addBooks(3);
    await shelf.sync();
  });
  afterEach(() => shelf.world.close());

  const highlightOf = (id: number) => [...shelf.world.library.books.liveHighlightsOf(id)][0]?.id ?? 0;
  const edit = (id: number, text: string): void =>
    void shelf.world.library.editHighlight(highlightOf(id), { text });
  const run = () => undo(shelf.device, shelf.world);

  it('should bring the bytes back that notes had, and not take them away again at the next sync', async () => {
    const before = shelf.device.vault.entries();
    shelf.world.pass(60);
    edit(ids[0] ?? 0, 'Another passage.');
    await shelf.sync();
    expect(shelf.note(bookNote(1))).toContain('Another passage.');
    expect(await run()).toMatchObject({ outcome: 'done', notes: { updated: 1 } });
    expect(shelf.device.vault.entries()).toEqual(before);
    expect(await shelf.sync()).toMatchObject({ vaultWrites: 0 });
    expect(shelf.device.vault.entries()).toEqual(before);
  });

  it('should leave a note as it is, and name it, when the person wrote in it since', async () => {
    shelf.world.pass(60);
    edit(ids[0] ?? 0, 'Another passage.');
    edit(ids[1] ?? 0, 'Another passage.');
    await shelf.sync();
    shelf.write(bookNote(1), 'My words.');
    const mine = shelf.note(bookNote(1));
    expect(await planOf(shelf.device)).toMatchObject({
      steps: [{ kind: 'revert', path: bookNote(2) }],
      stays: [{ path: bookNote(1), why: 'edited' }],
    });
    await run();
    expect(shelf.note(bookNote(1))).toBe(mine);
    expect(shelf.note(bookNote(2))).not.toContain('Another');
    expect(await shelf.sync()).toMatchObject({ vaultWrites: 0 });
  });

  it('should move notes to the trash that the sync made, but none that the person wrote in or put elsewhere', async () => {
    shelf.world.pass(60);
    for (const title of ['New one', 'Written in', 'Put elsewhere'])
      shelf.world.library.addHighlight(shelf.world.library.addBook({ title, category: 'books' }).id, {
        text: `Of ${title}.`,
        location: 1,
      });
    await shelf.sync();
    shelf.write('Readwise/Books/Written in.md', 'My words.');
    const elsewhere = shelf.note('Readwise/Books/Put elsewhere.md');
    shelf.device.vault.remove('Readwise/Books/Put elsewhere.md');
    shelf.device.vault.put('Mine/Put elsewhere.md', elsewhere);
    expect((await planOf(shelf.device))?.stays.map(({ path, why }) => `${path}: ${why}`).sort()).toEqual([
      'Mine/Put elsewhere.md: moved',
      'Readwise/Books/Written in.md: edited',
    ]);
    await run();
    expect(shelf.trash).toEqual(['Readwise/Books/New one.md']);
    expect(shelf.paths).toEqual([
      'Mine/Put elsewhere.md',
      bookNote(1),
      bookNote(2),
      bookNote(3),
      'Readwise/Books/Written in.md',
    ]);
    expect(await shelf.sync()).toMatchObject({ vaultWrites: 0 });
    expect(await shelf.sync({ restore: { kind: 'all' } })).toMatchObject({ notes: { created: 1 } });
  });

  it('should undo a first sync whole, and write nothing after it', async () => {
    expect(await run()).toMatchObject({ notes: { trashed: 3 } });
    expect(shelf.paths).toEqual([]);
    expect(await shelf.sync()).toMatchObject({ vaultWrites: 0, outcome: 'done' });
  });

  it('should not stop the next sync as if notes were not there yet when all of a library is undone', async () => {
    const device = newDevice();
    shelf.addBooks(9);
    await shelf.world.sync(device);
    expect(await undo(device, shelf.world)).toMatchObject({ vaultWrites: 12, notes: { trashed: 12 } });
    shelf.world.pass(60);
    edit(ids[0] ?? 0, 'Another passage.');
    expect(await shelf.world.sync(device)).toMatchObject({ outcome: 'done', notes: { created: 1 } });
    expect(device.vault.entries().map(([path]) => path)).toEqual([bookNote(1)]);
  });

  it('should take nothing back that an earlier sync did to the same note, nor to others', async () => {
    for (const text of ['Another passage.', 'A third passage.']) {
      shelf.world.pass(60);
      edit(ids[0] ?? 0, text);
      if (text.startsWith('Another')) edit(ids[1] ?? 0, text);
      await shelf.sync();
    }
    expect(await run()).toMatchObject({ vaultWrites: 1, notes: { updated: 1 } });
    expect([1, 2, 3].map((number) => shelf.note(bookNote(number)).includes('Another passage.'))).toEqual([
      true,
      true,
      false,
    ]);
    expect(await planOf(shelf.device)).toBeNull();
  });

  it('should be of a part, and say so, when a sync changed more than is kept, and of all that the next one changed', async () => {
    shelf.write(bookNote(1), 'x'.repeat(68_000_000));
    shelf.world.pass(60);
    for (const id of ids.slice(0, 2)) edit(id, 'Another passage.');
    await shelf.sync();
    expect(await planOf(shelf.device)).toMatchObject({ isPartial: true, steps: [{ path: bookNote(2) }] });
    edit(ids[2] ?? 0, 'Another passage.');
    await shelf.sync();
    expect(await planOf(shelf.device)).toMatchObject({ isPartial: false, steps: [{ path: bookNote(3) }] });
  });

  it('should know of no conflict any more that the sync brought', async () => {
    shelf.device.vault.put(bookNote(1), shelf.note(bookNote(1)).replace('Passage 1.', 'My own words.'));
    shelf.world.pass(60);
    edit(ids[0] ?? 0, 'The service’s words.');
    await shelf.sync();
    expect(await openConflicts(shelf.device)).toHaveLength(1);
    await run();
    expect(shelf.note(bookNote(1))).not.toContain('The service’s words.');
    expect(await openConflicts(shelf.device)).toEqual([]);
  });

  it('should make notes again that the sync moved to the trash', async () => {
    const before = shelf.device.vault.entries();
    shelf.deleteBooks(ids.slice(0, 2));
    await shelf.sync();
    expect(shelf.paths).toEqual([bookNote(3)]);
    expect(await run()).toMatchObject({ notes: { created: 2 } });
    expect(shelf.device.vault.entries()).toEqual(before);
    expect(await shelf.sync()).toMatchObject({ vaultWrites: 0 });
  });

  it('should bring notes back from the archive, and take the mark of the deletion from others', async () => {
    const policy = settings({ deletions: { untouched: 'archive' } });
    await shelf.sync({ settings: policy });
    shelf.write(bookNote(2), 'My words.');
    const before = shelf.device.vault.entries();
    shelf.deleteBooks(ids.slice(0, 2));
    await shelf.sync({ settings: policy });
    expect(shelf.paths).toContain('Readwise/Archive/Book 1.md');
    await run();
    expect(shelf.device.vault.entries()).toEqual(before);
    expect(await shelf.sync({ settings: policy })).toMatchObject({ vaultWrites: 0 });
  });

  it('should move a note back to the place that another one leaves', async () => {
    const before = shelf.device.vault.entries();
    shelf.world.pass(60);
    shelf.world.library.retitleBook(ids[0] ?? 0, 'Renamed');
    shelf.world.library.retitleBook(ids[1] ?? 0, 'Book 1');
    await shelf.world.settle(shelf.device);
    expect(shelf.device.vault.entries()).not.toEqual(before);
    expect(await run()).toMatchObject({ outcome: 'done', notes: { renamed: 2 } });
    expect(shelf.device.vault.entries()).toEqual(before);
    expect(await shelf.sync()).toMatchObject({ vaultWrites: 0 });
  });

  it('should leave a note as it is when another file has its old place', async () => {
    shelf.world.pass(60);
    shelf.world.library.retitleBook(ids[0] ?? 0, 'Renamed');
    await shelf.world.settle(shelf.device);
    shelf.device.vault.put(bookNote(1), 'A note of mine.\n');
    expect(await planOf(shelf.device)).toMatchObject({
      stays: [{ path: 'Readwise/Books/Renamed.md', why: 'place-taken' }],
    });
    await run();
    expect(shelf.note('Readwise/Books/Renamed.md')).toContain('title: Renamed');
    expect(shelf.note(bookNote(1))).toBe('A note of mine.\n');
  });

  it('should be a run of its own, and undo the same run never again', async () => {
    shelf.world.pass(60);
    edit(ids[0] ?? 0, 'Another passage.');
    await shelf.sync();
    await run();
    expect((await runsOf(shelf.device)).map(({ run: number, kind }) => [number, kind])).toEqual([
      [3, 'undo'],
      [2, 'sync'],
      [1, 'sync'],
    ]);
    expect(await run()).toBeNull();
  });

  it('should keep what is left to undo when a note could not be written, and end the same at the next try', async () => {
    const before = shelf.device.vault.entries();
    shelf.world.pass(60);
    for (const id of ids) edit(id, `Another passage of ${String(id)}.`);
    await shelf.sync();
    const { vault, state } = shelf.device;
    expect(await undo({ vault: flakyVault(vault, new Set([2])), state }, shelf.world)).toMatchObject({
      outcome: 'partial',
      notes: { updated: 2, failed: 1 },
    });
    expect(await run()).toMatchObject({ outcome: 'done', notes: { updated: 1 } });
    expect(vault.entries()).toEqual(before);
    expect(await run()).toBeNull();
  });

  it('should lose nothing that it could undo when the sync was cut short at any commit', async () => {
    const before = shelf.device.vault.entries();
    const texts = new Map(before);
    shelf.world.pass(60);
    edit(ids[0] ?? 0, 'Another passage.');
    shelf.world.library.retitleBook(ids[1] ?? 0, 'Renamed');
    shelf.world.library.addHighlight(
      shelf.world.library.addBook({ title: 'New one', category: 'books' }).id,
      { text: 'New.', location: 1 },
    );
    shelf.world.library.deleteBook(ids[2] ?? 0);
    shelf.world.pass(60);
    const now = shelf.world.now;
    for (let at = 1; ; at += 1) {
      const crashed = { vault: shelf.device.vault.copy(), state: shelf.device.state.copy() };
      const state = new CountingStateStore(crashed.state, at);
      shelf.world.now = now;
      await shelf.world
        .sync({ vault: crashed.vault, state })
        .catch((error: unknown) => expect(error).toMatchObject({ name: 'PowerLoss' }));
      // Nothing that was written yet may be an earlier run's to undo.
      const isSame = JSON.stringify(crashed.vault.entries()) === JSON.stringify(before);
      if (!isSame) await undo(crashed, shelf.world);
      for (const [path, text] of crashed.vault.entries())
        expect([path, text]).toEqual([path, texts.get(path)]);
      if (state.commits < at) break;
    }
  });

  it('should take all notes back that a sync made which was cut short at any commit, when the next has gone on with it', async () => {
    const { vault, state } = shelf.device;
    const before = vault.entries();
    shelf.world.pass(60);
    for (const title of ['New one', 'Another', 'A third'])
      shelf.world.library.addHighlight(shelf.world.library.addBook({ title, category: 'books' }).id, {
        text: `Of ${title}.`,
        location: 1,
      });
    shelf.world.pass(60);
    const now = shelf.world.now;
    for (let at = 1; ; at += 1) {
      const crashed = { vault: vault.copy(), state: state.copy() };
      const breaking = new CountingStateStore(crashed.state, at);
      shelf.world.now = now;
      await shelf.world
        .sync({ vault: crashed.vault, state: breaking })
        .catch((error: unknown) => expect(error).toMatchObject({ name: 'PowerLoss' }));
      shelf.world.pass(60);
      await shelf.world.sync(crashed);
      expect([at, crashed.vault.entries().length]).toEqual([at, 6]);
      await undo(crashed, shelf.world);
      expect([at, crashed.vault.entries()]).toEqual([at, before]);
      if (breaking.commits < at) break;
    }
  });

  it('should undo no part of a sync when a later one died while it forgot the images', async () => {
    shelf.world.pass(60);
    for (const id of ids) edit(id, 'Another passage.');
    await shelf.sync();
    shelf.world.pass(60);
    edit(ids[0] ?? 0, 'A third passage.');
    const left = new Set<string>();
    for (let at = 1; ; at += 1) {
      const crashed = { vault: shelf.device.vault.copy(), state: shelf.device.state.copy() };
      const state = new CountingStateStore(crashed.state, at);
      await shelf.world
        .sync({ vault: crashed.vault, state })
        .catch((error: unknown) => expect(error).toMatchObject({ name: 'PowerLoss' }));
      if (state.commits < at) break;
      const plan = await planOf(crashed);
      left.add(plan === null ? 'nothing' : `${String(plan.steps.length)} of run ${String(plan.run)}`);
      await shelf.world.sync(crashed);
      expect(await planOf(crashed)).toMatchObject({ isPartial: false, steps: [{ path: bookNote(1) }] });
    }
    expect([...left]).toEqual(['3 of run 2', 'nothing', '1 of run 3']);
  });
});

describe('the undoing of a sync beside which a person was at work', () => {
  let shelf: Shelf;
  let ids: readonly number[];

  beforeEach(async () => {
    shelf = await Shelf.create();
    ids = shelf.addBooks(2);
    await shelf.sync();
    shelf.world.pass(60);
  });
  afterEach(() => shelf.world.close());

  const first = (): number => ids[0] ?? 0;
  const edit = (text: string): void => {
    const [highlight] = shelf.world.library.books.liveHighlightsOf(first());
    shelf.world.library.editHighlight(highlight?.id ?? 0, { text });
  };

  it('should keep what they wrote between a sync that was cut short at any commit and the one that went on with it (I2)', async () => {
    edit('Another passage.');
    shelf.world.pass(60);
    const now = shelf.world.now;
    for (let at = 1; ; at += 1) {
      const crashed = { vault: shelf.device.vault.copy(), state: shelf.device.state.copy() };
      const state = new CountingStateStore(crashed.state, at);
      shelf.world.now = now;
      await shelf.world
        .sync({ vault: crashed.vault, state })
        .catch((error: unknown) => expect(error).toMatchObject({ name: 'PowerLoss' }));
      await crashed.vault.update(bookNote(1), (text) => text.replace('\n---\n', '\n---\nMy words.\n\n'));
      shelf.world.pass(60);
      shelf.world.library.editBook(first(), { author: `Author ${String(at)}` });
      await shelf.world.settle(crashed);
      await undo(crashed, shelf.world);
      const note = (await crashed.vault.read(bookNote(1))) ?? '';
      expect([at, note.split('My words.').length]).toEqual([at, 2]);
      if (state.commits < at) break;
    }
  });

  it('should leave a note as it is when they moved it after the sync had', async () => {
    shelf.world.library.retitleBook(first(), 'Renamed');
    await shelf.sync();
    await shelf.device.vault.rename('Readwise/Books/Renamed.md', 'Mine/Renamed.md');
    expect(await undo(shelf.device, shelf.world)).toMatchObject({ outcome: 'done', notes: { renamed: 0 } });
    expect(shelf.note('Mine/Renamed.md')).toContain('title: Renamed');
    expect(shelf.paths).not.toContain(bookNote(1));
  });
});
