import { readStatus } from '../../../src/features/status/library-overview';
import type { SyncStatus } from '../../../src/model/report';
import { planRender, renderNotes } from '../../../src/sync/render-notes';
import { settings } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';
import { bookNote, Shelf } from '../attachments/shelf';
import { undo } from './history-scene';

function renderingOf({ device, world }: Shelf) {
  const clock = new FakeClock({ startsAt: world.now });
  return { ...device, clock, reporter: { progress: () => undefined } };
}

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

  const status = (): Promise<SyncStatus> =>
    readStatus({ ...shelf.device, clock: new FakeClock(), folder: settings().folder });
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
    expect(undoneNotes).toEqual({ removed: [], reverted: [] });
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
    const status = await readStatus({ ...shelf.device, clock: new FakeClock(), folder: settings().folder });
    expect(status.undoneNotes.reverted.map(({ path }) => path)).toEqual([1, 2].map(bookNote));
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
