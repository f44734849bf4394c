import type { SyncReport } from '../../../src/model/report';
import { keys } from '../../../src/store/keys';
import { Shelf, bookNote } from '../attachments/shelf';

const NOTE = bookNote(1);

describe('a note whose properties cannot be read', () => {
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
    expect(await shelf.device.state.getMany([keys.due(`b:${String(book)}`)])).toEqual([undefined]);
  });

  it('should be told when nothing but the properties changed, also by a dry run', async () => {
    const other = bookNote(2);
    shelf.device.vault.put(other, shelf.note(other).replace('\ntitle: ', '\nmood: "good\ntitle: '));
    const told = [NOTE, other].map((path) => [path, 'front-matter-broken']);
    expect(broken(await shelf.sync({ dryRun: true }))).toEqual(told);
    expect(broken(await shelf.sync())).toEqual(told);
  });

  it('should not be told any more when it is no note of the item any more', async () => {
    await shelf.sync();
    shelf.device.vault.put(NOTE, '---\nmood: "good\n---\n');
    expect(broken(await shelf.sync())).toEqual([]);
  });
});
