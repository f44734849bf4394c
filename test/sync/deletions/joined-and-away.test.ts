import { Shelf } from '../attachments/shelf';

interface Pair {
  readonly book: number;
  readonly document: string;
  readonly bookNote: string;
  readonly documentNote: string;
}

const WORDS = 'My own words.';
const NOTHING = (): void => undefined;

describe('a book and a document that the service joins while one of their notes is away', () => {
  let shelf: Shelf;
  let pairs: readonly Pair[];

  beforeEach(async () => {
    shelf = await Shelf.create();
    pairs = ['Walden', 'Walking'].map(addPair);
    await shelf.sync();
    expect(shelf.paths).toHaveLength(4);
  });
  afterEach(() => shelf.world.close());

  const addPair = (title: string): Pair => {
    const { library } = shelf.world;
    const { id: document } = library.addDocument({ title: `${title}, read` });
    const { id: book } = library.addBook({ title, category: 'books' });
    library.addHighlight(book, { text: `Passage of ${title}.`, location: 1 });
    return {
      book,
      document,
      bookNote: `Readwise/Books/${title}.md`,
      documentNote: `Readwise/Articles/${title}, read.md`,
    };
  };
  const join = ({ book, document }: Pair): void => {
    shelf.world.pass(300);
    shelf.world.library.editBook(book, { externalId: document });
    shelf.world.library.addHighlight(book, { text: `Later in ${String(book)}.`, location: 2 });
  };
  /** Both notes are to be written, so a sync misses the one that is away. */
  const change = ({ book, document }: Pair): void => {
    shelf.world.pass(300);
    shelf.world.library.setDocumentNote(book, 'A note.');
    shelf.world.library.editDocument(document, { author: 'Another' });
  };
  const expectQuiet = async (): Promise<void> => {
    expect(await shelf.sync()).toMatchObject({ vaultWrites: 0, conflicts: [], outcome: 'done' });
    expect(await shelf.sync({ full: true })).toMatchObject({ vaultWrites: 0, conflicts: [] });
  };

  it.each([
    ['that of the book', 'bookNote', NOTHING],
    ['that of the document', 'documentNote', NOTHING],
    ['that of the book, which an earlier sync missed', 'bookNote', change],
    ['that of the document, which an earlier sync missed', 'documentNote', change],
  ] as const)(
    'should have it go to the trash, or stay apart where the person wrote in it, when it came back: %s (I1, I2, I5)',
    async (_, which, before) => {
      const [untouched = '', written = ''] = pairs.map((pair) => pair[which]);
      shelf.write(written, WORDS);
      const away = [untouched, written].map((path) => [path, shelf.note(path)] as const);
      for (const [path] of away) shelf.device.vault.remove(path);
      pairs.forEach(before);
      await shelf.sync();
      pairs.forEach(join);
      await shelf.sync();
      await expectQuiet();
      const whole = [...shelf.paths];
      expect(whole).toHaveLength(2);
      for (const [path, text] of away) shelf.device.vault.put(path, text);
      expect(await shelf.sync()).toMatchObject({
        notes: { trashed: 1 },
        conflicts: [{ path: written, block: 'second-note' }],
      });
      expect([shelf.paths, shelf.trash]).toEqual([[...whole, written].sort(), [untouched]]);
      expect(shelf.note(written)).toContain(WORDS);
      await expectQuiet();
    },
  );

  it('should have one note, and the other one go, when both came back (I1, I5)', async () => {
    const [pair] = pairs;
    if (pair === undefined) throw new Error('no pair');
    const away = [pair.bookNote, pair.documentNote].map((path) => [path, shelf.note(path)] as const);
    for (const [path] of away) shelf.device.vault.remove(path);
    join(pair);
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    for (const [path, text] of away) shelf.device.vault.put(path, text);
    expect(await shelf.sync()).toMatchObject({ notes: { trashed: 1 }, conflicts: [] });
    expect(shelf.trash).toEqual([pair.bookNote]);
    expect(shelf.paths.filter((path) => path.includes('Walden'))).toEqual(['Readwise/Books/Walden, read.md']);
    await expectQuiet();
  });

  it('should leave a copy that the person made of the note that is away (I2)', async () => {
    const [pair] = pairs;
    if (pair === undefined) throw new Error('no pair');
    const copy = shelf.note(pair.documentNote);
    shelf.device.vault.remove(pair.documentNote);
    join(pair);
    await shelf.sync();
    shelf.device.vault.put('Mine/Copy.md', copy);
    join(pair);
    await shelf.sync();
    expect([shelf.paths.includes('Mine/Copy.md'), shelf.trash]).toEqual([true, []]);
  });
});
