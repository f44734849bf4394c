import { Shelf } from '../attachments/shelf';
import { run } from '../../simulation/engine-tasks';
import { Simulation } from '../../simulation/simulation';
import type { Step, Task } from '../../simulation/steps';
import { amount } from '../../support/amount';

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

/** Each step is checked: no words are lost, and the book has no more notes than it had. */
describe('a book and a document that the service joins', () => {
  const BOOK_NOTE = 'Readwise/Books/Walden.md';
  const DOCUMENT_NOTE = 'Readwise/Articles/Walden.md';

  /** More commits than a sync needs that joins one book with its document. */
  const COMMITS = 16;
  /** Every so many of them is tried. */
  const STEP = amount('CRASH_STEP', { quick: 3, full: 1 });

  const join: Step = { at: 'service', change: { kind: 'name document', pick: 0, text: 0 } };

  const task = (kind: 'sync' | 'accept', cut: number | null = null): Step => ({
    at: 'engine',
    who: 0,
    cut,
    lost: null,
    after: 61,
    task: { kind } satisfies Task,
  });

  const pathsOf = ({ notes }: Simulation): readonly string[] => notes.map(([path]) => path);

  let simulation: Simulation;

  beforeEach(async () => {
    simulation = await Simulation.begin();
    expect(pathsOf(simulation)).toEqual([DOCUMENT_NOTE, BOOK_NOTE]);
  });

  it.each(['sync', 'accept'] as const)(
    'should be one note after the next sync when the one that joins them is killed at any commit: %s (I6)',
    async (kind) => {
      for (let cut = 0; cut < COMMITS; cut += STEP) {
        const cutShort = await Simulation.begin();
        await run(cutShort, [join, task(kind, cut), task('sync')]);
        expect([cut, pathsOf(cutShort)]).toEqual([cut, [BOOK_NOTE]]);
        expect(cutShort.vault.trashEntries()).toHaveLength(1);
        for (const id of ['readwise-id: ', 'reader-id: ']) expect(cutShort.notes[0]?.[1]).toContain(id);
      }
    },
  );

  it('should keep both notes when the person wrote in both (I2)', async () => {
    for (const [path, text] of simulation.notes)
      simulation.vault.put(path, text.replace('\n---\n', `\n---\n${simulation.person.newWord()}\n\n`));
    await run(simulation, [join, task('sync'), task('sync')]);
    expect(pathsOf(simulation)).toHaveLength(2);
    for (const word of simulation.words)
      expect(simulation.notes.filter(([, text]) => text.includes(word))).toHaveLength(1);
  });
});
