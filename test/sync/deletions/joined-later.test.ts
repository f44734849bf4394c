import type { HttpClient } from '../../../src/model/ports';
import type { SyncReport } from '../../../src/model/report';
import { readStatus } from '../../../src/features/status/library-overview';
import {
  distinct,
  killedBefore,
  powerLost,
  RecordedDevice,
  type CrashPoint,
  type Recording,
} from '../../simulation/crash-points';
import { copyOf, newDevice, settings, type Device } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';
import { MemoryStateStore } from '../../support/memory-state-store';
import { SlowVault, turnsWhile } from '../../support/slow-vault';
import { Shelf } from '../attachments/shelf';
import { planOf, undo } from '../journal/history-scene';

/** The export of highlights is asked for later than the documents. */
const slowExport =
  (isToWait: () => boolean) =>
  (client: HttpClient): HttpClient => ({
    send: async (request) => {
      if (request.url.includes('/export')) await turnsWhile(isToWait);
      return client.send(request);
    },
  });

const SECOND_NOTE = 'second-note';
/** The name by the document's title. */
const TITLED = 'Readwise/Articles/Number 1, read.md';
const RENAMED = 'Readwise/Articles/Renamed.md';
const WORDS = 'My own words.';

describe('a book and a document that the service joins when both have a note', () => {
  let shelf: Shelf;

  beforeEach(async () => {
    shelf = await Shelf.create();
  });
  afterEach(() => shelf.world.close());

  const status = () => readStatus({ ...shelf.device, clock: new FakeClock(), settings: settings() });

  interface Pair {
    readonly book: number;
    readonly document: string;
    readonly bookNote: string;
    readonly documentNote: string;
  }

  const addPair = (number: number): Pair => {
    const { library } = shelf.world;
    const title = `Number ${String(number)}`;
    const { id: document } = library.addDocument({ title: `${title}, read` });
    const { id: book } = library.addBook({ title, category: 'articles' });
    library.addHighlight(book, { text: `Passage of ${title}.`, location: 1 });
    return {
      book,
      document,
      bookNote: `Readwise/Articles/${title}.md`,
      documentNote: `Readwise/Articles/${title}, read.md`,
    };
  };
  const addPairs = async (count: number): Promise<readonly Pair[]> => {
    const pairs = Array.from({ length: count }, (_, index) => addPair(index + 1));
    await shelf.sync();
    expect(shelf.paths).toHaveLength(2 * count);
    return pairs;
  };
  const onePair = async (): Promise<Pair> => {
    const [pair] = await addPairs(1);
    if (pair === undefined) throw new Error('no pair');
    return pair;
  };
  /** The service names the document of each book. */
  const join = (...pairs: readonly Pair[]): void => {
    shelf.world.pass(300);
    for (const { book, document } of pairs) {
      shelf.world.library.editBook(book, { externalId: document });
      shelf.world.library.addHighlight(book, { text: `Later in ${String(book)}.`, location: 2 });
    }
  };
  const move = (from: string, to: string): void => {
    const text = shelf.note(from);
    shelf.device.vault.remove(from);
    shelf.device.vault.put(to, text);
  };
  const planned = ({ plan = [] }: SyncReport): readonly string[] =>
    plan.map(({ action, path, reasons }) => `${action} ${path}: ${reasons.join()}`);
  const expectWhole = (path: string, { book, document }: Pair): void => {
    expect(shelf.note(path)).toContain(`readwise-id: ${String(book)}\n`);
    expect(shelf.note(path)).toContain(`reader-id: ${document}\n`);
    expect(shelf.note(path)).toContain('Passage of Number');
    expect(shelf.note(path)).toContain('Later in');
  };
  const expectQuiet = async (): Promise<void> => {
    expect(await shelf.sync()).toMatchObject({ vaultWrites: 0, conflicts: [], outcome: 'done' });
    expect(await shelf.sync({ full: true })).toMatchObject({ vaultWrites: 0, conflicts: [] });
  };

  it('should have the note of the document, and that of the book go to the trash as planned', async () => {
    const pair = await onePair();
    join(pair);
    const plan = planned(await shelf.sync({ dryRun: true }));
    expect(plan).toEqual([`update ${pair.documentNote}: changed`, `trash ${pair.bookNote}: joined`]);
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', notes: { updated: 1, trashed: 1 } });
    expect([shelf.paths, shelf.trash]).toEqual([[pair.documentNote], [pair.bookNote]]);
    expectWhole(pair.documentNote, pair);
    await expectQuiet();
  });

  it('should leave its note, or stay marked where the person wrote in it, when it is deleted before the next sync and another book is made for the document', async () => {
    const pairs = await addPairs(2);
    const [untouched, written] = pairs;
    shelf.write(written?.bookNote ?? '', WORDS);
    join(...pairs);
    for (const { book, document } of pairs) {
      shelf.world.library.deleteBook(book);
      shelf.world.library.addMirroredHighlight(document, { text: 'Made in Reader.', location: 3 });
    }
    expect(await shelf.sync()).toMatchObject({ notes: { updated: 2, trashed: 1, kept: 1 } });
    expect(shelf.trash).toEqual([untouched?.bookNote]);
    expect(shelf.note(written?.bookNote ?? '')).toContain('readwise-status: joined');
    expect(shelf.note(written?.bookNote ?? '')).toContain(WORDS);
    await expectQuiet();
  });

  it('should have no third note when it is joined while that of the new document is made, beside a copy (I4)', async () => {
    const vault = new SlowVault();
    const state = new MemoryStateStore();
    shelf.device = { ...shelf.device, vault, state };
    const { library } = shelf.world;
    const { id: book } = library.addBook({ title: 'Number 1', category: 'articles' });
    library.addHighlight(book, { text: 'Passage of Number 1.', location: 1 });
    await shelf.sync();
    const copy = `${shelf.note('Readwise/Articles/Number 1.md')}\n${WORDS}\n`;
    vault.put('Copies/Number 1.md', copy);
    shelf.world.pass(300);
    const { id: document } = library.addDocument({ title: 'Number 1, read' });
    library.editBook(book, { externalId: document });
    library.addHighlight(book, { text: 'Later in Number 1.', location: 2 });
    const isStored = (key: string): boolean => state.texts().has(key);
    vault.isToWait = () => isStored(`item/b:${String(book)}`);
    const through = slowExport(() => !isStored(`item/d:${document}`));
    expect(await shelf.sync({ through })).toMatchObject({
      outcome: 'done',
      notes: { created: 1, trashed: 1 },
    });
    expect(shelf.paths).toEqual(['Copies/Number 1.md', TITLED]);
    expect(shelf.note('Copies/Number 1.md')).toBe(copy);
    expect(await shelf.sync({ full: true })).toMatchObject({ vaultWrites: 0 });
  });

  it('should be held when there are many, keep all words of both, and go when the person says so (I4)', async () => {
    const pairs = await addPairs(30);
    join(...pairs);
    const report = await shelf.sync();
    expect(report).toMatchObject({ outcome: 'held', notes: { trashed: 0, updated: 30 } });
    expect(report.hold?.notes.every(({ reasons }) => reasons.join() === 'joined')).toBe(true);
    expect(report.hold?.notes.map(({ path }) => path).sort()).toEqual(
      pairs.map(({ bookNote }) => bookNote).sort(),
    );
    expect(await shelf.sync()).toMatchObject({ outcome: 'held', vaultWrites: 0, conflicts: [] });
    expect([shelf.paths.length, shelf.trash.length]).toEqual([60, 0]);
    const ids = report.hold?.notes.map(({ id }) => id) ?? [];
    const decision = { kind: 'each', remove: ids.slice(0, 20), keep: ids.slice(20) } as const;
    expect(await shelf.sync({ decision })).toMatchObject({
      outcome: 'done',
      conflicts: [],
      notes: { trashed: 20, kept: 10 },
    });
    expect((await status()).hold).toBeNull();
    expect([shelf.paths.length, shelf.trash.length]).toEqual([40, 20]);
    await expectQuiet();
  });

  it.each([
    ['mark', ['Readwise/Articles/Number 1, read.md', 'Readwise/Articles/Number 1.md']],
    ['archive', ['Readwise/Archive/Number 1.md', 'Readwise/Articles/Number 1, read.md']],
  ] as const)(
    'should do with the note that goes as the setting for untouched ones says: %s',
    async (untouched, paths) => {
      const pair = await onePair();
      join(pair);
      const options = { settings: settings({ deletions: { untouched } }) };
      expect(await shelf.sync(options)).toMatchObject({ outcome: 'done', conflicts: [] });
      expect([shelf.paths, shelf.trash]).toEqual([paths, []]);
      const gone = paths.find((path) => path !== pair.documentNote) ?? '';
      expect(shelf.note(gone)).toContain('readwise-status:');
      expect(await shelf.sync({ ...options, full: true })).toMatchObject({ vaultWrites: 0, conflicts: [] });
    },
  );

  it('should come apart again when the sync is undone', async () => {
    const pairs = await addPairs(3);
    move(pairs[1]?.bookNote ?? '', 'Mine/Moved.md');
    // This one stays, and takes the name of the other.
    shelf.write(pairs[2]?.bookNote ?? '', WORDS);
    await shelf.sync();
    const before = shelf.device.vault.entries();
    join(...pairs);
    expect(await shelf.sync()).toMatchObject({ notes: { trashed: 3 } });
    expect(await undo(shelf.device, shelf.world)).toMatchObject({ outcome: 'done' });
    expect(shelf.device.vault.entries()).toEqual(before);
    await expectSameAfterSync();
    const { undoneNotes } = await status();
    expect([undoneNotes.reverted.length, undoneNotes.kept.length]).toEqual([6, 0]);
    // When they change at the service, they are joined anew.
    for (const { book } of pairs)
      shelf.world.library.addHighlight(book, { text: 'Later in it.', location: 3 });
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', conflicts: [], notes: { trashed: 3 } });
    expect(shelf.paths).toHaveLength(3);
  });
  const expectSameAfterSync = async (): Promise<void> => {
    expect(await shelf.sync()).toMatchObject({ vaultWrites: 0, outcome: 'done' });
  };

  it.each([
    ['wrote in it', () => shelf.write(RENAMED, WORDS)],
    ['moved it', () => move(RENAMED, 'Mine/Walden.md')],
    ['put another file at its old path', () => shelf.device.vault.put(TITLED, WORDS)],
  ])('should stay one note when the sync is undone after the person %s', async (_, act) => {
    const pair = await onePair();
    join(pair);
    shelf.world.library.editDocument(pair.document, { title: 'Renamed' });
    await shelf.sync();
    act();
    const before = shelf.device.vault.entries();
    expect((await planOf(shelf.device))?.stays).toMatchObject([{}, { path: pair.bookNote, why: 'has-note' }]);
    await undo(shelf.device, shelf.world);
    expect(shelf.device.vault.entries()).toEqual(before);
    expect(shelf.trash).toEqual([pair.bookNote]);
    await expectQuiet();
  });

  it('should leave the note of the book when the sync is undone after the person deleted the joined one', async () => {
    const pair = await onePair();
    join(pair);
    await shelf.sync();
    shelf.device.vault.remove(pair.documentNote);
    await undo(shelf.device, shelf.world);
    expect(shelf.paths).toEqual([pair.bookNote]);
  });

  it('should come back by undo, when a later sync than the one that joined them removed it', async () => {
    const pairs = await addPairs(30);
    join(...pairs);
    await shelf.sync();
    await shelf.sync({ maxDelete: 30 });
    expect(shelf.paths).toHaveLength(30);
    expect(await undo(shelf.device, shelf.world)).toMatchObject({ notes: { created: 30 } });
    expect(shelf.paths).toHaveLength(60);
  });

  it.each([
    ['moved', (pair: Pair) => move(pair.bookNote, 'Mine/Walden.md'), 'Mine/Walden.md'],
    ['wrote in', (pair: Pair) => shelf.write(pair.bookNote, WORDS), TITLED],
    ['linked to', () => shelf.device.vault.put('Index.md', '[[Number 1|it]]'), TITLED],
  ])('should have the note of the book when the person %s it', async (_, act, path) => {
    const pair = await onePair();
    act(pair);
    join(pair);
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', conflicts: [], notes: { trashed: 1 } });
    expect(shelf.trash).toEqual([pair.documentNote]);
    expectWhole(path, pair);
    await expectQuiet();
    expect(shelf.paths.filter((each) => each !== 'Index.md')).toEqual([path]);
    expect(['', '[[Number 1, read|it]]']).toContain(shelf.note('Index.md'));
  });

  it('should leave a note with words where the person wrote in both, and tell of it as a conflict (I2)', async () => {
    const pair = await onePair();
    shelf.write(pair.bookNote, WORDS);
    shelf.write(pair.documentNote, 'Other words of mine.');
    join(pair);
    const foretold = await shelf.sync({ dryRun: true });
    const conflicts = [{ path: pair.bookNote, block: SECOND_NOTE }];
    expect(foretold).toMatchObject({ conflicts });
    expect(planned(foretold)).toContain(`keep ${pair.bookNote}: joined,edited,marked`);
    expect(await shelf.sync()).toMatchObject({ conflicts, notes: { kept: 1, trashed: 0 } });
    expectWhole(pair.documentNote, pair);
    expect(shelf.note(pair.documentNote)).toContain('Other words of mine.');
    expect(shelf.note(pair.bookNote)).toContain(WORDS);
    await expectQuiet();
  });

  it('should not be taken apart for a moment where another device was the first and the export is slow', async () => {
    const { id: document } = shelf.world.library.addDocument({ title: 'Number 1' });
    const second = { vault: shelf.device.vault, state: new MemoryStateStore() };
    await shelf.sync();
    await shelf.world.sync(second);
    shelf.world.pass(300);
    const { id: book } = shelf.world.library.addBook({
      title: 'Number 1',
      category: 'books',
      externalId: document,
    });
    shelf.world.library.addHighlight(book, { text: 'Passage of Number 1.', location: 1 });
    shelf.world.library.moveDocument(document, 'later');
    await shelf.sync();
    expect(shelf.paths).toEqual(['Readwise/Books/Number 1.md']);
    shelf.world.pass(61);
    let turns = 0;
    const through = slowExport(() => (turns += 1) < 1000);
    expect(await shelf.world.sync(second, { maxDelete: null, through })).toMatchObject({ vaultWrites: 0 });
  });

  it('should be joined once where another device was the first, whichever note it chose', async () => {
    const [one, two] = await addPairs(2);
    if (one === undefined || two === undefined) throw new Error('no pairs');
    shelf.write(two.bookNote, WORDS);
    const second = { vault: shelf.device.vault, state: newDevice().state };
    await shelf.world.sync(second);
    join(one, two);
    await shelf.sync();
    const after = shelf.device.vault.entries();
    expect(after).toHaveLength(2);
    shelf.world.pass(61);
    expect(await shelf.world.sync(second, { maxDelete: null })).toMatchObject({
      vaultWrites: 0,
      outcome: 'done',
      conflicts: [],
    });
    expect(await shelf.world.sync(second, { full: true })).toMatchObject({ vaultWrites: 0, conflicts: [] });
    expect(shelf.device.vault.entries()).toEqual(after);
  });

  it('should be joined by a device that has lost its state since the notes were made', async () => {
    const pair = await onePair();
    join(pair);
    shelf.device = { vault: shelf.device.vault, state: newDevice().state };
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', conflicts: [], notes: { trashed: 1 } });
    expect(shelf.paths).toEqual([pair.documentNote]);
    await expectQuiet();
  });

  it('should be waited for by a new device as by the one that holds them (I4)', async () => {
    const pairs = await addPairs(12);
    join(...pairs);
    expect(await shelf.sync()).toMatchObject({ outcome: 'held', hold: { notes: { length: 12 } } });
    const first = shelf.device;
    shelf.device = { vault: first.vault, state: newDevice().state };
    expect(await shelf.sync()).toMatchObject({ outcome: 'held', conflicts: [], vaultWrites: 0 });
    expect(await shelf.sync({ maxDelete: 12 })).toMatchObject({ outcome: 'done', notes: { trashed: 12 } });
    expect(shelf.paths).toHaveLength(12);
    await expectQuiet();
    shelf.device = first;
    await expectQuiet();
  });

  it('should leave a copy that the person made of the note that went, also on a new device', async () => {
    const pair = await onePair();
    shelf.device.vault.put('Mine/Copy.md', shelf.note(pair.bookNote));
    join(pair);
    await shelf.sync();
    shelf.device = { vault: shelf.device.vault, state: newDevice().state };
    expect(await shelf.sync()).toMatchObject({
      conflicts: [{ path: 'Mine/Copy.md', block: SECOND_NOTE }],
      notes: { trashed: 0 },
    });
    expect(shelf.paths).toEqual(['Mine/Copy.md', pair.documentNote]);
  });

  it('should leave a conflict copy of a file sync, though that has both ids already (I8)', async () => {
    const { library } = shelf.world;
    const { id: document } = library.addDocument({ title: 'Number 1', category: 'article' });
    await shelf.sync();
    const { id: book } = library.addBook({
      title: 'Number 1',
      category: 'articles',
      externalId: document,
    });
    library.addHighlight(book, { text: 'Passage of Number 1.', location: 1 });
    // The other computer joined the two, while somebody wrote here.
    const joined = (await shelf.world.fresh()).vault.entries()[0]?.[1] ?? '';
    shelf.write('Readwise/Articles/Number 1.md', WORDS);
    const copy = 'Readwise/Articles/Number 1 (conflicted copy).md';
    shelf.device.vault.put(copy, joined);
    expect(await shelf.sync()).toMatchObject({ conflicts: [{ path: copy, block: SECOND_NOTE }] });
    expect(shelf.note(copy)).toBe(joined);
    expect(shelf.note('Readwise/Articles/Number 1.md')).toContain(WORDS);
    expect(shelf.note('Readwise/Articles/Number 1.md')).toContain('Passage of Number 1.');
  });

  describe.each([
    ['this device', (device: Device) => device],
    ['a new device', ({ vault }: Device) => ({ vault, state: newDevice().state })],
  ])('when %s finds the book to be of another document', (_, on) => {
    // The notes are written in the order of the ids.
    it.each([
      ['from the first to the second', (ids: readonly string[]) => ids],
      ['from the second to the first', (ids: readonly string[]) => [...ids].reverse()],
    ])('should leave the note of the one that it was joined with before: %s (I2)', async (_order, turned) => {
      const { library } = shelf.world;
      const added = ['One', 'Two'].map((title) => library.addDocument({ title }));
      const [before = '', after = ''] = turned(added.map(({ id }) => id).sort());
      const [titleBefore, titleAfter] = [before, after].map((id) => library.documents.get(id)?.title ?? '');
      const { id: book } = library.addBook({ title: 'Book', category: 'articles' });
      library.addHighlight(book, { text: 'Passage.', location: 1 });
      library.editBook(book, { externalId: before });
      await shelf.sync();
      const [pathBefore, pathAfter] = [titleBefore, titleAfter].map(
        (title) => `Readwise/Articles/${title}.md`,
      );
      shelf.write(pathBefore ?? '', WORDS);
      shelf.world.pass(300);
      library.editBook(book, { externalId: after });
      library.addHighlight(book, { text: 'Later.', location: 2 });
      shelf.device = on(shelf.device);
      expect(await shelf.sync()).toMatchObject({ outcome: 'done', conflicts: [], notes: { trashed: 0 } });
      expect(shelf.paths).toEqual(['Readwise/Articles/One.md', 'Readwise/Articles/Two.md']);
      expect(shelf.note(pathBefore ?? '')).toContain(WORDS);
      expect(shelf.note(pathAfter ?? '')).toContain('Passage.');
      await expectQuiet();
    });
  });

  it('should have the note that is left when the person deleted the other one', async () => {
    const [one, two] = await addPairs(2);
    if (one === undefined || two === undefined) throw new Error('no pairs');
    shelf.device.vault.remove(one.bookNote);
    shelf.device.vault.remove(two.documentNote);
    join(one, two);
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', conflicts: [], notes: { trashed: 0 } });
    expect(shelf.paths).toEqual([one.documentNote, two.documentNote]);
    expectWhole(one.documentNote, one);
    expectWhole(two.documentNote, two);
    expect((await status()).deletedNotes).toEqual([]);
    await expectQuiet();
  });

  it('should stay apart as copies do when the second note is a copy that the person made', async () => {
    const pair = await onePair();
    shelf.device.vault.put('Mine/Copy.md', shelf.note(pair.bookNote));
    join(pair);
    expect(await shelf.sync()).toMatchObject({
      conflicts: [{ path: 'Mine/Copy.md', block: SECOND_NOTE }],
      notes: { trashed: 1 },
    });
    expect(shelf.paths).toEqual(['Mine/Copy.md', pair.documentNote]);
  });

  describe('when the sync is cut short', () => {
    const afterSync = async (device: Device): Promise<unknown> => {
      await shelf.world.sync(device);
      return [device.vault.entries(), device.vault.trashEntries()];
    };
    const expectSameWhereverCut = async (
      crashesOf: readonly ((recording: Recording) => readonly CrashPoint[])[],
    ): Promise<void> => {
      shelf.world.pass(61);
      const recorded = new RecordedDevice(copyOf(shelf.device));
      await shelf.world.sync(recorded);
      const expected = await afterSync(copyOf(shelf.device));
      const crashes = distinct(crashesOf.flatMap((of) => of(recorded.recording)));
      expect(crashes.length).toBeGreaterThan(5);
      for (const { name, left } of crashes) expect([name, await afterSync(left())]).toEqual([name, expected]);
    };

    it.each([
      ['this device', [killedBefore, powerLost], (device: Device) => device],
      ['a new device', [killedBefore], ({ vault }: Device) => ({ vault, state: newDevice().state })],
    ])(
      'should find the note that the person moved, and take it for no copy: %s (I6)',
      async (_, crashesOf, on) => {
        const pair = await onePair();
        move(pair.bookNote, 'Mine/Walden.md');
        shelf.write(pair.documentNote, WORDS);
        join(pair);
        shelf.device = on(shelf.device);
        await expectSameWhereverCut(crashesOf);
      },
    );

    it('should go on naming the note of a book by the title when the sync was killed after it had the name with the id of the document', async () => {
      const { library } = shelf.world;
      const addSame = (): number => library.addBook({ title: 'Same', category: 'articles' }).id;
      const [first, second] = [addSame(), addSame()];
      for (const id of [first, second]) library.addHighlight(id, { text: 'Passage.' });
      await shelf.sync();
      shelf.world.pass(300);
      const document = library.addDocument({ title: 'Same' });
      library.editBook(second, { externalId: document.id });
      library.addHighlight(second, { text: 'Later.' });
      const recorded = new RecordedDevice(copyOf(shelf.device));
      await shelf.world.sync(recorded);
      const killed = killedBefore(recorded.recording).find(({ name }) => /\(update .*Same \(/.test(name));
      shelf.device = killed?.left() ?? newDevice();
      expect(shelf.note('Readwise/Articles/Same.md')).toContain(`readwise-id: ${String(first)}`);
      shelf.world.pass(300);
      library.editDocument(document.id, { title: 'Another' });
      await shelf.sync();
      expect(shelf.paths).toEqual(['Readwise/Articles/Another.md', 'Readwise/Articles/Same.md']);
    });
  });
});
