import { checkLibrary } from '../../../src/features/check/check-library';
import { readStatus } from '../../../src/features/status/library-overview';
import type { DeletedNote, SyncStatus } from '../../../src/model/report';
import { planRender, renderNotes } from '../../../src/sync/render-notes';
import { newDevice, settings, type Device } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';
import { bookNote, Shelf } from '../attachments/shelf';
import { undo } from './history-scene';

function renderingOf({ device, world }: Shelf) {
  const clock = new FakeClock({ startsAt: world.now });
  return { ...device, clock, reporter: { progress: () => undefined } };
}

const statusOf = ({ device }: Shelf, wanted = settings()): Promise<SyncStatus> =>
  readStatus({ ...device, clock: new FakeClock(), settings: wanted });

const pathsOf = (notes: readonly DeletedNote[]): readonly string[] => notes.map(({ path }) => path);

const leavingOut = (title: string) => settings({ rules: [{ when: { title }, then: { leaveOut: true } }] });

describe('a note that undo took away', () => {
  let shelf: Shelf;
  let ids: readonly number[];

  beforeEach(async () => {
    shelf = await Shelf.create();
    ids = shelf.addBooks(3);
    await shelf.sync();
    await undo(shelf.device, shelf.world);
    shelf.world.pass(60);
  });
  afterEach(() => shelf.world.close());

  const status = (wanted = settings()): Promise<SyncStatus> => statusOf(shelf, wanted);
  const edit = (index: number): void => {
    const [highlight] = shelf.world.library.books.liveHighlightsOf(ids[index] ?? 0);
    shelf.world.library.editHighlight(highlight?.id ?? 0, { text: 'Another passage.' });
  };

  it('should come back when its item changes, and the others stay away', async () => {
    edit(0);
    expect((await shelf.world.plan(shelf.device)).report).toMatchObject({
      plan: [{ action: 'create', reasons: ['changed'] }],
    });
    expect(await shelf.sync()).toMatchObject({
      notes: { created: 1 },
      undoneNotes: { removed: 2, reverted: 0 },
    });
    expect(shelf.paths).toEqual([bookNote(1)]);
    expect(await shelf.sync()).toMatchObject({ vaultWrites: 0 });
  });

  it('should stay away when all is fetched or rendered again, and both should say so', async () => {
    const undoneNotes = { removed: 3, reverted: 0 };
    expect(await shelf.sync({ full: true })).toMatchObject({ vaultWrites: 0, undoneNotes });
    expect(await renderNotes(renderingOf(shelf), { settings: settings() })).toMatchObject({
      vaultWrites: 0,
      undoneNotes,
    });
    expect(
      await shelf.sync({ settings: settings({ templates: { book: 'built-in:callouts' } }) }),
    ).toMatchObject({
      vaultWrites: 0,
      undoneNotes,
    });
    expect(shelf.paths).toEqual([]);
  });

  it('should be told as undone, not as deleted by the person', async () => {
    const paths = [1, 2, 3].map(bookNote);
    const known = await status();
    expect(known.deletedNotes).toEqual([]);
    expect(known.undoneNotes.removed.map(({ path }) => path)).toEqual(paths);
  });

  it('should come back when the person asks for what was undone, without what they deleted', async () => {
    edit(0);
    await shelf.sync();
    shelf.device.vault.remove(bookNote(1));
    expect(await shelf.sync({ restore: { kind: 'undone' } })).toMatchObject({ notes: { created: 2 } });
    expect(shelf.paths).toEqual([bookNote(2), bookNote(3)]);
    const { deletedNotes, undoneNotes } = await status();
    expect(deletedNotes.map(({ path }) => path)).toEqual([bookNote(1)]);
    expect(undoneNotes).toEqual({ removed: [], reverted: [], kept: [] });
  });

  it('should still come back with its item when the same sync that was asked for it lost its last highlight', async () => {
    const [id = 0] = ids;
    const [highlight] = shelf.world.library.books.liveHighlightsOf(id);
    shelf.world.library.deleteHighlight(highlight?.id ?? 0);
    expect(await shelf.sync({ restore: { kind: 'undone' } })).toMatchObject({ notes: { created: 2 } });
    expect((await status()).deletedNotes).toEqual([]);
    shelf.world.pass(60);
    shelf.world.library.addHighlight(id, { text: 'Found again.', location: 1 });
    expect(await shelf.sync()).toMatchObject({ notes: { created: 1 } });
    expect(shelf.paths).toEqual([bookNote(1), bookNote(2), bookNote(3)]);
  });

  it.each([
    ['a rule leaves its item out', leavingOut('Book 1'), 'left-out', 2],
    ['its item is out of scope', settings({ scope: { bookCategories: [] } }), 'out-of-scope', 0],
  ])('should be told, and not be advised to be brought back, while %s', async (_, wanted, why, others) => {
    const known = await status(wanted);
    expect(known.undoneNotes.removed).toHaveLength(others);
    const restore = { kind: 'undone' } as const;
    for (const dryRun of [true, false]) {
      const report = await shelf.sync({ settings: wanted, restore, dryRun });
      expect(report).toMatchObject({ outcome: 'done', notes: { created: others } });
      expect(report.notices).toContainEqual({
        id: String(ids[0]),
        path: bookNote(1),
        problem: { code: 'cannot-restore', why },
      });
      expect(report.notices).toHaveLength(3 - others);
      expect(report.undoneNotes).toBeUndefined();
    }
    expect(await shelf.sync({ settings: wanted })).toMatchObject({ notices: [], vaultWrites: 0 });
    expect(pathsOf((await status()).undoneNotes.removed)).toContain(bookNote(1));
    expect((await shelf.sync()).undoneNotes).toEqual({ removed: 3 - others, reverted: 0 });
    expect(await shelf.sync({ restore })).toMatchObject({ notes: { created: 3 - others }, notices: [] });
  });

  it('should not be advised to be brought back when its highlight has no note of its own any more', async () => {
    const perHighlight = settings({ notePerHighlight: true });
    await shelf.sync({ settings: perHighlight, restore: { kind: 'undone' } });
    expect(shelf.paths).toHaveLength(6);
    await undo(shelf.device, shelf.world);
    expect((await status(perHighlight)).undoneNotes.removed).toHaveLength(6);
    expect((await status()).undoneNotes.removed).toHaveLength(3);
    expect((await shelf.sync()).undoneNotes).toEqual({ removed: 3, reverted: 0 });
    const report = await shelf.sync({ restore: { kind: 'undone' } });
    expect(report).toMatchObject({ notes: { created: 3 } });
    expect(report.notices.map(({ problem }) => problem)).toEqual(
      Array.from({ length: 3 }, () => ({ code: 'cannot-restore', why: 'no-own-note' })),
    );
    expect((await shelf.sync()).undoneNotes).toBeUndefined();
  });

  it('should be told no more when its item is deleted', async () => {
    shelf.deleteBooks(ids);
    expect((await shelf.sync()).undoneNotes).toBeUndefined();
  });

  it('should be the note of its item again when the person takes it out of the trash', async () => {
    for (const [path, text] of shelf.device.vault.trashEntries()) shelf.device.vault.put(path, text);
    expect((await shelf.sync()).undoneNotes).toBeUndefined();
    edit(0);
    expect(await shelf.sync()).toMatchObject({ notes: { updated: 1, created: 0 } });
  });
});

describe('a note that undo put back', () => {
  let shelf: Shelf;
  const callouts = settings({ templates: { book: 'built-in:callouts' } });

  beforeEach(async () => {
    shelf = await Shelf.create();
    shelf.addBooks(2);
    await shelf.sync();
    await shelf.sync({ settings: callouts });
    await undo(shelf.device, shelf.world);
  });
  afterEach(() => shelf.world.close());

  const undoneNotes = { removed: 0, reverted: 2 };

  it('should be told as such by a sync, a preview of the settings and the status', async () => {
    expect(await shelf.sync({ settings: callouts })).toMatchObject({ vaultWrites: 0, undoneNotes });
    const { report } = await planRender(renderingOf(shelf), { settings: callouts });
    expect(report).toMatchObject({ notes: { updated: 2 }, undoneNotes });
    const { undoneNotes: known } = await statusOf(shelf);
    expect(pathsOf(known.reverted)).toEqual([1, 2].map(bookNote));
  });

  it('should be told as kept, and not be advised to be written again, while a rule leaves its item out', async () => {
    const wanted = leavingOut('Book 1');
    const { reverted, kept } = (await statusOf(shelf, wanted)).undoneNotes;
    expect([pathsOf(reverted), pathsOf(kept)]).toEqual([[bookNote(2)], [bookNote(1)]]);
  });

  it('should be as the settings want it when the notes are rendered again', async () => {
    const report = await renderNotes(renderingOf(shelf), { settings: callouts });
    expect(report).toMatchObject({ notes: { updated: 2 } });
    expect(report.undoneNotes).toBeUndefined();
    expect(shelf.note(bookNote(1))).toContain('> [!quote|yellow]');
    expect((await shelf.sync({ settings: callouts })).undoneNotes).toBeUndefined();
  });

  it('should be told no more when the settings are those again that it was made with', async () => {
    const report = await shelf.sync();
    expect(report).toMatchObject({ vaultWrites: 0 });
    expect(report.undoneNotes).toBeUndefined();
  });

  it('should lose a highlight that moved to another book when that note has it again', async () => {
    const { device, world } = shelf;
    const [from, to] = [...world.library.books.books()].map(({ id }) => id);
    const [highlight] = world.library.books.liveHighlightsOf(from ?? 0);
    const id = highlight?.id ?? 0;
    const notesWithIt = (): readonly string[] =>
      shelf.paths.filter((path) => shelf.note(path).includes(`^rw${String(id)}`));
    world.library.addHighlight(from ?? 0, { text: 'It stays.', location: 2 });
    await shelf.sync({ settings: callouts });
    world.library.moveHighlight(id, to ?? 0);
    await world.settle(device, { settings: callouts });
    expect(notesWithIt()).toEqual([bookNote(2)]);
    await undo(device, world);
    await shelf.sync({ settings: callouts });
    expect(notesWithIt()).toEqual([bookNote(1)]);
    world.library.editHighlight(id, { text: 'Another passage.' });
    await shelf.sync({ settings: callouts });
    expect(notesWithIt()).toEqual([bookNote(2)]);
    expect(shelf.note(bookNote(2))).toContain('Another passage.');
    expect(await shelf.sync({ settings: callouts })).toMatchObject({ vaultWrites: 0 });
  });

  it('should be told no more when the mark of a deletion was undone', async () => {
    const { device, world } = shelf;
    shelf.write(bookNote(1), 'My words.');
    world.pass(60);
    for (const { id } of [...world.library.books.books()]) world.library.deleteBook(id);
    await shelf.sync({ settings: callouts, maxDelete: 5 });
    await undo(device, world);
    expect((await shelf.sync({ settings: callouts })).undoneNotes).toBeUndefined();
  });
});

describe('a note of a deleted item that undo brought back', () => {
  let shelf: Shelf;
  let ids: readonly number[];

  beforeEach(async () => {
    shelf = await Shelf.create();
    ids = shelf.addBooks(3);
    await shelf.sync();
  });
  afterEach(() => shelf.world.close());

  const kept = async (): Promise<readonly string[]> => pathsOf((await statusOf(shelf)).undoneNotes.kept);
  const findingsOn = async ({ vault, state }: Device): Promise<readonly unknown[]> => {
    const context = { vault, state, clock: shelf.world.clock(), settings: settings() };
    return (await checkLibrary(context)).findings.map(({ fault, path, because }) => [fault, path, because]);
  };
  const undoDeletion = async (): Promise<void> => {
    shelf.emptyBooks(ids.slice(0, 2));
    await shelf.sync();
    await undo(shelf.device, shelf.world);
  };

  it.each([
    ['trashed', undefined],
    ['archived', settings({ deletions: { untouched: 'archive' } })],
    ['marked', settings({ deletions: { untouched: 'mark' } })],
  ])('should be told as kept by undo when it was %s, and stay', async (_, wanted = settings()) => {
    const before = shelf.device.vault.entries();
    shelf.emptyBooks(ids.slice(0, 2));
    await shelf.sync({ settings: wanted });
    expect(shelf.device.vault.entries()).not.toEqual(before);
    await undo(shelf.device, shelf.world);
    for (const full of [false, true]) {
      const report = await shelf.sync({ settings: wanted, full });
      expect(report).toMatchObject({ outcome: 'done', vaultWrites: 0 });
      expect(report.undoneNotes).toBeUndefined();
      expect(await kept()).toEqual([1, 2].map(bookNote));
      expect(await findingsOn(shelf.device)).toEqual([
        ['kept', bookNote(1), 'undone'],
        ['kept', bookNote(2), 'undone'],
      ]);
    }
    expect(shelf.device.vault.entries()).toEqual(before);
  });

  it.each([
    {
      name: 'a rule leaves its item out',
      before: {},
      now: { outOfScope: 'trash', rules: [{ when: { title: 'Book 1' }, then: { leaveOut: true } }] },
      path: bookNote(1),
    },
    {
      name: 'highlights have no notes any more',
      before: { notePerHighlight: true },
      now: { rules: [{ when: { title: 'Book 2' }, then: { notePerHighlight: true } }] },
      path: 'Readwise/Books/Book 1/Passage 1.md',
    },
  ])('should stay where $name, also when another setting changes, until its item does', async (each) => {
    const { before, now, path } = each;
    await shelf.sync({ settings: settings(before) });
    await shelf.sync({ settings: settings(now), maxDelete: 5 });
    expect(shelf.trash).toContain(path);
    await undo(shelf.device, shelf.world);
    const changed = settings({ ...now, templates: { book: 'built-in:callouts' } });
    expect(await shelf.sync({ settings: changed })).toMatchObject({ notes: { trashed: 0 } });
    expect(pathsOf((await statusOf(shelf, changed)).undoneNotes.kept)).toContain(path);
    expect(shelf.paths).toContain(path);
    shelf.world.library.addHighlight(ids[0] ?? 0, { text: 'Later.', location: 2 });
    await shelf.sync({ settings: changed, maxDelete: 5 });
    expect(shelf.paths).not.toContain(path);
  });

  it('should be told as kept for what the person wrote in it, where they did', async () => {
    await undoDeletion();
    shelf.write(bookNote(1), 'My words.');
    expect(await findingsOn(shelf.device)).toEqual([
      ['kept', bookNote(1), 'edited'],
      ['kept', bookNote(2), 'undone'],
    ]);
  });

  it('should be told no more when the person deletes it, or its item comes back', async () => {
    await undoDeletion();
    shelf.device.vault.remove(bookNote(1));
    expect(await kept()).toEqual([bookNote(2)]);
    shelf.returnBooks(ids.slice(1, 2));
    expect(await shelf.sync()).toMatchObject({ notes: { updated: 1, created: 0 } });
    expect(await kept()).toEqual([]);
    expect(await findingsOn(shelf.device)).toEqual([]);
  });

  it('should be a note without an item on another device, which only knows what the note says', async () => {
    const second: Device = { ...newDevice(), vault: shelf.device.vault.copy() };
    await shelf.world.sync(second);
    await undoDeletion();
    await shelf.world.sync(second);
    for (const [path, text] of shelf.device.vault.entries()) second.vault.put(path, text);
    shelf.world.pass(61);
    expect(await shelf.world.sync(second)).toMatchObject({ vaultWrites: 0 });
    expect(await findingsOn(second)).toEqual([
      ['orphan', bookNote(1), undefined],
      ['orphan', bookNote(2), undefined],
    ]);
  });
});

describe('a decision to keep what was on hold', () => {
  let shelf: Shelf;
  let ids: readonly number[];

  beforeEach(async () => {
    shelf = await Shelf.create();
    ids = shelf.addBooks(15);
    await shelf.sync();
    shelf.deleteBooks(ids.slice(0, 12));
    expect((await shelf.sync()).outcome).toBe('held');
  });
  afterEach(() => shelf.world.close());

  it('should be open again when it is undone, and be asked for by each sync until it is decided (I4)', async () => {
    const { device, world } = shelf;
    const before = device.vault.entries();
    const { hold } = await statusOf(shelf);
    const refused = { decision: { kind: 'keep-all' } } as const;
    expect(await shelf.sync(refused)).toMatchObject({ outcome: 'done', notes: { kept: 12 } });
    expect(await undo(device, world)).toMatchObject({ outcome: 'held', notes: { updated: 12 } });
    expect(device.vault.entries()).toEqual(before);
    expect((await statusOf(shelf)).hold).toEqual(hold);
    expect((await statusOf(shelf)).undoneNotes).toEqual({ removed: [], reverted: [], kept: [] });
    for (const full of [false, true])
      expect(await shelf.sync({ full })).toMatchObject({ outcome: 'held', vaultWrites: 0 });
    expect(await shelf.sync(refused)).toMatchObject({ outcome: 'done', notes: { kept: 12 } });
    expect(await undo(device, world)).toMatchObject({ outcome: 'held' });
    expect(await shelf.sync({ maxDelete: 12 })).toMatchObject({ notes: { trashed: 12 } });
  });

  it('should be open again for the notes that it was about, however few they are (I4)', async () => {
    const [kept = '', ...removed] = ids.slice(0, 12).map(String);
    const decision = { kind: 'each', remove: removed, keep: [kept] } as const;
    expect(await shelf.sync({ decision })).toMatchObject({ notes: { trashed: 11, kept: 1 } });
    await undo(shelf.device, shelf.world);
    const report = await shelf.sync();
    expect(report).toMatchObject({ outcome: 'held', notes: { trashed: 0 } });
    expect(report.hold?.notes.map(({ id }) => id)).toEqual([kept]);
    expect(pathsOf((await statusOf(shelf)).undoneNotes.kept)).toHaveLength(11);
  });
});
