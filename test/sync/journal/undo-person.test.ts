import { CountingStateStore } from '../../support/counting-state-store';
import { bookNote, Shelf } from '../attachments/shelf';
import { undo } from './history-scene';

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
