import { PathRun } from '../../../src/sync/history/path-run';
import { undoOf } from '../../../src/sync/history/stored-history';
import { keys } from '../../../src/sync/state/keys';
import { CountingStateStore } from '../../support/counting-state-store';
import { FakeClock } from '../../support/fake-clock';
import { bookNote, Shelf } from '../attachments/shelf';
import { planOf, undo } from './history-scene';

/** What a repair may make of a note. */
const mended = (text: string): string => text.replace('Passage 1.', 'Mended.');

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
      await crashed.vault.update(bookNote(1), (text) =>
        text.replace('## Highlights', 'My words.\n\n## Highlights'),
      );
      shelf.world.pass(60);
      shelf.world.library.editBook(first(), { author: `Author ${String(at)}` });
      await shelf.world.settle(crashed);
      await undo(crashed, shelf.world);
      const note = (await crashed.vault.read(bookNote(1))) ?? '';
      expect([at, note.split('My words.').length]).toEqual([at, 2]);
      if (state.commits < at) break;
    }
  });

  it('should keep what they wrote between a look at a note and its repair, and between two repairs (I2)', async () => {
    const path = bookNote(1);
    const { vault } = shelf.device;
    const repair = await PathRun.begin({ ...shelf.device, clock: new FakeClock() }, 'repair');
    const write = (words: string) =>
      vault.update(path, (text) => text.replace('## Highlights', `${words}\n\n## Highlights`));
    const changed = async (
      edit: (text: string) => string,
      words: readonly [string, string],
    ): Promise<void> => {
      await write(words[0]);
      await repair.prepare([{ path, edit }]);
      await write(words[1]);
      await vault.update(path, repair.watching(path, edit));
      await repair.did(path, 'updated');
    };
    await changed(mended, ['One.', 'Two.']);
    await changed((text) => text.replace('# Book 1', '# The book'), ['Three.', 'Four.']);
    await repair.end();
    expect(shelf.note(path)).toMatch(/# The book[^]*Mended\./);
    expect(await undo(shelf.device, shelf.world)).toMatchObject({ outcome: 'done', notes: { updated: 1 } });
    expect(shelf.note(path)).toMatch(/# Book 1[^]*One\.\n\nTwo\.\n\nThree\.\n\nFour\.[^]*Passage 1\./);
  });

  it('should take back a repair alone when a sync that made notes was cut short before it', async () => {
    const path = bookNote(1);
    const { state, vault } = shelf.device;
    const known = await undoOf(state);
    const made = known.last + 1;
    await state.commit([
      { put: keys.undo, value: { ...known, run: made } },
      { put: keys.note(`b:${String(ids[1])}`), value: { path: bookNote(2), made } },
    ]);
    const repair = await PathRun.begin({ ...shelf.device, clock: new FakeClock() }, 'repair');
    await repair.prepare([{ path, edit: mended }]);
    await vault.update(path, repair.watching(path, mended));
    await repair.did(path, 'updated');
    await repair.end();
    expect(await undo(shelf.device, shelf.world)).toMatchObject({ notes: { updated: 1, trashed: 0 } });
    expect(shelf.paths).toEqual([bookNote(1), bookNote(2)]);
  });

  it('should leave a note where they put it after the sync had moved it', async () => {
    shelf.world.library.retitleBook(first(), 'Renamed');
    await shelf.sync();
    await shelf.device.vault.rename('Readwise/Books/Renamed.md', 'Mine/Renamed.md');
    expect(await undo(shelf.device, shelf.world)).toMatchObject({ outcome: 'done', notes: { renamed: 0 } });
    expect(shelf.note('Mine/Renamed.md')).toContain('# Book 1');
    expect(shelf.paths).not.toContain(bookNote(1));
  });

  it('should be of a part, and say so, when a sync changed more than is kept', async () => {
    const { state } = shelf.device;
    const known = await undoOf(state);
    // As if a sync that was cut short had changed nearly as much as is kept.
    await state.commit([
      { put: keys.undo, value: { ...known, run: known.last + 1, size: 64 * 1024 * 1024 - 10 } },
    ]);
    edit('Another passage.');
    await shelf.sync();
    expect(await planOf(shelf.device)).toMatchObject({ isPartial: true, steps: [] });
  });
});
