import type { SyncReport } from '../../../src/model/report';
import { keys } from '../../../src/store/keys';
import { Shelf, bookNote } from '../attachments/shelf';

const NOTE = bookNote(1);

/** The vault in memory names no broken notes, as a host does that does not look through a large vault. */
describe('a note whose properties cannot be read, in a vault that is not looked through', () => {
  let shelf: Shelf;
  let book: number;
  beforeEach(async () => {
    shelf = await Shelf.create();
    [book = 0] = shelf.addBooks(2);
    await shelf.sync();
    shelf.device.vault.put(NOTE, shelf.note(NOTE).replace('\ntitle: ', '\nmood: "good\ntitle: '));
    shelf.world.library.editBook(book, { author: 'Another Author' });
  });
  afterEach(() => shelf.world.close());

  const broken = ({ failures }: SyncReport): readonly unknown[] =>
    failures.map(({ path, problem }) => [path, problem.code]);
  const mend = (): void => shelf.device.vault.put(NOTE, shelf.note(NOTE).replace('"good', 'good'));

  it('should be told by the sync that merges it and by each later one, until it is mended', async () => {
    for (let time = 0; time < 3; time += 1)
      expect(broken(await shelf.sync())).toEqual([[NOTE, 'front-matter-broken']]);
    expect(await shelf.device.state.getMany([keys.due(`b:${String(book)}`)])).toMatchObject([
      { failure: { path: NOTE } },
    ]);
    mend();
    expect(broken(await shelf.sync())).toEqual([]);
    expect(shelf.note(NOTE)).toContain('Another Author');
    expect(await shelf.device.state.getMany([keys.due(`b:${String(book)}`), keys.brokenNotes])).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('should count what is done to the note, although its properties stay as they are (I14)', async () => {
    shelf.world.library.addHighlight(book, { text: 'One more passage.' });
    expect((await shelf.sync()).notes).toMatchObject({ updated: 1, failed: 1 });
    shelf.world.library.retitleBook(book, 'Another Title');
    expect((await shelf.sync()).notes).toMatchObject({ renamed: 1, failed: 1 });
    expect((await shelf.sync()).notes).toMatchObject({ renamed: 0, updated: 0, unchanged: 0, failed: 1 });
  });

  it('should write the state only for the item that stays due', async () => {
    await shelf.sync();
    const before = await shelf.device.state.getMany([keys.brokenNotes]);
    expect(before).toEqual([[NOTE]]);
    await shelf.sync({ dryRun: true });
    expect(await shelf.device.state.getMany([keys.brokenNotes])).toEqual(before);
  });

  it('should not be told any more when it is no note of the item any more', async () => {
    await shelf.sync();
    shelf.device.vault.put(NOTE, '---\nmood: "good\n---\n');
    expect(broken(await shelf.sync())).toEqual([]);
  });
});
