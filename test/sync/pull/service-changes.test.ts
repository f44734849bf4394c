import { copyOf, newDevice, settings, World, type Device } from '../../simulation/world';
import { MemoryStateStore } from '../../support/memory-state-store';
import { SlowVault } from '../../support/slow-vault';
import { undo } from '../journal/history-scene';

describe('what changes at the service', () => {
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create({ pageSizes: { exportBooks: 1, documents: 1 } });
    device = newDevice();
  });

  afterEach(() => world.close());

  const vaultText = (): string =>
    device.vault
      .entries()
      .map(([, text]) => text)
      .join('\n');

  /** Does something on the arrival of a request, before it is answered. */
  const onRequest = (number: number, path: string, act: () => void): void => {
    let arrived = 0;
    const matches = ({ path: asked }: { readonly path: string }): boolean => {
      if (asked.startsWith(path) && (arrived += 1) === number) act();
      return false;
    };
    world.server.faults.when({ matches }, { kind: 'delay', ms: 0 });
  };

  it('should take a deleted highlight out of its note when nobody touched it (I1)', async () => {
    const book = world.library.addBook({ title: 'Walden', category: 'books' });
    world.library.addHighlight(book.id, { text: 'Simplify, simplify.', location: 1 });
    const second = world.library.addHighlight(book.id, { text: 'Our life is frittered away.', location: 2 });
    await world.sync(device);
    world.pass(60);
    world.library.deleteHighlight(second.id);
    const report = await world.sync(device);
    expect(report.notes.updated).toBe(1);
    expect(vaultText()).toContain('Simplify');
    expect(vaultText()).not.toContain('frittered');
    expect(vaultText()).not.toContain(String(second.id));
  });

  it('should not bring back a note that was cleared in v2 when the copy in Reader still has it (I3, I13)', async () => {
    const { library } = world;
    const document = library.addDocument({ title: 'Walking', category: 'article', location: 'new' });
    const { highlight, child } = library.addMirroredHighlight(document.id, {
      text: 'Every walk is a sort of crusade.',
      note: 'Why a crusade?',
    });
    await world.sync(device);
    expect(vaultText()).toContain('Why a crusade?');
    world.pass(60);
    library.books.changeHighlight(highlight.id, { note: '' });
    await world.sync(device);
    expect(vaultText()).not.toContain('Why a crusade?');
    await world.sync(device, { full: true });
    expect(vaultText()).not.toContain('Why a crusade?');
    world.pass(60);
    library.documents.change(child.id, { notes: 'A crusade, indeed.' });
    await world.sync(device);
    expect(vaultText()).toContain('A crusade, indeed.');
  });

  it('should be there with the next sync when it came behind the back of a long pull (I7)', async () => {
    const books = ['Walden', 'Essays', 'Emma', 'Dracula', 'Ulysses'].map((title) => {
      const book = world.library.addBook({ title, category: 'books' });
      return world.library.addHighlight(book.id, { text: `Opening of ${title}.`, location: 1 });
    });
    const documents = ['One', 'Two', 'Three', 'Four', 'Five'].map((title) =>
      world.library.addDocument({ title, category: 'article', location: 'new' }),
    );
    onRequest(4, '/api/v2/export/', () => {
      books.forEach(({ id }) => world.library.editHighlight(id, { text: 'Read once more.' }));
      documents.forEach(({ id }) => world.library.editDocument(id, { summary: 'Summed up anew.' }));
      world.pass(1000);
    });
    await world.sync(device);
    world.pass(60);
    await world.sync(device);
    expect(vaultText().match(/Read once more\./g)).toHaveLength(books.length);
    expect(vaultText().match(/Summed up anew\./g)).toHaveLength(documents.length);
  });

  it.each([
    [
      'changes',
      (id: number) => void world.library.retitleBook(id, 'Walden again'),
      { created: 5, trashed: 0 },
    ],
    ['is deleted', (id: number) => world.library.deleteBook(id), { created: 4, trashed: 1 }],
  ])(
    'should be counted once, as its note is in the end, when a new book %s during the sync (I14)',
    async (_what, change, counts) => {
      for (const title of ['Walden', 'Essays', 'Emma', 'Dracula', 'Ulysses'])
        world.library.addHighlight(world.library.addBook({ title, category: 'books' }).id, { text: 'One.' });
      onRequest(5, '/api/v2/export/', () => {
        world.pass(60);
        const [, written = ''] = /readwise-id: (\d+)/.exec(vaultText()) ?? [];
        change(Number(written));
      });
      const { notes } = await world.sync(device);
      expect(notes).toMatchObject({ ...counts, updated: 0, renamed: 0, failed: 0 });
      expect(device.vault.trashEntries()).toHaveLength(counts.trashed);
    },
  );

  describe('a book that turns out to be the highlights of a document', () => {
    const becomesDocument = (id: number): void => {
      world.pass(60);
      world.library.books.changeBook(id, { externalId: '01hwunlisted' });
      world.library.addHighlight(id, { text: 'Most of the luxuries of life.', location: 2 });
    };
    const addBook = (): number => {
      const { id } = world.library.addBook({ title: 'Walden', category: 'articles' });
      world.library.addHighlight(id, { text: 'Simplify, simplify.', location: 1 });
      return id;
    };

    it('should stay deleted when the person deleted its note (I3)', async () => {
      const id = addBook();
      await world.sync(device);
      device.vault.entries().forEach(([path]) => device.vault.remove(path));
      becomesDocument(id);
      await world.sync(device, { confirmation: 'accept-missing' });
      await world.settle(device);
      expect(vaultText()).toBe('');
    });

    it('should keep its note, merged from what was written in it, when the person wrote there (I2)', async () => {
      const id = addBook();
      await world.sync(device);
      for (const [path] of device.vault.entries())
        await device.vault.update(path, (text) => text.replace('Simplify,', 'Simplify my life,'));
      becomesDocument(id);
      world.library.books
        .liveHighlightsOf(id)
        .slice(0, 1)
        .forEach((highlight) =>
          world.library.editHighlight(highlight.id, { text: 'Simplify, simplify, Thoreau says.' }),
        );
      const report = await world.sync(device);
      expect(report).toMatchObject({ outcome: 'done', conflicts: [] });
      expect(device.vault.entries()).toHaveLength(1);
      expect(vaultText()).toContain('Simplify my life, simplify, Thoreau says.');
    });
  });

  it('should be there again when a book was deleted and that was taken back, though none of its highlights changed (I1)', async () => {
    const { id } = world.library.addBook({ title: 'Walden', category: 'books' });
    world.library.addHighlight(id, { text: 'Simplify, simplify.' });
    world.pass(1000);
    await world.sync(device);
    world.pass(1000);
    const tombstone = {
      user_book_id: id,
      is_deleted: true,
      title: 'Walden',
      category: 'books',
      highlights: [],
    };
    const change = (body: string): string =>
      JSON.stringify({ ...(JSON.parse(body) as object), results: [tombstone] });
    world.server.faults.when({ path: '/api/v2/export/', times: 1 }, { kind: 'changed-body', change });
    await world.sync(device);
    expect(vaultText()).toBe('');
    world.pass(1000);
    world.library.editBook(id, {});
    await world.settle(device);
    expect(vaultText()).toContain('Simplify, simplify.');
  });

  describe('the book of a document', () => {
    const bookOfDocument = async (): Promise<{
      readonly document: string;
      readonly book: number;
      readonly highlight: number;
    }> => {
      const { id: document } = world.library.addDocument({
        title: 'Walking',
        category: 'article',
        location: 'new',
      });
      const [highlight] = ['Simplify, simplify.', 'Time is but the stream.'].map(
        (text) => world.library.addMirroredHighlight(document, { text }).highlight.id,
      );
      world.pass(1000);
      await world.sync(device);
      for (const [path] of device.vault.entries())
        await device.vault.update(path, (text) => text.replace(/(\^rw\d+)\n/, '$1\n\nMy own words.\n'));
      world.pass(1000);
      return { document, book: world.library.bookOfDocument(document).id, highlight: highlight ?? 0 };
    };

    it('should stay in its note when the service no longer says whose book it is', async () => {
      const { book, highlight } = await bookOfDocument();
      world.library.editBook(book, { externalId: null });
      world.library.editHighlight(highlight, { text: 'Simplify at last.' });
      await world.settle(device);
      expect(device.vault.entries()).toHaveLength(1);
      expect(vaultText()).toMatch(/Simplify at last\.[^]*My own words\./);
    });

    it('should be whole in the note of the document that it is of now when the old one was saved anew (I1, I2)', async () => {
      const { document, book, highlight } = await bookOfDocument();
      world.library.documents.remove(document);
      world.library.editBook(book, {
        externalId: world.library.addDocument({ title: 'Walking', category: 'article', location: 'new' }).id,
      });
      world.library.editHighlight(highlight, { text: 'Simplify at last.' });
      await world.settle(device);
      const fresh = await world.fresh();
      const [note] = fresh.vault.entries().map(([, text]) => text.replace(/%% florilegium[^]*/, '').trim());
      expect(vaultText()).toContain(note);
      expect(vaultText()).toContain('My own words.');
    });
  });

  describe('highlights that a person moved to another book', () => {
    const twoBooks = async (
      options: Parameters<World['sync']>[1] = {},
    ): Promise<{ readonly moved: readonly number[]; readonly to: number }> => {
      const { id: from } = world.library.addBook({ title: 'Walden', category: 'books' });
      const { id: to } = world.library.addBook({ title: 'Walden, annotated', category: 'books' });
      const moved = ['Simplify, simplify.', 'Time is but the stream.'].map(
        (text) => world.library.addHighlight(from, { text }).id,
      );
      world.library.addHighlight(to, { text: 'Most of the luxuries of life.' });
      world.pass(1000);
      await world.sync(device, options);
      world.pass(1000);
      return { moved, to };
    };

    it('should stand in the note of their new book alone when two books were merged (I1)', async () => {
      const { moved, to } = await twoBooks();
      moved.forEach((id) => world.library.moveHighlight(id, to));
      await world.sync(device);
      expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
    });

    it('should stand in the note of their new book alone when the other one was joined to a document (I1)', async () => {
      const { moved, to } = await twoBooks();
      const { bookId } = world.library.books.highlight(moved[0] ?? 0);
      world.library.addHighlight(bookId, { text: 'The sun is but a morning star.' });
      world.library.editBook(bookId, { externalId: world.library.addDocument({ title: 'Walden' }).id });
      await world.settle(device);
      world.pass(1000);
      moved.forEach((id) => world.library.moveHighlight(id, to));
      await world.settle(device);
      expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
    });

    it.each([
      [
        'they were',
        (world: World, moved: readonly number[]) => moved.forEach((id) => world.library.deleteHighlight(id)),
      ],
      [
        'one of them was',
        (world: World, moved: readonly number[]) =>
          moved.slice(1).forEach((id) => world.library.deleteHighlight(id)),
      ],
      [
        'that book was',
        (world: World, _moved: readonly number[], to: number) => world.library.deleteBook(to),
      ],
    ])(
      'should stand in no note any more when %s deleted there before the next sync (I1)',
      async (_name, tidy) => {
        const wanted = settings({ notePerHighlight: true });
        const { moved, to } = await twoBooks({ settings: wanted });
        moved.forEach((id) => world.library.moveHighlight(id, to));
        world.pass(60);
        tidy(world, moved, to);
        await world.sync(device, { settings: wanted });
        expect(device.vault.entries()).toEqual((await world.fresh({ settings: wanted })).vault.entries());
        world.pass(1000);
        expect(await world.sync(device, { settings: wanted })).toMatchObject({ vaultWrites: 0 });
      },
    );

    it('should stand in no note any more when they were moved back, and their first book was deleted before the next sync (I1, I13)', async () => {
      const { moved, to } = await twoBooks();
      const from = world.library.books.highlight(moved[0] ?? 0).bookId;
      moved.forEach((id) => world.library.moveHighlight(id, to));
      await world.sync(device);
      world.pass(1000);
      moved.forEach((id) => world.library.moveHighlight(id, from));
      world.pass(60);
      world.library.deleteBook(from);
      await world.sync(device);
      expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
      world.pass(1000);
      expect(await world.sync(device)).toMatchObject({ vaultWrites: 0 });
    });

    it('should stay in a note that a person wrote in, which is marked (I2)', async () => {
      const { moved, to } = await twoBooks();
      await device.vault.update('Readwise/Books/Walden.md', (text) =>
        text.replace(/(\^rw\d+)\n/, '$1\n\nMy own words.\n'),
      );
      moved.forEach((id) => world.library.moveHighlight(id, to));
      await world.sync(device);
      expect(new Map(device.vault.entries()).get('Readwise/Books/Walden.md')).toMatch(
        /readwise-status: deleted[^]*Simplify[^]*My own words/,
      );
    });

    describe('and that have notes of their own', () => {
      const wanted = settings({ notePerHighlight: true });
      const freshNotes = async () => (await world.fresh({ settings: wanted })).vault.entries();

      const twoBooksWithOwnWords = async (): Promise<{ readonly moved: readonly number[] }> => {
        const { moved, to } = await twoBooks({ settings: wanted });
        await device.vault.update('Readwise/Books/Walden/Simplify, simplify.md', (text) =>
          text
            .replace('> Simplify, simplify.', '> Simplify, simplify, always.')
            .replace(/(\^rw\d+)\n/, '$1\n\nMy own words.\n'),
        );
        moved.forEach((id) => world.library.moveHighlight(id, to));
        return { moved };
      };
      const noteOf = (id: number | undefined): readonly (readonly [string, string])[] =>
        device.vault.entries().filter(([, text]) => text.includes(`readwise-part: rw${String(id)}`));

      it('should be found there by their ids, with what a person wrote in and under them (I2)', async () => {
        const { moved } = await twoBooksWithOwnWords();
        const { notes } = await world.sync(device, { settings: wanted });
        expect([notes.renamed, notes.trashed, notes.created]).toEqual([2, 1, 0]);
        const text = expect.stringMatching(/^> Simplify, simplify, always\.[^]*^My own words\.$/m) as string;
        expect(noteOf(moved[0])).toEqual([['Readwise/Books/Walden, annotated/Simplify, simplify.md', text]]);
      });

      it('should be foretold by a dry run', async () => {
        await twoBooksWithOwnWords();
        const { report: plan } = await world.plan(copyOf(device), { settings: wanted });
        const { outcome, notes, conflicts, hold } = await world.sync(device, { settings: wanted });
        expect(plan).toMatchObject({ outcome, notes, conflicts });
        expect(plan.hold).toEqual(hold);
      });

      it('should be asked about by nobody, however many they are (I4)', async () => {
        const { moved, to } = await twoBooks({ settings: wanted });
        const from = world.library.books.highlight(moved[0] ?? 0).bookId;
        for (let count = 1; count <= 12; count += 1)
          world.library.addHighlight(from, { text: `Passage ${String(count)}.` });
        world.pass(1000);
        await world.sync(device, { settings: wanted });
        world.pass(1000);
        for (const { id } of world.library.books.liveHighlightsOf(from)) world.library.moveHighlight(id, to);
        const report = await world.sync(device, { settings: wanted });
        expect(report).toMatchObject({ outcome: 'done', notes: { renamed: 14, trashed: 1, created: 0 } });
        expect(device.vault.entries()).toEqual(await freshNotes());
      });

      it('should stay where another device put them when this one syncs (I3, I5)', async () => {
        await twoBooksWithOwnWords();
        const second = { vault: device.vault, state: device.state.copy() };
        await world.sync(device, { settings: wanted });
        const notes = device.vault.entries();
        await world.settle(second, { settings: wanted });
        expect(device.vault.entries()).toEqual(notes);
        expect(await world.sync(second, { settings: wanted })).toMatchObject({ vaultWrites: 0 });
      });

      it('should lose them, but for one that a person wrote in, when the settings want none in their new book (I2, I4)', async () => {
        const rule = { when: { title: 'annotated' }, then: { notePerHighlight: false } };
        const { moved } = await twoBooksWithOwnWords();
        await world.settle(device, { settings: settings({ notePerHighlight: true, rules: [rule] }) });
        const text = expect.stringMatching(/^readwise-status: deleted$[^]*^My own words\.$/m) as string;
        expect(noteOf(moved[0])).toEqual([['Readwise/Books/Walden/Simplify, simplify.md', text]]);
        expect(noteOf(moved[1])).toEqual([]);
      });

      it('should have them where they were once the sync is undone, and again in their new book when they change', async () => {
        const { moved, to } = await twoBooks({ settings: wanted });
        const before = device.vault.entries();
        moved.forEach((id) => world.library.moveHighlight(id, to));
        await world.sync(device, { settings: wanted });
        await undo(device, world);
        expect(device.vault.entries()).toEqual(before);
        world.pass(1000);
        for (const { id } of world.library.books.liveHighlightsOf(to))
          world.library.editHighlight(id, { note: 'Anew.' });
        await world.settle(device, { settings: wanted });
        expect(device.vault.entries()).toEqual(await freshNotes());
      });

      it('should get a new one when the person deleted that of the old book', async () => {
        const { moved, to } = await twoBooks({ settings: wanted });
        device.vault.remove('Readwise/Books/Walden/Simplify, simplify.md');
        moved.forEach((id) => world.library.moveHighlight(id, to));
        await world.sync(device, { settings: wanted });
        expect(device.vault.entries()).toEqual(await freshNotes());
      });
    });

    it('should take a note of its own along while those of its old book are written (I1, I4)', async () => {
      const wanted = settings({ notePerHighlight: true });
      const vault = new SlowVault();
      const state = new MemoryStateStore();
      device = { vault, state };
      const { moved, to } = await twoBooks({ settings: wanted });
      const [first = 0, second = 0] = moved;
      world.library.moveHighlight(first, to);
      world.pass(1);
      // The old book is on the first page, which renames its notes.
      world.library.retitleBook(world.library.books.highlight(second).bookId, 'Life in the Woods');
      world.library.editHighlight(second, { note: 'Anew.' });
      const into = `"b:${String(to)}"`;
      vault.isToWait = () => state.texts().get(`hl/rw${String(first)}`) !== into;
      expect(await world.sync(device, { settings: wanted })).toMatchObject({
        notes: { created: 0, trashed: 0 },
      });
      expect(device.vault.entries()).toEqual((await world.fresh({ settings: wanted })).vault.entries());
    });

    it.each([
      ['deleted with', (world: World, _id: number, to: number) => world.library.deleteBook(to)],
      ['discarded in', (world: World, id: number) => void world.library.discard(id)],
    ])(
      'should leave no note of its own behind when it was %s its new book and the old one was retitled (I1)',
      async (_name, remove) => {
        const wanted = settings({ notePerHighlight: true });
        const { moved, to } = await twoBooks({ settings: wanted });
        const [first = 0, second = 0] = moved;
        // The app writes the new name of the old book's note into the note of the highlight.
        world.library.retitleBook(world.library.books.highlight(second).bookId, 'Life in the Woods');
        world.library.editHighlight(second, { note: 'Anew.' });
        world.library.moveHighlight(first, to);
        world.pass(1);
        remove(world, first, to);
        await world.settle(device, { settings: wanted });
        expect(device.vault.entries()).toEqual((await world.fresh({ settings: wanted })).vault.entries());
      },
    );

    it('should link to their new book when the note of the old one, called alike, is renamed with them (I1)', async () => {
      const wanted = settings({ notePerHighlight: true });
      await world.close();
      world = await World.create();
      const { id: from } = world.library.addBook({ title: 'Walden', category: 'books' });
      const { id: to } = world.library.addBook({ title: 'Walden', category: 'articles' });
      const { id: first } = world.library.addHighlight(from, { text: 'Simplify, simplify.' });
      const { id: second } = world.library.addHighlight(from, { text: 'Time is but the stream.' });
      world.library.addHighlight(to, { text: 'Most of the luxuries of life.' });
      world.pass(1000);
      await world.sync(device, { settings: wanted });
      world.pass(1000);
      world.library.retitleBook(from, 'Life in the Woods');
      world.library.editHighlight(second, { note: 'Anew.' });
      world.library.moveHighlight(first, to);
      await world.sync(device, { settings: wanted });
      expect(device.vault.entries()).toEqual((await world.fresh({ settings: wanted })).vault.entries());
    });

    it('should leave the others where they are when the export does not tell of the move (I1)', async () => {
      const { moved, to } = await twoBooks();
      world.library.outsideExport(() => moved.slice(1).map((id) => world.library.moveHighlight(id, to)));
      await world.settle(device);
      expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
    });
  });
});
